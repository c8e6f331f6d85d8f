"""Alcazar in the table window: bridges, moves and swaps by clicks, offers, sentences, and whole games."""

from __future__ import annotations

import random

import pytest
from PySide6.QtTest import QTest

from client.boards.loop.outcome import outcome
from client.boards.loop.spots import grid_spots
from rules.contract import Move
from tests.client.boards.alcazar.conftest import crossing
from tests.client.table.sitting import LEFT
from tests.client.table.tables import Settings
from tests.rules.alcazar.table import AlcazarTable
from tests.rules.big_boss.table import GRANDE

SPOTS = grid_spots()


def two_pillars() -> AlcazarTable:
    """A castle on 1 to 4, levels 2 1 2 1; the seat's baron on 1 and grande on 4; a bridge from 1 to 3 is possible."""
    table = AlcazarTable(hands={0: [20]})
    table.hand(0, 20)
    table.castle(1, (2, 1, 2, 1))
    table.noble(1, 0)
    table.noble(4, 0, GRANDE)
    return table


def test_exactly_the_bridges_that_can_be_built_are_offered_with_price_and_gain(alcazar) -> None:
    sitting = alcazar("hb", at=crossing())
    offers = sitting.view.board.board.offers
    assert {offer.move for offer in offers} == {move for move in sitting.moves if move.kind == "bridge"} != set()
    for offer in offers:
        done = outcome(sitting.state, offer.move)
        assert offer.said == f"−15 +{done.pays}"
        assert done.after.level(offer.middle) == offer.level
    sitting.view.flat.make()
    assert set(sitting.view.flat._offers) == set(offers)


def test_a_bridge_is_built_by_a_click_on_its_middle(alcazar) -> None:
    sitting = alcazar("hb", at=two_pillars())
    sitting.click_cell(2)
    assert sitting.tried == ["bridge 1 3"]
    assert sitting.view.facts.bridges[0].cells == (1, 2, 3)
    assert sitting.prompt.startswith("Your turn: place a noble")


def test_a_noble_is_moved_by_a_click_on_him_and_swapped_by_another(alcazar) -> None:
    sitting = alcazar("hb", at=two_pillars())
    sitting.click_cell(2)
    sitting.ask(Move("move", (4, 3)))
    assert sitting.tried == ["bridge 1 3", "move 4 3"]
    sitting.press("undo")
    sitting.ask(Move("swap", (4, 1)))
    assert sitting.tried == ["bridge 1 3", "swap 4 1"]
    assert sitting.window.turn.complete


def test_few_moves_of_nobles_are_buttons_too(alcazar) -> None:
    table = two_pillars()
    table.money(15, 40)
    sitting = alcazar("hb", at=table)
    sitting.click_cell(2)
    sitting.window.turn.state.money[0] = 0
    sitting.window._refresh()
    names = [button.objectName() for button in sitting.window.frame.prompt.buttons]
    assert names == [
        "answer-move 1 2",
        "answer-move 1 3",
        "answer-move 4 2",
        "answer-move 4 3",
        "answer-swap 4 1",
        "answer-done",
    ]
    assert sitting.window.frame.prompt.buttons[-1].text() == "Leave it as it is"
    sitting.press("answer-swap 4 1")
    assert sitting.window.turn.complete


def test_the_bridges_for_sale_narrow_the_marks_to_bridges(alcazar) -> None:
    sitting = alcazar("hb", at=two_pillars())
    flat = sitting.view.flat
    assert {1, 2, 4, 20} <= flat.marked
    sitting.press("market-bridge")
    assert flat.marked == {2}
    assert sitting.view.board.board.marked == frozenset()
    sitting.press("market-bridge")
    assert {1, 2, 4, 20} <= flat.marked


def test_the_bridges_for_sale_lie_again_after_a_bridge_was_built(alcazar) -> None:
    sitting = alcazar("hb", at=two_pillars())
    cards = [*sitting.view.panels[0].cards, *sitting.view.hand.cards]
    sitting.press("market-bridge")
    assert [button.card.key for button in cards if button.selected] == ["market-bridge"]
    sitting.click_cell(2)
    assert sitting.tried == ["bridge 1 3"]
    assert not any(button.selected for button in cards)
    sitting.press("undo")
    assert sitting.view.lens == ""
    assert not any(button.selected for button in cards)


def test_a_wrong_place_for_a_bridge_is_explained_by_the_rules(alcazar) -> None:
    sitting = alcazar("hb", at=two_pillars())
    sitting.press("market-bridge")
    sitting.click_cell(40)
    assert sitting.prompt == "A bridge needs a pillar at both ends."
    sitting.click_cell(4)
    assert sitting.prompt == "A bridge needs a pillar at both ends."


