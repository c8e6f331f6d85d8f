"""The portrait of a person: a choice for each part of a drawn head. :mod:`client.look.portraiture` paints it.

A person who has chosen nothing is drawn as the key has it, so the same person looks the same at every table and two people of
one name differ. What a peer has chosen comes as a few numbers (:mod:`net.portraits`), one for each part in the order of
:data:`PARTS`. Numbers mean the same for ever: parts and choices are only added, at the end.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
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
"""Where not every choice is as likely as any other: a beard is not for everybody."""


def portrait_of(seed: bytes, chosen: Sequence[int] = ()) -> Portrait:
    """The portrait for a key, and what its people have chosen.

    Args:
        seed: the public key, or other bytes for somebody who has none of their own.
        chosen: a number for each part. Those that are missing or unknown here are taken from ``seed``.
    """
    number = int.from_bytes(hashlib.blake2b(seed, digest_size=16, person=b"portrait").digest())
    parts = []
    for place, (name, choices) in enumerate(PARTS.items()):
        usual = _USUAL.get(name, tuple(range(len(choices))))
        number, which = divmod(number, len(usual))
        wanted = chosen[place] if place < len(chosen) else -1
        parts.append(choices[wanted if 0 <= wanted < len(choices) else usual[which]])
    return Portrait(*parts)


def numbers(portrait: Portrait) -> tuple[int, ...]:
    """A portrait as it travels: the place of each choice."""
    return tuple(choices.index(choice) for choices, choice in zip(PARTS.values(), portrait, strict=True))
