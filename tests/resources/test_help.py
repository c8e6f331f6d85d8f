"""The help texts: every topic has its page, every page is listed, every prompt has a topic, and every language is complete."""

from __future__ import annotations

import json
import re

import pytest

from client.lobby.levels import level_text
from client.messages import FALLBACK, catalogue, languages
from client.table.topics import TABLE, TABLE_TOPICS, names_of, page, topic_for, topics
from rules.contract import offered_levels
from rules.message import message
from rules.registry import games
from tests.resources.usage import ROOT

HELP = ROOT / "resources" / "help"
HELPED = sorted(file.stem for file in HELP.glob("*.json"))
LANGUAGES = [language for language in languages() if (HELP / language).is_dir()]
HOUSE_RULE = re.compile(r"(?:[Hh]ouse rule|[Hh]uisregel|[Rr]ègle maison|[Rr]egla de la casa|Hausregel),? \*(.+?)\*")
"""A page names a house rule by its title, in any language."""


def pages(language: str) -> dict[str, list[str]]:
    return {folder.name: sorted(file.stem for file in folder.iterdir()) for folder in sorted((HELP / language).iterdir())}


def prompts(game: str) -> set[str]:
    start = f"{game}.prompt."
    return {key.removeprefix(start) for key in catalogue(FALLBACK).templates if key.startswith(start)}


def test_both_games_on_the_loop_have_help() -> None:
    assert {"alcazar", "big-boss"} <= set(HELPED)
    assert set(HELPED) <= set(games())


@pytest.mark.parametrize("game", HELPED)
def test_every_topic_has_a_page_and_every_page_is_a_topic(game: str) -> None:
    assert len(set(names_of(game))) == len(names_of(game))
    assert sorted(names_of(game)) == pages(FALLBACK)[game]
    assert sorted(TABLE_TOPICS) == pages(FALLBACK)[TABLE]


@pytest.mark.parametrize("game", HELPED)
def test_every_prompt_has_a_topic(game: str) -> None:
    index = json.loads((HELP / f"{game}.json").read_text("utf-8"))
    assert set(index["prompts"]) == prompts(game)
    for kind in prompts(game):
        assert topic_for(message(f"{game}.prompt.{kind}")) in names_of(game)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_all_pages_that_english_has(language: str) -> None:
    assert pages(language) == pages(FALLBACK)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_has_a_title_and_a_text(language: str) -> None:
    for folder, names in pages(language).items():
        for name in names:
            lines = (HELP / language / folder / f"{name}.md").read_text("utf-8").splitlines()
            assert re.fullmatch(r"# \S.{1,30}", lines[0]), f"{folder}/{name}: {lines[0]}"
            assert lines[1] == ""
            text = page(language, folder, name).text
            assert len(text) > 120, f"{folder}/{name} says hardly anything"
            assert text.count("**") % 2 == 0
            assert not {"'", '"'} & set(text), f"{folder}/{name} has straight apostrophes or quotes"
            assert not re.search(r"issue|TODO|\{", text)


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("language", languages())
def test_every_game_has_topics_with_its_house_rules_among_them(game: str, language: str) -> None:
    found = topics(game, catalogue(language))
    assert [topic.name for topic in found[-len(TABLE_TOPICS) :]] == list(TABLE_TOPICS)
    bots = next(topic.text for topic in found if topic.name == "bots")
    assert all(f"**{level_text(catalogue(language), game, level)}.**" in bots for level in offered_levels(games()[game]))
    rules = next((topic for topic in found if topic.name == "house-rules"), None)
    assert (rules is not None) == bool(games()[game].options)
    for option in games()[game].options:
        assert rules is not None
        assert catalogue(language).text(f"{game}.option.{option.name}.about") in rules.text


def test_a_page_that_a_language_lacks_is_shown_in_english() -> None:
    assert page("xx", "alcazar", "bridges") == page(FALLBACK, "alcazar", "bridges")


