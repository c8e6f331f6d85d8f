"""A whole game by clicks on gold, against a player who moves at random."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.client.table.tables import Settings
from tests.client.table.test_window import child, click, gold, loop, should_be_gold

LEFT = Qt.MouseButton.LeftButton


def click_something(sitting, rng: random.Random) -> None:
    """Click something gold, preferring to build."""
    view, window = loop(sitting), sitting.window
    answers = [button.objectName() for button in window.frame.prompt.buttons]
    if answers:
        click(sitting, rng.choice(answers))
        return
    hand = [card for card in view.hand.cards if card.card.can and card.objectName() != "hand-tower"]
    tower = [card for card in view.hand.cards if card.card.can and card.objectName() == "hand-tower"]
    market = [card for card in view.panels[0].cards if card.card.can]
    if tower and rng.random() < 0.5:
        QTest.mouseClick(tower[0], LEFT)
        field = rng.choice(sorted(view.flat.marked))
        window.frame.set_flat(True)
        QTest.mouseClick(view.flat.button(field), LEFT)
        window.frame.set_flat(False)
    elif hand and rng.random() < 0.8:
        QTest.mouseClick(rng.choice(hand), LEFT)
    elif market:
        QTest.mouseClick(rng.choice(market), LEFT)
    else:
        QTest.mouseClick(rng.choice(hand), LEFT)


@pytest.mark.long
def test_a_whole_game_by_clicks(table) -> None:
    sitting = table("hb", seed=1, settings=Settings())
    window, node = sitting.window, sitting.node
    rng = random.Random(1)
    for _ in range(2000):
        if node.state.result is not None:
            break
        if node.state.turn == 1:
            node.turn_of(1, rng.randrange(1000))
            continue
        assert window.turn is not None
        state = window.turn.state
        open_moves = state.moves() if window.turn.open else []
        assert gold(sitting) == should_be_gold(open_moves, state.facts()["card"])
        tried = len(window.turn.tried)
        if window.turn.complete:
            click(sitting, "confirm")
        else:
            click_something(sitting, rng)
            assert len(window.turn.tried) == tried + 1
    assert node.state.result is not None
    assert node.state.problems() == []
    click(sitting, "scoring-skip")
    assert child(sitting, "result-title").isVisible()
    assert tuple(window.scoring.totals()) == node.state.scores()
