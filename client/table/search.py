"""Search in texts for words, without regard to case and accents."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

LEAST = 2
"""So many letters a word needs to be searched for."""


class Span(NamedTuple):
    """A hit: the place of its first letter in the text, and of the one after its last."""

    begin: int
    end: int


class Folded:
    """A text that is ready to be searched."""

    def __init__(self, text: str) -> None:
        self._places: list[int] = []
        letters = []
        for place, letter in enumerate(text):
            for folded in fold(letter):
                letters.append(folded)
                self._places.append(place)
        self._text = "".join(letters)

    def hits(self, words: Sequence[str]) -> list[Span]:
        """Where these folded words stand, in the order of the text; empty unless each of them is there."""
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
    """The words to search for in what a person has typed."""
    return [word for word in dict.fromkeys(fold(wanted).split()) if len(word) >= LEAST]
