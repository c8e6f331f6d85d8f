"""Every game, between three peers in rough weather: the session knows none of them by name."""

import pytest

from net.deal import FAIR
from net.verify import verify
from rules.registry import games
from tests.net.session.network import Network, Weather

ROUGH = Weather(delay=(1, 60), late=0.02, twice=0.02, loss=0.02, apart=1, flaps=2, crashes=1)


@pytest.mark.parametrize("game", [*games(), "orchard"])
def test_a_whole_game_between_peers(game, tmp_path):
    network = Network(3, max(seats for seats in games()[game].seats if seats <= 4), 1, ROUGH, tmp_path, game=game, dealer=FAIR)
    network.run(until=3_600_000)
    network.check()
    for desk in network.desks:
        desk.session.close()
        verdict = verify(desk.path)
        assert verdict.holds, verdict.findings
