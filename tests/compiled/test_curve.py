"""The sums of points that curve.c computes are those of libsecp256k1, and it takes nothing that is no point or no scalar."""

from __future__ import annotations

import importlib.util
import json
import random
import struct
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise, product
from pathlib import Path
from types import ModuleType

import pytest

from net.deal.fair import elgamal, group, proofs, renewal, shuffle
from net.deal.fair.group import (
    ORDER,
    ROOT,
    GroupError,
    Point,
    base,
    light_scalars,
    minus,
    pack,
    point,
    public_sum,
    public_sums,
    random_scalar,
    times,
)
from rules import compiled

HERE = Path(__file__).resolve().parent
ROOT_FOLDER = HERE.parents[1]
P = 2**256 - 2**32 - 977
INFINITY = bytes(64)

COMPILE = """
import os, sys
folder = sys.argv[1]
sys.path.insert(0, "packaging")
import compiling
if reason := compiling.lacking():
    sys.exit("lacking: " + reason)
from setuptools import Extension, setup
source = ["tests/compiled/field.c"]
inside = Extension("field", source, extra_compile_args=["-O0"], optional=True)
plain = Extension("plain.field", source, extra_compile_args=["-O0"], define_macros=[("PLAIN", "1")], optional=True)
setup(name="curve", packages=[], ext_modules=[*compiling.in_c(), inside, plain],
      script_args=["--quiet", "build_ext", f"--build-lib={folder}/lib", f"--build-temp={folder}/objects"])
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where curve.c and field.c have been compiled."""
    place = tmp_path_factory.mktemp("curve")
    done = subprocess.run(
        [sys.executable, "-c", COMPILE, str(place)], cwd=ROOT_FOLDER, capture_output=True, text=True, check=False
    )
    made = sorted(place.rglob(f"*{compiled.SUFFIX}"))
    if "lacking:" in done.stderr or (sys.platform == "win32" and not made):
        pytest.skip(done.stderr)
    assert len(made) == 3, done.stdout + done.stderr
    return place / "lib"


def loaded(folder: Path, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, folder.joinpath(*name.split(".")).with_suffix(compiled.SUFFIX))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def curve(folder: Path) -> ModuleType:
    return loaded(folder, "net.deal.fair.curve")


@pytest.fixture(scope="module", params=["field", "plain.field"])
def field(request: pytest.FixtureRequest, folder: Path) -> ModuleType:
    """What is inside, as compiled for this processor and as for any other."""
    return loaded(folder, request.param)


def coordinates(of: Point) -> bytes:
    """As curve.c takes them."""
    return bytes(group.ffi.buffer(of.raw))


def summed(curve: ModuleType, *wanted: tuple[Sequence[int], Sequence[Point]]) -> list[bytes]:
    made = curve.sums(
        struct.pack(f"<{len(wanted)}I", *(len(numbers) for numbers, _ in wanted)),
        b"".join(coordinates(of) for _, points in wanted for of in points),
        b"".join(number.to_bytes(32, "little") for numbers, _ in wanted for number in numbers),
    )
    return [made[at : at + 64] for at in range(0, len(made), 64)]


def expected(numbers: Sequence[int], logarithms: Sequence[int]) -> bytes:
    """The coordinates of the sum, from the points' logarithms."""
    whole = sum(map(int.__mul__, numbers, logarithms)) % ORDER
    return coordinates(base(whole)) if whole else INFINITY


NUMBERS = [0, 1, 2, 3, 15, 16, 17, 31, 32, 33, 2**64 - 1, 2**64, 2**127, 2**128 - 1, 2**128, 2**129 - 1, 2**192, 2**255]
NUMBERS += [
    ORDER // 2,
    ROOT,
    ROOT * ROOT % ORDER,
    (5 + 7 * ROOT) % ORDER,
    1 + (11 << 66),
    (11 << 71) + 2**70 - 1,
    *light_scalars(b"\xff" * 16 + bytes(15) + b"\1"),
]
NUMBERS += [-number % ORDER for number in NUMBERS]


def test_multiples_by_special_numbers_are_those_of_the_library(curve: ModuleType) -> None:
    of = base(random_scalar())
    made = summed(curve, *(([number], [of]) for number in NUMBERS))
    assert made == [coordinates(times(number, of)) if number else INFINITY for number in NUMBERS]


