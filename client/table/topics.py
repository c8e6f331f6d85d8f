"""The help texts: short pages of rules for each game, and which page explains which prompt.

``resources/help/<game>.json`` lists a game's topics in order and names the topic for each kind of prompt and refusal. The pages
are beside it in ``<language>/<game>/<topic>.md``; those about the table itself, in ``<language>/table``, belong to every game.
A page that a language lacks is shown in English. The first line of a page is its title.

A paragraph ``![caption](name)`` is a picture (:mod:`client.pictures`), ``{name.figure}`` is a number from one, ``{levels}``
lists the levels of the game's bots, and ``{ours}`` marks a ruling that Alarife had to make.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from functools import cache

from client.lobby.levels import key_of, level_text, strength_text
from client.messages import FALLBACK, Catalogue
from client.pictures.picture import figures
from client.resource import FOLDER
from rules.contract import offered_levels
from rules.message import Message
from rules.registry import game

TABLE = "table"
"""The topics that belong to every game."""

TABLE_TOPICS = ("using", "bots", "analysis", "puzzles", "games", "boards")
HOUSE_RULES = "house-rules"
"""The topic made from the game's options."""

LEVELS = "\ue001"
"""Marks the place in a page's text for the levels of the game's bots."""

OURS = "\ue000"
"""Marks the place in a page's text for the sign of our rulings."""

FIRST_LESSON = "first"
"""The lesson for topics that name none."""

_FIGURE = re.compile(r"\{([a-z-]+\.[a-z]+)\}")
_PICTURE = re.compile(r"^!\[(.*)\]\(([a-z-]+)\)$", re.MULTILINE)


@dataclass(frozen=True)
class Topic:
    """One page: its ``name``, its ``title`` and the ``text`` below it in Markdown."""

    name: str
    title: str
    text: str


@cache
def _index(name: str) -> dict[str, object]:
    file = FOLDER / "help" / f"{name}.json"
    content: dict[str, object] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return content


@cache
def page(language: str, folder: str, name: str) -> Topic:
    """A page in a language, or in English if the language lacks it."""
    pages = FOLDER / "help"
    file = pages.joinpath(language, folder, f"{name}.md")
    if not file.is_file():
        file = pages.joinpath(FALLBACK, folder, f"{name}.md")
    title, _, text = file.read_text("utf-8").partition("\n")
    numbers = figures(folder)
    text = (
        _FIGURE.sub(lambda found: str(numbers[found.group(1)]), text.strip())
        .replace("{ours}", OURS)
        .replace("{levels}", LEVELS)
    )
    return Topic(name, title.removeprefix("# ").strip(), text)


def names_of(name: str) -> list[str]:
    """The names of a game's own topics, in order; none if it has no help."""
    listed = _index(name).get("topics", [])
    return list(listed) if isinstance(listed, list) else []


def topics(name: str, catalogue: Catalogue) -> list[Topic]:
    """All topics of a game in the catalogue's language: its own, its house rules, and those about the table."""
    language = catalogue.language
    found = [page(language, name, topic) for topic in names_of(name)]
    if game(name).options:
        found.append(_house_rules(name, catalogue))
    for topic in TABLE_TOPICS:
        one = page(language, TABLE, topic)
        found.append(replace(one, text=one.text.replace(LEVELS, _levels(name, catalogue))) if LEVELS in one.text else one)
    return found


def _levels(name: str, catalogue: Catalogue) -> str:
    """The levels of a game's bots, the easiest first: the name of each, how it plays, and how strong it is."""
    lines = []
    for level in offered_levels(game(name)):
        about = f"{key_of(name, level)}.about"
        said = (catalogue.text(about) if catalogue.has(about) else "", strength_text(catalogue, name, level))
        lines.append(f"- **{level_text(catalogue, name, level)}.** {' '.join(filter(None, said))}")
    return "\n".join(lines)


def _house_rules(name: str, catalogue: Catalogue) -> Topic:
    """The game's options, in the words of the page that sets up a table."""
    text = catalogue.text
    parts = []
    for option in game(name).options:
        key = f"{name}.option.{option.name}"
        choices = [
            f"*{text(f'{key}.{choice}')}*" + (f" ({text('table.help.default')})" if choice == option.default else "")
            for choice in option.choices
        ]
        parts.append(f"**{text(key)}.** {text(f'{key}.about')}\n\n{catalogue.listed(choices, 'row')}")
    parts.append(f"![{text(f'topic.{name}.house-rules')}]({_index(name).get('house-rules')})")
    return Topic(HOUSE_RULES, text("table.help.house-rules"), "\n\n".join(parts))


def pictures_in(topic: Topic) -> list[tuple[str, str]]:
    """The pictures of a topic, in order: each one's name, and its caption in Markdown."""
    return [(name, caption) for caption, name in _PICTURE.findall(topic.text)]


def lesson_for(name: str, topic: str) -> str:
    """The id of the lesson that teaches a topic."""
    lessons = _index(name).get("lessons", {})
    return f"{name}/{lessons.get(topic, FIRST_LESSON) if isinstance(lessons, dict) else FIRST_LESSON}"


@dataclass(frozen=True)
class Measure:
    """What a newcomer faces: the length of a game, and how hard it is to learn.

    Attributes:
        turns: about how many turns each player has with the fewest and with the most players (counted in games between bots).
        level: ``easy``, ``middle`` or ``hard``.
    """

    turns: tuple[int, int]
    level: str


def measure_of(name: str) -> Measure | None:
    """The measure of a game; None if its index has none."""
    turns, level = _index(name).get("turns"), _index(name).get("level")
    if not isinstance(turns, list) or not isinstance(level, str):
        return None
    return Measure((int(turns[0]), int(turns[1])), level)


def topic_for(prompt: Message) -> str:
    """The name of the topic that explains a prompt; empty if there is none."""
    asked = _index(prompt.key.partition(".")[0]).get("prompts", {})
    return str(asked.get(prompt.kind, "")) if isinstance(asked, dict) else ""


def topic_of_refusal(why: Message) -> str:
    """The name of the topic that states the rule behind a refusal; empty if none does."""
    game_id, _, rest = why.key.partition(".")
    refusals = _index(game_id).get("refusals", {}) if rest.startswith("refusal.") else {}
    return str(refusals.get(why.kind, "")) if isinstance(refusals, dict) else ""
