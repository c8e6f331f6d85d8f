"""Players read no words of the program's inside, such as the entries of its log; a few texts need one, and say why here."""

from __future__ import annotations

import re

import pytest

from client.messages import catalogue, languages

LINK, ENTRY, STEP, MANNERS, CHANGED = "linked peers", "entries", "steps of a turn", "table manners", "changed programs"

WORDS = {
    LINK: {"en": r"linked", "de": r"verlinkt\w*", "fr": r"liée?s? (?:à|aux)", "es": r"enlazad\w+", "nl": r"gelinkt|gekoppeld"},
    ENTRY: {
        "en": r"entry|entries",
        "de": r"eintr[aä]g\w*",
        "fr": r"entrées?",
        "es": r"entradas?",
        "nl": r"invoer|vermelding\w*|item\w*",
    },
    STEP: {
        "en": r"steps?",
        "de": r"schritt\w*",
        "fr": r"étapes?|(?:un|le|les|des|\{\}) pas",
        "es": r"pasos?",
        "nl": r"stap(?:pen)?",
    },
    MANNERS: {"en": r"manners", "de": r"tischsitten|manieren", "fr": r"manières", "es": r"modales", "nl": r"\w*manieren"},
    CHANGED: {
        "en": r"(?:changed|modified) programs?",
        "de": r"(?:ver|ge)änderte\w* programm\w*",
        "fr": r"programmes? modifiés?",
        "es": r"programas? (?:modificad|alterad|cambiad)\w*",
        "nl": r"(?:gewijzigde?|veranderde?|aangepaste?) programma\w*",
    },
}
"""For each idea its words, by language, in small letters."""

GROUPS = {
    ENTRY: {
        "session.": "what exactly is wrong with a game that has stopped, or with its file: the entry can be found there",
        "burgenland.data.": "the entries of a data file that a player corrects",
        "burgenland.help": "also of that file",
        "client.data-file.": "also of that file",
        "rules.error.": "also of such a file",
        "lesson.error.": "a damaged file",
        "boards.editor.": "the Enter key is called so in French",
        "table.confirm.": "the Enter key is called so in French",
    },
    STEP: {
        "session.": "Dutch calls an entry so, in the same sentences",
        "lesson.": "the steps of a lesson are numbered",
        "puzzle.step": "so are those of a solution",
        "analysis.step": "and of a better turn",
        "torres.": "knights and the score track go by steps",
        "table.torres.": "knights and the score track go by steps",
        "table.replay.": "German has one word for a move and for a turn, so that the buttons step through a replay",
    },
    CHANGED: {"session.": "what exactly is wrong with a game"},
}
"""Where a word is the right one: the beginnings of keys, and why."""

COMMANDS = re.compile(r"(?:^|\.)cli\.")
"""Commands are for people who know what they look for; their texts are in English in every language."""


def words_in(said: str, idea: str, language: str) -> list[str]:
    """The words of an idea in a text."""
    return re.findall(rf"(?<!\w)(?:{WORDS[idea][language]})(?!\w)", said, re.IGNORECASE)


def internal(language: str, idea: str) -> dict[str, str]:
    """The texts of a language that use a word of this idea, by key."""
    word = re.compile(rf"(?<!\w)(?:{WORDS[idea][language]})(?!\w)", re.IGNORECASE)
    texts = catalogue(language).templates
    return {
        key: said
        for key, said in texts.items()
        if not COMMANDS.search(key) and word.search(re.sub(r"\{\w+(?!\w*:)\}", "", said))
    }


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("idea", WORDS)
def test_players_read_no_internal_words(language: str, idea: str) -> None:
    free = tuple(GROUPS.get(idea, ()))
    assert {key: said for key, said in internal(language, idea).items() if not key.startswith(free)} == {}


def test_every_exception_is_needed() -> None:
    for idea, groups in GROUPS.items():
        used = {key for language in languages() for key in internal(language, idea)}
        assert [group for group in groups if not any(key.startswith(group) for key in used)] == []


def test_the_words_that_players_once_read_are_found() -> None:
    once = {
        "en": (
            "2 linked",
            "Entry 0 of 226",
            "2 steps ago",
            "Table manners",
            "with changed programs, could also look at the cards",
        ),
        "de": ("verlinkt", "Eintrag 0 von 226", "zwei Schritte zurück", "Tischsitten", "mit veränderten Programmen"),
        "fr": ("liée à un pair", "Entrée 0 sur 226", "deux étapes en arrière", "Manières à table", "des programmes modifiés"),
        "es": ("2 enlazados", "Entrada 0 de 226", "hace 2 pasos", "Modales en la mesa", "con programas modificados"),
        "nl": ("2 gekoppeld", "Vermelding 0 van 226", "2 stappen terug", "Tafelmanieren", "met gewijzigde programma's"),
    }
    assert set(once) == set(languages())
    for language, texts in once.items():
        for idea, text in zip(WORDS, texts, strict=True):
            assert words_in(text, idea, language), text
