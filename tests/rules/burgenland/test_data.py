"""The data file: our defaults, the facts, and the limits of a corrected copy."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from client.messages import catalogue
from rules.burgenland import Burgenland, check
from rules.burgenland.board import read_board
from rules.burgenland.cards import coins_of, colour_of
from rules.contract import RulesError, complete_options, digest_of
from tests.rules.burgenland.table import begin, data

Change = Callable[[dict[str, Any]], object]


def put(value: object, *path: str | int) -> Change:
    """A change of the entry at this path."""

    def change(content: dict[str, Any]) -> None:
        entry: Any = content
        for key in path[:-1]:
            entry = entry[key]
        entry[path[-1]] = value

    return change


def test_the_facts_that_reviews_agree_on() -> None:
    board = read_board(data())
    assert len(board.cards) == 80
    assert [sum(colour_of(face) == colour for face in board.cards) for colour in range(1, 9)] == [10] * 8
    assert (board.jokers, len(board.builders), len(board.castles), board.swaps, len(board.tiles)) == (17, 12, 11, 9, 13)
    assert min(board.builders) == 1
    assert max(board.builders) == 5
    assert data()["facts"]["box"] == {"wall": 16, "house": 12, "palace": 12, "well": 8, "joker": 17, "swap": 9}
    assert board.start_hands == (4, 5, 6, 7)
    assert board.large_prices == ((4, 6), (5, 7), (6, 8))
    assert (board.permission, board.joker_price, board.five, board.minus_ten, board.draw) == (4, 6, 5, 10, 2)
    printed = [reward for castle in board.castles for reward in castle.squares]
    assert [printed.count(reward) for reward in ("?", "S", "J", "M3", "M4")] == [13, 9, 5, 3, 3]


def test_our_defaults() -> None:
    board = read_board(data())
    roads = {number: "".join("?ABCDEFGH"[end] for end in castle.ends) for number, castle in enumerate(board.castles, 1)}
    assert roads == dict(enumerate(["AB", "BC", "CD", "AE", "BF", "CG", "DH", "EF", "FG", "GH", "AD"], 1))
    assert " ".join("/".join(castle.squares) for castle in board.castles) == (
        "?/S/M3 S/?/J ?/M4/? S/?/J ?/S/M3 J/?/S ?/M4/S S/?/? ?/J/M3 S/?/M4 ?/S/J"
    )
    assert sorted(map(coins_of, board.cards)) == [1] * 32 + [2] * 32 + [3] * 16
    assert board.builders == (1, 1, 2, 2, 3, 3, 3, 3, 4, 4, 5, 5)
    assert {seats: table.marks for seats, table in board.tables.items()} == {
        2: (5, 4, 4, 3),
        3: (5, 4, 4, 3, 3, 2),
        4: (5, 4, 4, 3, 3, 2, 2, 1),
    }
    assert board.tiles == (25,) * 4 + (26,) * 3 + (27,) * 3 + (28,) * 3
    assert board.jokers_for_wall == (1, 1, 1, 1)
    assert board.balanced_hands == (4, 5, 5, 6)


def test_every_default_of_ours_is_marked_as_ours() -> None:
    ours = data()["ours"]
    assert set(ours) == {
        "about", "crossings", "castles", "large_castle", "blocked", "coins", "builders",
        "well_marks", "tiles", "jokers_for_wall", "balanced_hands",
    }  # fmt: skip
    assert "Ours" in ours["about"]
    help_text = catalogue().templates["burgenland.help"]
    for word in ("road", "square brings", "blocked", "coin values", "builders", "well marks", "?-tiles", "jokers", "balanced"):
        assert word in help_text


def test_a_game_can_be_played_with_a_corrected_file() -> None:
    content = data()
    put(["J", "J", "M9"], "ours", "castles", "1", "squares")(content)
    put(["C", "H"], "ours", "castles", "1", "between")(content)
    put([1, 2, 3, 4], "ours", "jokers_for_wall")(content)
    put([3, 3, 3, 3, 3, 3, 2, 2, 2, 2], "ours", "coins", "light-blue")(content)
    content["about"] = "the box on my shelf"
    check(content)
    position = begin(2, content).position
    assert position.board.castles[0].ends == (3, 8)
    assert position.board.castles[0].squares == ("J", "J", "M9")
    assert position.board.jokers_for_wall == (1, 2, 3, 4)
    assert position.board.cards.count(15) == 6


def test_the_digest_of_a_position_is_that_of_its_own_board() -> None:
    for change in (
        None,
        put(["C", "H"], "ours", "castles", "1", "between"),
        put(["J", "J", "M9"], "ours", "castles", "1", "squares"),
    ):
        content = data()
        if change is not None:
            change(content)
        state = begin(2, content)
        assert state.digest() == digest_of(state.view(None).facts())


def test_a_box_holds_at_least_one_of_each_thing() -> None:
    content = data()
    put(0, "facts", "start_jokers")(content)
    put(1, "facts", "box", "joker")(content)
    assert read_board(content).jokers == 1
    put(0, "facts", "box", "joker")(content)
    with pytest.raises(RulesError, match="least=1 most=99 found=0"):
        read_board(content)


DAMAGES: list[tuple[Change, str]] = [
    (
        put("X", "ours", "castles", "4", "squares", 1),
        "castle 4, square b: unknown reward “X”. Write ?, S, J or M1 to M9.",
    ),
    (put(7, "ours", "castles", "4", "squares", 2), "castle 4, square c: unknown reward “7”."),
    (put("M0", "ours", "castles", "11", "squares", 0), "castle 11, square a: unknown reward “M0”."),
    (put("I", "ours", "castles", "3", "between", 1), "castle 3: there is no crossing “I”."),
    (
        put(["A", "A"], "ours", "castles", "3", "between"),
        "castle 3: it must lie between two different crossings, not twice at “A”.",
    ),
    (put([["A"], "B"], "ours", "castles", "3", "between"), "castle 3: there is no crossing"),
    (put(["A"], "ours", "castles", "3", "between"), "ours.castles.3.between: a list of 2 is expected here."),
    (put("Q", "ours", "large_castle", 0), "large castle: there is no crossing “Q”."),
    (put({}, "ours", "castles", "12"), "ours.castles.12: there is no such entry."),
    (lambda content: content["ours"]["castles"].pop("7"), "ours.castles.7: this entry is missing."),
    (lambda content: content.pop("facts"), "burgenland.json.facts: this entry is missing."),
    (put([], "ours"), "ours: a group of named entries is expected here."),
    (put(4, "ours", "coins", "red", 9), "ours.coins.red.10: a whole number from 1 to 3 is expected here, not “4”."),
    (put(True, "ours", "coins", "red", 0), "ours.coins.red.1: a whole number from 1 to 3 is expected here, not “True”."),
    (put([1, 2], "ours", "coins", "red"), "ours.coins.red: a list of 10 is expected here."),
    (put([1] * 10, "ours", "coins", "pink"), "ours.coins.pink: there is no such entry."),
    (put(0, "ours", "builders", 3), "ours.builders.4: a whole number from 1 to 9 is expected here, not “0”."),
    (put([5, 4, 4], "ours", "well_marks", "2"), "ours.well_marks.2: a list of 4 is expected here."),
    (put(5, "ours", "tiles", "five"), "tiles: there are 14 in all, but there should be 13."),
    (put("?", "ours", "castles", "1", "squares", 1), "castles: 14 squares bring “?”, but there are only 13 such tiles."),
    (put("S", "ours", "castles", "1", "squares", 0), "castles: 10 squares bring “S”, but there are only 9 such tiles."),
    (put("2a", "ours", "blocked", "4", "wall"), "ours.blocked.4.wall: a list of squares such as “2a” is expected here."),
    (put("12a", "ours", "blocked", "4", "wall", 0), "blocked with 4 players, wall: there is no square “12a”."),
    (put(5, "ours", "blocked", "4", "wall", 0), "blocked with 4 players, wall: there is no square “5”."),
    (put("5a", "ours", "blocked", "4", "wall", 0), "blocked with 4 players: castle 5, square a is blocked twice."),
    (
        put(["1a"], "ours", "blocked", "4", "house"),
        "4 players, house: players and blocked squares need 13, but the box has 12.",
    ),
    (put([], "ours", "blocked", "3", "wall"), "3 players, wall: players and blocked squares need 12, but the box has 16."),
    (put(3, "facts", "pieces", "4", "well"), "4 players, well: players and blocked squares need 12, but the box has 8."),
    (put(9, "facts", "large_prices", "palace", "different"), "facts.large_prices.palace.different: a whole number from 1 to 8"),
    (put([1, 1, 1], "ours", "jokers_for_wall"), "ours.jokers_for_wall: a list of 4 is expected here."),
    (put([1], "ours", "crossings", "A"), "ours.crossings.A: a list of 2 is expected here."),
    (put("six", "facts", "joker_price"), "facts.joker_price: a whole number from 1 to 12 is expected here, not “six”."),
]


@pytest.mark.parametrize(("damage", "sentence"), DAMAGES, ids=[sentence[:40] for _, sentence in DAMAGES])
def test_a_broken_file_is_refused_with_a_sentence_naming_the_entry(damage: Change, sentence: str) -> None:
    content = data()
    damage(content)
    for refuse in (
        lambda: check(content),
        lambda: Burgenland.start(2, complete_options(Burgenland, {}), {"burgenland": content}),
    ):
        with pytest.raises(RulesError) as caught:
            refuse()
        assert catalogue().text(caught.value.reason).startswith(sentence)


def test_more_wells_than_castles_or_nothing_to_build_is_refused() -> None:
    content = data()
    content["facts"]["box"]["well"] = 20
    content["facts"]["pieces"]["4"]["well"] = 3
    with pytest.raises(RulesError) as caught:
        check(content)
    assert catalogue().text(caught.value.reason) == "4 players: they have 12 wells to build, but there are only 11 castles."
    content = json.loads(json.dumps(data()))
    content["facts"]["pieces"]["2"] = {"wall": 0, "house": 0, "palace": 0, "well": 0}
    squares = [f"{castle}{letter}" for castle in range(1, 12) for letter in "abc"]
    content["facts"]["box"] = {"wall": 11, "house": 11, "palace": 11, "well": 8, "joker": 17, "swap": 9}
    content["ours"]["blocked"]["2"] = {"wall": squares[:11], "house": squares[11:22], "palace": squares[22:]}
    with pytest.raises(RulesError) as caught:
        check(content)
    assert catalogue().text(caught.value.reason) == "2 players: they have nothing to build."


@pytest.mark.parametrize("nonsense", [None, 5, "text", [], {"ours": {}}, {"ours": {}, "facts": {}, "extra": 1}])
def test_nonsense_is_refused(nonsense: object) -> None:
    with pytest.raises(RulesError):
        check(nonsense)


def test_start_does_not_change_the_data() -> None:
    content = data()
    begin(2, content)
    assert content == data()
