import errno
import os
from datetime import date, datetime
from pathlib import Path

import pytest

from client.library.series import Match, Season, evenings, groups, load, save, season_of, standings
from tests.client.library.made import record

ANNA_BEN = (("Anna", 9, 1), ("Ben", 5, 2))


def match(day, hour, *players, game="torres", bots=()):
    when = datetime(2026, 3, day, hour).timestamp()
    return Match(when, Path(f"{day}-{hour}.alarife"), record(game, *players, bots=bots, head=f"{day}-{hour}-{game}"))


def table(series):
    return [(line.place, line.name, line.played, line.won, line.beaten) for line in standings(series)]


def test_an_evening_continues_past_midnight_and_ends_with_a_long_pause():
    matches = [match(1, 20, *ANNA_BEN), match(1, 23, *ANNA_BEN), match(2, 2, *ANNA_BEN), match(2, 20, *ANNA_BEN)]
    assert [len(evening.matches) for evening in evenings(matches)] == [1, 3]


def test_other_people_have_an_evening_of_their_own():
    three = (*ANNA_BEN, ("Carla", 1, 3))
    found = evenings([match(1, 20, *ANNA_BEN), match(1, 21, *three), match(1, 22, ("BEN", 3, 1), ("anna", 2, 2))])
    assert [(evening.people, len(evening.matches)) for evening in found] == [
        (("BEN", "anna"), 2),
        (("Anna", "Ben", "Carla"), 1),
    ]


def test_games_against_bots_alone_make_no_evening():
    assert evenings([match(1, 20, ("Anna", 9, 1), bots=("greedy",))]) == []


def test_a_copy_counts_once():
    one = match(1, 20, *ANNA_BEN)
    assert len(evenings([one, one._replace(when=one.when + 60, file=Path("copy"))])[0].matches) == 1


def test_standings_count_wins_and_then_players_beaten():
    matches = [
        match(1, 18, ("Anna", 9, 1), ("Ben", 5, 2), ("Carla", 1, 3)),
        match(1, 19, ("Anna", 1, 3), ("Ben", 5, 2), ("Carla", 9, 1)),
        match(1, 20, ("Anna", 2, 2), ("Ben", 2, 2), ("Carla", 9, 1)),
    ]
    assert table(evenings(matches)[0]) == [(1, "Carla", 3, 2, 4), (2, "Anna", 3, 1, 2), (3, "Ben", 3, 0, 2)]


def test_equal_lines_share_a_place():
    matches = [match(1, 18, *ANNA_BEN), match(1, 19, ("Anna", 1, 2), ("Ben", 5, 1))]
    assert [line[0] for line in table(evenings(matches)[0])] == [1, 1]


def test_a_season_has_its_people_and_its_days():
    matches = [match(day, 20, *ANNA_BEN) for day in (1, 5, 9)] + [match(5, 21, *ANNA_BEN, ("Carla", 0, 3))]
    season = Season("Spring", ("Ben", "Anna"), date(2026, 3, 2), date(2026, 3, 5))
    assert [one.file.name for one in season_of(season, matches).matches] == ["5-20.alarife"]
    assert len(season_of(season._replace(until=None), matches).matches) == 2


def test_groups_are_offered_the_latest_first():
    matches = [match(1, 20, *ANNA_BEN), match(3, 20, ("Anna", 1, 1), ("Carla", 0, 2)), match(4, 20, ("Anna", 1, 1))]
    assert groups(matches) == [("Anna", "Carla"), ("Anna", "Ben")]


def test_seasons_are_kept(tmp_path):
    seasons = [Season("Spring", ("Anna", "Ben"), date(2026, 3, 1)), Season("Ö", ("A", "B"), date(2025, 1, 1), date(2025, 2, 1))]
    save(tmp_path, seasons)
    assert load(tmp_path) == seasons


@pytest.mark.parametrize(
    "content",
    ["", "null", "{}", "[1, null]", '[{"name": "x"}]', '[{"name": "x", "people": ["A"], "since": "2026-01-01"}]', "[" * 99999],
)
def test_an_invalid_file_of_seasons_counts_as_empty(tmp_path, content):
    (tmp_path / "seasons.json").write_text(content)
    assert load(tmp_path) == []


def test_a_damaged_file_of_seasons_is_kept_as_a_copy(tmp_path):
    """It may hold years of seasons, and only one letter is wrong."""
    seasons = [Season("Spring", ("Anna", "Ben"), date(2026, 3, 1)), Season("Summer", ("Anna", "Ben"), date(2026, 6, 1))]
    save(tmp_path, seasons)
    file = tmp_path / "seasons.json"
    damaged = file.read_text().replace("2026-06-01", "2026-06-00")
    file.write_text(damaged)
    assert load(tmp_path) == seasons[:1]
    save(tmp_path, seasons[:1])
    assert load(tmp_path) == seasons[:1]
    assert (tmp_path / "seasons.damaged-1.json").read_text() == damaged
    save(tmp_path, [])
    assert [found.name for found in tmp_path.glob("seasons.damaged-*")] == ["seasons.damaged-1.json"], "nothing was lost then"
    file.write_text("[")
    save(tmp_path, seasons)
    assert (tmp_path / "seasons.damaged-2.json").read_text() == "["


def test_seasons_that_cannot_be_read_now_are_not_replaced(tmp_path, monkeypatch):
    save(tmp_path, [Season("Spring", ("Anna", "Ben"), date(2026, 3, 1))])
    before = (tmp_path / "seasons.json").read_bytes()

    def fail(*_):
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as disk:
        disk.setattr("client.library.series.read_whole", fail)
        assert load(tmp_path) == []
        with pytest.raises(OSError, match="Input/output"):
            save(tmp_path, [])
    assert (tmp_path / "seasons.json").read_bytes() == before
