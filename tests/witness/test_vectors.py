"""The worked examples hold for the second verifier, too, and it knows nothing of the first."""

from __future__ import annotations

import ast
import base64
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.vectors import vectors
from tests.witness import packing, renewal, shuffle
from tests.witness.charter import Damaged, read_charter
from tests.witness.curve import G, NotAPoint, Point, Q, combination, minus, packed, point, scalar, times, total
from tests.witness.entries import read_entry
from tests.witness.group import (
    bytes32,
    card,
    challenge,
    ciphertext,
    common_point,
    derived,
    first_seal,
    hashed_point,
    secret_holds,
    sha256,
    share_holds,
    shares_hold,
    unsealed,
    weights,
    without,
)
from tests.witness.local import below, order, words
from tests.witness.rulebook import start_of
from tests.witness.signing import signed

FOLDER = Path(__file__).parent
KNOWN: dict[str, dict[str, Any]] = vectors()  # type: ignore[assignment]


def raw(text: str) -> bytes:
    return bytes.fromhex(text)


def number(text: str) -> int:
    return scalar(raw(text))


def bent(content: bytes) -> bytes:
    return content[:-1] + bytes([content[-1] ^ 1])


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.name)
def test_the_second_verifier_shares_nothing_with_the_first(path: Path) -> None:
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names.add(node.module or "")
    if path.name != "test_witness.py":  # it compares the two
        assert not {name.partition(".")[0] for name in names} & {"net", "client", "coincurve", "msgpack", "msgspec"}
        inside = {name for name in names if name.startswith("tests.")}
        assert all(name.startswith("tests.witness") or name in ("tests.vectors", "tests.chance") for name in inside)
        curves = {name for name in names if name.startswith("cryptography")}
        assert curves <= {"cryptography.exceptions", "cryptography.hazmat.primitives.asymmetric.ed25519"}


def test_the_group_has_its_known_properties() -> None:
    assert combination([(Q, G)]) is None
    assert total([G, G, G]) == times(3, G) == combination([(1, G)] * 3)
    assert combination([(1, G), (1, minus(G))]) is None
    many = [(5**place, times(place + 2, G)) for place in range(60)]
    assert combination(many) == times(sum(5**place * (place + 2) for place in range(60)), G)
    assert point(packed(minus(G))) == minus(G)
    for broken in (b"", b"\x04" + bytes(32), b"\x02" + b"\xff" * 32, b"\x02" + (5).to_bytes(32, "big")):
        with pytest.raises(NotAPoint):
            point(broken)


def test_values_are_packed_in_one_way() -> None:
    for example in KNOWN["msgpack"]["examples"]:
        assert packing.pack(example["value"]).hex() == example["bytes"]
        assert packing.unpack(raw(example["bytes"])) == example["value"]
    for example in KNOWN["msgpack"]["binary"]:
        assert packing.pack(raw(example["hex"])).hex() == example["bytes"]
    for other in ("cc01", "d90161", "dc000100", "80", "cb3ff0000000000000", "c1", "91", "0000", "a1ff", "dd" + "ff" * 4):
        with pytest.raises(packing.NotCanonical):
            packing.unpack(raw(other))


def test_a_signature_holds_for_its_purpose_alone() -> None:
    known = KNOWN["signatures"]
    for purpose, signature in known["signatures"].items():
        for other in known["signatures"]:
            assert signed(raw(known["key"]), other, raw(known["content"]), raw(signature)) == (other == purpose)


def test_entries_have_their_hashes_and_signatures() -> None:
    for known in KNOWN["entries"]["entries"]:
        entry = read_entry(raw(known["raw"]))
        assert signed(entry.author, "entry", raw(known["raw"]), raw(known["signature"]))
        assert sha256(raw(known["raw"])).hex() == known["hash"]


def test_chance_follows_from_the_seed() -> None:
    known = KNOWN["chance"]
    assert [order(raw(known["seed"]), use, range(1, 11)) for use in (1, 2)] == known["orders"]
    assert [below(words(raw(known["seed"]), use), 5) for use in range(1, 9)] == known["below"]


