"""A secret in parts: all parts give it back, fewer do not, and every false part is found."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.deal.fair import deposit
from net.deal.fair.escrow import part_fits, rebuilt, split
from net.deal.fair.group import ORDER, GroupError, base

secrets = st.integers(1, ORDER - 1)
places = st.lists(st.integers(1, 16), min_size=2, max_size=7, unique=True)


@settings(max_examples=40)
@given(secrets, places)
def test_all_parts_together_give_the_secret_back_and_every_part_fits(secret, at):
    parts, commitments = split(secret, at)
    assert commitments[0] == base(secret)
    assert len(commitments) == len(at)
    assert all(part_fits(part, place, commitments) for part, place in zip(parts, at, strict=True))
    assert rebuilt(dict(zip(at, parts, strict=True))) == secret


@settings(max_examples=40)
@given(secrets, places, st.data())
def test_a_missing_or_false_part_gives_a_different_secret(secret, at, data):
    parts, commitments = split(secret, at)
    held = dict(zip(at, parts, strict=True))
    place = data.draw(st.sampled_from(at))
    less = {other: part for other, part in held.items() if other != place}
    assert rebuilt(less) != secret
    false = (held[place] + data.draw(st.integers(1, ORDER - 1))) % ORDER
    assert not part_fits(false, place, commitments)
    assert rebuilt({**held, place: false}) != secret
    assert not part_fits(held[place], 17, commitments)


def test_a_secret_is_split_differently_every_time():
    assert split(7, [1, 2, 3])[0] != split(7, [1, 2, 3])[0]


LEFT, OWN, HOLDERS = [11, 12], 11, {2: 21, 3: 31}
PUBLICS = [base(number) for number in LEFT]


def written():
    return deposit.make(LEFT, OWN, {place: base(own) for place, own in HOLDERS.items()}, b"here")


def taken(content, me=2, own=21, publics=PUBLICS, context=b"here"):
    return deposit.take(content, publics, base(OWN), list(HOLDERS), me, own, context)


def test_only_its_holders_can_open_a_deposit():
    content = written()
    held = {place: taken(content, place, own).parts for place, own in HOLDERS.items()}
    for number, secret in enumerate(LEFT):
        assert rebuilt({place: parts[number] for place, parts in held.items()}) == secret
    assert taken(content, 9, 0).parts == ()
    with pytest.raises(GroupError):
        taken(content, 2, 31)
    with pytest.raises(GroupError):
        taken(content, context=b"there")


@pytest.mark.parametrize("part", range(4))
def test_every_part_of_a_deposit_counts(part):
    content = written()
    if part == 3:  # the seal of the other holder is not ours to judge, but its length is
        content[part] += b"0"
    else:
        content[part] = content[part][:-1] + bytes([content[part][-1] ^ 1])
    with pytest.raises(GroupError):
        taken(content)


def test_a_deposit_of_other_secrets_or_without_a_part_is_refused():
    with pytest.raises(GroupError):
        taken(written(), publics=[base(99), PUBLICS[1]])
    with pytest.raises(GroupError):
        taken(written()[:-1])
