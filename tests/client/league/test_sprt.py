import json
import random

import pytest

from client.cli import main
from client.league.games import Line
from client.league.sprt import BOUND, Hypotheses, decide, llr, part_of

PAIR = ("b", "a")


def lines(parts, seats=2):
    """The games of some deals, by the number of seats that one side won in each."""
    found = []
    for deal, won in enumerate(parts):
        for seat in range(seats):
            ranks = [1 if (other == seat) == (seat < won) else 2 for other in range(seats)]
            found.append(Line(one="b", other="a", deal=deal, seat=seat, ranks=ranks, scores=[], end="", ms={}, turns={}))
    return found


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_part_of_an_equal_player_is_the_fair_one(seats):
    assert part_of(0, seats) == pytest.approx(1 / seats)
    assert part_of(-50, seats) < 1 / seats < part_of(50, seats)
    assert part_of(400, 2) == pytest.approx(10 / 11)


def test_the_ratio_is_that_of_two_normal_distributions():
    """Ten deals half won, ten wholly: mean 0.75, and with one won and one lost the spread is 0.0847 by hand."""
    parts = [0.5, 1.0] * 10
    spread = [*parts, 0.0, 1.0]
    mean = sum(spread) / 22
    variance = sum((part - mean) ** 2 for part in spread) / 22
    low, high = 0.5, 1 / (1 + 10**-0.25)
    expected = 20 * (high - low) * (0.75 - (low + high) / 2) / variance
    assert llr(parts, Hypotheses(0, 100), 2) == pytest.approx(expected)
    assert expected > 0
    assert llr([0.5] * 20, Hypotheses(0, 100), 2) < 0


def test_a_clear_pairing_is_decided_early_and_an_equal_one_the_other_way():
    strong = decide(lines([2] * 60), PAIR, Hypotheses(0, 50), 2)
    assert strong.decided == "high"
    assert strong.llr >= BOUND
    assert 4 <= strong.deals < 40
    weak = decide(lines([0] * 60), PAIR, Hypotheses(0, 50), 2)
    assert weak.decided == "low"
    assert decide(lines([2] * 3), PAIR, Hypotheses(0, 50), 2).decided == "open"
    assert decide(lines([0] * 60), ("a", "b"), Hypotheses(0, 50), 2).deals == 0


def test_it_does_not_matter_which_game_ended_first():
    chance = random.Random(3)
    games = lines([chance.choice([1, 2, 2]) for _ in range(80)])
    first = decide(games, PAIR, Hypotheses(0, 60), 2)
    assert first.decided == "high"
    for _ in range(5):
        chance.shuffle(games)
        assert decide(games, PAIR, Hypotheses(0, 60), 2) == first


def test_an_incomplete_deal_waits():
    games = lines([2] * 30)
    del games[5]  # of the third deal
    assert decide(games, PAIR, Hypotheses(0, 50), 2).deals == 2


def test_the_decisions_are_seldom_wrong():
    """Of 200 pairings of equal players, at most a tenth is called stronger, and of those 60 Elo apart at most a tenth equal."""
    chance = random.Random(1)
    for elo, wrong in ((0, "high"), (60, "low")):
        part = part_of(elo, 2)
        found = [
            decide(
                lines([sum(chance.random() < part for _ in range(2)) for _ in range(600)]), PAIR, Hypotheses(0, 60), 2
            ).decided
            for _ in range(200)
        ]
        assert found.count(wrong) <= 20
        assert found.count("open") <= 20


def test_the_command_stops_when_it_is_clear(tmp_path, capsys):
    file = tmp_path / "league"
    command = ["league", "--game", "alcazar", "--bots", "random,greedy", "--games", "400", "--looks", "5", "--jobs", "1"]
    command += ["--sprt", "0,100", "--out", str(file)]
    assert main(command) == 0
    first = capsys.readouterr().out.splitlines()
    (decision,) = [record["sprt"] for record in map(json.loads, first) if "sprt" in record]
    assert decision["decided"] == "high"
    assert json.loads(first[0])["games"] == 2 * decision["deals"] < 100
    played = file.read_text()
    assert main(command) == 0
    assert capsys.readouterr().out.splitlines() == first, "there is nothing left to play"
    assert file.read_text() == played
    assert main([*command, "--text"]) == 0
    assert "greedy is at least 100 Elo stronger than random" in capsys.readouterr().out


@pytest.mark.parametrize("given", ["5", "50,0", "a,b", "0,0", "0,nan", "0,5000"])
def test_an_invalid_pair_of_hypotheses_gets_a_sentence(given, capsys):
    assert main(["league", "--game", "alcazar", "--sprt", given]) == 1
    assert "hypotheses" in capsys.readouterr().err