def test_the_bridges_for_sale_say_why_no_bridge_can_be_built(alcazar) -> None:
    table = two_pillars()
    table.raised(3)
    sitting = alcazar("hb", at=table)
    sitting.press("market-bridge")
    assert sitting.view.lens == ""
    assert sitting.prompt == "The two pillars are not the same height."


def test_the_flat_board_shows_gaps_only_where_something_is_or_could_be(alcazar) -> None:
    sitting = alcazar("hb", at=crossing(), settings=Settings(flat_view=True))
    flat, facts = sitting.view.flat, sitting.view.facts
    offered = {offer.middle for offer in sitting.view.board.board.offers}
    for cell in range(73, 122):
        assert flat.button(cell).isVisible() == (facts.level(cell) > 0 or cell in offered)
    assert set(flat.places()) == {cell for cell in SPOTS.cells if flat.button(cell).isVisible()}


def test_a_bridge_says_what_is_on_and_under_it(alcazar) -> None:
    sitting = alcazar("hb", at=crossing(), settings=Settings(flat_view=True))
    gap = SPOTS.at.index((6, 3)) + 1
    value = sitting.view.facts.value(gap)
    castle = sitting.reading.crest(sitting.view.facts.building_at[gap].crest)
    assert sitting.view.flat.button(gap).accessibleName() == (
        f"Gap F3, level 4, castle {castle} worth {value}. Bridge 17–67 on level 3, with nothing below. Bridge 6–F3 on level 4."
    )
    assert sitting.reading.about(21)[-1] == "Bridge 20–22 on level 2, with nothing below."
    said = sitting.view.flat.button(6).accessibleName()
    assert f"grande: 8 points; if withdrawn, {2 * value} Real." in said
    assert "Bridge 6–F3 on level 4." in said


def test_nobles_count_their_points_on_the_board_and_in_their_castles(alcazar) -> None:
    sitting = alcazar("hb", at=crossing())
    facts = sitting.view.facts
    points = {noble.cell: sitting.reading.share(noble) for noble in facts.nobles}
    assert points == {6: 8, 17: 3, 20: 2, 42: 2}
    lines = {line.crest: line for line in sitting.reading.castles()}
    crest = facts.building_at[6].crest
    assert lines[crest].shares == ((0, 11),)
    assert "11 points" in lines[crest].said
    assert sitting.view.flat.counts is not None


def test_the_place_of_an_offered_bridge_has_room_for_its_price(alcazar) -> None:
    sitting = alcazar("hb", at=crossing())
    view = sitting.view.board
    for offer in view.board.offers:
        _, room = sitting.view.locate(str(offer.middle))
        price = view.board.pictures.price(offer.said, False)
        wide = price.pixmap.deviceIndependentSize().width() * view.transform().m11()
        assert room.width() >= wide
        spot = view.mapFromScene(view.board.at.top(offer.middle, offer.level))
        assert (room.center() - spot).manhattanLength() <= 4


def test_the_standing_says_how_a_score_comes_about(alcazar) -> None:
    sitting = alcazar("hb", at=crossing())
    lines = sitting.window.frame.standing.ranking
    said = lines.accessibleDescription().splitlines()
    assert "The grande on 6, level 4: 8" in said
    assert "The baron on 17, level 3: 3" in said
    money = sitting.state.money
    assert f"Money: one point for each full 50 of {money[0]} Real: {money[0] // 50}" in said
    assert lines.about(5).splitlines()[0] == "The grande on 6, level 4: 8"
    assert lines.about(lines.height() - 3).splitlines() == ["Money: one point for each full 50 of 10 Real: 0"]
    assert lines.about(1000) == ""


def test_a_move_says_what_it_does_for_the_points_of_the_own_nobles(alcazar) -> None:
    sitting = alcazar("hb", at=two_pillars())
    name, net, told = sitting.reading.deed(Move("bridge", (1, 3)))
    assert (name, net) == ("Build a bridge from 1 to 3", "+2")
    assert told[-1] == "Points of your nobles: +1"


def test_the_headline_counts_bridges(alcazar) -> None:
    sitting = alcazar("hb", at=crossing())
    assert "17 bridges left" in sitting.window.frame.top.facts.text()


def gold_cells(sitting) -> tuple[set[int], set[int]]:
    """The fields and offered bridges that are gold, among the towers and on the flat board."""
    scene = sitting.view.board.board
    return set(scene.marked) | {offer.middle for offer in scene.offers}, set(sitting.view.flat.marked)


