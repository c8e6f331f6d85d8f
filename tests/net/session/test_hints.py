"""A table that has agreed to hints says so to its programs, and the words about each hint reach everybody."""

from __future__ import annotations

import pytest

from net.api import Opened, Said
from tests.net.session.straight import Straight


@pytest.mark.parametrize(("manners", "hints"), [({}, False), ({"hints": "off"}, False), ({"hints": "on"}, True)])
def test_every_program_knows_whether_the_table_has_agreed_to_hints(manners: dict[str, str], hints: bool) -> None:
    table = Straight(3, manners=manners)
    for place in range(3):
        assert table.sessions[place].charter.charter.manner("hints") == ("on" if hints else "off")
        [opened] = table.told(place, Opened)
        assert opened.hints is hints
    assert table.sessions[0].charter.charter.manners == ((("hints", "on"),) if hints else ())


def test_the_words_about_a_hint_reach_everybody() -> None:
    table = Straight(3, manners={"hints": "on"})
    table.take(0, table.sessions[0].say("(I have asked my computer for a hint.)", table.now))
    table.settle()
    for place in range(3):
        [said] = table.told(place, Said)
        assert said.text == "(I have asked my computer for a hint.)"
        assert said.mine is (place == 0)
