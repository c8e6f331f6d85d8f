"""What a view does not know, as data; and the worlds that a seat imagines from it."""

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
from tests.contract.settings import Setting, settings
from tests.contract.table import Dealt, Step, Table

every_setting = pytest.mark.parametrize("setting", settings(), ids=str)

SAMPLES = 400


class Ledger:
    """What each seat has been told, and what was shuffled together, worked out from the deals alone."""

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


@every_setting
def test_what_a_view_does_not_know_is_what_its_seat_was_never_told(setting: Setting) -> None:
    table = Table(setting, 11)
    ledger = Ledger(setting.seats)
    noted = 0
    with table.kept():
        for _ in table.run():
            for step in table.steps[noted:]:
                ledger.note(step)
            noted = len(table.steps)
            if table.looks(4) and not shuffling(table.state):
                for seat in (None, *range(setting.seats)):
                    assert ways(table.state.view(seat)) == ledger.unseen(seat), f"of seat {seat}"
                assert not any(deck.held for deck in table.state.unseen()), "a copy that knows everything lacks a card"


@every_setting
def test_an_imagined_world_fits_the_view_and_can_be_played_on(setting: Setting) -> None:
    table = Table(setting, 12)
    chance = Chance(12)
    with table.kept():
        for _ in table.run():
            if not table.looks(2):
                continue
            for seat in range(setting.seats):
                view = table.state.view(seat)
                before = view.facts()
                state, world = imagine(view, chance)
                assert view.facts() == before, "imagining changed the view"
                assert state.problems() == []
                assert alike(state.view(seat), view.copy().view(seat)), "a world does not look like the view"
                assert [deck.slots for deck in state.unseen()] == [deck.slots for deck in table.state.unseen()]
            if len(table.steps) % 3 == 0:
                play_on(state, world, random.Random(len(table.steps)), 40)


def play_on(state: State, world: World, chance: random.Random, moves: int) -> None:
    """Some random moves in a world: everything dealt in it can be."""
    for number in range(moves):
        world.settle(state)
        if number % 8 == 0 or state.turn is None:
            assert state.problems() == []
        if state.turn is None:
            return
        state.play(chance.choice(state.moves()))


@pytest.mark.parametrize("name", games())
def test_every_world_is_as_likely(name: str) -> None:
    """Every slot holds each face as often as it should, and so does every pair of neighbours among the slots."""
    looked = 0
    for setting in settings(name)[:: max(1, len(settings(name)) // 4)]:
        table = Table(setting, 13)
        for _ in table.run():
            if len(table.steps) in (40, 161, 400) and table.state.turn is not None:
                looked += evenly_spread(table.state.view(table.state.turn))
    assert looked >= 3


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
    """Every face of a world by slot, as its deals tell: the held ones by supposing none of them possible otherwise."""
    faces = dict(world._faces)
    known = state.unseen()
    assert all(slot in faces for deck in known for slot in deck.slots)
    faces.update(state_faces(state))
    return faces


def state_faces(state: State) -> dict[int, int]:
    """The faces that a copy knows, wherever its game keeps them."""
    for holder in ("cards", "position"):
        if hasattr(state, holder):
            return {slot: face for slot, face in enumerate(getattr(state, holder).faces) if slot and face != SEALED}
    raise AssertionError(f"where does {state!r} keep its faces?")


@every_setting
def test_worlds_follow_from_the_view_alone(setting: Setting) -> None:
    """The same game dealt otherwise where a seat may not look: it imagines the same."""
    table = Table(setting, 14)
    chance = random.Random(14)
    compared = 0
    for _ in table.run():
        if table.looks(2) and not table.state.deals and compared < 6:
            other = dealt_otherwise(table.steps, 0, chance)
            told = other and possible(setting, other)
            if told:
                one, another = (imagine(state.view(0), Chance(5)) for state in (table.state, told))
                assert one[0].facts() == another[0].facts()
                assert one[1]._faces == another[1]._faces
                compared += 1


@every_setting
def test_supposing_what_cannot_be_is_refused(setting: Setting) -> None:
    table = Table(setting, 15)
    for _ in table.run():
        if table.state.deals or not table.looks(2):
            continue
        view = table.state.view(0)
        for deck in view.unseen():
            piled = [slot for slot in deck.slots if slot not in deck.held]
            strange = max(deck.faces) + 1000
            for slot, face in [(slot, deck.faces[0]) for slot in piled[:1]] + [(slot, strange) for slot in deck.held[:1]]:
                with pytest.raises(ValueError, match=r"supposed|cannot lie"):
                    view.suppose({slot: face})
        with pytest.raises(ValueError, match="supposed"):
            view.suppose({0: 1})
        return


@every_setting
def test_a_turn_has_one_number_and_the_next_a_higher_one(setting: Setting) -> None:
    table = Table(setting, 16)
    number, seat = table.state.turn_number, None
    numbers, runs = set(), 0
    with table.kept():
        for _ in table.run():
            state = table.state
            assert state.turn_number >= number
            if state.turn is not None:
                if state.turn != seat:
                    runs += 1
                    assert seat is None or state.turn_number > number, "another seat is on turn in the same turn"
                number, seat = state.turn_number, state.turn
                numbers.add(number)
        assert table.state.turn_number > number, "the end has the number of the last turn"
        assert table.state.view(None).turn_number == table.state.turn_number
        assert runs <= len(numbers) <= 2 * runs, "a turn has many numbers"
