"""Takes an object apart down to the last private attribute: two views that differ anywhere reveal a secret."""

from __future__ import annotations

from functools import cache

PLAIN = {type(None), bool, int, str, bytes}


def alike(one: object, other: object) -> bool:
    """Whether nothing inside two objects differs."""
    if one is other:  # such as the board, which all positions of a game share
        return True
    kind = type(one)
    if kind is not type(other):
        return False
    if kind in PLAIN:
        return one == other
    if isinstance(one, type):
        return False
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        if {*map(type, one), *map(type, other)} <= PLAIN:
            return tuple(one) == tuple(other)
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return alike(list(one), list(other)) and alike(list(one.values()), list(other.values()))
    if isinstance(one, set | frozenset) and isinstance(other, set | frozenset):
        return sorted(map(repr, one)) == sorted(map(repr, other))
    if callable(one):
        return True
    return all(
        hasattr(one, name) == hasattr(other, name) and alike(getattr(one, name, None), getattr(other, name, None))
        for name in slots(kind) | set(getattr(one, "__dict__", ())) | set(getattr(other, "__dict__", ()))
    )


@cache
def slots(kind: type) -> frozenset[str]:
    """The attributes that a class lists: in its slots, or as mypyc lists those of a compiled class."""
    return frozenset(
        name for base in kind.__mro__ for names in ("__slots__", "__mypyc_attrs__") for name in getattr(base, names, ())
    )
