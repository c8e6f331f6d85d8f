"""The table of Burgenland driven by clicks on the real widgets."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from client.boards.burgenland import stones
from client.boards.burgenland.facts import read_facts
from client.boards.burgenland.hues import HUES
from client.boards.burgenland.layout import Target
from client.boards.burgenland.motion import MapSteps
from client.boards.burgenland.reading import PIECES
from client.boards.contract import Shown
from client.boards.motion import Motion
from client.look import theme
from client.messages import catalogue
from client.table import art
from rules.burgenland import bought_with
from rules.contract import Move
from rules.message import message
from tests.client.boards.burgenland.conftest import BurgenlandSitting, begun
from tests.client.table.tables import Settings

HEAPS = {
    "pay-joker": "joker",
    "swap": "swap",
    "five": "five",
    "plot": "plot",
    "minus-ten": "minus-ten",
    "lawless": "law-break",
}
"""The first words of the moves that a heap of jokers or tiles serves."""

LEFT = Qt.MouseButton.LeftButton
BUILDS = ("wall", "house", "palace", "lawless-house", "lawless-palace")


def child(sitting: BurgenlandSitting, name: str) -> QWidget:
    found = sitting.window.findChild(QWidget, name)
    assert found is not None, name
    return found


def click(sitting: BurgenlandSitting, name: str) -> None:
    widget = child(sitting, name)
    assert widget.isVisible(), name
    QTest.mouseClick(widget, LEFT)


def click_place(sitting: BurgenlandSitting, target: Target) -> None:
    view = sitting.view.board
    spot = view.room(target).center()
    if target[0] == "castle":
        spot = view.mapFromScene(view.map.layout.plates[target[1] - 1].strip.center())
    assert view.map.at(view.mapToScene(spot)) == target
    QTest.mouseMove(view.viewport(), spot)
    QTest.mouseClick(view.viewport(), LEFT, pos=spot)


def places_of(moves: Iterable[Move]) -> set[Target]:
    places: set[Target] = set()
    for move in moves:
        if move.kind in BUILDS:
            places.add(("square", *move.args))
        elif move.kind == "plot":
            places.add(("square", move.args[0], 4))
        elif move.kind == "well":
            places.add(("well", move.args[0], 0))
        elif move.kind == "swap":
            places |= {("crossing", crossing, 0) for crossing in move.args}
        elif move.kind.startswith("large-"):
            places.add(("large", move.args[0], int(move.kind == "large-same")))
    return places


def gold(sitting: BurgenlandSitting) -> tuple[set[Target], set[Target], set[str], set[str], set[str]]:
    view = sitting.view
    hand = {button.card.key if not button.card.slot else str(button.card.move) for button in view.hand.cards if button.card.can}
    stock = {button.card.key for button in view.panels[0].cards if button.card.can}
    answers = {button.objectName() for button in sitting.window.frame.prompt.buttons}
    return set(view.map.marked), set(view.flat.marked), hand, stock, answers


def should_be_gold(moves: list[Move]) -> tuple[set[Target], set[Target], set[str], set[str], set[str]]:
    hand = {str(move) for move in moves if move.kind == "pay"}
    for begins, key in HEAPS.items():
        if any(move.kind.startswith(begins) for move in moves):
            hand.add(f"hand-{key}")
    stock = {f"stock-{key}" for kind, key in (("draw", "pile"), ("joker", "joker")) if Move(kind) in moves}
    answers = {f"answer-{move}" for move in moves if move.kind in ("draw", "minus-ten", "end", "pass")}
    return places_of(moves), places_of(moves), hand, stock, answers


def bot_plays(sitting: BurgenlandSitting, rng: random.Random) -> None:
    """The bot's turn, quickly: it builds where it can."""
    node = sitting.node
    while node.state.turn == 1:
        moves = node.state.moves()
        builds = [move for move in moves if move.kind not in ("draw", "end", "swap", "joker")]
        ends = [move for move in moves if move.kind in ("end", "pass", "draw")]
        node.make(1, rng.choice(builds or ends))


