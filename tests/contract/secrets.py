"""The same game with other cards where a seat may not look: its knowledge must not change."""

from __future__ import annotations

import random
from collections.abc import Sequence

from rules.contract import State
from tests.contract.anatomy import alike
from tests.contract.settings import Setting
from tests.contract.table import Dealt, Moved, Step
from tests.contract.walk import Walk


def unseen_draws(steps: Sequence[Step], seat: int | None) -> dict[int, int]:
    """By slot, the faces that others have drawn since the last shuffle and that this seat, or a spectator, never saw."""
    hidden: dict[int, int] = {}
    for step in steps:
        if not isinstance(step, Dealt):
            continue
        deal, answer = step
        if deal.kind == "shuffle" or deal.kind == "open" or (deal.kind == "draw" and deal.seat == seat):
            for slot in deal.slots:
                hidden.pop(slot, None)
        elif deal.kind == "draw":
            hidden.update(zip(deal.slots, answer, strict=True))
        elif deal.kind == "show":
            hidden.pop(answer[0], None)
    return hidden


def never_dealt(steps: Sequence[Step]) -> dict[int, list[int]]:
    """By slot, the faces that it may have as far as anybody was told: those of its shuffle that nobody has drawn."""
    undealt: dict[int, list[int]] = {}
    for step in steps:
        if isinstance(step, Dealt) and step.deal.kind == "shuffle":
            left = list(step.deal.faces)
            undealt.update(dict.fromkeys(step.deal.slots, left))
        elif isinstance(step, Dealt) and step.deal.kind in ("draw", "open"):
            for slot, face in zip(step.deal.slots, step.answer, strict=True):
                if face in undealt.get(slot, []):
                    undealt[slot].remove(face)
    return undealt


def dealt_otherwise(steps: Sequence[Step], seat: int | None, chance: random.Random) -> list[Step] | None:
    """The same steps with other faces, swapped or from the pile, in slots this seat never saw; None if there are none."""
    hidden = unseen_draws(steps, seat)
    undealt = never_dealt(steps)
    groups: dict[int, list[int]] = {}
    for slot in hidden:
        groups.setdefault(id(undealt[slot]), []).append(slot)
    changed: dict[int, int] = {}
    for slots in groups.values():
        faces = [hidden[slot] for slot in slots] + undealt[slots[0]]
        chance.shuffle(faces)
        changed.update(zip(slots, faces, strict=False))
    if all(changed[slot] == hidden[slot] for slot in hidden):
        return None
    last = {slot: place for place, step in enumerate(steps) if isinstance(step, Dealt) for slot in drawn(step)}
    told: list[Step] = []
    for place, step in enumerate(steps):
        if isinstance(step, Dealt) and step.deal.kind == "draw":
            pairs = zip(step.deal.slots, step.answer, strict=True)
            step = Dealt(step.deal, tuple(changed.get(slot, face) if last[slot] == place else face for slot, face in pairs))
        told.append(step)
    return told


def drawn(step: Dealt) -> tuple[int, ...]:
    return step.deal.slots if step.deal.kind == "draw" else ()


def possible(setting: Setting, steps: Sequence[Step], walk: Walk | None = None) -> State | None:
    """The position after these steps, or None if a player could not have made some move with these cards.

    A ``walk`` with the same beginning saves playing that beginning again.
    """
    place = (
        0
        if walk is None
        else next(
            (place for place, (one, other) in enumerate(zip(steps, walk.steps, strict=False)) if one != other), len(steps)
        )
    )
    state = setting.start() if walk is None else walk.places[place].position.copy()
    for step in steps[place:]:
        if isinstance(step, Moved):
            if state.why_not(step.move) is not None:
                return None
            state.play_silently(step.move)
        else:
            try:
                state.learn_silently(*step)
            except ValueError:
                return None
    return state


def keeps_secrets(one: State, other: State, seat: int | None) -> None:
    """Two positions that differ only in secrets of others look the same to a seat, down to the last attribute."""
    left, right = one.view(seat), other.view(seat)
    assert left.facts() == right.facts()
    assert left.digest() == right.digest() == one.digest() == other.digest()
    assert left.moves() == right.moves()
    assert left.prompt() == right.prompt()
    assert left.scores() == right.scores()
    assert left.score_trace() == right.score_trace()
    assert left.problems() == right.problems() == []
    assert alike(left, right), "a view holds something that its owner may not know"
