"""A judge with two minds: the turns of the one, the values of the other."""

from __future__ import annotations

from client.analysis.mind import mind_of
from client.bots import learned
from net.deal.local import settle
from net.deal.seeded import SeededDeals, seed_of
from net.rulebook import start
from rules.alcazar.features import NAMES
from rules.alcazar.game import Alcazar, playing
from rules.alcazar.learned import DATA, HOARD, PLENTY, Learned
from rules.contract import State, complete_options
from rules.loop.learned import read_weights
from rules.search.turns import Patience

WEIGHTS = playing({name: learned(name) for name in Alcazar.bot_data})


def position(turns: int) -> State:
    """A game between treasurers, after so many turns."""
    state = start("alcazar", 3, complete_options(Alcazar, {}))
    deals, player = SeededDeals(seed_of("divided")), Learned(WEIGHTS, plenty=HOARD)
    settle(state, deals)
    for _ in range(turns):
        assert state.turn is not None
        now = state.turn_number
        for move in player.quick(state.view(state.turn), Patience()):
            if state.turn_number != now:
                break
            state.play_silently(move)
            settle(state, deals)
    return state


def test_the_analysis_of_alcazar_considers_the_treasurers_turns_and_has_values_of_its_own() -> None:
    judge, _ = mind_of("alcazar", 3)
    teller = Learned(read_weights(learned(DATA), NAMES))
    for turns in (0, 20, 50):
        state = position(turns)
        assert state.turn is not None
        view = state.view(state.turn)
        assert judge.turns(view, Patience()) == Learned(WEIGHTS, plenty=HOARD).turns(view, Patience())
        assert judge.quick(view, Patience()) == judge.turns(view, Patience())[0].moves
        assert [judge.worth(state, seat) for seat in range(3)] == [teller.worth(state, seat) for seat in range(3)]
        assert judge.left(state) == teller.left(state)


def test_in_games_to_the_end_it_plays_thriftily_and_judges_as_before() -> None:
    judge, _ = mind_of("alcazar", 3)
    hasty = judge.hasty()
    state = position(50)
    assert state.turn is not None
    view = state.view(state.turn)
    assert hasty.turns(view, Patience()) == Learned(WEIGHTS, plenty=PLENTY).turns(view, Patience())
    assert hasty.worth(state, 1) == judge.worth(state, 1)
    assert hasty.hasty().turns(view, Patience()) == hasty.turns(view, Patience())
