"""The unknown part of a view as data, and the worlds that a seat imagines from it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from rules.contract import SEALED, State
from rules.registry import games
from rules.search.chance import Chance
from rules.search.worlds import World, imagine
from tests.contract.anatomy import alike
from tests.contract.secrets import dealt_otherwise, possible
from tests.contract.settings import settings
from tests.contract.table import Dealt, Step, Table, due
from tests.contract.walk import Walk

SAMPLES = 400


class Ledger:
    """Works out from the deals alone what each seat was told and which cards were shuffled together."""

    def __init__(self, seats: int) -> None:
        self.told: dict[int | None, dict[int, int]] = {seat: {} for seat in (None, *range(seats))}
        self.anybody: set[int] = set()
        self.deck: dict[int, int] = {}
        self.faces: dict[int, list[int]] = {}

    def note(self, step: Step) -> None:
        if not isinstance(step, Dealt):
            return
        deal, answer = step
        match deal.kind:
            case "shuffle":
                number = len(self.faces)
                for slot in deal.slots:
                    if slot in self.deck:
                        self.faces[self.deck[slot]].remove(self.told[None][slot])
                    self.deck[slot] = number
                    self.anybody.discard(slot)
                    for known in self.told.values():
                        known.pop(slot, None)
                self.faces[number] = sorted(deal.faces)
            case "draw":
                self.tell(deal.seat, deal.slots, answer)
            case "open":
                for seat in self.told:
                    self.tell(seat, deal.slots, answer)
            case "show":
                for seat in self.told:
                    self.tell(seat, answer, deal.faces)

    def tell(self, seat: int | None, slots: Sequence[int], faces: Sequence[int]) -> None:
        self.told[seat].update(zip(slots, faces, strict=True))
        self.anybody.update(slots)

    def unseen(self, seat: int | None) -> list[tuple[list[int], list[int], list[int]]]:
        """By deck: the slots that the seat does not know, the faces in them, and the slots that somebody knows."""
        found = []
        for number, faces in self.faces.items():
            left = list(faces)
            slots = sorted(slot for slot, deck in self.deck.items() if deck == number)
            hidden = [slot for slot in slots if slot not in self.told[seat]]
            for slot in slots:
                if slot not in hidden:
                    left.remove(self.told[seat][slot])
            if hidden:
                found.append((hidden, left, [slot for slot in hidden if slot in self.anybody]))
        return found


def ways(state: State) -> list[tuple[list[int], list[int], list[int]]]:
    return [(list(deck.slots), list(deck.faces), list(deck.held)) for deck in state.unseen()]


def shuffling(state: State) -> bool:
    """Before the first shuffle is answered a game may not yet say what is unseen."""
    return any(deal.kind == "shuffle" for deal in state.deals)


def test_a_view_lacks_exactly_what_its_seat_was_never_told(walk: Walk) -> None:
    ledger = Ledger(walk.setting.seats)
    with walk.kept():
        for step, place in walk.after_steps():
            ledger.note(step)
            if due(place.number, 4) and not shuffling(place.position):
                for seat in (None, *range(walk.setting.seats)):
                    assert ways(place.position.view(seat)) == ledger.unseen(seat), f"of seat {seat}"
                assert not any(deck.held for deck in place.position.unseen()), "a copy that knows everything lacks a card"


def test_an_imagined_world_fits_the_view_and_can_be_played_on(walk: Walk) -> None:
    chance = Chance(12)
    with walk.kept():
        for place in walk.looks(2):
            for seat in range(walk.setting.seats):
                view = place.position.view(seat)
                before = view.facts()
                state, world = imagine(view, chance)
                assert view.facts() == before, "imagining changed the view"
                assert state.problems() == []
                assert alike(state.view(seat), view.copy().view(seat)), "a world does not look like the view"
                assert [deck.slots for deck in state.unseen()] == [deck.slots for deck in place.position.unseen()]
            if place.number % 3 == 0:
                play_on(state, world, random.Random(place.number), 40)


def play_on(state: State, world: World, chance: random.Random, moves: int) -> None:
    """Some random moves in a world; it can answer every deal."""
    for number in range(moves):
        world.settle(state)
        if number % 8 == 0 or state.turn is None:
            assert state.problems() == []
        if state.turn is None:
            return
        state.play(chance.choice(state.moves()))


@pytest.mark.parametrize("name", games())
def test_all_worlds_are_equally_likely(name: str) -> None:
    """Every slot holds each face as often as it should, and so does every pair of neighbours among the slots."""
    looked = 0
    for setting in settings(name)[:: max(1, len(settings(name)) // 4)]:
        table = Table(setting, 13)
        for _ in table.run():
            if len(table.steps) in (40, 161, 400) and table.state.turn is not None:
                looked += evenly_spread(table.state.view(table.state.turn))
    assert looked, "no position in which a seat on turn lacks cards that differ"


def evenly_spread(view: State) -> bool:
    decks = [deck for deck in view.unseen() if len(set(deck.faces)) > 1]
    if not decks:
        return False
    chance = Chance(99)
    single: Counter[tuple[int, int]] = Counter()
    same: Counter[int] = Counter()
    for _ in range(SAMPLES):
        faces = everything(*imagine(view, chance))
        single.update((slot, faces[slot]) for deck in decks for slot in deck.slots)
        for deck in decks:
            same.update(a for a, b in zip(deck.slots, deck.slots[1:], strict=False) if faces[a] < faces[b])
    for deck in decks:
        count = len(deck.slots)
        often = Counter(deck.faces)
        off = 0.0
        for slot in deck.slots:
            for face, copies in often.items():
                expected = SAMPLES * copies / count
                off += (single[slot, face] - expected) ** 2 / expected
        freedom = (count - 1) * (len(often) - 1)
        assert off < freedom + 5 * (2 * freedom) ** 0.5 + 5, f"{off:.0f} where {freedom:.0f} is usual"
        ties = sum(copies * (copies - 1) for copies in often.values()) / (count * (count - 1))
        part = (1 - ties) / 2
        for slot in deck.slots[:-1]:
            expected = SAMPLES * part
            assert abs(same[slot] - expected) < 5 * (SAMPLES * part * (1 - part)) ** 0.5 + 1
    return True


def everything(state: State, world: World) -> dict[int, int]:
    """Every face of a world by slot: those that it imagines, and those that the view knows."""
    faces = dict(world.faces)
    known = state.unseen()
    assert all(slot in faces for deck in known for slot in deck.slots)
    faces.update(state_faces(state))
    return faces


def state_faces(state: State) -> dict[int, int]:
    """The faces that a copy knows, by slot: its attribute ``faces``, or that of its ``cards`` or its ``position``."""
    holder = next((getattr(state, name) for name in ("cards", "position") if hasattr(state, name)), state)
    faces = getattr(holder, "faces", None)
    assert faces is not None, f"{state!r} has no attribute called faces, nor has its cards or its position"
    known = faces.items() if isinstance(faces, dict) else enumerate(faces)
    return {slot: face for slot, face in known if slot and face != SEALED}


def test_worlds_follow_from_the_view_alone(walk: Walk) -> None:
    """With other cards where a seat may not look, the seat imagines the same worlds."""
    chance = random.Random(14)
    compared = 0
    for place in walk.looks(2):
        if not place.position.deals and compared < 6:
            other = dealt_otherwise(walk.steps[: place.number], 0, chance)
            told = other and possible(walk.setting, other, walk)
            if told:
                one, another = (imagine(state.view(0), Chance(5)) for state in (place.position, told))
                assert one[0].facts() == another[0].facts()
                assert one[1].faces == another[1].faces
                compared += 1


def test_supposing_impossible_faces_is_refused(walk: Walk) -> None:
    view = next(place.position for place in walk.looks(2) if not place.position.deals).view(0)
    for deck in view.unseen():
        piled = [slot for slot in deck.slots if slot not in deck.held]
        strange = max(deck.faces) + 1000
        for slot, face in [(slot, deck.faces[0]) for slot in piled[:1]] + [(slot, strange) for slot in deck.held[:1]]:
            with pytest.raises(ValueError, match=r"supposed|cannot lie"):
                view.suppose({slot: face})
    with pytest.raises(ValueError, match="supposed"):
        view.suppose({0: 1})


def test_a_turn_has_one_number_and_the_next_a_higher_one(walk: Walk) -> None:
    number, seat = walk.places[0].position.turn_number, None
    numbers, runs = set(), 0
    with walk.kept():
        for _, place in walk.after_steps():
            state = place.position
            assert state.turn_number >= number
            if state.turn is not None:
                if state.turn != seat:
                    runs += 1
                    assert seat is None or state.turn_number > number, "another seat is on turn in the same turn"
                number, seat = state.turn_number, state.turn
                numbers.add(number)
        assert state.turn_number > number, "the end has the number of the last turn"
        assert state.view(None).turn_number == state.turn_number
        assert runs <= len(numbers) <= 2 * runs, "a turn has many numbers"
