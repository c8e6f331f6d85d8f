"""A board laid out for an example of the rule book: towers as drawn, pieces by the names of their squares."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files

from rules.contract import Event, complete_options, parse_move
from rules.torres.game import Torres
from rules.torres.grid import CELLS, beside, cells_of
from rules.torres.land import Land
from rules.torres.position import MAIN, NONE_OPENED
from rules.torres.stacks import sorted_sizes
from rules.torres.state import TorresState

DATA = {"torres": json.loads(files("resources").joinpath("games/torres.json").read_text("utf-8"))}


def cell(name: str) -> int:
    """``c2`` is the third square of the second row from the top."""
    return 8 * (int(name[1]) - 1) + "abcdefgh".index(name[0])


def cells(names: str) -> list[int]:
    return [cell(name) for name in names.split()]


def name(number: int) -> str:
    return "abcdefgh"[number % 8] + str(number // 8 + 1)


def named(mask: int) -> str:
    """The squares of a mask, as text."""
    return " ".join(map(name, cells_of(mask)))


def begin(seats: int = 2, **options: str) -> TorresState:
    """The position before the first deal."""
    state = Torres.start(seats, complete_options(Torres, options), DATA)
    assert isinstance(state, TorresState)
    return state


def dealt(seats: int = 2, first: int = 0, master: int = 1, **options: str) -> TorresState:
    """The position after the first deals; every deck lies in ascending order of slots, faces unknown."""
    state = begin(seats, **options)
    while state.deals:
        deal = state.deals[0]
        answer = () if deal.kind == "shuffle" else (master - 1,) if deal.faces == (8,) else (first,)
        state.learn(deal, answer)
    return state


def lay(
    drawing: str,
    knights: Sequence[str] = (),
    king: str = "",
    *,
    seat: int = 0,
    ap: int = 5,
    phase: int = 1,
    round: int = 1,
    starter: int = 0,
    stacks: Mapping[int, Sequence[int]] | None = None,
    opened: int = NONE_OPENED,
    hand: Sequence[int] = (),
    master: int = 1,
    points: Sequence[int] = (),
    seats: int = 2,
    **options: str,
) -> TorresState:
    """A position in the middle of a turn.

    ``drawing`` has a row of text for each row of the board, a point for the ground or the height of the tower; missing rows
    are ground. ``hand`` are the faces in the hand of the seat on turn (in the master version instead of all ten); everybody's
    other cards lie in the deck in ascending order.
    """
    state = dealt(seats, master=master, **options)
    state.land = board(drawing, seats, state.land.walking)
    for owner, names in enumerate(knights):
        for place in cells(names):
            state.land.put_knight(owner, place)
    if king:
        state.land.put_king(cell(king))
    state.stage, state.seat, state.ap = MAIN, seat, ap
    state.phase, state.round, state.starter, state.ended = phase, round, starter, (seat - starter) % seats
    turns = state.terms.rounds[phase - 1] - round + 1
    for owner in range(seats):
        left = turns - (0 if (owner - starter) % seats >= state.ended else 1)
        state.stacks[owner] = state.terms.stacks[phase - 1][:left]
    for owner, sizes in (stacks or {}).items():
        state.stacks[owner] = sorted_sizes(list(sizes))
    state.opened = opened
    state.supply = state.terms.box.blocks - sum(state.land.levels) - sum(map(sum, state.stacks)) - max(opened, 0)
    if points:
        state.points, state.stepped = list(points), list(points)
    deal_cards(state, hand)
    assert not wrong(state), wrong(state)
    return state


def wrong(state: TorresState) -> list[str]:
    """The problems of a position, except that it may have too few castles: few make a clear drawing."""
    return [problem for problem in state.problems() if problem != "too few castles"]


def board(drawing: str, seats: int = 2, gates: int = 0) -> Land:
    """The towers of a drawing."""
    rows = [row.split() for row in drawing.splitlines() if row.strip()]
    heights = [0 if square == "." else int(square) for row in rows for square in row]
    assert all(len(row) == 8 for row in rows)
    heights += [0] * (CELLS - len(heights))
    land = Land(seats, gates)
    left = [place for place in range(CELLS) if heights[place]]
    while left:  # castle by castle, so that none is joined from two parts
        touching = [place for place in left if land.above[0] & beside(1 << place)]
        place = (touching or left)[0]
        left.remove(place)
        for _ in range(heights[place]):
            land.build(place)
    return land


def deal_cards(state: TorresState, hand: Sequence[int]) -> None:
    """Put cards into the hand of the seat on turn; slot 10 * seat + face has that face."""
    cards = state.cards.copy()
    if cards.common:
        cards.faces = [0, *list(range(1, 11)) * 4]
        taken: list[int] = []
        for face in hand:
            taken.append(next(slot for slot in cards.decks[0] if cards.faces[slot] == face and slot not in taken))
        cards.decks[0] = tuple(slot for slot in cards.decks[0] if slot not in taken)
        cards.hands[state.seat] = tuple(sorted(taken))
    else:
        cards.faces = [0, *list(range(1, 11)) * state.seats]
        own = range(10 * state.seat + 1, 10 * state.seat + 11)
        taken = [own[face - 1] for face in hand]
        rest = tuple(slot for slot in own if slot not in taken)
        cards.hands[state.seat] = tuple(sorted(taken))
        if cards.open:
            cards.played[state.seat] = rest
        else:
            cards.decks[state.seat] = rest
    state.cards = cards


def told(state: TorresState) -> list[Event]:
    """Answer all pending deals from the known cards."""
    events: list[Event] = []
    while state.deals:
        deal = state.deals[0]
        if deal.kind == "draw":
            events += state.learn(deal, [state.cards.faces[slot] for slot in deal.slots])
        else:
            answer = state.known(deal)
            assert answer is not None
            events += state.learn(deal, answer)
    return events


def play(state: TorresState, *moves: str) -> list[Event]:
    """Make legal moves in their notation, squares by number or by name, and tell what happened."""
    events: list[Event] = []
    for text in moves:
        move = parse_move(numbered(text))
        assert state.why_not(move) is None, f"{text}: {state.why_not(move)}"
        assert move in state.moves()
        events += state.play(move)
        events += told(state)
        assert not wrong(state), wrong(state)
    return events


def numbered(text: str) -> str:
    """The notation with the names of squares replaced by their numbers."""
    kind, *args = text.split(" ")
    return " ".join([kind, *(str(cell(arg)) if arg[0].isalpha() else arg for arg in args)])


def refused(state: TorresState, text: str) -> str:
    """The reason why a move is refused, empty if it is legal; that agrees with the list of moves."""
    move = parse_move(numbered(text))
    said = state.why_not(move)
    assert (said is None) == (move in state.moves())
    return said.kind if said else ""


def targets(state: TorresState, kind: str, *first: str) -> str:
    """The squares, as text, of all listed moves of a kind (from the square ``first``)."""
    lead = tuple(map(cell, first))
    return " ".join(name(move.args[-1]) for move in state.moves() if move.kind == kind and move.args[:-1] == lead)


def kinds(state: TorresState) -> set[str]:
    return {move.kind for move in state.moves()}


def happened(events: Sequence[Event], kind: str) -> list[Event]:
    return [event for event in events if event.kind == kind]
