"""Random games, turn for turn by the engine and by the naive Burgenland: the same moves, prices, rewards and ranks."""

from __future__ import annotations

from typing import Any

import pytest

from rules.burgenland.state import BurgenlandState
from rules.contract import Event, Move
from tests.rules.burgenland.naive import LAW_BREAK, MINUS_TEN, Naive, card
from tests.rules.burgenland.table import begin
from tests.rules.dealing import Dealer, told

WEIGHTS = {"draw": 6.0, "swap": 0.02, "joker": 0.2, "wall": 2.0, "end": 3.0}


def whole(state: BurgenlandState, dealer: Dealer, move: Move, naive: Naive) -> list[Event]:
    """Make a move and pay for it in some way; the naive Burgenland has to agree that the price is right."""
    events = [*state.play(move), *dealer.deal(state)]
    piles: list[list[tuple[int, int]]] = [[], []] if move.kind.endswith("palace") else [[]]
    jokers, minus_ten = [0] * len(piles), False
    if move.kind.startswith("lawless"):
        naive.tiles[naive.turn].remove(LAW_BREAK)
    while state.position.bill is not None:
        at = len(piles) - len(state.position.bill.prices)
        paid = dealer.any_move(state)
        if paid.kind == "pay":
            piles[at].append((paid.args[0], paid.args[1]))
        elif paid.kind == "pay-joker":
            jokers[at] += 1
        else:
            minus_ten = True
            naive.tiles[naive.turn].remove(MINUS_TEN)
        events += [*state.play(paid), *dealer.deal(state)]
    if any(piles) or any(jokers):
        assert naive.pays(str(move), piles, jokers, minus_ten), (str(move), piles, jokers, minus_ten)
        naive.spend(piles, jokers)
    return events


def keep(naive: Naive, events: list[Event], seat: int) -> None:
    """The cards dealt after a move come into the hand, and are no more than the coins ask for."""
    faces = [values[1:3] for values in told(events, "drew-card")]
    opened = [values[1:3] for values in told(events, "opened")]
    for colour, coins in [*faces, *opened]:
        naive.hands[seat].append((int(colour), int(coins)))
    naive.tiles[seat] += [int(values[1]) + 24 for values in told(events, "tile-face")]
    assert len(told(events, "tile-face")) == naive.promised.count("tile")
    promised = sum(int(word.split()[1]) for word in naive.promised if word.startswith("coins"))
    drawn = [int(coins) for _, coins in opened]
    if not told(events, "no-more-cards"):
        assert sum(drawn) >= promised
    assert not drawn or sum(drawn[:-1]) < promised
    for castle in told(events, "marker"):
        naive.marker = int(castle[0])
    for coins in told(events, "builder"):
        naive.builder = int(coins[0])


def known(state: BurgenlandState, naive: Naive) -> tuple[dict[str, Any], dict[str, Any]]:
    """Compare both models of the position."""
    facts: Any = state.facts()
    engine = {
        "squares": [[piece for _, piece in castle["squares"]] for castle in facts["castles"]],
        "wells": [castle["well"] for castle in facts["castles"]],
        "large": facts["large"]["pieces"],
        "stones": [colour for _, _, colour in facts["crossings"]],
        "jokers": [facts["jokers"], *(player["jokers"] for player in facts["players"])],
        "swaps": [player["swaps"] for player in facts["players"]],
        "tiles": [sorted(face for _, face in player["tiles"]) for player in facts["players"]],
        "hands": [sorted(card(face) for _, face, _ in player["hand"]) for player in facts["players"]],
        "pieces": [player["pieces"] for player in facts["players"]],
        "open": [facts["marker"], facts["builders"][0], facts["covered"]],
        "winner": facts["winner"],
    }
    over = naive.winner >= 0
    mirror = {
        "squares": naive.squares,
        "wells": naive.wells,
        "large": naive.large,
        "stones": naive.stones,
        "jokers": [naive.stock, *naive.jokers],
        "swaps": naive.swaps,
        "tiles": [sorted(tiles) for tiles in naive.tiles],
        "hands": [sorted(hand) for hand in naive.hands],
        "pieces": [list(left.values()) for left in naive.left],
        "open": engine["open"] if over else [naive.marker, naive.builder, sum(naive.wells)],
        "winner": naive.winner,
    }
    return engine, mirror


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_naive_burgenland_plays_the_same_games(seats: int) -> None:
    for seed in range(4):
        dealer = Dealer(seed)
        state = begin(seats)
        dealer.deal(state)
        naive = Naive(state.facts())
        while state.turn is not None:
            moves = state.moves()
            naive.pile = len(state.position.pile)
            assert {str(move) for move in moves} == naive.moves()
            move = dealer.random.choices(moves, [WEIGHTS.get(move.kind, 1.0) for move in moves])[0]
            seat = naive.turn
            events = whole(state, dealer, move, naive)
            naive.play(str(move))
            keep(naive, events, seat)
            engine, mirror = known(state, naive)
            assert engine == mirror, str(move)
        assert state.result is not None
        assert list(state.result.ranks) == naive.ranks()