@pytest.mark.long
def test_a_whole_game_by_clicks_on_both_boards(alcazar) -> None:
    sitting = alcazar("hb", seed=3)
    window, node, rng = sitting.window, sitting.node, random.Random(3)
    asked = set()
    for _ in range(3000):
        if node.state.result is not None:
            break
        if node.state.turn == 1:
            node.turn_of(1, rng.randrange(1000))
            continue
        if window.turn.complete:
            sitting.press("confirm")
            continue
        moves = sitting.moves
        wanted = {cell for move in moves for cell in sitting.reading.fields_of(move)}
        assert gold_cells(sitting) == (wanted, wanted)
        rare = [move for move in moves if move.kind in ("bridge", "swap", "move") and move.kind not in asked]
        likely = [move for move in moves if move.kind in ("bridge", "play", "baron", "grande", "castle", "play-tower")]
        move = rng.choice(rare or likely or moves)
        window.frame.set_flat(rng.random() < 0.5)
        tried = sitting.tried
        sitting.ask(move)
        assert sitting.tried == [*tried, str(move)], f"{move}: {sitting.prompt}"
        asked.add(move.kind)
    assert node.state.result is not None
    assert {"bridge", "move", "swap", "play", "castle"} <= asked


def test_every_field_can_be_pointed_at_in_a_game_with_bridges(alcazar) -> None:
    """The text at the pointer never fails and always names the field."""
    sitting = alcazar("hbb", moves=120, seed=2)
    for cell in SPOTS.cells:
        sitting.view.point_at(cell)
        name = SPOTS.name(cell)
        assert f"{'Gap' if cell > 72 else 'Field'} {name}" in sitting.view.hint.text
    sitting.view.point_at(0)
    assert not sitting.view.hint.isVisible()


def test_the_scoring_counts_points(alcazar) -> None:
    table = two_pillars()
    table.bridges(1)
    sitting = alcazar("hb", at=table)
    sitting.click_cell(2)
    sitting.press("answer-done")
    sitting.press("confirm")
    scoring = sitting.window.scoring
    assert scoring.isVisible()
    lines = []
    while scoring.skip_button.isEnabled():
        QTest.mouseClick(scoring.next_button, LEFT)
        lines.append(scoring.line.accessibleName())
    assert lines[0] == "Nobles in Almería: Anna 5 points"
    assert lines[-1].endswith("0 points")


def test_a_bridge_is_in_the_prompt_only_where_one_can_be_built(alcazar) -> None:
    sitting = alcazar("hb", at=two_pillars())
    assert sitting.prompt == "Your turn: play a card, buy one, or build a bridge."
    table = AlcazarTable(hands={0: [20]})
    table.hand(0, 20)
    sitting = alcazar("hb", at=table)
    assert all(move.kind != "bridge" for move in sitting.moves)
    assert sitting.prompt == "Your turn: play a card or buy one."


def test_moving_nobles_is_in_the_prompt_only_where_one_can_be_moved(alcazar) -> None:
    table = AlcazarTable(hands={0: [20]})
    table.hand(0, 20)
    table.money(40, 40)
    sitting = alcazar("hb", at=table)
    sitting.press("hand-20")
    sitting.press(f"answer-{next(move for move in sitting.moves if move.kind == 'castle')}")
    assert sitting.prompt == "Your turn: place a noble here? A baron costs 5 Real, a grande twice that."
    sitting.press("market-buy-tower")
    assert sitting.prompt == "First place, move or swap a noble, or choose “Leave it as it is”."
    assert sitting.window.frame.prompt.buttons[-1].text() == "Leave it as it is", "the refusal names the button"


def test_the_first_turn_is_turn_1(alcazar) -> None:
    sitting = alcazar("hb")
    assert sitting.window.frame.top.facts.text().startswith("Turn 1 ")


def test_a_bridge_that_another_built_glows_until_the_player_acts(alcazar) -> None:
    at = AlcazarTable(hands={0: [20]})
    at.hand(0, 20)
    at.castle(1, (2, 1, 2, 1))
    at.noble(1, 1)
    at.noble(4, 1, GRANDE)
    at.money(40, 40)
    at.play("buy-tower")
    sitting = alcazar("hb", at=at)
    node, scene = sitting.node, sitting.view.board.board
    node.make(1, Move("bridge", (1, 3)))
    while node.state.turn == 1:
        moves = node.state.moves()
        node.make(1, next((move for move in moves if move.kind in ("done", "buy-tower")), moves[0]))
    assert {1, 2, 3} <= {cell for cell, seat in scene._rings if seat == 1}
    sitting.press("hand-20")
    assert not scene._rings
