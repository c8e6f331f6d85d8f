"""The portrait of a person: a choice for each part of a drawn head. :mod:`client.look.portraiture` paints it.

If a person has chosen nothing, the key decides, so the same person looks the same at every table, and two people with one name
differ. A peer's choice arrives as a few numbers (:mod:`net.portraits`), one for each part in the order of :data:`PARTS`.
The meaning of a number never changes: new parts and choices are added at the end.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

PARTS: dict[str, tuple[str, ...]] = {
    "face": ("oval", "round", "square", "long"),
    "skin": ("pale", "rosy", "sand", "olive", "brown", "dark"),
    "mood": ("calm", "smiling", "merry", "stern", "surprised"),
    "hair": ("none", "short", "bob", "long", "curls", "braids", "tonsure"),
    "hair_colour": ("black", "brown", "chestnut", "red", "blond", "grey", "white"),
    "beard": ("none", "moustache", "goatee", "full", "long"),
    "hat": ("none", "crown", "helmet", "kettle", "hood", "feather", "veil", "cap", "laurel"),
    "clothes": ("tunic", "mail", "doublet", "cloak", "apron", "robe"),
    "clothes_colour": ("red", "blue", "green", "violet", "ochre", "white", "black", "turquoise"),
    "ground": ("plain", "halves", "stripes", "hills", "arch", "sun"),
    "ground_colour": ("red", "blue", "green", "violet", "ochre", "white", "black", "turquoise"),
}
"""The choices for each part."""


class Portrait(NamedTuple):
    """A choice for each part, one of the names in :data:`PARTS`."""

    face: str
    skin: str
    mood: str
    hair: str
    hair_colour: str
    beard: str
    hat: str
    clothes: str
    clothes_colour: str
    ground: str
    ground_colour: str


_USUAL: dict[str, tuple[int, ...]] = {
    "beard": (0, 0, 0, 1, 2, 3, 4),
    "mood": (0, 1, 1, 2),
    "ground_colour": (0, 1, 2, 3, 4, 6, 7),
}
"""The parts whose choices are not equally likely: not everybody has a beard."""


def portrait_of(seed: bytes, chosen: Sequence[int] = ()) -> Portrait:
    """The portrait that follows from a key and from its people's choices.

    Args:
        seed: the public key, or other bytes for somebody without a key.
        chosen: a number for each part. ``seed`` decides missing ones and those unknown here.
    """
    return _portrait_of(seed, tuple(chosen))


@lru_cache(maxsize=64)  # a table asks for all of them at each entry
def _portrait_of(seed: bytes, chosen: tuple[int, ...]) -> Portrait:
    number = int.from_bytes(hashlib.blake2b(seed, digest_size=16, person=b"portrait").digest())
    parts = []
    for place, (name, choices) in enumerate(PARTS.items()):
        usual = _USUAL.get(name, tuple(range(len(choices))))
        number, which = divmod(number, len(usual))
        wanted = chosen[place] if place < len(chosen) else -1
        parts.append(choices[wanted if 0 <= wanted < len(choices) else usual[which]])
    return Portrait(*parts)


def numbers(portrait: Portrait) -> tuple[int, ...]:
    """A portrait as it is sent: the index of each choice."""
    return tuple(choices.index(choice) for choices, choice in zip(PARTS.values(), portrait, strict=True))
