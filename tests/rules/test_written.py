"""Texts of facts that are remembered: they belong to the values that the lists had, not to the lists."""

from rules.written import Written


def test_a_list_that_has_changed_since_has_another_text():
    part, levels = Written(), [1, 2]
    assert part.known((levels,)) is None
    assert bytes(part.write((levels,), levels)) == b"[1,2]"
    assert bytes(part.known(([1, 2],)) or b"") == b"[1,2]"
    levels[0] = 3
    assert part.known((levels,)) is None
    assert part.known(([1, 2], [])) is None


def test_only_the_last_text_is_remembered():
    part = Written()
    part.write(([1],), {"of": [1], "at": 2})
    assert bytes(part.write(([2],), {"of": [2], "at": 2})) == b'{"at":2,"of":[2]}'
    assert part.known(([1],)) is None


def test_the_same_lists_of_another_object_have_another_text():
    part, boards = Written(), (("red",), ("blue",))
    part.write(([1],), {"colours": boards[0]}, boards[0])
    assert bytes(part.known(([1],), boards[0]) or b"") == b'{"colours":["red"]}'
    assert part.known(([1],), boards[1]) is None
    assert part.known(([1],)) is None
