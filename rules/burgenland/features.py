"""The features of a position that the learned evaluation of Burgenland uses.

Every feature is an integer that a player in the seat can work out from what the seat may see. The faces of the others' cards
and tiles never count, nor the pieces that each of them has left: the board shows only what they have left together. So a
feature is the same in the seat's view, behind screens, and in every world that the seat imagines.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.burgenland.cards import (
    FIVE,
    HOUSE,
    LAW_BREAK,
    MINUS_TEN,
    PALACE,
    PLOT,
    WALL,
    WELL,
    coins_of,
    colour_of,
)
from rules.burgenland.position import Position
from rules.contract import SEALED

COMPARED: Final = (
    "walls",  # left to build
    "houses",  # left to build
    "palaces",  # left to build
    "wells",  # left to build
    "cards",  # in the hand, coming ones included, up to ENOUGH
    "more-cards",  # in the hand beyond ENOUGH, up to PLENTY
    "jokers",
    "swaps",
    "tiles",  # ?-tiles, one that is coming included
    "homeless-palaces",  # the part of the own palaces for which the small castles have no place
    "homeless-houses",  # likewise; a house needs a wall of its own
    "homeless",  # the part of all own pieces but wells for which the small castles have no square
)
"""Features of each seat; the evaluation uses the seat's own number less the average of the others."""

OWN: Final = (
    "coins",  # in the hand, up to RICH, as long as there is a palace to build
    "builder",  # cost of the open builder, as long as there is a palace to build
    "lacking",  # cards lacking for the castle with a place for an own piece that lacks fewest
    "lacking-next",  # the same for the castle that lacks fewest but one
    "payable",  # castles with a place for an own piece that the hand can pay for, up to MANY
    "lacking-palace",  # cards lacking for the castle with a place for an own palace that lacks fewest
    "well-near",  # whether a well is left and the castle of the marker lacks a card at most
    "same",  # cards of the colour of which there are most, as long as pieces are homeless, up to SAME
    "different",  # colours in the hand, as long as pieces are homeless
    "tile-five",
    "tile-plot",
    "tile-minus-ten",
    "tile-law-break",
    "start",  # one: the worth of the turn order
)
"""Features of the seat alone."""

NAMES: Final = COMPARED + OWN
"""All features, in the order of the weights. Every one counts twice: as it is, and times the part of the pieces left."""

SHARES: Final = 60
"""Features are counted in sixtieths, which every number of other seats divides evenly."""

ENOUGH: Final = 8
PLENTY: Final = 14
"""Further cards count nothing. Two cards are worth almost as much as the turn that draws them. If weights valued each further
card a little too much, a player would draw for ever."""

RICH: Final = 12
MANY: Final = 3
SAME: Final = 6
COIN_CARDS: Final = (5, 9)
"""The value of coins in cards, as a fraction: nine coins of a reward are worth five cards on average."""

_PART: Final = 1000


