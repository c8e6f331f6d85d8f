import errno
import io
import json
import math
import sys
from itertools import pairwise

import pytest

from client.bots import THINKING_MS, Clock
from client.cli import main
from client.commands.output import words
from client.league.figures import Meeting, elo, elo_intervals, fair, wilson
from client.league.games import Results, StrangeFile, Terms, TurnBudget, play_fixture
from client.league.schedule import Fixture, fixtures, pairings
from client.league.standings import pairing_table, standing_table
from rules.contract import offered_levels
from rules.registry import games
from rules.search.turns import Looks
from tests.contract.settings import Setting
from tests.contract.table import Table

TERMS = Terms("big-boss", 3, {}, 5, 0, 40)


def test_wilson_knows_the_interval_of_the_books():
    share = wilson(95, 100)
    assert (round(share.part, 3), round(share.low, 3), round(share.high, 3)) == (0.95, 0.888, 0.978)
    assert wilson(0, 20).low == 0
    assert wilson(20, 20).high == pytest.approx(1)
    assert wilson(0, 0)[1:3] == (0, 1)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_fair_part_is_a_half_between_two(seats):
    assert fair(1 / seats, seats) == pytest.approx(0.5)
    assert fair(0, seats) == 0
    assert fair(1, seats) == 1


def test_elo_of_three_wins_in_four():
    meetings = [Meeting("b", "a", float(number % 4 > 0), str(number)) for number in range(4000)]
    assert elo(meetings, ["a", "b"])["b"] == pytest.approx(190.8, abs=1)
    best, low, high = elo_intervals(meetings[:200], ["a", "b"], 1)["b"]
    assert low < best < high
    assert 60 < high - low < 200


def test_elo_adds_up_over_a_ladder():
    meetings = [Meeting(one, other, float(n % 4 > 0), str(n)) for one, other in ("ba", "cb") for n in range(1000)]
    found = elo(meetings, ["a", "b", "c"])
    assert found["c"] == pytest.approx(2 * found["b"], rel=0.02)


def test_elo_is_the_likeliest_however_far_the_levels_are_apart():
    """On a ladder every step is its own: that of a level which won 400.5 to 0.5 with the added game."""
    levels = ["a", "b", "c", "d", "e", "f"]
    meetings = [Meeting(other, one, 1.0, str(deal)) for one, other in pairwise(levels) for deal in range(400)]
    assert elo(meetings, levels)["f"] == pytest.approx(5 * 400 * math.log10(400.5 / 0.5), abs=0.01)
    crosswise = [*meetings, *(Meeting("a", "f", 1.0, str(deal)) for deal in range(10))]
    assert 0 < elo(crosswise, levels)["f"] < elo(meetings, levels)["f"]


def test_a_level_that_always_loses_still_has_an_elo():
    found = elo([Meeting("b", "a", 1.0, str(n)) for n in range(50)], ["a", "b"])
    assert 300 < found["b"] < 2000


def test_a_level_sits_in_every_seat_of_each_deal():
    found = list(fixtures(pairings(["a", "b", "c"], True, 3), 3, 7))
    assert len(found) == 2 * 9
    for one, other in (("b", "a"), ("c", "b")):
        assert {(fixture.deal, fixture.seat) for fixture in found if fixture[:2] == (one, other)} == {
            (deal, seat) for deal in range(3) for seat in range(3)
        }
    assert found[0].bots(3) == ["b", "a", "a"]
    assert pairings(["a", "b", "c"], False, 2) == [("b", "a"), ("c", "a"), ("c", "b")]
    assert ("a", "c") in pairings(["a", "b", "c"], False, 4)


def test_the_same_seed_gives_the_same_games_and_a_stopped_league_goes_on(tmp_path):
    file = tmp_path / "league.jsonl"
    wanted = list(fixtures([("greedy", "random")], 3, 3))
    first = Results(file, TERMS)
    for fixture in wanted:
        first.add(play_fixture(TERMS, fixture))
    text = file.read_text("utf-8")
    file.write_text(text[:-20], "utf-8")
    again = Results(file, TERMS)
    assert again.missing(wanted) == wanted[-1:]
    again.add(play_fixture(TERMS, wanted[-1]))

    def played(lines):
        return [{name: value for name, value in line.items() if name != "ms"} for line in lines]

    assert played(again.lines) == played(first.lines)
    assert played(json.loads(line) for line in file.read_text("utf-8").splitlines()[1:]) == played(first.lines)
    with pytest.raises(StrangeFile):
        Results(file, TERMS._replace(seed=6))
    (pairing,) = pairing_table(first.lines, [("greedy", "random")], 3)
    assert pairing.games == 3
    assert pairing.part > 0.3
    standing = list(standing_table(first.lines, ["random", "greedy"], 1))
    assert standing[0].elo == 0
    assert standing[1].elo > 0
    assert standing[1].ms > 0


def test_other_deals_give_other_games():
    lines = [play_fixture(TERMS, Fixture("greedy", "random", deal, 0)) for deal in (0, 1)]
    assert lines[0]["scores"] != lines[1]["scores"]


