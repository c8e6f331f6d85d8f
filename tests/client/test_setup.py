import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QComboBox, QScrollArea

from client.library.record import Place, Record
from client.lobby.levels import character
from client.lobby.setup import SetupPage
from client.look.portrait import PARTS
from client.messages import catalogue, languages
from client.system.settings import Settings, load
from net.api import ClocksChanged, Opened
from rules.contract import offered_levels
from rules.registry import games
from tests.client.person import wait


def test_offline_setup_leads_to_the_table_with_these_seats(person):
    anna = person("Anna")
    anna.click("start-offline")
    anna.click("game-big-boss")
    anna.click("seats-3")
    anna.choose("seat-1-kind", "Person here")
    anna.type("seat-1-name", "Ben")
    anna.choose("seat-2-kind", "Bot · Page")
    anna.click("option-hidden_money")
    anna.click("offline-page-start")
    opened = anna.heard(Opened)
    assert [(seat.kind, seat.name, seat.level) for seat in opened.seats] == [
        ("person", "Anna", ""),
        ("person", "Ben", ""),
        ("bot", opened.seats[2].name, "page"),
    ]
    assert opened.options["hidden_money"] == "on"
    assert opened.file is not None
    assert opened.file.is_file()
    wait(lambda: anna.page == "table-window")


def test_two_players_of_one_name_cannot_start(person):
    anna = person("Anna")
    anna.click("start-offline")
    anna.choose("seat-1-kind", "Person here")
    anna.type("seat-1-name", "anna")
    assert "anna" in anna.text("offline-page-blocked")
    assert not anna.find("offline-page-start").isEnabled()
    anna.type("seat-1-name", "Ben")
    assert anna.find("offline-page-start").isEnabled()


def test_a_person_who_is_called_like_a_bot_can_start(person):
    """The page gave the bot the name of the person, and then asked the person to rename one of the two."""
    idris = person("Idris")
    idris.click("start-offline")
    idris.click("seats-4")
    names = [idris.text(f"seat-{seat}-name") for seat in range(4)]
    assert names[0] == "Idris"
    assert len(set(names)) == 4
    assert idris.find("offline-page-start").isEnabled()
    idris.type("seat-0-name", "Zahra")
    idris.click("seats-5")
    idris.choose("seat-2-kind", "Person here")
    idris.choose("seat-2-kind", "Bot · Page")
    assert idris.find("offline-page-start").isEnabled()
    idris.click("offline-page-back")
    idris.type("start-name", names[1])
    idris.click("start-offline")
    assert idris.text("seat-0-name") == names[1]
    assert idris.find("offline-page-start").isEnabled()


def test_changing_the_number_of_seats_keeps_the_players(person):
    anna = person("Anna")
    anna.click("start-offline")
    anna.click("seats-4")
    anna.choose("seat-3-kind", "Person here")
    anna.type("seat-3-name", "Mei")
    anna.click("seats-2")
    assert anna.see("seat-2-name") is None
    anna.click("seats-5")
    assert anna.text("seat-0-name") == "Anna"
    assert anna.text("seat-4-kind").startswith("Bot")


def test_a_deleted_name_becomes_a_neutral_one(person):
    anna = person("Anna")
    anna.click("start-offline")
    anna.type("seat-0-name", "")
    assert anna.text("seat-0-name") == "Player 1"


def test_a_clock_chosen_here_ticks_at_the_table(person):
    anna = person("Anna")
    anna.click("start-offline")
    anna.choose("option-clock", "5 minutes")
    anna.choose("option-per-turn", "10 seconds")
    anna.choose("seat-1-kind", "Person here")
    anna.click("offline-page-start")
    wait(lambda: anna.page == "table-window")
    anna.window.resize(1280, 720)  # a narrow window folds the players away
    told = anna.heard(ClocksChanged)
    assert sum(clock.running for clock in told.clocks) == 1
    rows = anna.find("players").rows
    shown = {row.clock.running: row for row in wait(lambda: [row for row in rows if row.clock is not None])}
    assert shown[False].clock.text == "5:00"
    wait(lambda: shown[True].clock.text in ("5:09", "5:08"))
    assert shown[False].clock.text == "5:00"


def test_a_bot_program_is_offered_once_it_is_named(person):
    anna = person("Anna")
    anna.click("start-offline")
    kinds = anna.find("seat-1-kind")
    assert kinds.findText("Bot · own program") < 0
    anna.click("offline-page-back")
    anna.click("start-settings")
    anna.type("settings-bot_program", " python3 mybot.py ")
    assert anna.bridge.command == "python3 mybot.py"
    anna.type("settings-bot_program", "exec: python3 mybot.py")  # as on the command line
    assert anna.bridge.command == "python3 mybot.py"
    anna.type("settings-bot_program", "python3\u00a0mybot.py\u200b")  # as copied from a web page
    assert anna.bridge.command == "python3 mybot.py"
    assert load(anna.home)[0].bot_program == "python3 mybot.py"
    anna.click("settings-page-back")
    anna.click("start-offline")
    anna.choose("seat-1-kind", "Bot · own program")
    anna.click("offline-page-start")
    assert anna.heard(Opened).seats[1].level == "program"