def test_challenges_points_weights_and_secrets() -> None:
    known = KNOWN["group"]
    assert bytes32(challenge(b"a", b"", b"bc")).hex() == known["challenge"]
    assert [packed(card(place)).hex() for place in range(6)] == known["cards"]
    assert [packed(hashed_point("shuffle generator", place)).hex() for place in range(6)] == known["generators"]
    assert [bytes32(weight).hex() for weight in weights(3, b"a", b"bc")] == known["weights"]
    for kind, secret in known["secrets"].items():
        assert derived(kind, bytes(range(32)), b"agreement") == number(secret)


def test_small_proofs_hold_and_altered_ones_do_not() -> None:
    known = KNOWN["proofs"]
    key, context = point(raw(known["key"])), raw(known["context"])
    hints, shares = ([point(raw(text)) for text in known[name]] for name in ("hints", "shares"))
    assert secret_holds(key, raw(known["secret_proof"]), context)
    assert not secret_holds(key, bent(raw(known["secret_proof"])), context)
    assert share_holds(key, hints[0], point(raw(known["share"])), raw(known["share_proof"]), context)
    assert not share_holds(key, hints[1], point(raw(known["share"])), raw(known["share_proof"]), context)
    assert shares_hold(key, hints, shares, raw(known["shares_proof"]), context)
    assert not shares_hold(key, hints, [shares[1], shares[0], shares[2]], raw(known["shares_proof"]), context)
    assert not shares_hold(key, hints, shares, raw(known["shares_proof"]), bent(context))


def test_seals_open_for_the_two_that_made_them() -> None:
    known = KNOWN["seals"]
    own, other, context = number(known["own"]), number(known["other"]), raw(known["context"])
    numbers = [number(text) for text in known["numbers"]]
    for mine, theirs in ((own, other), (other, own)):
        assert unsealed(raw(known["sealed"]), common_point(mine, times(theirs, G)), context) == numbers
    key, proof, seal = (raw(part) for part in known["bequest"])
    assert secret_holds(point(key), proof, context)
    assert unsealed(seal, common_point(other, point(key)), context) == numbers


def test_a_deposit_gives_each_holder_values_on_the_committed_polynomials() -> None:
    known = KNOWN["deposits"]
    written, author = [raw(part) for part in known["written"]], times(number(known["author"]), G)
    commitments = [[point(joined[start : start + 33]) for start in range(0, 99, 33)] for joined in written[:2]]
    assert [packed(each[0]) for each in commitments] == [packed(times(number(text), G)) for text in known["numbers"]]
    for (place, secret), seal in zip(known["holders"].items(), written[2:], strict=True):
        values = unsealed(seal, common_point(number(secret), author), raw(known["context"]))
        assert values is not None
        for value, each in zip(values, commitments, strict=True):
            assert times(value, G) == combination((int(place) ** power, one) for power, one in enumerate(each))


def test_the_shuffle_is_proven_and_opens_to_the_same_cards() -> None:
    known = KNOWN["shuffle"]
    key, context, proof = point(raw(known["key"])), raw(known["context"]), raw(known["proof"])
    before, after = ([ciphertext(raw(text)) for text in known[name]] for name in ("before", "after"))
    assert [first_seal(place, key) for place in range(5)] == before
    assert shuffle.holds(before, after, proof, key, context)
    assert not shuffle.holds(before, [after[1], after[0], *after[2:]], proof, key, context)
    assert not shuffle.holds(before, after, bent(proof), key, context)
    assert not shuffle.holds(before, after, proof, key, bent(context))
    secrets = [number(text) for text in known["secrets"]]
    opened = [without(each.masked, [times(secret, each.hint) for secret in secrets]) for each in after]
    assert opened == [card(place) for place in known["order"]]


@pytest.mark.parametrize("place", range(5))
def test_every_equation_of_the_shuffle_counts(place: int) -> None:
    known = KNOWN["shuffle"]
    key, context, proof = point(raw(known["key"])), raw(known["context"]), raw(known["proof"])
    before, after = ([ciphertext(raw(text)) for text in known[name]] for name in ("before", "after"))
    at = 33 * (6 + 2 * len(after)) + 32 * place
    other = proof[:at] + bytes32((scalar(proof[at : at + 32]) + 1) % Q) + proof[at + 32 :]
    assert not shuffle.holds(before, after, other, key, context)


