"""Shuffles are long. A peer that gets one from its author does not get it again from the authors of later entries."""

from collections import Counter

import pytest

from net.deal import FAIR
from net.session.format.wire import Entries, Want, game_frames
from net.session.traffic import post
from tests.net.session.network import Network
from tests.net.session.straight import Straight
from tests.net.session.test_fair_table import WEATHERS


class Watched(Straight):
    """Counts how often each heavy entry goes to each peer, and loses the first one from peer 0 to ``misses``."""

    def __init__(self, *given, misses=None, **named):
        self.heavy, self.asked, self.misses = Counter(), [], misses
        super().__init__(*given, **named)

    def take(self, place, out):
        kept = []
        for key, payload in out.frames:
            to, frame = self.keys.index(key), game_frames.decode(payload)
            heavy = (
                [signed.raw for signed in frame.entries if len(signed.raw) >= post.HEAVY] if isinstance(frame, Entries) else []
            )
            if heavy and (place, to) == (0, self.misses):
                self.misses = None
                continue
            self.heavy.update((to, raw) for raw in heavy)
            self.asked += [(place, to)] if isinstance(frame, Want) else []
            kept.append((key, payload))
        out.frames[:] = kept
        return super().take(place, out)


def logs(table):
    return [[signed.hash for signed in session.log.entries] for session in table.sessions]


def agree(table):
    first, *others = logs(table)
    return first and all(other == first for other in others) and table.sessions[0].position.turn is not None


def test_each_shuffle_reaches_each_peer_once():
    table = Watched(4, 4, game="big-boss", dealer=FAIR)
    assert agree(table)
    assert len(table.heavy) == 4 * 3
    assert set(table.heavy.values()) == {1}
    assert not table.asked


def test_a_shuffle_that_its_author_did_not_send_is_asked_for():
    table = Watched(4, 4, game="big-boss", dealer=FAIR, misses=3)
    assert table.misses is None
    assert agree(table)
    assert table.asked
    assert all(place == 3 for place, _ in table.asked)


@pytest.mark.parametrize("misses", [None, 2])
def test_a_shuffle_of_a_peer_that_is_out_of_reach_is_passed_on_at_once(misses):
    table = Watched(3, 3, game="big-boss", dealer=FAIR, cut=[(1, 2)], misses=misses)
    assert agree(table)


SEEDS = {3: 1, 4: 2, 2: 0, 5: 3}
"""Numbers of peers, with the seed of a game among so many. The last two are played in ``make soak``."""


@pytest.mark.parametrize("peers", [3, 4, *(pytest.param(peers, marks=pytest.mark.thorough) for peers in (2, 5))])
@pytest.mark.parametrize("name", WEATHERS)
def test_games_end_alike_in_every_weather_even_if_every_entry_counts_as_heavy(name, peers, monkeypatch, tmp_path):
    monkeypatch.setattr(post, "HEAVY", 1)
    network = Network(peers, 3, SEEDS[peers], WEATHERS[name], tmp_path, dealer=FAIR)
    network.run()
    network.check()
    for desk in network.desks:
        if desk.session is not None:
            desk.session.close()
