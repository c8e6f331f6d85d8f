"""The reactor in its thread."""

from net import reactor as rim
from tests.net.rim import in_reactor


def test_timers_do_not_depend_on_the_clock_of_the_wall():
    """The player, or a time server, may set that back by an hour: a game would stand still as long."""
    before = rim.steady()
    timer = in_reactor(lambda: rim.reactor().callLater(60, lambda: None))
    after = rim.steady()
    assert before + 60 <= timer.getTime() <= after + 60
    assert before <= rim.reactor().seconds()
    in_reactor(timer.cancel)
