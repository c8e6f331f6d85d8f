"""The secrets that a departing peer hands over arrive whole, whatever their values; other numbers are refused."""

import pytest

from net.deal.fair.group import ORDER, GroupError, base
from net.deal.fair.legacy import open_seal, seal

LEAVER, HEIR, TABLE = 1234567, 7654321, b"\7" * 32


@pytest.mark.parametrize("left", [[1], [ORDER - 1], [1, 2, ORDER - 1, 2], []])
def test_the_heir_reads_every_secret_that_there_can_be(left):
    assert open_seal(seal(left, LEAVER, base(HEIR), TABLE), HEIR, base(LEAVER), TABLE) == left


@pytest.mark.parametrize("wrong", [0, ORDER])
def test_what_cannot_be_a_secret_is_refused(wrong):
    with pytest.raises(GroupError):
        open_seal(seal([1, wrong], LEAVER, base(HEIR), TABLE), HEIR, base(LEAVER), TABLE)