def features(position: Position, seat: int, rest: Sequence[int] | None = None) -> list[int]:
    """The features of a position between two turns for a seat, in sixtieths, in the order of :data:`NAMES`.

    Rewards still to come in the seat's turn count with their average. ``rest`` is :func:`pieces_of_others`, if it is known.
    """
    player = position.players[seat]
    others = position.seats - 1
    if rest is None:
        rest = pieces_of_others(position, seat)
    coming = coming_tiles = 0
    if position.active == seat:
        for what, amount in position.todo:
            if what == "coins":
                coming += SHARES * amount * COIN_CARDS[0] // COIN_CARDS[1]
            elif what == "draw":
                coming += SHARES * amount
            elif what == "tile":
                coming_tiles += SHARES
    found = [SHARES * player.pieces[piece] - SHARES * rest[piece] // others for piece in range(WELL)]
    cards = SHARES * len(player.hand) + coming
    enough, plenty = SHARES * ENOUGH, SHARES * PLENTY
    own_cards, own_more = min(cards, enough), min(max(0, cards - enough), plenty - enough)
    jokers = swaps = tiles = other_cards = other_more = 0
    for place, other in enumerate(position.players):
        if place != seat:
            held = SHARES * len(other.hand)
            other_cards += min(held, enough)
            other_more += min(max(0, held - enough), plenty - enough)
            jokers += other.jokers
            swaps += other.swaps
            tiles += len(other.tiles)
    found.append(own_cards - other_cards // others)
    found.append(own_more - other_more // others)
    found.append(SHARES * player.jokers - SHARES * jokers // others)
    found.append(SHARES * player.swaps - SHARES * swaps // others)
    found.append(SHARES * len(player.tiles) + coming_tiles - SHARES * tiles // others)
    own_pieces = player.pieces
    palace_places = house_places = squares_free = 0
    for squares in position.built:
        free = squares.count(0)
        squares_free += free
        if free:
            palace_places += PALACE not in squares
            spare = squares.count(WALL) - squares.count(HOUSE)
            house_places += min(free, spare) if spare > 0 else 0
    homes = (
        (own_pieces[PALACE - 1], rest[PALACE - 1], palace_places),
        (own_pieces[HOUSE - 1], rest[HOUSE - 1], house_places),
        (sum(own_pieces[: WELL - 1]), sum(rest[: WELL - 1]), squares_free),
    )
    for own, other_pieces, places in homes:
        total = own + other_pieces
        short = _PART * max(0, total - places) // total if total else 0
        found.append(SHARES * own * short // _PART - SHARES * other_pieces * short // (_PART * others))
    found += _own(position, seat, homes[2][0] + homes[2][1] > squares_free, homes[0][0] + homes[0][1] > palace_places)
    return found


def pieces_of_others(position: Position, seat: int) -> list[int]:
    """Walls, houses, palaces and wells that all other seats together still have to build: what the board does not show."""
    table, own = position.table, position.players[seat].pieces
    standing = [0] * (WELL + 1)
    for squares in position.built:
        for piece in squares:
            standing[piece] += 1
    blocked = [0] * (WELL + 1)
    for block in table.blocked:
        blocked[block[2]] += 1
    all_pieces = [position.seats * table.pieces[piece - 1] + blocked[piece] for piece in range(1, WELL + 1)]
    built = [standing[piece] + position.large[piece - 1] for piece in range(1, WELL)] + [sum(position.wells)]
    return [pieces - there - left for pieces, there, left in zip(all_pieces, built, own, strict=True)]


def pieces_part(position: Position) -> tuple[int, int]:
    """The pieces that all seats still have to build, and those with which they began."""
    return sum(pieces_of_others(position, 0)) + sum(position.players[0].pieces), position.seats * sum(position.table.pieces)


def _own(position: Position, seat: int, crowded: bool, no_palace_place: bool) -> list[int]:
    player = position.players[seat]
    pieces = player.pieces
    held = [0] * (len(position.stones) + 1)
    coins = 0
    faces = position.faces
    for slot in player.hand:
        face = faces[slot]
        if face != SEALED:
            held[colour_of(face)] += 1
            coins += coins_of(face)
    permission = position.board.permission
    jokers = player.jokers
    least, next_least, palace_least, payable = permission, permission, permission, 0
    castles, stones = position.board.castles, position.stones
    for castle, squares in enumerate(position.built):
        if 0 not in squares:
            continue
        palace = pieces[PALACE - 1] and PALACE not in squares
        if not (palace or pieces[WALL - 1] or (pieces[HOUSE - 1] and squares.count(WALL) > squares.count(HOUSE))):
            continue
        one, other = castles[castle].ends
        lacking = permission - held[stones[one - 1]] - held[stones[other - 1]] - jokers
        if lacking <= 0:
            lacking = 0
            payable += 1
        if lacking < least:
            least, next_least = lacking, least
        elif lacking < next_least:
            next_least = lacking
        if palace and lacking < palace_least:
            palace_least = lacking
    well = 0
    if pieces[WELL - 1] and position.marker:
        one, other = castles[position.marker - 1].ends
        well = int(permission - held[stones[one - 1]] - held[stones[other - 1]] - jokers <= 1)
    builds = pieces[WALL - 1] or pieces[HOUSE - 1] or pieces[PALACE - 1]
    homeless = builds and (crowded or (pieces[PALACE - 1] and no_palace_place))
    palace_left = pieces[PALACE - 1] > 0
    tiles = [faces[slot] for slot in player.tiles]
    own = (
        min(coins, RICH) if palace_left else 0,
        position.builders[0] if palace_left else 0,
        least,
        next_least,
        min(payable, MANY),
        palace_least if palace_left else 0,
        well,
        min(max(held), SAME) if homeless else 0,
        sum([1 for count in held[1:] if count]) if homeless else 0,
        tiles.count(FIVE),
        tiles.count(PLOT),
        tiles.count(MINUS_TEN),
        tiles.count(LAW_BREAK),
        1,
    )
    return [SHARES * value for value in own]


def weighed(weights: Sequence[int], left: int, whole: int) -> list[int]:
    """The weight of each feature with this part of the pieces left, times ``whole``.

    Args:
        weights: one for each feature, then one for each feature times the part of the pieces left; in thousandths of a
            piece.
        left: pieces left to build, out of ``whole``.
    """
    count = len(weights) // 2
    return [weights[place] * whole + weights[count + place] * left for place in range(count)]


def evaluation(weights: Sequence[int], found: Sequence[int], whole: int) -> int:
    """The weighted sum of features: the seat's expected lead over the average of the others, in hundredths of a piece.

    Args:
        weights: see :func:`weighed`.
        found: the features, see :func:`features`.
        whole: the pieces with which all seats began.
    """
    total = 0
    for weight, feature in zip(weights, found, strict=True):
        if feature:
            total += weight * feature
    return total // (10 * SHARES * whole)
