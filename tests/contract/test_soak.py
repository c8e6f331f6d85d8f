"""Many random games: ``--soak N`` games of every game and seat count, spread over house rules and styles of play.

Without the option there are enough to show every style with every house rule, and no fewer than :data:`LEAST`.
"""

from __future__ import annotations

import random
from math import ceil

import pytest

from rules.registry import games
from tests.contract import laws
from tests.contract.secrets import dealt_otherwise, keeps_secrets, possible
from tests.contract.settings import Setting, choices
from tests.contract.styles import STYLES
from tests.contract.table import Choose, Table, follow
from tests.golden.unreachable import UNREACHABLE

BATCH = 8
LEAST = 8
"""Games of every game and seat count; ``make soak`` plays a thousand."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Batches of games, so that all processors have their share."""
    asked = metafunc.config.getoption("soak")
    batches = [
        (name, seats, range(first, min(first + BATCH, games_each)))
        for name, rules in games().items()
        for games_each in [asked or max(LEAST, ceil(len(STYLES) * len(choices(rules)) / len(rules.seats)))]
        for seats in rules.seats
        for first in range(0, games_each, BATCH)
    ]
    metafunc.parametrize(
        ("name", "seats", "seeds"), batches, ids=[f"{name}-{seats}-from-{seeds[0]}" for name, seats, seeds in batches]
    )


@pytest.mark.timeout(3600)  # the soak takes its time
def test_soak(name: str, seats: int, seeds: range) -> None:
    rules = games()[name]
    variety = [(Setting(name, seats, chosen), style) for style in STYLES.values() for chosen in choices(rules)]
    first = len(variety) * rules.seats.index(seats) // len(rules.seats)  # few games come by every style and house rule, too
    for seed in seeds:
        setting, style = variety[(first + seed) % len(variety)]
        table = Table(setting, seed)
        with table.kept():
            soak(table, style(random.Random(seed)))


def soak(table: Table, choose: Choose) -> None:
    """Play a game to its end: cheap laws at every step, expensive ones now and then."""
    state, chance = table.state, table.random
    listener = chance.randrange(-1, table.setting.seats)
    seat, eyes = (None, ()) if listener < 0 else (listener, (listener,))
    copy = table.setting.start()
    for events in table.run(choose):
        if not state.deals and table.looks(3):
            assert state.problems() == []
        follow(copy, table.steps[-1], eyes)
        laws.events_are_sound(state, events)
        look = chance.randrange(40 + len(table.steps) // 4)
        if look < 3:
            moves = laws.moves_are_sound(state)
            laws.refusals_agree(state, moves, laws.mutations(table.setting, moves, chance))
            laws.deals_are_sound(state)
        elif look < 5 and state.turn is not None:
            laws.undo_returns(state, chance)
        elif look == 5:
            laws.views_agree(state)
            laws.scores_add_up(state, table.setting)
            laws.pickles(state)
            assert copy.view(seat).facts() == state.view(seat).facts()
        elif look == 6 and chance.randrange(3) == 0:  # a replay of the whole game
            steps = dealt_otherwise(table.steps, seat, chance)
            other = possible(table.setting, steps) if steps else None
            if other is not None:
                keeps_secrets(state, other, seat)
    assert state.result is not None
    assert (table.setting.game, table.setting.seats, state.result.end) not in UNREACHABLE, "so it can end that way"
    laws.views_agree(state)
    laws.scores_add_up(state, table.setting)
    assert copy.digest() == state.digest()
    assert copy.problems() == []
