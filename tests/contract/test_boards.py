"""Every game with a board can name the flaws of a board and the differences between two boards."""

from __future__ import annotations

import json
import random

import pytest

from net.deal.local import settle
from net.deal.seeded import SeededDeals, seed_of
from rules.boards import LARGEST_BOARD, board_of, pack_board, unpack_board
from rules.contract import RulesError, complete_options
from rules.registry import game, games
from tests.contract.boards import corrected, shipped, spoilt
from tests.contract.wording import check_words

WITH_BOARD = [name for name, rules in games().items() if rules.data]
SEEDS = range(6)

every_board = pytest.mark.parametrize("name", WITH_BOARD)


def test_the_games_with_boards_are_found() -> None:
    assert WITH_BOARD == ["alcazar", "big-boss", "burgenland", "torres"]


@every_board
def test_the_shipped_board_has_no_flaws_and_does_not_differ_from_itself(name: str) -> None:
    rules, data = game(name), shipped(name)
    assert rules.flaws(data) == []
    assert rules.differences(data, shipped(name)) == []
    assert rules.differences(data, board_of(data)) == [], "what explains entries is no part of a board"


@every_board
@pytest.mark.parametrize("seed", SEEDS)
def test_a_corrected_board_can_be_sent_as_bytes(name: str, seed: int) -> None:
    rules, data = game(name), corrected(name, seed)
    raw = pack_board(rules, board_of(data))
    assert len(raw) <= LARGEST_BOARD // 2
    assert unpack_board(rules, raw) == board_of(data)
    assert pack_board(rules, unpack_board(rules, raw)) == raw


@every_board
@pytest.mark.parametrize("seed", SEEDS)
def test_differences_name_each_entry_once_with_a_sentence(name: str, seed: int) -> None:
    rules, data = game(name), corrected(name, seed)
    found = rules.differences(shipped(name), data)
    assert found
    back = rules.differences(data, shipped(name))
    assert {(one.entry, json.dumps(one.old), json.dumps(one.new)) for one in found} == {
        (one.entry, json.dumps(one.new), json.dumps(one.old)) for one in back
    }
    assert len({one.entry for one in found}) == len(found)
    for one in found:
        assert one.old != one.new
        check_words(one.said, 0)


@every_board
@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_on_a_corrected_board_can_be_finished(name: str, seed: int) -> None:
    rules, data = game(name), corrected(name, seed)
    assert rules.flaws(data) == []
    chance = random.Random(f"{name} {seed}")
    for seats in rules.seats[:: 2 if seed % 2 else 1]:
        state = rules.start(seats, complete_options(rules, {}), board_of(data))
        deals = SeededDeals(seed_of(f"{name} {seed} {seats}"))
        settle(state, deals)
        for _ in range(20_000):
            if state.turn is None:
                break
            assert state.problems() == []
            state.play(chance.choice(state.moves()))
            settle(state, deals)
        assert state.result is not None
        assert state.problems() == []


@every_board
def test_every_flaw_of_a_board_has_a_sentence(name: str) -> None:
    """A board without flaws starts a game, for each number of seats."""
    rules = game(name)
    tried = flawed = 0
    for entry, data in spoilt(name):
        tried += 1
        flaws = rules.flaws(data)
        flawed += bool(flaws)
        for flaw in flaws:
            check_words(flaw.said, 0)
        try:
            for seats in rules.seats:
                rules.start(seats, complete_options(rules, {}), data)
        except RulesError:
            assert flaws, entry
    assert tried / 2 < flawed < tried


@every_board
@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"[]",
        b"{}",
        b"\xff",
        b"[" * 5000,
        b"1e999",
        b"1" * 5000,
        b'{"torres":{"blocks":NaN}}',
        b'{"torres":1,"torres":2}',
        b'{"loop-board":{"fields":' + b"[" * 30 + b"]" * 30 + b"}}",
        b'{"burgenland":null}',
        b" " * (LARGEST_BOARD + 1),
    ],
)
def test_invalid_board_bytes_are_refused_with_a_sentence(name: str, raw: bytes) -> None:
    with pytest.raises(RulesError) as caught:
        unpack_board(game(name), raw)
    check_words(caught.value.reason, 0)


@every_board
def test_only_the_canonical_form_counts(name: str) -> None:
    rules = game(name)
    raw = pack_board(rules, board_of(shipped(name)))
    spaced = json.dumps(json.loads(raw)).encode()
    for other in (spaced, raw + b"\n", raw.replace(b":[", b": [", 1)):
        with pytest.raises(RulesError) as caught:
            unpack_board(rules, other)
        assert caught.value.reason.key == "boards.damaged"


@every_board
def test_a_board_that_is_too_large_cannot_be_sent(name: str) -> None:
    rules, data = game(name), shipped(name)
    first = rules.data[0]
    data[first]["about"] = "x" * LARGEST_BOARD
    with pytest.raises(RulesError) as caught:
        pack_board(rules, data)
    assert caught.value.reason.key == "boards.too-large"


def test_flaws_of_a_loop_name_the_fields() -> None:
    data = shipped("big-boss")
    fields = data["loop-board"]["fields"]
    fields[17], fields[39] = fields[39], fields[17]
    found = game("alcazar").flaws(data)
    assert {place for flaw in found for place in flaw.places} == {"17", "18", "19", "39", "40", "41"}
    assert {flaw.said.key for flaw in found} == {"boards.loop.apart"}
    fields[20] = fields[21]
    assert "boards.loop.same" in {flaw.said.key for flaw in game("big-boss").flaws(data)}
    data["loop-board"]["columns"] = 1_000_000
    assert [flaw.said.key for flaw in game("alcazar").flaws(data)] == ["boards.loop.size"]


def test_flaws_of_torres_name_the_squares() -> None:
    data = shipped("torres")
    data["torres"]["starts"] = [0, 2, 21, 45]
    found = {flaw.said.key: flaw.places for flaw in game("torres").flaws(data)}
    assert found["boards.torres.near"] == ("0", "2")
    assert {"boards.torres.few", "boards.torres.castles"} <= found.keys()
    data = shipped("torres")
    data["torres"]["blocks"] = 84
    assert {flaw.said.key for flaw in game("torres").flaws(data)} == {"boards.torres.blocks"}


def test_flaws_of_burgenland_name_the_squares() -> None:
    data = shipped("burgenland")
    data["burgenland"]["ours"]["blocked"]["2"]["wall"].append("5c")
    found = {flaw.said.key: flaw.places for flaw in game("burgenland").flaws(data)}
    assert found["burgenland.data.twice"] == ("square 5 3",)
    assert "square 5 3" in found["boards.burgenland.pieces"]
    data = shipped("burgenland")
    data["burgenland"]["ours"]["castles"]["1"]["between"] = ["A", "A"]
    data["burgenland"]["ours"]["crossings"]["B"] = data["burgenland"]["ours"]["crossings"]["C"]
    for castle in "4567":
        data["burgenland"]["ours"]["castles"][castle]["squares"] = ["S", "S", "S"]
    found = {flaw.said.key: flaw.places for flaw in game("burgenland").flaws(data)}
    assert found["burgenland.data.road"] == ("castle 1",)
    assert found["boards.burgenland.same"] == ("crossing 2", "crossing 3")
    assert len(found["boards.burgenland.rewards"]) > 9
