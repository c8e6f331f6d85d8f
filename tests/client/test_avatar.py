"""The tower of a name: the same everywhere, and told apart by its shape."""

from itertools import combinations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QImage, QPainter

from client.look import avatar


def test_a_name_has_the_same_tower_on_every_computer():
    """The parts come from the name alone, so they are written down here once."""
    assert avatar.avatar_of("Anna") == avatar.Avatar("dome", "ball", "windows", "turrets", avatar.avatar_of("Anna").ground)
    assert avatar.avatar_of("  anna ") == avatar.avatar_of("ANNA") == avatar.avatar_of("Anna")
    assert avatar.avatar_of("Ben") != avatar.avatar_of("Anna")
    assert avatar.avatar_of("\udc80")  # a name from a damaged file has one, too


def test_every_part_occurs():
    found = [avatar.avatar_of(f"player {number}") for number in range(400)]
    for field, kinds in zip(avatar.Avatar._fields[:4], (avatar.ROOFS, avatar.TOPS, avatar.OPENINGS, avatar.SIDES), strict=True):
        assert {getattr(one, field) for one in found} == set(kinds)


def grey(one: avatar.Avatar) -> bytes:
    image = QImage(QSize(24, 24), QImage.Format.Format_Grayscale8)
    image.fill(0)
    painter = QPainter(image)
    avatar.paint(painter, one, QRectF(0, 0, 24, 24))
    painter.end()
    return bytes(image.constBits())


def test_towers_differ_without_colour(styled):
    """Another part in any place is seen in greyscale at 24 pixels."""
    plain = avatar.Avatar("cone", "flag", "gate", "none", avatar.GROUNDS[0])
    for field, kinds in zip(avatar.Avatar._fields[:4], (avatar.ROOFS, avatar.TOPS, avatar.OPENINGS, avatar.SIDES), strict=True):
        pictures = [grey(plain._replace(**{field: kind})) for kind in kinds]
        for one, other in combinations(pictures, 2):
            assert sum(abs(a - b) > 24 for a, b in zip(one, other, strict=True)) >= 8, field