def click_something(sitting: BurgenlandSitting, rng: random.Random) -> None:
    """Click something gold, preferring to build."""
    view = sitting.view
    moves = sitting.state.moves()
    pays = [button for button in view.hand.cards if button.card.can and (button.card.slot or button.card.key == "hand-joker")]
    if pays and view.facts is not None and view.facts.payment is not None:
        QTest.mouseClick(rng.choice(pays), LEFT)
        return
    builds = sorted(places_of(move for move in moves if move.kind != "swap"))
    if builds and rng.random() < 0.9:
        click_place(sitting, rng.choice(builds))
    elif any(move.kind == "swap" for move in moves) and rng.random() < 0.3:
        one, other = rng.choice([move.args for move in moves if move.kind == "swap"])
        click_place(sitting, ("crossing", one, 0))
        assert view.map.marked == {("crossing", crossing, 0) for crossing in range(1, 9) if crossing != one}
        click_place(sitting, ("crossing", other, 0))
    else:
        click(sitting, rng.choice(sorted(should_be_gold(moves)[4])))
        return
    if view.menu.isVisible():
        QTest.mouseClick(rng.choice(view.menu.entries), LEFT)


@pytest.mark.long
def test_a_whole_game_by_clicks(table) -> None:
    sitting = table("hb", seed=1)
    window, node = sitting.window, sitting.node
    rng = random.Random(1)
    assert child(sitting, "purse").isVisible()
    for _ in range(3000):
        if node.state.result is not None:
            break
        if node.state.turn == 1:
            bot_plays(sitting, rng)
            continue
        assert window.turn is not None
        if window.turn.complete:
            click(sitting, "confirm")
            continue
        assert gold(sitting) == should_be_gold(sitting.state.moves())
        tried = len(window.turn.tried)
        click_something(sitting, rng)
        assert window.turn is None or len(window.turn.tried) == tried + 1
    assert node.state.result is not None
    assert node.state.problems() == []
    assert not child(sitting, "purse").isVisible(), "nothing is paid after the end"
    click(sitting, "scoring-skip")
    assert child(sitting, "result-title").isVisible()
    assert tuple(window.scoring.totals()) == node.state.scores()


def test_nothing_is_gold_when_it_is_not_my_turn(table) -> None:
    sitting = table("hb")
    click(sitting, "stock-pile")
    click(sitting, "confirm")
    click(sitting, "answer-end")
    click(sitting, "confirm")
    assert sitting.node.state.turn == 1
    assert gold(sitting) == (set(), set(), set(), set(), set())
    QTest.mouseClick(sitting.view.hand.cards[0], LEFT)
    assert "Bruno" in sitting.prompt


def rich(table) -> BurgenlandSitting:
    """A table where seat 0 holds many cards."""
    sitting = table("hbbb", moves=190, seed=5, draw=0.97)
    assert len(read_facts(sitting.state.facts()).players[0].hand) >= 18
    return sitting


def pick(sitting: BurgenlandSitting, face: int) -> None:
    """Click on a card of this face that is not picked out yet."""
    facts = read_facts(sitting.state.facts())
    hand = dict(facts.players[0].hand)
    view = sitting.view
    button = next(
        button for button in view.hand.cards if button.card.slot and hand[button.card.slot] == face and not button.card.picked
    )
    QTest.mouseClick(button, LEFT)


