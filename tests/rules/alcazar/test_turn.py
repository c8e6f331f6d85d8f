"""How a turn with a bridge is tried, taken back, announced and listed (rulings T1, T2, B2, B3)."""

from __future__ import annotations

import pickle

from rules.contract import parse_move
from rules.trial import Trial
from tests.rules.alcazar.table import AlcazarTable, begin
from tests.rules.big_boss.table import GRANDE
from tests.rules.dealing import Dealer, kinds, told


def before_the_bridge() -> AlcazarTable:
    """A castle on 1 to 4, worth 8; own nobles on 1 and 4, White's baron on 2; a villa on 70 and 71."""
    table = AlcazarTable(hands={0: [20]})
    table.castle(1, (2, 1, 2, 1))
    table.noble(1, 0)
    table.noble(4, 0, GRANDE)
    table.noble(2, 1)
    return table


def test_t2_the_order_of_a_bridge_pay_capture_build_merge_rise_be_paid() -> None:
    table = AlcazarTable()
    table.castle(5, (1, 1, 2))
    table.castle(17, (2, 1, 1))
    table.noble(7, 0)
    table.noble(17, 0, GRANDE)
    gap = table.at(7, 2)
    events = table.play("bridge 7 17")
    assert kinds(events) == ["bridge", "spanned", "merged", "rises", "rises", "paid"]
    assert told(events, "bridge") == [(0, 7, gap, 17, 3, 15)]
    assert told(events, "spanned") == [(0, gap, 3, 1, 14)]
    assert told(events, "merged") == [(0, gap, 1, 2, 19)]
    assert told(events, "paid") == [(0, 19)]
    table = before_the_bridge()
    assert kinds(table.play("bridge 1 3")) == ["bridge", "captured", "spanned", "rises", "paid"]


def test_a_turn_with_a_bridge_can_be_tried_and_taken_back() -> None:
    table = before_the_bridge()
    view = table.state.view(0)
    before = view.facts()
    trial = Trial(view)
    for text in ("bridge 1 3", "move 4 3"):
        trial.play(parse_move(text))
    assert trial.complete
    assert trial.state.turn == 1
    trial.undo()
    assert trial.state.undoable == 1
    assert "swap 4 1" in map(str, trial.state.moves())
    trial.undo()
    assert trial.state.facts() == before == view.facts()


def test_facts_contain_the_bridges_and_the_choices_of_the_noble_step() -> None:
    table = before_the_bridge()
    table.play("bridge 1 3")
    facts = table.state.facts()
    assert list(facts)[-4:] == ["bridges", "bridges_left", "built", "raised"]
    assert facts["bridges"] == [[1, 2, 3, 3, 1]]
    assert (facts["bridges_left"], facts["built"], facts["raised"]) == (19, 1, False)
    assert (facts["places"], facts["places_left"], facts["step"]) == ([1, 2, 3], 1, "noble")
    assert facts["founding_stones"] == 0
    levels = facts["levels"]
    assert isinstance(levels, list)
    assert len(levels) == 121


def test_prompts_name_the_choice_to_make() -> None:
    table = before_the_bridge()
    asked = [table.state.prompt()]
    table.play("bridge 1 3")
    asked.append(table.state.prompt())
    table.money(0, 40)
    asked.append(table.state.prompt())
    assert [str(prompt) for prompt in asked] == [
        "alcazar.prompt.main seat=0 card=0 value=0",
        "alcazar.prompt.noble seat=0 card=0 value=17",
        "alcazar.prompt.exchange seat=0 card=0 value=17",
    ]
    assert begin(2).prompt().kind == "deal"


def test_a_position_with_bridges_can_be_sent_to_another_process() -> None:
    table = before_the_bridge()
    table.play("bridge 1 3")
    twin = pickle.loads(pickle.dumps(table.state))
    assert twin.facts() == table.state.facts()
    assert twin.moves() == table.state.moves()
    twin.play(twin.moves()[0])
    assert twin.facts() != table.state.facts()


def test_copies_with_bridges_are_independent() -> None:
    table = before_the_bridge()
    copy = table.state.copy()
    before = copy.facts()
    table.play("bridge 1 3", "done")
    assert copy.facts() == before


def test_all_players_are_dealt_in_and_the_start_player_is_drawn_by_lot() -> None:
    state = begin(5)
    assert [deal.kind for deal in state.deals] == ["lot", "shuffle", "draw", "draw", "draw", "draw", "draw", "open"]
    events = Dealer(3).deal(state)
    assert told(events, "started") == [(state.turn,)]