@pytest.mark.parametrize("language", languages())
def test_a_low_window_cuts_no_seat_and_nothing_scrolls_within_what_scrolls(styled, qtbot, language: str) -> None:
    page = SetupPage(catalogue(language), Settings(name="Anna"), hosting=False)
    qtbot.addWidget(page)
    page.setMinimumSize(960, 600)  # as the main window has it: Qt then need not tell the platform of changing ones
    page.resize(1024, 600)
    page.begin("alcazar")
    page.choose_count(5)
    page.show()
    QApplication.processEvents()
    assert page.findChild(QScrollArea, "setup").findChildren(QScrollArea) == []
    for row in page.seats.rows:
        assert row.about.height() >= row.about.heightForWidth(row.about.width())
        assert page.seats.rect().contains(row.geometry())


def test_the_wheel_scrolls_the_house_rules_and_changes_none(person) -> None:
    """Scrolling down to the board once changed the start player."""
    anna = person("Anna")
    anna.window.resize(1280, 720)
    anna.click("start-offline")
    anna.click("game-torres")
    field = anna.find("option-first")
    assert isinstance(field, QComboBox)
    before = field.currentText()
    for _ in range(3):
        spot = QPointF(field.rect().center())
        turned = QWheelEvent(
            spot,
            field.mapToGlobal(spot),
            QPoint(),
            QPoint(0, -120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(field, turned)
        assert not turned.isAccepted(), "it goes on to the page"
    assert field.currentText() == before


def test_a_newcomer_starts_against_the_easiest_bot_and_the_choice_is_kept(person):
    anna = person("Anna")
    anna.click("start-offline")
    anna.click("game-big-boss")
    assert anna.text("seat-1-kind") == "Bot · Page"
    assert "easiest" in anna.text("offline-page-advice")
    anna.choose("seat-1-kind", "Bot · Mason")
    assert anna.see("offline-page-advice") is None
    anna.click("seats-3")
    assert anna.text("seat-2-kind") == "Bot · Mason"
    anna.click("offline-page-start")
    assert anna.heard(Opened).seats[1].level == "mason"
    assert anna.settings.levels == {"big-boss": "mason"}


def test_wins_offer_the_next_bot_and_force_nothing(styled):
    settings = Settings(name="Anna", levels={"big-boss": "page"})
    settings.key = "ab" * 32
    page = SetupPage(catalogue(), settings, hosting=False)
    page.begin("big-boss")
    assert page.advice.text() == catalogue().text("client.level.first", level="Page")
    me = Place("person", "Anna", settings.key, "", True, 10, 1)
    won = Record(game="big-boss", places=(me, Place("bot", "Idris", settings.key, "page", True, 5, 2)), end="cards")
    page.know([won, won])
    assert [seat.level for seat in page.plan().seats] == ["", "page"], "nobody is forced"
    assert "Merchant" in page.advice.text()
    page.next_button.click()
    assert [seat.level for seat in page.plan().seats] == ["", "greedy"]
    assert page.advice.isHidden()
    assert page.next_button.isHidden()
    page.know([won, won])
    assert [seat.level for seat in page.plan().seats] == ["", "greedy"], "the person has chosen"
    page.deleteLater()


def test_every_level_has_a_picture_of_its_own():
    for game in games().values():
        drawn = [character(game.id, level) for level in offered_levels(game)]
        assert None not in drawn, game.id
        assert len(set(drawn)) == len(drawn), game.id
        for portrait in drawn:
            assert all(choice in PARTS[part] for part, choice in portrait._asdict().items()), game.id


def test_the_picture_of_a_bot_is_that_of_its_level(person):
    anna = person("Anna")
    anna.click("start-offline")
    anna.click("game-big-boss")
    anna.click("seats-3")
    pictures = []
    for level in ("Page", "Steward"):
        for seat in (1, 2):
            anna.choose(f"seat-{seat}-kind", f"Bot · {level}")
        one, other = (anna.find(f"seat-{seat}-character").pixmap().toImage() for seat in (1, 2))
        assert one == other, "two bots of a level"
        pictures.append(one)
    assert pictures[0] != pictures[1]
    anna.choose("seat-1-kind", "Person here")
    wait(lambda: anna.see("seat-1-character") is None)
    assert anna.see("seat-0-character") is None


def test_the_page_for_hosting_follows_the_settings(person):
    """It once showed what the settings said when it was made, and wrote that back into them."""
    anna = person("Anna")
    anna.click("start-host")
    anna.click("host-strangers")
    anna.click("host-page-back")
    anna.click("start-settings")
    for name in ("settings-announce", "settings-router"):
        anna.click(name)
    anna.window.pages.settings_page.port.setValue(4567)
    anna.click("settings-page-back")
    anna.click("start-host")
    page = anna.window.pages.host_page
    assert (page.announce.isChecked(), page.router.isChecked(), page.port.value()) == (False, True, 4567)
    assert not page.strangers.isChecked(), "a choice made here stays"
    page.port.setValue(0)
    anna.click("host-page-start")
    chosen = anna.settings
    assert (chosen.announce, chosen.router, chosen.port, chosen.strangers) == (False, True, 0, False)
