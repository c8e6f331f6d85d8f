"""How a turn is tried, taken back and announced (rulings T1, T2)."""

from __future__ import annotations

import pickle

from rules.contract import Move
from rules.trial import Trial
from tests.rules.big_boss.table import Table, begin
from tests.rules.dealing import Dealer


def test_a_whole_turn_can_be_tried_and_taken_back() -> None:
    table = Table(hands={0: [8]})
    table.castle(30, (2, 1, 1))
    table.noble(30, 0)
    view = table.state.view(0)
    before = view.facts()
    trial = Trial(view)
    for text in ("withdraw 30", "play 8", "castle 8", "baron 8"):
        trial.play(Move(text.split()[0], tuple(map(int, text.split()[1:]))))
        assert trial.state.undoable == len(trial.moves)
        assert not trial.complete
    trial.play(Move("done"))
    assert trial.complete
    assert trial.state.turn == 1
    for _ in range(5):
        trial.undo()
    assert trial.state.facts() == before == view.facts()


def test_a_purchase_cannot_be_taken_back_once_the_card_is_turned_over() -> None:
    table = Table()
    trial = Trial(table.state.view(0))
    trial.play(Move("buy-pile"))
    assert trial.complete
    assert trial.state.undoable == 0


def test_a_position_can_be_sent_to_another_process() -> None:
    dealer = Dealer(1)
    state = begin(4)
    for _ in range(60):
        dealer.deal(state)
        state.play(dealer.any_move(state))
    twin = pickle.loads(pickle.dumps(state))
    assert twin.facts() == state.facts()
    dealer.deal(twin)
    assert twin.moves() == (dealer.deal(state), state.moves())[1]


def test_prompts_name_the_choice_to_make() -> None:
    table = Table(hands={0: [8]})
    asked = [table.state.prompt()]
    for move in ("play 8", "castle 8", "done"):
        table.play(move)
        asked.append(table.state.prompt())
    assert [str(prompt) for prompt in asked] == [
        "big-boss.prompt.main seat=0 card=0 value=0",
        "big-boss.prompt.found seat=0 card=8 value=0",
        "big-boss.prompt.noble seat=0 card=8 value=5",
        "big-boss.prompt.main seat=1 card=0 value=0",
    ]
    assert begin(2).prompt().kind == "deal"


def test_the_prompt_says_when_passing_or_withdrawing_is_all_that_is_left() -> None:
    table = Table()
    table.hand(0)
    table.money(0, 30)
    assert table.state.prompt().kind == "may-pass"
    table.castle(8, (2, 1, 1))
    table.noble(8, 0)
    assert table.state.prompt().kind == "must-withdraw"
    table.play("withdraw 8")
    assert table.state.prompt().kind == "main"


def test_facts_contain_every_part_of_the_position() -> None:
    table = Table(hands={0: [8, 20]}, row=[61, 62, 63, 64, 65, 66])
    table.castle(30, (2, 1, 1), stone=30)
    table.noble(31, 1, 2)
    table.play("play 8", "castle 8", "baron 8")
    facts = table.state.facts()
    assert list(facts) == [
        "game", "options", "seats", "turn", "step", "card", "round", "withdrawn", "places", "places_left", "levels", "stones",
        "buildings", "nobles", "blocks", "founding_stones", "towers", "market", "pile", "discards", "players", "pending", "end",
    ]  # fmt: skip
    assert facts["levels"] == [{8: 2, 9: 1, 10: 1, 30: 2, 31: 1, 32: 1}.get(field, 0) for field in range(1, 73)]
    assert facts["stones"] == [30, 8]
    assert facts["buildings"] == [
        {"cells": [8, 9, 10], "value": 5, "crest": 2},
        {"cells": [30, 31, 32], "value": 5, "crest": 1},
    ]
    assert facts["nobles"] == [[8, 0, 1], [31, 1, 2]]
    assert [facts[key] for key in ("turn", "step", "card", "round", "places", "places_left")] == [
        0,
        "noble",
        8,
        1,
        [8, 9, 10],
        1,
    ]
    assert [facts[key] for key in ("blocks", "founding_stones", "towers", "pile")] == [82, 6, 20, 46]
    players = facts["players"]
    assert isinstance(players, list)
    assert {key: value for key, value in players[1].items() if key != "hand"} == {
        "money": 30, "barons": 6, "grandes": 1, "towers": 0, "shown": [], "passed": False, "out": False,
    }  # fmt: skip