@pytest.mark.parametrize("count", [0, 1, 2, 3, 7, 8, 9, 30, 72, 200, 500])
@pytest.mark.parametrize("light", [False, True])
def test_sums_are_those_of_the_library(curve: ModuleType, count: int, light: bool) -> None:
    logarithms = [random_scalar() for _ in range(count)]
    numbers = light_scalars(random.Random(count).randbytes(16 * count)) if light else [random_scalar() for _ in range(count)]
    made = summed(curve, (numbers, [base(each) for each in logarithms]))
    assert made == [expected(numbers, logarithms)]


def test_several_sums_do_not_mix(curve: ModuleType) -> None:
    rows = [[random_scalar() for _ in range(count)] for count in (3, 0, 1, 20, 0, 2)]
    wanted = [([random_scalar() for _ in row], [base(each) for each in row]) for row in rows]
    assert summed(curve, *wanted) == [expected(numbers, row) for (numbers, _), row in zip(wanted, rows, strict=True)]
    assert summed(curve) == []


def chosen_by_an_enemy(chance: random.Random) -> tuple[list[int], list[int]]:
    """Numbers and logarithms, most of them alike, opposite or small, so that sums in between meet or cancel each other."""
    count = chance.randrange(1, 40)
    few = [chance.randrange(1, ORDER) for _ in range(3)] + [1, 2, 3]
    logarithms = [chance.choice(few) * chance.choice((1, 1, -1, 2, ROOT, -ROOT)) % ORDER for _ in range(count)]
    some = [chance.choice(NUMBERS), chance.choice(NUMBERS), chance.randrange(ORDER), chance.randrange(300)]
    numbers = [chance.choice(some) for _ in range(count)]
    if chance.random() < 0.3:  # everything twice, once with the other sign
        return numbers * 2, [*logarithms, *(-each % ORDER for each in logarithms)]
    return numbers, logarithms


def compare(curve: ModuleType, seed: object, count: int) -> None:
    chance = random.Random(f"curve {seed}")
    rows = [chosen_by_an_enemy(chance) for _ in range(count)]
    made = summed(curve, *((numbers, [base(each) for each in logarithms]) for numbers, logarithms in rows))
    assert made == [expected(*row) for row in rows]


def test_equal_and_opposite_points_are_added_up(curve: ModuleType) -> None:
    compare(curve, "few", 60)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(40))
def test_thousands_of_sums_of_equal_and_opposite_points(curve: ModuleType, request: pytest.FixtureRequest, seed: int) -> None:
    compare(curve, f"{request.config.getoption('--chance')} {seed}", 100)


def test_one_point_many_times(curve: ModuleType) -> None:
    one = base(random_scalar())
    assert summed(curve, ([1] * 300, [one] * 300)) == [coordinates(times(300, one))]
    assert summed(curve, ([1, 2, 3] * 100, [one, minus(one), one] * 100)) == [coordinates(times(200, one))]
    assert summed(curve, ([5] * 300, [one, minus(one)] * 150)) == [INFINITY]


def test_places_meet_or_cancel_when_they_are_put_together(curve: ModuleType) -> None:
    one, two = base(1), base(2)
    assert summed(curve, ([2, 1], [one, two])) == [coordinates(base(4))]
    assert summed(curve, ([2, 1], [one, minus(two)])) == [INFINITY]
    assert summed(curve, ([4, 2, 1], [one, minus(two), two])) == [coordinates(two)]


def test_points_with_extreme_coordinates_are_added_up(curve: ModuleType) -> None:
    points = []
    for x in (*range(1, 200), *range(P - 200, P)):
        with suppress(GroupError):
            points.append(point(b"\x02" + pack(x)))
    numbers = [random_scalar() for _ in points]
    assert len(points) > 150
    assert summed(curve, (numbers, points)) == [coordinates(group.weighted(numbers, points))]


