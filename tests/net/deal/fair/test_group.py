"""The group's own laws, and the refusal of anything but points and scalars."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.deal.fair.group import (
    ORDER,
    ROOT,
    GroupError,
    base,
    challenge,
    hashed_point,
    light_scalars,
    minus,
    pack,
    point,
    products,
    public_sum,
    public_sums,
    scalar,
    times,
    total,
    weighted,
    weights,
)

scalars = st.integers(1, ORDER - 1)


@given(scalars, scalars)
def test_sums_of_points_are_points_of_sums(one, other):
    if (one + other) % ORDER:
        assert total([base(one), base(other)]) == base(one + other)


@given(scalars, scalars)
def test_multiples_agree_from_both_sides(one, other):
    assert times(one, base(other)) == times(other, base(one)) == base(one * other)


@given(st.lists(st.tuples(scalars, scalars), min_size=1, max_size=40))
def test_a_weighted_sum_is_the_sum_of_products(pairs):
    numbers, points = [number for number, _ in pairs], [base(number) for _, number in pairs]
    assert products(numbers, points) == [times(number, of) for number, of in zip(numbers, points, strict=True)]
    expected = sum(one * other for one, other in pairs)
    if expected % ORDER:
        assert weighted(numbers, points) == base(expected)


@given(st.lists(st.lists(st.tuples(scalars | st.just(1), scalars), min_size=1, max_size=9), min_size=1, max_size=4))
def test_several_sums_are_computed_at_once(rows):
    wanted = [([number for number, _ in row], [base(number) for _, number in row]) for row in rows]
    expected = [sum(one * other for one, other in row) % ORDER for row in rows]
    if all(expected):
        assert public_sums(wanted) == [base(each) for each in expected]


def test_sums_without_points_or_with_a_zero_or_at_infinity_are_refused():
    for wrong in ([([], [])], [([1], [base(2)]), ([], [])], [([0], [base(2)])], [([1, 1], [base(2), minus(base(2))])]):
        with pytest.raises(GroupError):
            public_sums(wrong)
    with pytest.raises(ValueError, match="shorter"):
        public_sum([1, 2], [base(2)])


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_zero_among_weights_is_refused(place):
    numbers = [1, 1, 1]
    numbers[place] = 0
    with pytest.raises(GroupError):
        weighted(numbers, [base(2), base(3), base(4)])


@given(scalars)
def test_a_point_and_its_negative_cancel(number):
    assert minus(base(number)) == base(ORDER - number)
    with pytest.raises(GroupError):
        total([base(number), minus(base(number))])


@given(scalars)
def test_points_and_scalars_survive_packing(number):
    assert point(base(number).format()) == base(number)
    assert scalar(pack(number)) == number


@given(st.binary(max_size=40))
def test_junk_is_refused_or_reads_back_as_it_was(content):
    with suppress(GroupError):
        assert point(content).format() == content


@pytest.mark.parametrize("content", [b"", b"\x02" * 32, b"\x04" + b"\x01" * 64, b"\x00" * 33, b"\x02" + b"\xff" * 32])
def test_bytes_that_are_no_compressed_point_are_refused(content):
    with pytest.raises(GroupError):
        point(content)


@pytest.mark.parametrize("content", [pack(ORDER), b"\xff" * 32, b"\x01" * 31, b"\x01" * 33])
def test_bytes_that_are_no_scalar_are_refused(content):
    with pytest.raises(GroupError):
        scalar(content)


@pytest.mark.parametrize("number", [0, ORDER, 2 * ORDER])
def test_the_point_at_infinity_cannot_be_made(number):
    with pytest.raises(GroupError):
        base(number)
    with pytest.raises(GroupError):
        times(number, base(1))


def test_no_points_have_no_sum():
    with pytest.raises(GroupError):
        total([])


def test_challenges_depend_on_where_parts_begin():
    assert challenge(b"ab", b"c") != challenge(b"a", b"bc") != challenge(b"abc")


def test_light_scalars_are_made_of_two_halves_and_a_root_of_one():
    assert ROOT != 1 == pow(ROOT, 3, ORDER)
    content = bytes(7) + b"\x05" + bytes(7) + b"\x09" + b"\xff" * 16
    assert light_scalars(content) == [(5 + 9 * ROOT) % ORDER, (2**64 - 1) * (1 + ROOT) % ORDER]


def test_weights_depend_on_every_part_and_on_where_parts_begin():
    made = [tuple(weights(4, *parts)) for parts in ((b"ab", b"c"), (b"a", b"bc"), (b"abc",))]
    assert len({weight for row in made for weight in row}) == 12
    assert weights(2, b"ab", b"c") == list(made[0][:2])


def test_hashed_points_are_distinct_and_fixed():
    points = [hashed_point("card", number).format() for number in range(80)]
    assert len(set(points)) == 80
    assert points[0].hex() == hashed_point.__wrapped__("card", 0).format().hex()
