"""The features of a position that the learned evaluation of Alcazar uses.

Every feature is an integer that a player in the seat can work out from what the seat may see. Of the others' cards, only the
ones bought face up count, so that a feature is the same in the seat's view and in every world that the seat imagines.
"""

from __future__ import annotations

from typing import Final

from rules.alcazar.state import AlcazarState
from rules.contract import SEALED
from rules.loop.learned import SHARES, against_others
from rules.loop.terms import BARON, BLOCKS, CAP, FIELDS, GRANDE, TOWER_LEVELS

COMPARED: Final = (
    "money",  # Real
    "working-money",  # Real, up to WORKING_MONEY
    "points",  # victory points of the nobles on the board
    "exposed",  # the part of them where a construction card can still capture the noble
    "for-sale",  # the part where that card lies face up for sale
    "threatened",  # the part where another player is known to hold that card
    "barons",  # in the supply
    "grandes",  # in the supply
    "cards",  # construction cards in the hand
    "towers",  # tower cards in the hand
    "bridge",  # points that the best bridge would bring now, with a noble who moves onto its middle
    "more-bridges",  # points that all other bridges would bring now
    "near-bridge",  # points that the best bridge would bring of which one pillar is still a level too low
    "near-bridges",  # points of all others of that sort
    "far-bridges",  # points where a pillar is two levels too low
    "lines",  # points of all lines from the nobles on which no bridge lies and no foreign noble stands in the way
    "tower-lift",  # points that the tower cards in the hand would bring now, each under another noble
    "tower-room",  # points that tower cards could bring at the most
    "rich",  # points of nobles in buildings of 50, where capturing pays their player best
)
"""Features of each seat; the evaluation uses the seat's own number less the average of the others."""

OWN: Final = (
    "rising",  # points that cards in the hand bring under own nobles
    "capturing",  # points of foreign nobles whom a card in the hand captures
    "place",  # points that the best free place would bring that a card in the hand makes
    "second-place",  # points that the second best would bring
    "founding",  # cards in the hand that found a castle now
    "start",  # one: the worth of the turn order
)
"""Features of the seat alone."""

NAMES: Final = COMPARED + OWN
"""All features, in the order of the weights. Every one counts twice: as it is, and times the part of the game left."""

WORKING_MONEY: Final = 60
"""Real up to which money may be worth more than its points: it places nobles and buys bridges."""

WHOLE: Final = 420
"""The whole game, in the unit of :func:`left`: blocks and bridges divide it evenly."""


