"""Names in the readable fields of a file (section 2): this verifier reads those that are shown as they were signed."""

from __future__ import annotations

import unicodedata

from tests.witness.charter import Charter, NotCovered

PLAIN = ("L", "N", "P", "Zs", "S")
"""Kinds of characters that are never left out, with the exceptions that :func:`plain` names."""


def plain(name: str) -> bool:
    """Whether a name certainly stays as it is when it is cleaned."""
    return (
        unicodedata.normalize("NFKC", name) == name
        and all(unicodedata.category(letter).startswith(PLAIN) and (letter.isascii() or letter.isalpha()) for letter in name)
        and not any(letter in "\u115f\u1160\u3164\uffa0" for letter in name)
        and " ".join(name.split()) == name
    )


def check_names(charter: Charter) -> None:
    """Raises :class:`~tests.witness.charter.NotCovered` for names that would be cleaned or numbered."""
    for names in ([seat.name for seat in charter.seats], [peer.name for peer in charter.peers]):
        if not all(map(plain, names)) or len({name.casefold() for name in names}) < len(names):
            raise NotCovered("names that are not shown as they were signed")
