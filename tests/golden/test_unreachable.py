"""Why some seat counts never reach some ends.

Four or five players of Das neue Big Boss never all pass (E1), since they cannot get rid of their money.

A player with a construction card must play it (T4), and a player who can buy must buy (E2). So when all pass, nobody holds a
construction card. There are two ways to hold no money then:

- Nothing is for sale. Then all 72 construction cards were played and all 20 tower cards bought; 84 blocks allow for 11 of those
  to be built, so 9 are held, and can be built nowhere only if each of 72 fields has five levels or another's noble on it. 83
  blocks and 8 founding stones make at most 8 fields of five levels over 64 others, and there are 8 nobles a player: no.
- Everybody is poor: less than 5 Real each (less than 10 if all construction cards are gone), and no noble on the board, since
  he would have to be withdrawn. Nobles never pay less than they cost, so money leaves the game by purchases alone, and every
  purchase and every card of the first hands has to be built with, which pays the building's value.

The rest is arithmetic: the least that those cards can pay. A row of neighbouring fields with buildings is a run; runs are
separated by empty fields. What a run pays at least for so many cards is found by trying every order; a long run pays at least
what its parts would pay without the rest, so runs of up to LONGEST fields (the longest of them needing no gap) are enough.
More than TOWERS_A_RUN tower cards on one run never pay least. A lost block (M3) would need no field, but it needs a building of
50, and the way there has paid more than all of this.

The players of Burgenland never all pass twice, as long as nobody corrects the data file. A player passes only if there is no
card to draw. Then all 80 cards are in the hands, so somebody holds so many that they pay for a joker; that player may not pass
after all the others. So no joker is for sale: all 17 are in the hands as well. How these are spread is tried out below:
somebody can build whatever piece is left, a well for jokers alone, any other piece in the large castle.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from net.rulebook import shipped_file
from rules.burgenland.board import read_board
from rules.burgenland.cards import COLOURS
from rules.loop.terms import BLOCKS, CARD_PRICE, FIELDS, HAND, TOWER_CARDS, TOWER_LEVELS, TOWER_PRICE
from rules.registry import games
from tests.golden.unreachable import UNREACHABLE
from tests.rules.burgenland.table import Table as Burgenland

LONGEST = 7
TOWERS_A_RUN = 4
MONEY = 30

Run = tuple[tuple[int, ...], tuple[bool, ...]]
"""Levels by field, and whether the field's construction card has been played."""


