"""Help at the table itself: the rule behind a refusal, a turn at a glance, and the meaning of the figures."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from client.boards.contract import Choice
from client.messages import FALLBACK, catalogue, languages
from client.table.density import Density
from client.table.firsttime import tips_of
from client.table.helptext import HelpText
from client.table.summary import SUMMARIES, page_of
from client.table.topics import names_of, page, topic_of_refusal
from client.table.window import TableWindow
from rules.contract import Move
from rules.message import message
from rules.registry import games
from tests.client.table.sitting import Sitting
from tests.client.table.tables import FakeBridge, Settings, begun, opened, seats_of
from tests.client.table.test_window import click
from tests.resources.usage import ROOT

KEY = Qt.Key
GAMES = sorted(games())
PLACES = [*(((1280, 720), language) for language in languages()), ((1920, 1080), "en"), ((2560, 1440), "de")]
"""A small window in every language, a medium one, and a large one in the language with the longest words."""


def sit(
    qtbot,
    game: str,
    language: str = "en",
    size: tuple[int, int] = (1280, 720),
    options: dict[str, str] | None = None,
    settings: Settings | None = None,
    kinds: str = "hbbb",
    painted: bool = True,
) -> Sitting:
    """A table of a game. One that is not painted is quicker, and still laid out."""
    state, dealer = begun(len(kinds), 3, options, start=0, name=game)
    bridge = FakeBridge(state, dealer, seats_of(kinds[: state.seats]))
    window = TableWindow(bridge, opened(bridge, game), catalogue(language), settings or Settings())
    qtbot.addWidget(window)
    # As the main window has it: Qt then need not tell the platform of changing ones.
    window.setMinimumSize(min(960, size[0]), 600)
    window.resize(*size)
    window.setUpdatesEnabled(painted)
    window.show()
    settle()
    return Sitting(window, bridge)


def settle() -> None:
    """Let what was queued happen."""
    for _ in range(5):
        QApplication.processEvents()


def room_of(widget: QWidget, window: QWidget) -> QRect:
    return QRect(widget.mapTo(window, widget.rect().topLeft()), widget.size())


# -- why? --------------------------------------------------------------------------------------------------------------


def refusals(game: str) -> list[str]:
    start = f"{game}.refusal."
    return [key.removeprefix(start) for key in catalogue(FALLBACK).templates if key.startswith(start)]


@pytest.mark.parametrize("game", [game for game in GAMES if names_of(game)])
def test_every_refusal_has_a_topic_that_exists_in_every_language(game: str) -> None:
    index = json.loads((ROOT / "resources" / "help" / f"{game}.json").read_text("utf-8"))
    assert set(index["refusals"]) == set(refusals(game))
    for kind in refusals(game):
        topic = topic_of_refusal(message(f"{game}.refusal.{kind}"))
        assert topic in names_of(game), kind
        for language in languages():
            assert (ROOT / "resources" / "help" / language / game / f"{topic}.md").is_file(), (language, kind)
            assert page(language, game, topic).text


def test_messages_that_are_no_refusals_have_no_topic() -> None:
    assert topic_of_refusal(message("table.not-your-turn", seat=1)) == ""
    assert topic_of_refusal(message("big-boss.prompt.main", seat=0)) == ""


REFUSED = [
    ("big-boss", Move("play-tower", (5,)), "cards"),
    ("torres", Move("king", (3,)), "turn"),
    ("burgenland", Move("five"), "tiles"),
]


@pytest.mark.parametrize(("game", "move", "topic"), REFUSED)
def test_why_opens_the_topic_that_states_the_rule(styled, qtbot, game: str, move: Move, topic: str) -> None:
    sitting = sit(qtbot, game)
    window = sitting.window
    why = window.frame.prompt.why_button
    assert not why.isVisible()
    window.want(move)
    assert window.frame.prompt.mood == "refused"
    click(sitting, "prompt-why")
    assert window.frame.help.isVisible()
    assert window.frame.help.topic == topic
    window.frame.help.close_help()
    window.frame.prompt.drop_refusal()
    assert not why.isVisible()


def test_a_notice_is_no_refusal_and_has_no_why(styled, qtbot) -> None:
    sitting = sit(qtbot, "big-boss", kinds="hb")
    sitting.window.want(Move("buy-tower"))
    sitting.window.want(Move("buy-tower"))  # the turn is complete: no rule was broken
    assert not sitting.window.frame.prompt.why_button.isVisible()


# -- a turn at a glance ------------------------------------------------------------------------------------------------

SUMMED_UP = [name for name in GAMES if (SUMMARIES / FALLBACK / f"{name}.md").exists()]
MODES = [(name, {}) for name in SUMMED_UP] + [("torres", {"mode": "variant"}), ("torres", {"mode": "master"})]


@pytest.mark.parametrize(("size", "language"), PLACES)
@pytest.mark.parametrize(("game", "options"), MODES)
def test_a_turn_at_a_glance_fits_beside_the_board(
    styled, qtbot, size: tuple[int, int], game: str, options: dict[str, str], language: str
) -> None:
    sitting = sit(qtbot, game, language, size, options, painted=False)
    window, frame = sitting.window, sitting.window.frame
    click(sitting, "summary")
    settle()
    assert frame.summary.isVisible()
    assert frame.summary.text.verticalScrollBar().maximum() == 0, "all of it can be read at once"
    panel = room_of(frame.summary, window)
    assert window.rect().contains(panel)
    for other in (frame.centre, frame.left_column, frame.right_column, frame.dock):
        assert not panel.intersects(room_of(other, window))
    assert frame.centre.width() >= 420
    click(sitting, "summary-close")
    assert not frame.summary.isVisible()
    assert not frame.top.buttons["summary"].isChecked()


def test_the_key_and_the_help_open_a_turn_at_a_glance_too(styled, qtbot) -> None:
    sitting = sit(qtbot, "torres")
    frame = sitting.window.frame
    QTest.keyClick(sitting.window, KEY.Key_F3)
    assert frame.summary.isVisible()
    QTest.keyClick(sitting.window, KEY.Key_F3)
    assert not frame.summary.isVisible()
    click(sitting, "help")
    click(sitting, "help-summary")
    assert frame.summary.isVisible()
    assert not frame.help.isVisible()


def test_a_narrow_table_folds_its_other_columns_for_the_turn_at_a_glance(styled, qtbot) -> None:
    sitting = sit(qtbot, "torres", size=(900, 600))
    frame = sitting.window.frame
    click(sitting, "summary")
    settle()
    assert frame.summary.isVisible()
    assert not frame.right_column.isVisible()
    assert not frame.left_column.isVisible()
    click(sitting, "right-panel")
    assert not frame.summary.isVisible()


def test_the_versions_of_torres_have_pages_of_their_own() -> None:
    pages = {mode: page_of("en", "torres", (("mode", mode),)) for mode in ("base", "variant", "master")}
    assert len(set(pages.values())) == 3
    box = json.loads((ROOT / "resources" / "games" / "torres.json").read_text("utf-8"))
    for language in languages():
        for mode in pages:
            _, text = page_of(language, "torres", (("mode", mode),))
            assert "/".join(map(str, box["king_points"])) in text
            assert f"**{box['action_points']} " in text


def test_a_turn_at_a_glance_promises_no_points_that_a_master_card_brings_only_in_the_end() -> None:
    box = json.loads((ROOT / "resources" / "games" / "torres.json").read_text("utf-8"))
    assert any(not points[0] for points in box["master"].values())
    third = {"en": "third year", "de": "dritten Jahr", "fr": "troisième année", "es": "tercer año", "nl": "derde jaar"}
    for language in languages():
        assert third[language] in page_of(language, "torres", (("mode", "master"),))[1].splitlines()[-1]


def test_every_language_has_every_page() -> None:
    pages = {language: sorted(file.name for file in (SUMMARIES / language).iterdir()) for language in languages()}
    assert {file for names in pages.values() for file in names} == set(pages[FALLBACK])
    assert all(names == pages[FALLBACK] for names in pages.values())
    assert {"alcazar.md", "big-boss.md", "burgenland.md", "torres.md"} <= set(pages[FALLBACK])


# -- what the figures mean ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "language"), PLACES)
@pytest.mark.parametrize("game", GAMES)
def test_each_thing_is_explained_once_beside_it(styled, qtbot, size: tuple[int, int], game: str, language: str) -> None:
    settings = Settings(tips_seen=[])
    sitting = sit(qtbot, game, language, size, settings=settings, painted=False)
    window, first_time = sitting.window, sitting.window.first_time
    seen = []
    while first_time.shown:
        seen.append(first_time.shown)
        assert first_time.bubble.isVisible()
        bubble = room_of(first_time.bubble, window)
        assert window.rect().contains(bubble)
        label = first_time.bubble.label
        assert label.height() >= label.heightForWidth(label.width()), "all of the words can be read"
        thing = next(found for found in window.findChildren(QWidget, first_time.shown.partition(".")[2]) if found.isVisible())
        assert not bubble.intersects(room_of(thing, window)), "it stands beside the thing, not over it"
        read = room_of(window.frame.prompt.label, window), room_of(window.frame.prompt.help_button, window)
        assert not any(map(bubble.intersects, read)), "the prompt can be read meanwhile"
        click(sitting, "tip-next")
        settle()
    assert seen == [f"{area}.{name}" for area, name in tips_of(game) if name != "actions"], "Torres's tools come later"
    assert settings.tips_seen == seen
    window.first_time.begin_soon()
    settle()
    assert not first_time.bubble.isVisible(), "each once"


def test_the_tips_can_be_ended_at_once_and_shown_again_from_the_help(styled, qtbot) -> None:
    settings = Settings(tips_seen=[])
    sitting = sit(qtbot, "burgenland", settings=settings)
    first_time = sitting.window.first_time
    heard = []
    sitting.window.learned.connect(lambda: heard.append(len(settings.tips_seen)))
    click(sitting, "tip-skip")
    assert not first_time.bubble.isVisible()
    assert heard == [len(tips_of("burgenland"))]
    click(sitting, "help")
    click(sitting, "help-tips")
    settle()
    assert not sitting.window.frame.help.isVisible()
    assert first_time.bubble.isVisible()
    QTest.keyClick(sitting.window, KEY.Key_Escape)
    assert first_time.shown == f"burgenland.{tips_of('burgenland')[1][1]}"


def test_the_tips_do_not_cover_the_caption_and_are_counted_again(styled, qtbot) -> None:
    known = [f"table.{name}" for area, name in tips_of("big-boss") if area == "table"]
    sitting = sit(qtbot, "big-boss", settings=Settings(tips_seen=known))
    window, bubble = sitting.window, sitting.window.first_time.bubble
    assert bubble.place.text() == "1 of 3", "what was explained at another table does not count"
    click(sitting, "market-buy-tower")
    settle()
    assert window.first_time.shown == "big-boss.hand"
    assert window.frame.caption.isVisible()
    assert not room_of(bubble, window).intersects(room_of(window.frame.caption, window))


def test_the_tips_do_not_cover_the_answers(styled, qtbot) -> None:
    sitting = sit(qtbot, "torres", settings=Settings(tips_seen=[]))
    window, bubble = sitting.window, sitting.window.first_time.bubble
    assert bubble.isVisible()
    before = bubble.pos()
    said = message("table.tip-skip")
    window.frame.prompt.offer([Choice(Move("keep", (number,)), said, "7 · 1 AP") for number in range(5)], window.names)
    settle()
    answers = window.frame.prompt.buttons
    assert len(answers) == 5
    assert not [button for button in answers if room_of(bubble, window).intersects(room_of(button, window))]
    window.frame.prompt.offer([], window.names)
    settle()
    assert bubble.pos() == before, "it is back beside its thing"


def test_a_tip_is_placed_once_after_many_changes(styled, qtbot, monkeypatch) -> None:
    window = sit(qtbot, "big-boss", settings=Settings(tips_seen=[])).window
    settle()
    bubble = window.first_time.bubble
    placed = []
    monkeypatch.setattr(bubble, "stand_beside", lambda *given: placed.append(given))
    for wide in (1300, 1320, 1340):
        window.resize(wide, 720)
    settle()
    assert len(placed) == 1


def test_a_tip_that_is_shown_lets_the_table_rest(styled, qtbot, monkeypatch) -> None:
    window = sit(qtbot, "burgenland", settings=Settings(tips_seen=[])).window
    bubble = window.first_time.bubble
    placed = []
    stand_beside = bubble.stand_beside
    monkeypatch.setattr(bubble, "stand_beside", lambda *given: (placed.append(given), stand_beside(*given)))
    window.resize(1300, 740)
    settle()
    settle()
    assert bubble.isVisible()
    done = len(placed)
    assert 0 < done < 5
    settle()
    assert len(placed) == done


def test_a_tip_is_no_taller_than_its_text(styled, qtbot) -> None:
    window = sit(qtbot, "burgenland", settings=Settings(tips_seen=[])).window
    bubble = window.first_time.bubble
    heights = []
    for words in (3, 60, 3):
        bubble.say("figure " * words, 1, 3)
        bubble.stand_beside(QRect(300, 300, 40, 40))
        settle()
        heights.append((bubble.label.height(), bubble.height()))
    assert heights[0] == heights[2]
    assert heights[0] < heights[1]


def test_a_tip_makes_room_for_the_help(styled, qtbot) -> None:
    settings = Settings(tips_seen=[])
    sitting = sit(qtbot, "big-boss", settings=settings)
    click(sitting, "help")
    settle()
    assert not sitting.window.first_time.bubble.isVisible()
    assert settings.tips_seen == []


def test_a_tip_makes_room_for_a_hint(styled, qtbot) -> None:
    settings = Settings(tips_seen=[])
    sitting = sit(qtbot, "big-boss", settings=settings, kinds="hb")
    click(sitting, "ask-hint")
    assert not sitting.window.first_time.bubble.isVisible()
    assert settings.tips_seen == [], "it is explained in the next turn"


def test_the_player_can_play_beside_a_tip(styled, qtbot) -> None:
    sitting = sit(qtbot, "big-boss", settings=Settings(tips_seen=[]))
    click(sitting, "market-buy-tower")
    assert sitting.tried == ["buy-tower"]
    assert sitting.window.first_time.bubble.isVisible()


@pytest.mark.parametrize("game", GAMES)
def test_every_tip_has_its_text_and_no_text_is_left_over(game: str) -> None:
    for language in languages():
        assert all(catalogue(language).has(f"{area}.tip.{name}") for area, name in tips_of(game))
    for area in {area for area, _ in tips_of(game)}:
        start = f"{area}.tip."
        named = {name for other, name in tips_of(game) if other == area}
        assert {key.removeprefix(start) for key in catalogue().templates if key.startswith(start)} == named


def test_a_help_page_is_never_restarted_while_it_is_being_built(styled, qtbot, monkeypatch) -> None:
    """If a document is cleared while it clears itself, Qt loses track of its cursors, and the program crashes later."""
    depths: list[int] = [0]
    deepest: list[int] = []
    plain = HelpText.show_topic

    def watched(text: HelpText, *given: object) -> None:
        depths[0] += 1
        deepest.append(depths[0])
        plain(text, *given)
        depths[0] -= 1

    monkeypatch.setattr(HelpText, "show_topic", watched)
    window = sit(qtbot, "torres", size=(1280, 720)).window
    window.frame.help.open("turn")
    settle()
    text = window.frame.help.text
    assert text.verticalScrollBar().maximum(), "a bar that goes when the document is emptied"
    for scale in (0.8, 1.2, 0.8):
        text.show_topic(text._page, Density(scale))
        settle()
    assert len(deepest) > 3
    assert max(deepest) == 1