def purchase(sitting: BurgenlandSitting) -> tuple[Move, list[int]]:
    """A build on a square that four cards of the hand pay for exactly, and the faces of those cards."""
    facts = read_facts(sitting.state.facts())
    builds = [move for move in sitting.state.moves() if move.kind in ("house", "well")]
    for move in builds:
        stones = facts.stones(move.args[0])
        slots = [slot for slot, face in facts.players[0].hand if (face - 1) // 3 + 1 in stones][:4]
        if len(slots) == 4:
            faces = dict(facts.players[0].hand)
            return move, [faces[slot] for slot in slots]
    raise AssertionError("no such build")


def test_picked_cards_show_what_they_buy_and_one_click_pays(table) -> None:
    sitting = rich(table)
    view = sitting.view
    move, faces = purchase(sitting)
    for face in faces:
        pick(sitting, face)
    assert len(view.picks.slots) == 4
    rows = bought_with(sitting.state, sorted(view.picks.slots), 0)
    assert view.map.marked == places_of(row[0] for row in rows)
    assert f"castle {move.args[0]}" in child(sitting, "purse-words").text()
    target = ("square", *move.args) if move.kind == "house" else ("well", move.args[0], 0)
    click_place(sitting, target)
    if view.menu.isVisible():
        QTest.mouseClick(next(entry for entry in view.menu.entries if entry.objectName() == f"menu-{move}"), LEFT)
    tried = sitting.window.turn.tried
    assert tried[0] == move
    assert [step.kind for step in tried[1:]] == ["pay"] * 4
    assert sitting.state.facts()["payment"] is None
    assert sitting.state.facts()["acted"]


def test_a_payment_that_does_not_help_is_refused_with_its_reason(table) -> None:
    sitting = rich(table)
    view = sitting.view
    move, faces = purchase(sitting)
    facts = read_facts(sitting.state.facts())
    stones = facts.stones(move.args[0])
    wrong = next(face for _, face in facts.players[0].hand if (face - 1) // 3 + 1 not in stones)
    for face in [faces[0], wrong]:
        pick(sitting, face)
    target = ("square", *move.args) if move.kind == "house" else ("well", move.args[0], 0)
    click_place(sitting, target)
    if view.menu.isVisible():
        QTest.mouseClick(next(entry for entry in view.menu.entries if entry.objectName() == f"menu-{move}"), LEFT)
    assert sitting.window.frame.prompt.mood == "refused"
    colour = catalogue().text(f"burgenland.colour.{(wrong - 1) // 3 + 1}")
    assert f"a {colour} card does not help" in sitting.prompt
    assert sitting.window.turn.tried[0] == move
    assert sitting.state.facts()["payment"] is not None
    click(sitting, "reset")
    assert sitting.window.turn.tried == ()


def test_picked_cards_are_put_back_by_a_second_click_and_by_escape(table) -> None:
    sitting = rich(table)
    view = sitting.view
    before = gold(sitting)
    QTest.mouseClick(view.hand.cards[0], LEFT)
    assert view.picks.slots
    assert gold(sitting) != before
    QTest.mouseClick(view.hand.cards[0], LEFT)
    assert gold(sitting) == before
    QTest.mouseClick(view.hand.cards[0], LEFT)
    QTest.keyClick(sitting.window, Qt.Key.Key_Escape)
    assert not view.picks.slots
    assert gold(sitting) == before


def test_a_click_on_anything_else_gets_the_rules_reason(table) -> None:
    sitting = table("hbbb", moves=40, seed=2)
    view = sitting.view
    quiet = [target for target in view.map.layout.targets() if target not in view.map.marked and target[0] != "castle"]
    assert quiet
    for target in quiet:
        click_place(sitting, target)
        assert sitting.window.turn.tried == ()
        assert sitting.window.frame.prompt.mood == "refused", target
        sitting.window.frame.prompt.ask("", True)


def test_the_ground_of_a_castle_offers_the_moves_possible_there(table) -> None:
    sitting = rich(table)
    view = sitting.view
    for castle in range(1, 12):
        click_place(sitting, ("castle", castle, 0))
        there = [move for move in sitting.state.moves() if move.kind in (*BUILDS, "well", "plot") and move.args[0] == castle]
        assert [entry.objectName() for entry in view.menu.entries] == [f"menu-{move}" for move in there]
        assert sitting.window.turn.tried == ()


def test_the_hand_is_sorted_with_the_coins_of_each_colour(table) -> None:
    sitting = rich(table)
    view = sitting.view
    faces = [(button.card.colour, button.card.coins) for button in view.hand.cards if button.card.slot]
    assert faces == sorted(faces)
    sums = {colour: coins for colour, coins, _ in view.hand._groups}
    assert sums == {
        colour: sum(coins for other, coins in faces if other == colour) for colour in {colour for colour, _ in faces}
    }


@pytest.mark.parametrize("size", [(1280, 720), (1600, 900), (2560, 1440)])
def test_a_long_hand_fits_and_can_be_read(table, size: tuple[int, int]) -> None:
    sitting = table("hbbb", moves=190, seed=5, draw=0.97, size=size)
    hand = sitting.view.hand
    buttons = [button for button in hand.cards if button.isVisible()]
    assert len(buttons) >= 20
    for button, following in itertools.pairwise(buttons):
        assert hand.rect().contains(button.geometry())
        assert following.x() - button.x() >= 22
    board = sitting.view.board
    shown = board.mapFromScene(board.map.layout.bounds).boundingRect()
    assert board.viewport().rect().contains(shown)
    assert 12 * board.magnified >= 11
    prompt = sitting.window.frame.prompt
    lawn = board.viewport().mapTo(sitting.window, shown.topLeft())
    for button in prompt.buttons:
        assert button.mapTo(sitting.window, QPoint(0, button.height())).y() <= lawn.y()


@pytest.mark.parametrize("size", [(960, 600), (1280, 720)])
def test_cards_are_large_in_a_small_window(table, size: tuple[int, int]) -> None:
    sitting = table("hbbb", moves=60, seed=5, size=size)
    frame, view = sitting.window.frame, sitting.view
    hand = [button for button in view.hand.cards if button.isVisible()]
    assert len(hand) >= 5
    assert all(button.width() >= 56 and button.height() >= 72 for button in hand)
    assert all(button.height() >= 56 for button in view._stock.cards)
    for button, following in itertools.pairwise(hand):
        assert not button.geometry().intersects(following.geometry())
    turns = sitting.window.turn_bar
    last = hand[-1].mapTo(frame, hand[-1].rect().topRight())
    assert last.x() < turns.mapTo(frame, QPoint(0, 0)).x()
    assert frame.right_column.verticalScrollBar().maximum() == 0


def test_offers_on_the_map_are_those_of_the_rules(table) -> None:
    sitting = rich(table)
    view = sitting.view
    reading = view.reading
    assert reading is not None
    for castle, has in reading.purses().items():
        assert len(has) == 4
        assert (-1 in has) == bool(reading.castle_offers[castle].lacking)
    target = ("well", 11, 0)
    view.point_at(target)
    ringed = {button.card.slot for button in view.hand.cards if button.ringed and button.card.slot}
    assert ringed == set(reading.castle_offers[11].slots)
    view.point_at(None)
    assert not any(button.ringed for button in view.hand.cards)


def test_the_flat_board_is_played_by_keys(table) -> None:
    sitting = table("hbbb", moves=190, seed=5, draw=0.97, settings=Settings(flat_view=True))
    view = sitting.view
    target = next(target for target in sorted(view.flat.marked) if target[0] == "square")
    button = view.flat.buttons[target]
    assert button.isVisible()
    assert f"Castle {target[1]}" in button.accessibleName()
    assert "Between" in button.accessibleName()
    assert button.accessibleDescription()
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Return)
    if view.menu.isVisible():
        QTest.keyClick(view.menu.entries[0], Qt.Key.Key_Return)
    assert sitting.window.turn.tried
    assert sitting.state.facts()["payment"] is not None
    seen, todo = set(), [view.flat.buttons["crossing", 1, 0]]
    while todo:
        here = todo.pop()
        if here.target not in seen:
            seen.add(here.target)
            todo += [view.flat.beside(here.target, *way) for way in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    assert seen == set(view.flat.buttons)


def test_flat_places_do_not_overlap(table) -> None:
    for size in ((1280, 720), (2560, 1440)):
        sitting = table("hbbb", settings=Settings(flat_view=True), size=size)
        assert (sitting.view.flat.unit > 1.5) == (size == (2560, 1440)), "letters grow with the board"
        rooms = [button.geometry().adjusted(1, 1, -1, -1) for button in sitting.view.flat.buttons.values()]
        for place, room in enumerate(rooms):
            assert sitting.view.flat.rect().contains(room)
            assert room.width() >= 20
            assert not any(room.intersects(other) for other in rooms[place + 1 :])


@pytest.mark.parametrize("size", [(960, 600), (1024, 600), (1280, 720)])
def test_the_figures_of_a_flat_castle_fit_into_it(table, monkeypatch, size) -> None:
    rooms: list[float] = []
    prices: list[float] = []
    monkeypatch.setattr(stones, "paint_pips", lambda _painter, room, _has: rooms.append(room.left()))
    monkeypatch.setattr(stones, "paint_price", lambda _painter, box, *_: prices.append(box.width()))
    sitting = table("hbbb", settings=Settings(flat_view=True), size=size)
    sitting.view.flat.grab()
    behind_stones = 8 + 26 + 24 + 22
    assert min(rooms) >= behind_stones
    assert min(prices) >= stones.PRICE_WIDE - 0.01


def test_every_animation_ends_with_everything_in_its_place(styled) -> None:
    """A whole game, each move animated and skipped at another moment."""
    from client.boards.burgenland.view import BurgenlandView

    state, dealer = begun(3, 4)
    rng = random.Random(4)
    view = BurgenlandView(catalogue())
    flown: list[tuple[str, str, int]] = []
    motion = Motion()
    moved = 0
    for _ in range(220):
        moves = state.moves()
        if not moves:
            break
        builds = [move for move in moves if move.kind not in ("end", "pass")]
        events = state.play(rng.choice(builds or moves)) + dealer.settle(state)
        view.show(Shown(state.view(0), 0, (), ("a", "b", "c"), 0))
        entries = view.map.entries
        tweens = MapSteps(view.map, lambda *what: flown.append(what)).tweens(events)
        moved += bool(tweens)
        motion.play(tweens, 1.0)
        motion.tick(rng.randrange(600))
        motion.finish()
        assert all(item.pos().isNull() and item.opacity() == 1.0 for item in entries.values())
    assert moved > 20
    assert flown


def test_the_map_shows_exactly_what_stands(styled) -> None:
    from client.boards.burgenland.view import BurgenlandView

    state, dealer = begun(4, 9)
    rng = random.Random(9)
    view = BurgenlandView(catalogue())
    for _ in range(150):
        moves = state.moves()
        if not moves:
            break
        state.play(rng.choice(moves))
        dealer.settle(state)
    view.show(Shown(state.view(1), 1, (), ("a", "b", "c", "d"), 1))
    facts = read_facts(state.facts())
    pieces = {
        ("piece", number, place): (piece, facts.stones(number)[(place - 1) % 2])  # with the colour of a town at its road
        for number, castle in enumerate(facts.castles, 1)
        for place, (_, piece) in enumerate(castle.squares, 1)
        if piece
    }
    assert {key: item.content for key, item in view.map.entries.items() if key[0] == "piece"} == pieces
    colours = {("stone", number): crossing.colour for number, crossing in enumerate(facts.crossings, 1)}
    assert {key: item.content for key, item in view.map.entries.items() if key[0] == "stone"} == colours
    wells = {("well", number) for number, castle in enumerate(facts.castles, 1) if castle.well}
    assert {key for key in view.map.entries if key[0] == "well"} == wells


def test_hidden_piece_counts_stay_hidden(table) -> None:
    sitting = table("hb", moves=20, options={"screens": "on"})
    row = sitting.window.frame.players.rows[1]
    assert row.info.line.main is None
    assert row.info.line.counts == ()
    assert "hidden" in row.accessibleName()
    assert sitting.window.frame.players.rows[0].info.line.main is not None


def test_crests_have_the_colours_of_their_shields(styled) -> None:
    for colour in range(1, 9):
        picture = art.pixmap(f"burgenland/crest-{colour}", 56).toImage()
        seen = {picture.pixelColor(x, 9).name() for x in range(picture.width())}
        assert HUES[colour] in seen


def test_the_two_blues_are_far_apart() -> None:
    assert theme.contrast(HUES[5], HUES[6]) > 5


def test_the_prompt_names_the_joker_where_one_would_do(table) -> None:
    for seed in range(1, 30):
        sitting = table(moves=30, seed=seed)
        reading = sitting.view.reading
        build = next((move for move in sitting.moves if move.kind in PIECES), None)
        if build is None or not reading.facts.players[0].jokers:
            continue
        place = ("square", *build.args)
        click_place(sitting, place)
        if sitting.view.menu.isVisible():
            QTest.mouseClick(next(entry for entry in sitting.view.menu.entries if entry.objectName() == f"menu-{build}"), LEFT)
        if Move("pay-joker") in sitting.moves:
            assert sitting.prompt.endswith(" or a joker.")
            return
    raise AssertionError("no joker can be paid in any of these")


def test_the_caption_keeps_what_a_turn_did_rather_than_its_end(table) -> None:
    sitting = table("hb")
    sitting.press("answer-draw")
    sitting.press("confirm")
    sitting.press("answer-end")
    sitting.press("confirm")
    for kind in ("draw", "end"):
        sitting.node.make(1, next(move for move in sitting.node.state.moves() if move.kind == kind))
    assert sitting.window.frame.caption.text == "Bruno draws 2 cards."


def test_what_another_built_glows_in_its_colour(table) -> None:
    """A piece, a well, swapped stones, an extra plot, the large castle: on both boards."""
    places = {
        ("square", 3, 2): message("burgenland.event.built", seat=1, piece=0, castle=3, square=2),
        ("well", 4, 0): message("burgenland.event.built-well", seat=1, castle=4),
        ("crossing", 5, 0): message("burgenland.event.swapped", seat=1, one=5, other=5),
        ("square", 6, 4): message("burgenland.event.plot", seat=1, castle=6),
        ("large", 0, 0): message("burgenland.event.built-large", seat=1, piece=2),
    }
    view = table("hb").window.view
    view.glow([(1, event) for event in places.values()])
    assert dict(view.map._rings) == dict.fromkeys(places, 1)
    assert {target for target, button in view.flat.buttons.items() if button.rings == (1,)} == {
        *(place for place in places if place[0] != "large"),
        *(target for target in view.flat.buttons if target[0] == "large"),
    }
    view.glow(())
    assert not view.map._rings
    assert not any(button.rings for button in view.flat.buttons.values())


def test_the_caption_tells_what_was_built_and_not_what_was_paid(table) -> None:
    window = table("hb").window
    paid, built = message("burgenland.event.paid-joker", seat=1), message("burgenland.event.built-large", seat=1, piece=1)
    window._caption([paid, built], 1)
    assert window.frame.caption.text == window.catalogue.text(built, window.names)
    window._caption([paid], 1)
    assert window.frame.caption.text == window.catalogue.text(paid, window.names)


def test_drawn_cards_are_seen_once_they_are_confirmed(table) -> None:
    sitting = table("hb")
    before = len(sitting.view.facts.players[0].hand)
    sitting.press("answer-draw")
    assert sitting.prompt == "Confirm to see the cards. This cannot be undone."
    sitting.press("confirm")
    assert sitting.node.state.turn == 0, "the turn goes on with the new cards"
    assert len(sitting.view.facts.players[0].hand) == before + 2


def test_the_first_turn_is_turn_1(table) -> None:
    assert table("hb").window.frame.top.facts.text().startswith("Turn 1 ")


def test_a_flat_board_of_any_size_is_painted(table):
    """An error in the middle of painting can end the program; with fields of sixteen pixels the rewards had no room."""
    flat = table(settings=Settings(flat_view=True)).view.flat
    for wide in range(40, 480, 4):
        flat.resize(wide, wide * 3 // 5)
        assert not flat.grab().isNull()