def test_a_budget_is_for_a_whole_turn():
    table = Table(Setting("big-boss", 2), 1)
    while table.state.turn is None:
        table.step()
    budget = TurnBudget(TERMS._replace(think=1_000_000, looks=0))
    view = table.state.view(table.state.turn)
    assert budget.of(view).left()
    budget.spent(1_000_000 * 1_000_000)
    assert not budget.of(view).left()
    number = table.state.turn_number
    while table.state.turn is None or table.state.turn_number == number:
        table.step()
    assert budget.of(table.state.view(table.state.turn)).left()
    assert budget.turns == 2


def test_the_clock_of_a_program_runs_down_over_a_turn_even_if_others_count_looks():
    table = Table(Setting("big-boss", 2), 1)
    while table.state.turn is None:
        table.step()
    view = table.state.view(table.state.turn)
    assert isinstance(TurnBudget(TERMS, "greedy").of(view), Looks)
    budget = TurnBudget(TERMS, "exec:./mybot")
    for left in (THINKING_MS, THINKING_MS - 400, 0):
        clock = budget.of(view)
        assert isinstance(clock, Clock)
        assert clock.milliseconds() <= left
        budget.spent(400 * 1_000_000 if left == THINKING_MS else 10**10)


def test_the_command_prints_pairs_and_levels(tmp_path, capsys):
    arguments = ["league", "--game", "alcazar", "--bots", "random,greedy", "--games", "2", "--looks", "9", "--jobs", "1"]
    assert main([*arguments, "--out", str(tmp_path / "x")]) == 0
    pairing, *standings = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (pairing["one"], pairing["other"], pairing["games"]) == ("greedy", "random", 2)
    assert [standing["level"] for standing in standings] == ["random", "greedy"]
    (tmp_path / "y").write_text("nonsense\n", "utf-8")
    assert main([*arguments, "--out", str(tmp_path / "y")]) != 0
    assert main([*arguments[:3], "--bots", "random"]) != 0


def test_a_file_of_anything_else_and_a_full_disk_get_a_sentence(tmp_path, monkeypatch, capsys):
    def full(*_):
        raise OSError(errno.ENOSPC, "the disk is full")

    arguments = ["league", "--game", "alcazar", "--games", "2", "--bots", "greedy,random", "--jobs", "1", "--out"]
    (tmp_path / "picture").write_bytes(b"\x89PNG\n")
    assert main([*arguments, str(tmp_path / "picture")]) == 1
    assert "holds no results" in capsys.readouterr().err
    monkeypatch.setattr(Results, "add", full)
    assert main([*arguments, str(tmp_path / "x")]) == 1
    assert "x: the disk is full" in capsys.readouterr().err


def test_every_game_offers_levels():
    for rules in games().values():
        assert len(offered_levels(rules)) >= 2


def line_with(**changed):
    """A line of a game between three, with something changed."""
    return json.dumps(
        {"one": "a", "other": "b", "deal": 0, "seat": 0, "ranks": [1, 2, 3], "scores": [], "end": "", "ms": {}, "turns": {}}
        | changed
    )


@pytest.mark.parametrize(
    "line",
    [
        *("{}", "[]", "null", '{"one": "a", "other": "b"}', "\xff", '{"one": 1}'),
        *(line_with(ranks=[]), line_with(ranks=[2, 2, 3]), line_with(ranks=[1, 2]), line_with(seat=3), line_with(seat=-1)),
    ],
)
def test_a_damaged_line_is_told_and_left_alone(line, tmp_path):
    file = tmp_path / "league"
    Results(file, TERMS)
    before = file.read_bytes() + line.encode("latin-1") + b"\n"
    file.write_bytes(before)
    with pytest.raises(StrangeFile):
        Results(file, TERMS)
    assert file.read_bytes() == before


def test_a_line_between_as_many_players_is_read(tmp_path):
    file = tmp_path / "league"
    Results(file, TERMS)
    with file.open("a", encoding="utf-8") as out:
        out.write(line_with() + "\n")
    assert Results(file, TERMS).lines[0]["ranks"] == [1, 2, 3]


class Screen(io.StringIO):
    """Standard error that is a screen."""

    def isatty(self):
        return True


LEAGUE = ["league", "--game", "alcazar", "--bots", "random,greedy", "--looks", "5", "--jobs", "1", "--games"]


def test_the_counting_line_ends_before_the_table_even_if_a_test_is_decided_early(monkeypatch):
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    assert main([*LEAGUE, "400", "--sprt", "0,100"]) == 0
    counted = screen.getvalue()
    assert "1 of 400 games" in counted
    assert "400 of 400 games" not in counted
    assert counted.endswith("\n")
    assert counted.count("\n") == 1


def test_the_counting_line_ends_before_the_sentence_of_an_error(monkeypatch, tmp_path):
    def full(*_):
        if len(screen.getvalue()):
            raise OSError(errno.ENOSPC, "the disk is full")

    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(Results, "add", full)
    assert main([*LEAGUE, "4", "--out", str(tmp_path / "x")]) == 1
    counted, said, end = screen.getvalue().split("\n")
    assert counted.count("of 4 games") == 1
    assert said.startswith("alarife: ")
    assert end == ""


def test_the_counting_line_never_says_about_0_minutes():
    assert words("league.progress", done=1, games=9, minutes=0) == "1 of 9 games, less than a minute left"
    assert words("league.progress", done=1, games=9, minutes=1) == "1 of 9 games, about a minute left"
    assert words("league.progress", done=1, games=9, minutes=5) == "1 of 9 games, about 5 minutes left"
