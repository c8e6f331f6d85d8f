"""The fair dealer requires of every game that no seat is told a hidden card that another seat was told."""

from __future__ import annotations

from collections.abc import Sequence

from tests.contract.table import Dealt, Step

EVERYBODY = -1
NOBODY_YET = -2


def seals_are_kept(steps: Sequence[Step]) -> int:
    """Check every deal of a game against the seats that can open each slot by then; returns how many were checked.

    A slot whose face one seat was told needs only the share of that seat: told to another as well, everybody could open it. So
    such a card may be told again to the same seat, opened, shown, or lie open in a new shuffle; nothing else.
    """
    opens: dict[int, int] = {}
    checked = 0
    for step in steps:
        if not isinstance(step, Dealt):
            continue
        deal, answer = step
        checked += 1
        if deal.kind == "shuffle":
            hidden = [slot for slot in deal.slots if opens.get(slot, EVERYBODY) != EVERYBODY]
            assert not hidden, f"{deal} puts cards into a new shuffle that are not open: {hidden}"
            opens.update(dict.fromkeys(deal.slots, NOBODY_YET))
        elif deal.kind == "draw":
            for slot in deal.slots:
                assert opens[slot] in (NOBODY_YET, deal.seat), f"{deal} tells a card that can be opened by {opens[slot]}"
                opens[slot] = deal.seat
        elif deal.kind == "open":
            opens.update(dict.fromkeys(deal.slots, EVERYBODY))
        elif deal.kind == "show":
            for slot in deal.slots:
                assert opens[slot] in (deal.seat, EVERYBODY), f"{deal} asks for a card that the seat was not told"
            opens[answer[0]] = EVERYBODY
    return checked