ONE = coordinates(group.GENERATOR)
SMALL = next(found for x in range(1, 20) for found in [pow(x**3 + 7, (P + 1) // 4, P)] if found * found % P == (x**3 + 7) % P)


def low(number: int) -> bytes:
    return number.to_bytes(32, "little")


@pytest.mark.parametrize(
    ("points", "numbers"),
    [
        (INFINITY, low(1)),
        (ONE[:63] + bytes([ONE[63] ^ 1]), low(1)),
        (ONE[32:] + ONE[:32], low(1)),
        (low(P) + low(pow(7, (P + 1) // 4, P)), low(1)),
        (low(1 + P) + low(SMALL), low(1)),  # x = 1 is on the curve, but this is another form of it
        (ONE, low(ORDER)),
        (ONE, b"\xff" * 32),
        (ONE[:63], low(1)),
        (ONE, low(1)[:31]),
        (ONE * 2, low(1)),
        (ONE, low(1) * 2),
    ],
)
def test_what_is_no_point_or_no_scalar_is_refused(curve: ModuleType, points: bytes, numbers: bytes) -> None:
    assert curve.sums(struct.pack("<I", 1), low(1) + low(SMALL), low(1))[:32] == low(1)
    with pytest.raises(ValueError, match=r"not a point|do not fit"):
        curve.sums(struct.pack("<I", 1), points, numbers)


@pytest.mark.parametrize("lengths", [b"", b"\1\0\0", struct.pack("<I", 0), struct.pack("<I", 2), struct.pack("<II", 1, 1)])
def test_lengths_that_do_not_fit_are_refused(curve: ModuleType, lengths: bytes) -> None:
    with pytest.raises(ValueError, match="do not fit"):
        curve.sums(lengths, ONE, low(1))


EDGES = [0, 1, 2, 2**32 + 976, 2**32 + 977, 2**32 + 978, 2**64 - 1, 2**64, 2**128 - 1, 2**192, 2**255, P - 2, P - 1, P, P + 1]
EDGES += [2**256 - 2, 2**256 - 1, P + 2**32, (2**256 - 1) ^ (2**64 - 1), (2**256 - 1) ^ 2**64]


@pytest.mark.parametrize("operation", "+-*/=")
def test_arithmetic_modulo_p_holds_at_its_edges(field: ModuleType, operation: str) -> None:
    chance = random.Random(operation)
    numbers = [*EDGES, *(chance.randrange(2**256) for _ in range(20))]
    for a, b in product(numbers, numbers):
        right = {
            "+": lambda a, b: (a + b) % P,
            "-": lambda a, b: (a - b) % P,
            "*": lambda a, b: a * b % P,
            "/": lambda a, b: a * pow(b, P - 2, P) % P,
            "=": lambda a, b: int(a % P == 0),
        }[operation](a, b)
        assert int.from_bytes(field.work(operation, low(a), low(b)), "little") == right, (hex(a), hex(b))


def test_digits_stand_for_their_number(field: ModuleType) -> None:
    chance = random.Random(5)
    for number in (*NUMBERS, *(chance.randrange(ORDER) for _ in range(500))):
        digits = field.digits(low(number))
        assert (
            sum(digit << place if not turned else (digit << place) * ROOT for turned, place, digit in digits) % ORDER == number
        )
        assert all(digit % 2 and abs(digit) < 16 and place < 129 for _, place, digit in digits)
        for half in (0, 1):
            places = [place for turned, place, _ in digits if turned == half]
            assert all(after - before >= 5 for before, after in pairwise(places))
            assert len(places) <= 26


# -- both ways give the same answers -------------------------------------------------------------------------------------------


@pytest.fixture(params=[False, True])
def way(request: pytest.FixtureRequest, curve: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Both ways in turn. The number of sums computed by curve.c is added to the list."""
    used: list[int] = []

    def sums(lengths: bytes, points: bytes, numbers: bytes) -> bytes:
        used.append(len(lengths) // 4)
        made: bytes = curve.sums(lengths, points, numbers)
        return made

    monkeypatch.setattr(group, "compiled_sums", sums if request.param else None)
    return used if request.param else [1]


def test_sums_for_proofs_are_the_same_both_ways(way: list[int]) -> None:
    logarithms = [random_scalar() for _ in range(12)]
    points = [base(each) for each in logarithms]
    numbers = [1, 1, -1, *(random_scalar() for _ in logarithms[3:])]
    whole = base(sum(map(int.__mul__, numbers, logarithms)))
    assert public_sum(numbers, points) == whole
    assert public_sums([(numbers, points), ([2], [points[0]])]) == [whole, times(2, points[0])]
    for wrong in (
        [([0, *numbers[1:]], points)],
        [(numbers, points), ([], [])],
        [([1, 1, *numbers, *numbers], [base(1), minus(base(1)), *points, *map(minus, points)])],
    ):
        with pytest.raises(GroupError):
            public_sums(wrong)
    with pytest.raises(ValueError, match=r"shorter|longer"):
        public_sums([(numbers, points[1:])])
    assert way


def test_recorded_proofs_hold_both_ways(way: list[int]) -> None:
    known = json.loads((ROOT_FOLDER / "tests/net/deal/fair/vectors.json").read_text("utf-8"))
    before, after = ([elgamal.unpack(bytes.fromhex(card)) for card in known[name]] for name in ("before", "after"))
    key, content, context = point(bytes.fromhex(known["key"])), bytes.fromhex(known["proof"]), known["context"].encode()
    assert shuffle.check(before, after, shuffle.unpack_shuffle_proof(content, 4), key, context)
    for at in range((6 + 2 * 4) * 33 + 31, len(content), 32):
        bent = content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]
        assert not shuffle.check(before, after, shuffle.unpack_shuffle_proof(bent, 4), key, context)
    assert way


def test_shuffles_hold_and_are_refused_both_ways(way: list[int]) -> None:
    key = base(random_scalar())
    cards = tuple(elgamal.lay_open(card, key) for card in range(10))
    examiner = shuffle.Examiner()
    for _ in range(2):
        mixed = shuffle.mix(cards, key)
        proof = shuffle.prove(cards, mixed, key, b"")
        false = (*mixed.after[:9], elgamal.reencrypt(mixed.after[0], key, random_scalar()))
        assert not examiner.holds(cards, false, proof, key, b"")
        assert examiner.holds(cards, mixed.after, proof, key, b"")
        cards = mixed.after
    assert way


@pytest.mark.usefixtures("way")
def test_commitments_whose_sum_shows_no_order_are_refused_both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    """The blinds add up to 0: then the first statement is the point at infinity, which has no place in a proof."""
    key = base(random_scalar())
    cards = tuple(elgamal.lay_open(card, key) for card in range(10))
    mixed = shuffle.mix(cards, key)
    assert mixed.ahead is not None
    moves = mixed.ahead.moves()
    assert moves is not None
    moves.blinds[mixed.order[0]] = -(sum(moves.blinds) - moves.blinds[mixed.order[0]]) % ORDER
    monkeypatch.setattr(mixed.ahead, "moves", lambda: moves)
    proof = shuffle.prove(cards, mixed, key, b"")
    assert group.total(proof.commitments) == group.total(shuffle.generators(10)[1])
    assert not shuffle.check(cards, mixed.after, proof, key, b"")


def test_shares_and_new_keys_hold_both_ways(way: list[int]) -> None:
    old, new, others = random_scalar(), random_scalar(), random_scalar()
    before_key, key = base(old + others), base(new + others)
    cards = [elgamal.reencrypt(elgamal.lay_open(card, before_key), before_key, random_scalar()) for card in range(9)]
    hints = [card.hint for card in cards]
    made, proof = proofs.prove_shares(old, hints, b"")
    assert proofs.check_shares(base(old), hints, made, proof, b"")
    assert not proofs.check_shares(base(old), hints, [made[1], made[0], *made[2:]], proof, b"")
    after, randomness = renewal.change(cards, key, new - old)
    proof = renewal.prove(cards, after, key, new - old, randomness, b"")
    assert renewal.check(cards, after, key, base(new - old), proof, b"")
    assert not renewal.check(cards, [after[1], after[0], *after[2:]], key, base(new - old), proof, b"")
    assert way


def test_without_the_compiled_form_the_library_computes_all() -> None:
    asked = "from net.deal.fair import group; print(group.compiled_sums)"
    told = subprocess.run([sys.executable, "-c", asked], cwd=ROOT_FOLDER, capture_output=True, text=True, check=True)
    assert told.stdout == "None\n"  # tests run with ALARIFE_RULES=interpreted