@cache
def worth(levels: tuple[int, ...], field: int) -> int:
    """The value of the building on a field: every block counts its level."""
    first = last = field
    while first and levels[first - 1]:
        first -= 1
    while last + 1 < len(levels) and levels[last + 1]:
        last += 1
    return sum(level * (level + 1) // 2 for level in levels[first : last + 1])


def builds(run: Run) -> Iterator[tuple[Run, int, int]]:
    """Everything that can be built: the run afterwards, the field, and 1 for a tower card. Distances do not matter."""
    levels, played = run
    for field, level in enumerate(levels):
        higher = (*levels[:field], level + 1, *levels[field + 1 :])
        if not played[field]:
            now = (*played[:field], True, *played[field + 1 :])
            yield (higher, now), field, 0
            for first in range(max(0, field - 2), min(field, len(levels) - 3) + 1):
                if not any(levels[first : first + 3]):
                    castle = [1 if first <= place < first + 3 else other for place, other in enumerate(levels)]
                    castle[field] = 2
                    yield (tuple(castle), now), field, 0
        if 0 < level < TOWER_LEVELS:
            yield (higher, played), field, 1


@cache
def least(length: int) -> dict[tuple[int, int], int]:
    """The least that a run of this length pays, by construction cards and tower cards built."""
    found: dict[tuple[int, int], int] = {}
    layer: dict[tuple[Run, int], int] = {(((0,) * length, (False,) * length), 0): 0}
    while layer:
        following: dict[tuple[Run, int], int] = {}
        for (run, towers), paid in layer.items():
            if all(run[0]):
                cards = (sum(run[1]), towers)
                found[cards] = min(paid, found.get(cards, paid))
            for after, field, tower in builds(run):
                if towers + tower <= TOWERS_A_RUN:
                    total = paid + worth(after[0], field)
                    key = (after, towers + tower)
                    if total < following.get(key, total + 1):
                        following[key] = total
        layer = following
    return found


@cache
def least_on_the_loop() -> dict[tuple[int, int], int]:
    """The least that the whole loop pays, by construction cards and tower cards built."""
    runs = [
        (length + (length < LONGEST), cards, towers, paid)
        for length in range(1, LONGEST + 1)
        for (cards, towers), paid in least(length).items()
    ]
    best: list[dict[tuple[int, int], int]] = [{(0, 0): 0}]
    for fields in range(1, FIELDS + 1):
        here = dict(best[fields - 1])
        for width, cards, towers, paid in runs:
            if width <= fields:
                for (others, more), total in best[fields - width].items():
                    key = (others + cards, more + towers)
                    if more + towers <= TOWER_CARDS and total + paid < here.get(key, total + paid + 1):
                        here[key] = total + paid
        best.append(here)
    return best[FIELDS]


def poorest(seats: int) -> int:
    """A lower bound for the players' money beyond what they may have when all pass; 0 or less if they can pass."""
    return min(
        seats * MONEY
        + paid
        - CARD_PRICE * (cards - seats * HAND)
        - TOWER_PRICE * towers
        - seats * ((TOWER_PRICE if cards == FIELDS else CARD_PRICE) - 1)
        for (cards, towers), paid in least_on_the_loop().items()
        if cards >= seats * HAND and cards + towers < BLOCKS
    )


def test_runs_pay_what_a_player_would_count() -> None:
    """One villa; two fields (1, 2); three with the middle last (1, 1, 3); a tower card on a villa pays 3 more."""
    assert [least(1)[1, 0], least(2)[2, 0], least(3)[3, 0], least(1)[1, 1]] == [1, 3, 5, 4]
    assert least(3)[1, 0] == 5, "a castle"


@pytest.mark.long
def test_only_few_players_can_all_be_poor() -> None:
    for seats in (2, 3, 4, 5):
        assert (poorest(seats) > 0) == (("big-boss", seats, "passed") in UNREACHABLE)


BURGENLAND = read_board(shipped_file("burgenland"))
CARDS = len(BURGENLAND.cards)


def spread(jokers: int, seats: int, most: int) -> Iterator[tuple[int, ...]]:
    """Every way to spread jokers over a number of hands, at most ``most`` in one; the fullest hand first."""
    if seats == 0:
        if jokers == 0:
            yield ()
        return
    for held in range(min(jokers, most), -1, -1):
        for others in spread(jokers - held, seats - 1, held):
            yield (held, *others)


def builds_anything(jokers: int, cards: int) -> bool:
    """Whether this many jokers and cards pay for every piece, whatever the cards are.

    A well costs cards of two colours; all cards but those of two colours may be others. For everything else the large castle
    takes cards of one colour, and some colour is at least as frequent as the average.
    """
    of_two_colours = max(0, cards - CARDS * (len(COLOURS) - 2) // len(COLOURS))
    of_one_colour = -(-cards // len(COLOURS))
    well = jokers + of_two_colours >= BURGENLAND.permission
    return well and all(jokers + of_one_colour >= same for same, _ in BURGENLAND.large_prices)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_with_all_cards_and_jokers_in_the_hands_somebody_can_build(seats: int) -> None:
    """Each hand gets as many cards as it can have without being able to build. The hands never hold all cards that way."""
    assert CARDS // seats >= BURGENLAND.joker_price, "the largest hand pays for a joker, for every card has a coin or more"
    for jokers in spread(BURGENLAND.jokers, seats, BURGENLAND.jokers):
        helpless = [[cards for cards in range(CARDS + 1) if not builds_anything(held, cards)] for held in jokers]
        assert not all(helpless) or sum(map(max, helpless)) < CARDS, f"jokers {jokers}"


@pytest.mark.parametrize(
    ("jokers", "hand"), [(6, ""), (4, "red1 red1 orange1 yellow1 green1 light-blue1 dark-blue1 purple1 brown1")]
)
@pytest.mark.parametrize("piece", ["wall", "house", "palace", "well"])
def test_hands_said_to_pay_for_everything_do_so_by_the_rules(jokers: int, hand: str, piece: str) -> None:
    assert builds_anything(jokers, len(hand.split()))
    table = Burgenland(4, hands={0: hand}, jokers={0: jokers})
    table.left(0, **{piece: 1})
    table.pile_left("")
    assert table.moves("large-same", "well")
    assert table.why_not("pass") == "can-act"


def test_every_unreachable_end_belongs_to_a_game_and_a_seat_count() -> None:
    for name, seats, end in UNREACHABLE:
        assert seats in games()[name].seats
        assert end in games()[name].ends
