"""What an object is made of, down to the last private attribute: two views that differ anywhere have not kept a secret."""

from __future__ import annotations


def anatomy(thing: object) -> object:
    """Nested tuples of plain values; equal for two objects exactly when nothing inside them differs."""
    match thing:
        case None | bool() | int() | str() | bytes():
            return thing
        case list() | tuple():
            return (type(thing).__name__, *map(anatomy, thing))
        case dict():
            return ("dict", *((anatomy(key), anatomy(value)) for key, value in thing.items()))
        case set() | frozenset():
            return ("set", *sorted(map(repr, thing)))
        case type():
            return thing.__qualname__
    if callable(thing):
        return repr(type(thing))
    slots = {name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())}
    names = slots | set(getattr(thing, "__dict__", ()))
    return (type(thing).__name__, *((name, anatomy(getattr(thing, name))) for name in sorted(names) if hasattr(thing, name)))
