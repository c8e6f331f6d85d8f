"""The statistics and the series on their page, with real clicks."""

import shutil

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication

from client.library.index import Row
from client.library.record import OVER, packed
from rules.message import message
from tests.client.library.made import NOW, dated, record
from tests.client.library.test_records import ROOT
from tests.client.person import wait

WITH_PEOPLE = ROOT / "ages" / "455729d" / "games" / "alone-finished"


@pytest.fixture
def anna(person, home):
    """A person whose folder has one finished game between people, twice."""
    games = home / "Anna" / "games"
    games.mkdir(parents=True)
    for number, file in enumerate(sorted(WITH_PEOPLE.glob("*.alarife"))):
        dated(shutil.copy(file, games / f"{number}.alarife"), NOW)
        dated(shutil.copy(file, games / f"{number}-copy.alarife"), NOW + 50)
    made = person("Anna")
    made.window.pages.library.reader.alone = True
    made.click("start-library")
    tab = made.window.pages.library_page.games
    wait(lambda: tab.model.rows and all(row.record.studied for row in tab.model.rows))
    made.people = tab.model.rows[0].record.people
    return made


def test_statistics_are_shown_for_everybody_and_count_copies_once(anna):
    anna.click("library-tab-statistics")
    wait(lambda: anna.find("statistics-person").count())
    anna.choose("statistics-person", anna.people[0].name)
    assert anna.text("statistics-played") == "1"
    assert anna.text("statistics-game-0-1") == "1"
    assert anna.text("statistics-game-0-4") == str(anna.people[0].score)
    assert "never sent" in anna.text("statistics-private")
    chart = anna.find("library-chart")
    assert "Chart of the games played: 1" in chart.accessibleName()
    QApplication.processEvents()  # the sentence about no games has gone, and the chart takes its room
    before = chart.grab().toImage()
    anna.choose("statistics-game", "Alcazar")
    anna.choose("statistics-seats", "5 players")
    assert anna.text("statistics-played") == "0"
    assert anna.find("statistics-none")
    anna.choose("statistics-game", anna.window.pages.library_page.statistics.game.itemText(0))
    anna.choose("statistics-seats", "Any number of players")
    QApplication.processEvents()
    assert anna.find("library-chart").grab().toImage() == before


def test_a_level_of_bots_has_the_name_of_its_own_game(anna):
    anna.click("library-tab-statistics")
    wait(lambda: anna.find("statistics-person").count())
    played = [record(game, ("Anna", 9, 1), bots=("greedy",)) for game in ("alcazar", "big-boss", "big-boss")]
    rows = [Row(f"{number}", NOW, OVER, packed(one._replace(table=f"{number}"))) for number, one in enumerate(played)]
    anna.window.pages.library.finished.emit(rows)
    anna.choose("statistics-person", "Anna")
    for row, said in enumerate((("Merchant", "2"), ("Climber", "1"))):
        assert (anna.text(f"statistics-level-{row}-0"), anna.text(f"statistics-level-{row}-1")) == said


def test_a_season_is_named_and_removed(anna):
    anna.click("library-tab-series")
    wait(lambda: anna.see("series-standings-0-0"))
    assert "Evening of" in anna.text("series-title")
    anna.click("season-new")
    anna.type("season-name", "Winter")
    anna.click("season-add")
    assert anna.text("series-title") == "Winter"
    assert anna.text("series-standings-0-2") == "1"
    anna.click("season-remove")
    assert "Evening of" in anna.text("series-title")


def test_a_season_ends_no_earlier_than_it_begins(anna):
    anna.click("library-tab-series")
    wait(lambda: anna.see("series-standings-0-0"))
    anna.click("season-new")
    anna.type("season-name", "Winter")
    anna.click("season-open")
    since, until = anna.find("season-since"), anna.find("season-until")
    until.setDate(since.date().addDays(-1))
    said = []
    anna.window.pages.library_page.series.told.connect(said.append)
    anna.click("season-add")
    assert [str(one) for one in said] == [str(message("client.library.season.too-early"))]
    assert until.hasFocus()
    until.setDate(since.date())
    anna.click("season-add")
    assert anna.text("series-title") == "Winter"


def test_the_form_of_a_season_keeps_its_first_day_while_it_is_open(anna):
    anna.click("library-tab-series")
    wait(lambda: anna.see("series-standings-0-0"))
    anna.click("season-new")
    since = anna.find("season-since")
    first = since.date()
    since.setDate(first.addDays(-9))
    listed = []
    library = anna.window.pages.library
    library.finished.connect(listed.append)
    library.ask_finished()
    wait(lambda: listed)
    assert since.date() == first.addDays(-9)
    anna.click("season-cancel")
    anna.click("season-new")
    assert since.date() == first


def test_without_a_finished_game_a_sentence_stands_where_the_statistics_will_be(person):
    anna = person("Anna")
    anna.click("start-library")
    anna.click("library-tab-statistics")
    said = anna.find("statistics-none")
    tab = anna.window.pages.library_page.statistics
    assert not any(part.isVisible() for part in (tab.person, tab.game, tab.seats, tab.groups, tab.chart))
    figure, words = anna.find("statistics-played"), anna.find("statistics-private")
    assert figure.mapTo(tab, QPoint()).y() - said.mapTo(tab, QPoint(0, said.height())).y() < 2 * figure.height()
    assert words.isVisible()


def test_statistics_and_series_follow_the_files_while_they_are_read(person, home):
    """On the first day with a folder of many games, each tab said that there is none, until one came to it again."""
    games = home / "Anna" / "games"
    games.mkdir(parents=True)
    anna = person("Anna")
    anna.window.pages.library.reader.alone = True
    anna.click("start-library")
    anna.click("library-tab-statistics")
    assert anna.find("statistics-none")
    [file] = WITH_PEOPLE.glob("*.alarife")
    dated(shutil.copy(file, games / "one.alarife"), NOW)
    anna.window.pages.look_through()
    wait(lambda: anna.text("statistics-played") == "1")
    anna.click("library-tab-series")
    wait(lambda: anna.see("series-standings-0-0"))
    series = anna.window.pages.library_page.series
    chosen = anna.text("series-title")
    rows = series._rows
    later = Row(str(games / "two.alarife"), NOW + 9e6, OVER, packed(rows[0].record._replace(table="another")))
    anna.window.pages.library.finished.emit([*rows, later])
    assert series.list.count() == 2
    assert series.list.currentRow() == 1, "the latest evening comes first, and the chosen one stays chosen"
    assert anna.text("series-title") == chosen
