"""A hidden flat board has its sentences ready as soon as it is shown."""

from __future__ import annotations

import pytest

from client.boards.flatbutton import FlatButton
from tests.client.table.sitting import Sitting, sit_down
from tests.client.table.tables import Settings, advanced, begun


def spoken(sitting: Sitting) -> list[tuple[str, str]]:
    buttons = sitting.window.view.flat.findChildren(FlatButton)
    return [(button.accessibleName(), button.accessibleDescription()) for button in buttons]


@pytest.mark.parametrize("name", ["alcazar", "big-boss", "burgenland", "torres"])
def test_the_sentences_of_a_flat_board_do_not_depend_on_when_it_is_shown(styled, qtbot, name: str) -> None:
    def come(flat: bool) -> Sitting:
        state, dealer = begun(2, 3, start=0, name=name)
        advanced(state, dealer, 6, 3)
        return Sitting(*sit_down(qtbot, name, (state, dealer), "hh", Settings(flat_view=flat)))

    early, late = come(flat=True), come(flat=False)
    for sitting in (early, late):
        sitting.window._sit_down(sitting.node.state.turn)
    late.window.frame.set_flat(True)
    assert spoken(late) == spoken(early)
    assert all(name for name, _ in spoken(late))
    if name != "burgenland":  # the hand pays for nothing yet
        assert any(deed for _, deed in spoken(late)), "something can be done somewhere"