def test_new_keys_keep_the_cards() -> None:
    known = KNOWN["renewal"]
    context, proof = raw(known["context"]), raw(known["proof"])
    old, new = ((number(known[name][0]), number(known[name][1])) for name in ("old", "new"))
    other = number(known["other"])
    key = total([times(new[0], G), times(other, G)])
    difference = renewal.key_difference(times(new[0], G), times(old[0], G))
    assert isinstance(difference, tuple)
    before, after = ([ciphertext(raw(text)) for text in known[name]] for name in ("before", "after"))
    assert renewal.holds(before, after, key, difference, proof, context)
    assert not renewal.holds(before, after, key, difference, bent(proof), context)
    assert not renewal.holds(before, after[::-1], key, difference, proof, context)
    opened = [without(each.masked, [times(secret, each.hint) for secret in (new[0], other)]) for each in after]
    assert opened == [card(place) for place in range(3)]
    assert renewal.unlocked(raw(known["locked"]), new, context) == old


def test_a_lot_has_one_possible_answer() -> None:
    known = KNOWN["lots"]
    question = hashed_point(f"lot {known['agreement']}", 0)
    answers: list[Point] = [times(number(secret), question) for secret in known["secrets"]]
    assert [packed(answer).hex() for answer in answers] == known["answers"]
    assert challenge("lot", raw(known["agreement"]), *answers) % 5 == known["of_five"]


def test_an_invite_has_addresses() -> None:
    known = KNOWN["invites"]
    text = known["code"].removeprefix("alarife:").upper()
    code = base64.b32decode(text + "=" * (-len(text) % 8))
    content, checksum = code[:-4], code[-4:]
    assert checksum == sha256(b"alarife invite\0" + content)[:4]
    assert content[0] == 1
    assert content[1:33].hex() == known["key"]
    assert content[34 : 34 + content[33]].hex() == known["token"]
    assert int.from_bytes(content[50:52], "big") == known["port"]
    assert [content[53], content[58]] == [4, 6]
    assert len(content) == 53 + 5 + 17


@pytest.mark.parametrize("place", [0, 1], ids=["shipped board", "own board"])
def test_a_charter_is_read_with_the_board_that_it_carries(place: int) -> None:
    known = KNOWN["charters"]["charters"][place]
    content = raw(known["raw"])
    charter = read_charter(content)
    assert charter.hash.hex() == known["hash"] == sha256(content).hex()
    assert (charter.board.decode(), charter.rules.hex(), charter.manners) == (known["board"], known["rules"], known["manners"])
    secrets = [Ed25519PrivateKey.from_private_bytes(raw(secret)) for secret in KNOWN["charters"]["secrets"]]
    assert [secret.public_key().public_bytes_raw() for secret in secrets] == charter.keys
    for key, signature in zip(charter.keys, known["signatures"], strict=True):
        assert signed(key, "charter", content, raw(signature))
        assert not signed(key, "entry", content, raw(signature))
    if place == 0:  # another test checks whether its data files are still those shipped
        return
    assert start_of(charter).turn is None or start_of(charter).problems() == []
    with pytest.raises(Damaged, match="another board"):
        start_of(charter._replace(rules=bytes(32)))
    with pytest.raises(Damaged, match="another game"):
        start_of(charter._replace(board=b'{"loop-board":{}}'))
    for damage in (charter.board.replace(b":", b": ", 1), b"x" + charter.board[1:], b"\xff" + charter.board[1:]):
        spoilt = content.replace(charter.board, damage[: len(charter.board)])
        with pytest.raises(Damaged):
            read_charter(spoilt)


def test_every_group_of_examples_is_used_here() -> None:
    text = Path(__file__).read_text("utf-8")
    assert all(f'KNOWN["{name}"]' in text for name in KNOWN)


def test_entries_are_signed_with_the_secret_that_the_examples_name() -> None:
    known = KNOWN["entries"]
    secret = Ed25519PrivateKey.from_private_bytes(raw(known["secret"]))
    for each in known["entries"]:
        assert secret.sign(b"alarife entry\0" + raw(each["raw"])).hex() == each["signature"]
