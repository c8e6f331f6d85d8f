"""Up to five peers in every weather, on many seeded schedules: all end with the same log, head and digest."""

import pytest

from net.gamefile import load, replay
from tests.net.session.network import Network, Weather

WEATHERS = {
    "calm": Weather(),
    "reordered": Weather(delay=(1, 300), late=0.1, twice=0.1),
    "lossy": Weather(delay=(1, 60), loss=0.15, twice=0.05, late=0.05),
    "sparse": Weather(delay=(1, 60), apart=6, late=0.05),
    "flapping": Weather(delay=(1, 60), flaps=6, apart=2, loss=0.02),
    "leaving": Weather(delay=(1, 60), leaves=3, late=0.05),
    "taking-back": Weather(delay=(1, 60), backs=30, loss=0.05, flaps=2, apart=2),
    "vanishing": Weather(delay=(1, 60), vanishes=2, late=0.05),
    "restarting": Weather(delay=(1, 60), crashes=4, flaps=2, late=0.05),
}

CHUNKS = 2


@pytest.mark.timeout(3600)  # the soak takes its time
@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("name", WEATHERS)
def test_every_schedule_ends_with_equal_logs(name, chunk, request, tmp_path):
    count = max(8, request.config.getoption("--soak") // (4 * CHUNKS))
    for number in range(count):
        seed = chunk * count + number
        peers = 3 + seed % 3 if name == "vanishing" else 2 + seed % 4
        folder = None
        if name in ("restarting", "vanishing"):
            folder = tmp_path / str(seed)
            folder.mkdir()
        network = Network(peers, 2 + (seed // 4) % 4, seed, WEATHERS[name], folder)
        try:
            network.run()
            network.check()
        except Exception as error:
            raise AssertionError(f"schedule {name} {seed}: {error}") from error
        if folder is not None:
            ends = set()
            for desk in network.desks:
                if desk.session is not None:
                    desk.session.close()
                    *_, last = replay(load(desk.path))
                    assert last.position.digest() == desk.session.position.digest()
                    ends.add(last.position.digest())
            assert len(ends) == 1
