from twisted.internet.task import Clock

from net.lull import Lull


def lull():
    clock, done = Clock(), []
    return clock, Lull(clock, 1.0, lambda: done.append(clock.seconds())), done


def test_the_work_is_done_once_a_moment_after_the_last_news():
    clock, quiet, done = lull()
    for length in range(5):
        quiet.await_end(length)
        clock.advance(0.5)
    assert not done
    clock.pump([0.25] * 10)
    assert done == [3.0]


def test_what_is_no_news_does_not_put_the_work_off():
    clock, quiet, done = lull()
    for _ in range(5):
        quiet.await_end(7)
        clock.advance(0.25)
    assert done == [1.0]


def test_the_work_can_be_cancelled_and_awaited_again():
    clock, quiet, done = lull()
    quiet.await_end(1)
    quiet.cancel()
    clock.advance(2)
    assert not done
    quiet.await_end(1)
    clock.advance(1)
    assert done == [3.0]