def left(state: AlcazarState) -> int:
    """How much of the game is left, out of :data:`WHOLE`: of blocks or of bridges, whichever is less."""
    bridges = state.bridged.terms.bridges
    return min(state.buildings.blocks * WHOLE // BLOCKS, state.bridged.bridges_left() * WHOLE // bridges)


def features(state: AlcazarState, seat: int) -> list[int]:
    """The features of a position between two turns for a seat, in sixtieths, in the order of :data:`NAMES`."""
    buildings, cards, on = state.buildings, state.cards, state.nobles.on
    of, value, level, faces = buildings.of, buildings.value, buildings.level, cards.faces
    seats = state.seats
    held = [faces[slot] for slot in cards.hands[seat]]
    holder = _holders(state, seat, held)
    points, exposed, for_sale, threatened, tower_room, rich = ([0] * seats for _ in range(6))
    liftable: list[list[int]] = [[] for _ in range(seats)]
    standing = state.nobles.standing()
    rising = capturing = 0
    for cell, owner, rank in standing:
        height = level[cell]
        worth = rank * height
        points[owner] += worth
        if value[of[cell]] == CAP:
            rich[owner] += worth
        if height < TOWER_LEVELS:
            liftable[owner].append(rank)
            tower_room[owner] += rank * (TOWER_LEVELS - height)
        known = holder[cell] if cell <= FIELDS else owner
        if known == UNKNOWN:
            exposed[owner] += worth
        elif known == FOR_SALE:
            for_sale[owner] += worth
        elif known == seat:
            if owner == seat:
                rising += rank
            else:
                capturing += worth
        elif known >= 0 and known != owner:
            threatened[owner] += worth
    homes = _homes(state, standing)
    best, more, near, nearly, far, lines = _bridges(state, standing, homes)
    towers = cards.towers
    lift = [sum(sorted(ranks, reverse=True)[:count]) if count else 0 for ranks, count in zip(liftable, towers, strict=True)]
    own_money = [state.shown_money(each) for each in range(seats)]
    supply = state.nobles.supply
    compared = (
        [money or 0 for money in own_money],
        [WORKING_MONEY if money is None or money > WORKING_MONEY else money for money in own_money],
        points, exposed, for_sale, threatened,
        supply[::2], supply[1::2],
        [len(hand) for hand in cards.hands], towers,
        best, more, near, nearly, far, lines,
        lift, tower_room, rich,
    )  # fmt: skip
    found = against_others(compared, seat)
    highest = second = founding = 0
    own_homes = homes[seat]
    for number in held:
        if number == SEALED:
            continue
        height = level[number]
        if not height:
            before, after = state.board.before[number], state.board.after[number]
            if not of[before] and not of[after] and buildings.may_found(number):
                founding += 1
        elif not on[number] or on[number] >> 2 != seat:
            gain = _gain(own_homes, of[number], height + 1, height + 1)
            if gain >= highest:
                highest, second = gain, highest
            elif gain >= second:
                second = gain
    found += [SHARES * own for own in (rising, capturing, highest, second, founding, 1)]
    return found


NOBODY_ELSE: Final = -1
"""No card builds on a field any more."""

UNKNOWN: Final = -2
"""Nobody knows who has the card of a field."""

FOR_SALE: Final = -3
"""The card of a field lies face up for sale."""


def _holders(state: AlcazarState, seat: int, held: list[int]) -> list[int]:
    """By field, the seat that holds its card as far as the seat knows, or one of the three numbers above."""
    cards = state.cards
    holder = [UNKNOWN] * (FIELDS + 1)
    for number in cards.discards:
        holder[number] = NOBODY_ELSE
    for slot in cards.row:
        holder[cards.faces[slot]] = FOR_SALE
    for other, hand in enumerate(cards.hands):
        if other != seat:
            for slot in hand:
                if cards.shown[slot]:
                    holder[cards.faces[slot]] = other
    for number in held:
        if number != SEALED:
            holder[number] = seat
    return holder


Home = tuple[int, int, int]
"""Building, rank and level of a noble; 0 and 0 for one in the supply."""


def _homes(state: AlcazarState, standing: list[tuple[int, int, int]]) -> list[list[Home]]:
    """By seat, where its nobles live."""
    of, level, supply = state.buildings.of, state.buildings.level, state.nobles.supply
    homes: list[list[Home]] = [[] for _ in range(state.seats)]
    for seat, found in enumerate(homes):
        if supply[2 * seat + 1]:
            found.append((0, GRANDE, 0))
        elif supply[2 * seat]:
            found.append((0, BARON, 0))
    for cell, seat, rank in standing:
        homes[seat].append((of[cell], rank, level[cell]))
    return homes


def _gain(homes: list[Home], building: int, height: int, below: int) -> int:
    """The points that a new free place of a building brings to a seat.

    Args:
        homes: where its nobles live.
        building: the building of the place.
        height: the level of the place.
        below: nobles of the building come from lower levels than this one; others from the supply.
    """
    best = 0
    for home, rank, level in homes:
        if not home or (home == building and level < below):
            gain = rank * (height - level)
            if gain > best:
                best = gain
    return best


def _bridges(state: AlcazarState, standing: list[tuple[int, int, int]], homes: list[list[Home]]) -> tuple[list[int], ...]:
    """By seat, the points of bridges: of the best, of all others that may be built, of the best of those whose pillars differ
    by one level, of all others of that sort, of those that differ by two, and of all lines along which any may ever lie.

    Whether the seat can pay is left out.
    """
    on, level = state.nobles.on, state.buildings.level
    of, value, crest = state.buildings.of, state.buildings.value, state.buildings.crest
    lines = state.grid.lines
    there = {(bridge.first, bridge.last) for bridge in state.bridged.bridges}
    best, more, near, nearly, beyond, ever = ([0] * state.seats for _ in range(6))
    for cell, owner, rank in standing:
        height = level[cell]
        for middle, far in lines[cell]:
            noble = on[far]
            if noble and noble >> 2 != owner:
                continue
            if ((cell, far) if cell < far else (far, cell)) in there:
                continue
            ever[owner] += rank
            other = level[far]
            if not other or (noble and far < cell):  # an own pair is counted once
                continue
            gap = other - height if other > height else height - other
            top = other if other > height else height
            if gap > 2 or level[middle] >= top:
                continue
            one, two = of[cell], of[far]
            if one != two and crest[one] and crest[two] and (value[one] == CAP or value[two] == CAP):
                continue
            brings = rank + (noble & 3)
            under = on[middle]
            if under and under >> 2 == owner:
                brings += (under & 3) * (top + 1 - level[middle])
            else:
                brings += _gain(homes[owner], one, top + 1, top)
            if not gap:
                if brings > best[owner]:
                    best[owner], brings = brings, best[owner]
                more[owner] += brings
            elif gap == 1:
                if brings > near[owner]:
                    near[owner], brings = brings, near[owner]
                nearly[owner] += brings
            else:
                beyond[owner] += brings
    return best, more, near, nearly, beyond, ever
