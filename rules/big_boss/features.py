"""The features of a position that the learned evaluation of Das neue Big Boss uses.

Every feature is an integer that a player in the seat can work out from what the seat may see. The faces of the others' cards
never count, so that a feature is the same in the seat's view and in every world that the seat imagines.
"""

from __future__ import annotations

from typing import Final

from rules.contract import SEALED
from rules.loop.learned import SHARES, lead_over_others
from rules.loop.terms import BARON, CAP, CASTLE_VALUE, GRANDE
from rules.loop.turn import LoopState

COMPARED: Final = (
    "money",  # Real
    "working-money",  # Real, up to WORKING_MONEY
    "pay",  # what the nobles on the board would bring now
    "castle-growth",  # what they may still gain in castles, up to 50 each
    "villa-growth",  # the same in villas
    "exposed-growth",  # the part of both where a construction card can still capture the noble
    "exposed-pay",  # what nobles that can be captured would bring now
    "barons",  # in the supply
    "grandes",  # in the supply
    "cards",  # construction cards in the hand
    "towers",  # tower cards in the hand
    "wide",  # fields of the nobles' buildings: many cards make them rise
)
"""Features of each seat; the evaluation uses the seat's own number less the average of the others."""

OWN: Final = (
    "earnings",  # what the best cards in the hand would earn now, as many as there are turns
    "rising",  # growth of own nobles on whose fields a card in the hand builds
    "capturing",  # growth of foreign nobles whom a card in the hand captures
    "founding",  # cards in the hand that found a castle now
    "upper-lead",  # nobles on upper levels, more than anybody else has, from -2 to 2
    "start",  # one: the worth of the turn order
)
"""Features of the seat alone."""

NAMES: Final = COMPARED + OWN
"""All features, in the order of the weights. Every one counts twice: as it is, and times the part of the blocks left."""

WORKING_MONEY: Final = 40
"""Real up to which money may be worth more than itself: it places nobles."""

UPPER: Final = 2
MOST_LEAD: Final = 2


def features(state: LoopState, seat: int) -> list[int]:
    """The features of a position between two turns for a seat, in sixtieths, in the order of :data:`NAMES`."""
    cards = state.cards
    faces = cards.faces
    held = [faces[slot] for slot in cards.hands[seat]]
    holds = [False] * len(state.buildings.of)  # by cell, whether a card in the hand can build there
    for number in held:
        holds[number] = True
    safe = holds[:]  # by cell, whether no card of anybody else can
    for number in cards.discards:
        safe[number] = True
    fields = [0] * len(holds)  # by building, how many there are
    for building in state.buildings.of:
        fields[building] += 1
    rows: list[list[int]] = []
    upper: list[int] = []
    rising = capturing = 0
    for each in range(state.seats):
        row, high, growth = _of_seat(state, each, holds, safe, fields)
        rows.append(row)
        upper.append(high)
        if each == seat:
            rising = growth
        else:
            capturing += growth
    found = lead_over_others(rows, seat)
    founding, earnings = _hand(state, held)
    best = max([count for other, count in enumerate(upper) if other != seat])
    lead = max(-MOST_LEAD, min(MOST_LEAD, upper[seat] - best))
    found += [SHARES * own for own in (earnings, rising, capturing, founding, lead, 1)]
    return found


def _of_seat(state: LoopState, seat: int, holds: list[bool], safe: list[bool], fields: list[int]) -> tuple[list[int], int, int]:
    """The features of a seat in the order of :data:`COMPARED`; its nobles on upper levels; what those in ``holds`` may gain.

    ``holds`` and ``safe`` are by cell, and ``fields`` by building.
    """
    buildings, cards, nobles = state.buildings, state.cards, state.nobles
    of, value, crest, level, on = buildings.of, buildings.value, buildings.crest, buildings.level, nobles.on
    pay = castle = villa = exposed = exposed_pay = wide = upper = held = 0
    for cell in nobles.own[seat]:
        rank = on[cell] & 3
        building = of[cell]
        worth = value[building]
        growth = rank * (CAP - worth)
        pay += rank * worth
        if crest[building]:
            castle += growth
        else:
            villa += growth
        if not safe[cell]:
            exposed += growth
            exposed_pay += rank * worth
        if worth < CAP:
            wide += rank * fields[building]
        if level[cell] >= UPPER:
            upper += 1
        if holds[cell]:
            held += growth
    money = state.shown_money(seat)
    row = [
        money or 0,
        WORKING_MONEY if money is None or money > WORKING_MONEY else money,
        pay, castle, villa, exposed, exposed_pay,
        nobles.left(seat, BARON), nobles.left(seat, GRANDE),
        len(cards.hands[seat]), cards.towers[seat], wide,
    ]  # fmt: skip
    return row, upper, held


def _hand(state: LoopState, held: list[int]) -> tuple[int, int]:
    """How many cards found a castle now, and what the best cards would earn now, as many as there are turns left."""
    buildings, board = state.buildings, state.board
    of, value, level = buildings.of, buildings.value, buildings.level
    founding = 0
    incomes = []
    for number in held:
        if number == SEALED:
            continue
        if level[number]:
            income = value[of[number]] + level[number] + 1
        else:
            one, other = of[board.before[number]], of[board.after[number]]
            if one or other:
                income = value[one] + 1
                if one != other:
                    income += value[other]
            elif buildings.may_found(number):
                founding += 1
                income = CASTLE_VALUE
            else:
                income = 1
        incomes.append(income if income < CAP else CAP)
    incomes.sort(reverse=True)
    return founding, sum(incomes[: (buildings.blocks + state.seats - 1) // state.seats])
