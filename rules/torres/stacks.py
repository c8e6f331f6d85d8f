"""A player's stacks of blocks: one for each turn left in the phase, listed from the largest."""

from __future__ import annotations

from functools import cache

Sizes = tuple[int, ...]


def sorted_sizes(sizes: list[int] | Sizes) -> Sizes:
    """Stacks, the largest first."""
    return tuple(sorted(sizes, reverse=True))


def without(stacks: Sizes, size: int) -> Sizes:
    """The stacks less one of this size."""
    place = stacks.index(size)
    return stacks[:place] + stacks[place + 1 :]


def with_less(stacks: Sizes, size: int) -> Sizes:
    """The stacks after a block was taken from one of this size."""
    return sorted_sizes((*without(stacks, size), size - 1))


@cache
def spreads(stacks: Sizes, rest: int, limit: int) -> tuple[Sizes, ...]:
    """Every way to put ``rest`` more blocks on these stacks, the largest first.

    No stack grows beyond the limit (0 for no limit); blocks without room are left over (rulings U14 and U15).
    """
    if limit:
        rest = min(rest, sum(limit - size for size in stacks))
    reached = {stacks: None}
    for _ in range(rest if stacks else 0):
        reached = {
            sorted_sizes((*without(before, size), size + 1)): None
            for before in reached
            for size in before
            if not limit or size < limit
        }
    return tuple(sorted(reached, reverse=True))


@cache
def after_turn(stacks: Sizes, opened: int, limit: int) -> tuple[Sizes, ...]:
    """How the stacks may stand after a turn in which a stack of ``opened`` blocks is left (-1: none was opened).

    The opened stack is dissolved, or one of the player's choice; its rest goes onto the others (ruling U14).
    """
    if opened >= 0:
        return spreads(stacks, opened, limit)
    ways = {spread: None for size in stacks for spread in spreads(without(stacks, size), size, limit)}
    return tuple(sorted(ways, reverse=True))
