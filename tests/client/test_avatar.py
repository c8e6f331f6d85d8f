"""The small pictures of players: the same everywhere, and distinct by their shapes."""

from itertools import combinations

import pytest
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QImage, QPainter

from client.look import avatar
from client.look.likeness import FILE, Likenesses, own_portrait
from client.look.portrait import PARTS, Portrait, numbers, portrait_of
from client.system.settings import Settings
from net.api import Seat
from net.portraits import MOST_CHOICES, MOST_PARTS


def test_a_name_has_the_same_tower_on_every_computer():
    """The parts follow from the name alone, so the test can state them."""
    assert avatar.avatar_of("Anna") == avatar.Avatar("dome", "ball", "windows", "turrets", avatar.avatar_of("Anna").ground)
    assert avatar.avatar_of("  anna ") == avatar.avatar_of("ANNA") == avatar.avatar_of("Anna")
    assert avatar.avatar_of("Ben") != avatar.avatar_of("Anna")
    assert avatar.avatar_of("\udc80")  # a name from a damaged file has one, too


def test_every_part_occurs():
    found = [avatar.avatar_of(f"player {number}") for number in range(400)]
    for field, kinds in zip(avatar.Avatar._fields[:4], (avatar.ROOFS, avatar.TOPS, avatar.OPENINGS, avatar.SIDES), strict=True):
        assert {getattr(one, field) for one in found} == set(kinds)


def grey(one: avatar.Picture) -> bytes:
    image = QImage(QSize(24, 24), QImage.Format.Format_Grayscale8)
    image.fill(0)
    painter = QPainter(image)
    avatar.paint(painter, one, QRectF(0, 0, 24, 24))
    painter.end()
    return bytes(image.constBits())


def test_towers_differ_without_colour(styled):
    """A different part in any place is visible in greyscale at 24 pixels."""
    plain = avatar.Avatar("cone", "flag", "gate", "none", avatar.GROUNDS[0])
    for field, kinds in zip(avatar.Avatar._fields[:4], (avatar.ROOFS, avatar.TOPS, avatar.OPENINGS, avatar.SIDES), strict=True):
        pictures = [grey(plain._replace(**{field: kind})) for kind in kinds]
        for one, other in combinations(pictures, 2):
            assert sum(abs(a - b) > 24 for a, b in zip(one, other, strict=True)) >= 8, field


PLAIN = Portrait("oval", "rosy", "calm", "short", "brown", "none", "none", "tunic", "blue", "plain", "green")
ANNA, BERT = "a1" * 32, "b2" * 32


def test_a_key_has_the_same_portrait_on_every_computer():
    """It follows from the key alone, so the test can state it."""
    assert portrait_of(b"Anna") == portrait_of(b"Anna", ())
    assert numbers(portrait_of(b"Anna")) == (1, 1, 1, 3, 1, 0, 3, 2, 4, 4, 7)
    assert portrait_of(b"Bert") != portrait_of(b"Anna")


def test_every_choice_can_be_sent_and_read_back():
    assert len(PARTS) == len(Portrait._fields) <= MOST_PARTS
    assert tuple(PARTS) == Portrait._fields
    for number in range(300):
        portrait = portrait_of(bytes([number % 256, number // 256]))
        assert portrait_of(b"", numbers(portrait)) == portrait
    assert all(len(choices) <= MOST_CHOICES for choices in PARTS.values())


def test_missing_and_unknown_parts_follow_from_the_key():
    own = portrait_of(b"key")
    assert portrait_of(b"key", (1,)) == own._replace(face="round")
    assert portrait_of(b"key", (MOST_CHOICES - 1,) * MOST_PARTS) == own
    assert portrait_of(b"key", (-1, -5)) == own


def test_portraits_differ_without_colour(styled):
    """A different choice for a part that has a shape is visible in greyscale at 24 pixels."""
    for part in ("face", "hair", "beard", "hat", "clothes", "ground"):
        pictures = [grey(PLAIN._replace(**{part: choice})) for choice in PARTS[part]]
        for one, other in combinations(pictures, 2):
            assert sum(abs(a - b) > 12 for a, b in zip(one, other, strict=True)) >= 8, part


def test_two_annas_look_different_and_bots_are_towers():
    seats = [Seat("person", "Anna", ANNA), Seat("person", "Anna 2", BERT), Seat("bot", "Idris", ANNA, "random"), Seat("open")]
    one, other, bot, free = Likenesses().of_seats(seats, {ANNA: "Anna", BERT: "Anna 2"})
    assert isinstance(one, Portrait)
    assert one != other
    assert (bot, free) == (avatar.avatar_of("Idris"), None)
    renamed = Likenesses().of_seats([Seat("person", "Bea", ANNA)], {ANNA: "Bea"})
    assert renamed == (one,), "the same person looks the same at every table"


def test_the_portrait_belongs_to_the_person_whose_name_the_computer_has():
    shown = Likenesses()
    shown.hear({ANNA: numbers(PLAIN)})
    seats = [Seat("person", "Carl", ANNA), Seat("person", "Anna", ANNA)]
    beside, own = shown.of_seats(seats, {ANNA: "Anna"})
    assert own == PLAIN
    assert beside != PLAIN


def test_the_own_portrait_is_the_one_in_the_settings():
    settings = Settings(name="Anna", portrait=list(numbers(PLAIN)))
    settings.key = ANNA
    known = Likenesses(settings)
    known.hear({ANNA: (1, 1, 1)})  # the earlier choice, which the table still has
    assert own_portrait(settings) == PLAIN == known.of_peer(ANNA)
    settings.portrait = []
    assert own_portrait(settings) == Likenesses().of_peer(ANNA)


def test_what_others_have_shown_outlives_the_program(tmp_path):
    file = tmp_path / FILE
    Likenesses(None, file).hear({ANNA: numbers(PLAIN), BERT: ()})
    assert Likenesses(None, file).of_peer(ANNA) == PLAIN
    assert Likenesses(None, file).of_peer(BERT) == Likenesses().of_peer(BERT)


DAMAGED = [
    "",
    "[",
    "[1]",
    "[" * 50_000,
    " " * 100_000,
    '{"ANNA": [64]}',
    '{"ANNA": [true]}',
    '{"ANNA": "12"}',
    '{"ANNA": [[1]]}',
]


@pytest.mark.parametrize("content", DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_file_of_portraits_counts_as_none(tmp_path, content):
    file = tmp_path / FILE
    file.write_text(content.replace("ANNA", ANNA))
    known = Likenesses(None, file)
    assert known.of_peer(ANNA) == Likenesses().of_peer(ANNA)
    known.hear({ANNA: numbers(PLAIN)})
    assert Likenesses(None, file).of_peer(ANNA) == PLAIN


def test_a_folder_that_cannot_be_written_loses_nothing_but_memory(tmp_path):
    known = Likenesses(None, tmp_path / "missing" / FILE)
    known.hear({ANNA: numbers(PLAIN)})
    assert known.of_peer(ANNA) == PLAIN
