"""Search texts for words, ignoring case and accents."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

LEAST = 2
"""The shortest word that is searched for, in letters."""


class Span(NamedTuple):
    """A hit: the index of its first letter in the text, and the index after its last."""

    begin: int
    end: int


class Folded:
    """A text prepared for searching."""

    def __init__(self, text: str) -> None:
        self._places: list[int] = []
        letters = []
        for place, letter in enumerate(text):
            for folded in fold(letter):
                letters.append(folded)
                self._places.append(place)
        self._text = "".join(letters)

    def hits(self, words: Sequence[str]) -> list[Span]:
        """The places of these folded words, in the order of the text; empty unless every word occurs."""
        found = []
        for word in words:
            here = list(self._of(word))
            if not here:
                return []
            found += here
        return sorted(set(found))

    def _of(self, word: str) -> list[Span]:
        found, at = [], self._text.find(word)
        while at >= 0:
            end = at + len(word)
            found.append(Span(self._places[at], self._places[end - 1] + 1))
            at = self._text.find(word, end)
        return found


def fold(text: str) -> str:
    """The text without case and accents."""
    apart = unicodedata.normalize("NFD", text.casefold())
    return "".join("'" if letter == "’" else letter for letter in apart if not unicodedata.combining(letter))


def words_of(wanted: str) -> list[str]:
    """The words to search for in a person's input."""
    return [word for word in dict.fromkeys(fold(wanted).split()) if len(word) >= LEAST]