@pytest.mark.parametrize("game", ["alcazar", "big-boss"])
def test_the_help_states_the_amounts_of_the_rules(game: str) -> None:
    from rules.loop.terms import ALCAZAR, BIG_BOSS, BLOCKS, CAP, CARD_PRICE, TOWER_PRICE

    terms = {"alcazar": ALCAZAR, "big-boss": BIG_BOSS}[game]
    for language in LANGUAGES:
        cards = page(language, game, "cards").text
        amounts = (CARD_PRICE, TOWER_PRICE, terms.money)
        assert all(any(f"{real} {word}" in cards for word in ("Real", "réaux", "reales", "real")) for real in amounts)
        assert f"**{CAP}**" in page(language, game, "values").text or f" {CAP}" in page(language, game, "values").text
        end = page(language, game, "end").text
        assert str(BLOCKS) in end
        assert not terms.bridges or str(terms.bridges) in end


def test_the_help_of_burgenland_states_the_amounts_of_the_data_file() -> None:
    content = json.loads((ROOT / "resources" / "games" / "burgenland.json").read_text("utf-8"))
    facts, ours = content["facts"], content["ours"]
    first, *others = facts["start_hands"]
    for language in LANGUAGES:
        pages = {name: page(language, "burgenland", name).text for name in names_of("burgenland")}
        start = pages["start"]
        for seats in ("2", "3", "4"):
            row = [seats, *(str(facts["pieces"][seats][piece]) for piece in ("wall", "house", "palace", "well"))]
            assert f"| {' | '.join(row)} |" in start
        assert f"**{first} " in start
        assert f"**{', '.join(map(str, others))}**" in start
        assert ", ".join(map(str, ours["balanced_hands"])) in start
        for piece in ("wall", "house", "palace"):
            price = facts["large_prices"][piece]
            assert f"| {price['same']} | {price['different']} |" in pages["large-castle"]
        assert f" {facts['joker_price']} " in pages["paying"]
        assert f" {facts['box']['joker']} " in pages["paying"]


@pytest.mark.parametrize("game", HELPED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_house_rules_named_on_a_page_exist(game: str, language: str) -> None:
    titles = [catalogue(language).text(f"{game}.option.{option.name}") for option in games()[game].options]
    for name in names_of(game):
        named = re.findall(
            r"(?:[Hh]ouse rule|[Rr]ègle maison|[Rr]egla de la casa|Hausregel),? \*(.+?)\*", page(language, game, name).text
        )
        assert set(named) <= set(titles), name


def test_the_help_of_torres_states_the_amounts_of_the_box() -> None:
    box = json.loads((ROOT / "resources" / "games" / "torres.json").read_text("utf-8"))
    for language in LANGUAGES:
        pages = {name: page(language, "torres", name).text for name in names_of("torres")}
        assert f"**{box['action_points']} " in pages["turn"]
        costs = re.findall(r"\| (\d) \|$", pages["turn"], re.MULTILINE)
        assert costs == [str(box["costs"][name]) for name in ("insert", "move", "block", "buy", "step")] + ["0"]
        for level, points in zip(box["king_levels"], box["king_points"], strict=True):
            assert f"| {level} | {points} |" in pages["king"]
        for phases in box["stacks"].values():
            assert all(", ".join(map(str, sizes)) in pages["stacks"] for sizes in phases)
        figures = ("different-levels", "same-level", "row", "square", "neighbours")
        paid = [int(points) for points in re.findall(r"^- \*\*.*?(\d\d)\D*$", pages["master-cards"], re.MULTILINE)]
        assert paid[: len(figures)] == [box["master"][name][2] for name in figures]
        assert ", ".join(map(str, box["master"]["edge"])) in pages["master-cards"]
        assert ", ".join(map(str, box["master"]["castles"])) in pages["master-cards"]
        assert ", ".join(map(str, box["castles_wanted"])) in pages["master-cards"]
        assert all(message_name in pages["cards"] for message_name in card_names(language))


def card_names(language: str) -> list[str]:
    """The names of the action cards whose name says more than a number of points."""
    return [catalogue(language).text(f"torres.card.{card}") for card in (1, 2, 3, 4, 5, 8, 9, 10)]
