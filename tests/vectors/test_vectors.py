"""The worked examples hold: the results and proofs of one program have to hold in every later one."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from net.deal.dealer import Secrets
from net.deal.fair import bequest, deposit, elgamal, escrow, renewal, shuffle
from net.deal.fair.group import base, challenge, hashed_point, minus, pack, point, scalar, times, total, weights
from net.deal.fair.legacy import open_seal
from net.deal.fair.proofs import check_secret, check_share, check_shares, unpack_proof
from net.deal.fair.standing import derived
from net.deal.seeded import Chance
from net.identity import verify
from net.invite import Invite, read
from net.rulebook import hash_of
from net.session.format.charter import CharterError, charter_hash, draw_up, read_charter
from net.session.format.entry import read_entry, well_signed
from net.session.format.wire import Signed, unpack
from net.session.format.wire import pack as packed
from rules.boards import unpack_board
from rules.registry import game
from tests.vectors import vectors
from tests.vectors.make import GROUPS, identity

KNOWN: dict[str, dict[str, Any]] = vectors()


def raw(text: str) -> bytes:
    return bytes.fromhex(text)


def number(text: str) -> int:
    return scalar(raw(text))


def cards(texts: list[str]) -> list[elgamal.Ciphertext]:
    return [elgamal.unpack(raw(text)) for text in texts]


def bent(content: bytes, place: int = -1) -> bytes:
    """The same bytes with one bit changed."""
    changed = bytearray(content)
    changed[place] ^= 1
    return bytes(changed)


def test_every_group_has_examples() -> None:
    assert list(KNOWN) == list(GROUPS)


def test_values_are_packed_in_one_way() -> None:
    for example in KNOWN["msgpack"]["examples"]:
        assert packed(example["value"]).hex() == example["bytes"]
        assert unpack(raw(example["bytes"]), object) == example["value"]
    for example in KNOWN["msgpack"]["binary"]:
        assert packed(raw(example["hex"])).hex() == example["bytes"]


def test_a_signature_holds_for_its_purpose_alone() -> None:
    known = KNOWN["signatures"]
    assert identity(1).key.hex() == known["key"]
    for purpose, signature in known["signatures"].items():
        assert identity(1).sign(purpose, raw(known["content"])).hex() == signature
        for other in known["signatures"]:
            assert verify(raw(known["key"]), other, raw(known["content"]), raw(signature)) == (other == purpose)


def test_entries_have_their_hashes_and_signatures() -> None:
    for known in KNOWN["entries"]["entries"]:
        entry = read_entry(Signed(raw(known["raw"]), raw(known["signature"])))
        assert well_signed(entry)
        assert entry.hash == hashlib.sha256(raw(known["raw"])).digest() == raw(known["hash"])
        assert packed(entry.entry) == raw(known["raw"])


def test_chance_follows_from_the_seed() -> None:
    known = KNOWN["chance"]
    seed = raw(known["seed"])
    assert [Chance(seed, use).order(tuple(range(1, 11))) for use in (1, 2)] == known["orders"]
    assert [Chance(seed, use).below(5) for use in range(1, 9)] == known["below"]


def test_challenges_points_weights_and_secrets_are_derived_in_one_way() -> None:
    known = KNOWN["group"]
    assert pack(challenge(b"a", b"", b"bc")).hex() == known["challenge"]
    for purpose, name in ((elgamal.CARDS, "cards"), (shuffle.GENERATORS, "generators")):
        assert [hashed_point(purpose, place).format().hex() for place in range(6)] == known[name]
    assert [pack(weight).hex() for weight in weights(3, b"a", b"bc")] == known["weights"]
    for kind, secret in known["secrets"].items():
        assert derived(kind.encode(), bytes(range(32)), b"agreement") == number(secret)


def test_small_proofs_hold_and_altered_ones_do_not() -> None:
    known = KNOWN["proofs"]
    key, context = point(raw(known["key"])), raw(known["context"])
    hints, shares = ([point(raw(text)) for text in known[name]] for name in ("hints", "shares"))
    assert base(number(known["secret"])) == key
    assert check_secret(key, unpack_proof(raw(known["secret_proof"])), context)
    assert not check_secret(key, unpack_proof(bent(raw(known["secret_proof"]))), context)
    assert check_share(key, hints[0], point(raw(known["share"])), unpack_proof(raw(known["share_proof"])), context)
    assert check_shares(key, hints, shares, raw(known["shares_proof"]), context)
    assert not check_shares(key, hints, [shares[1], shares[0], shares[2]], raw(known["shares_proof"]), context)
    assert not check_shares(key, hints, shares, raw(known["shares_proof"]), bent(context))


def test_seals_open_for_the_two_that_made_them() -> None:
    known = KNOWN["seals"]
    own, other, context = number(known["own"]), number(known["other"]), raw(known["context"])
    numbers = [number(text) for text in known["numbers"]]
    assert open_seal(raw(known["sealed"]), own, base(other), context) == numbers
    assert open_seal(raw(known["sealed"]), other, base(own), context) == numbers
    letter = bequest.take([raw(part) for part in known["bequest"]], len(numbers), context)
    assert letter.opened(letter.shared(other)) == numbers


def test_a_deposit_gives_each_holder_its_parts_and_all_together_the_secrets() -> None:
    known = KNOWN["deposits"]
    numbers = [number(text) for text in known["numbers"]]
    places = [int(place) for place in known["holders"]]
    written, author = [raw(part) for part in known["written"]], base(number(known["author"]))
    held = {
        place: deposit.take(
            written, [base(each) for each in numbers], author, places, place, number(known["holders"][str(place)]),
            raw(known["context"]),
        ).parts
        for place in places
    }  # fmt: skip
    for index, secret in enumerate(numbers):
        assert escrow.rebuilt({place: parts[index] for place, parts in held.items()}) == secret
    assert escrow.rebuilt({int(place): number(part) for place, part in known["parts_of_the_first"].items()}) == numbers[0]


def test_the_shuffle_is_proven_and_opens_to_the_same_cards() -> None:
    known = KNOWN["shuffle"]
    key, context = point(raw(known["key"])), raw(known["context"])
    before, after = cards(known["before"]), cards(known["after"])
    proof = shuffle.unpack_shuffle_proof(raw(known["proof"]), len(after))
    assert [elgamal.lay_open(card, key) for card in range(5)] == before
    assert shuffle.check(before, after, proof, key, context)
    assert not shuffle.check(before, [after[1], after[0], *after[2:]], proof, key, context)
    assert not shuffle.check(before, after, shuffle.unpack_shuffle_proof(bent(raw(known["proof"])), 5), key, context)
    secrets = [number(text) for text in known["secrets"]]
    opened = [elgamal.opened(card, [elgamal.share(card, secret) for secret in secrets]) for card in after]
    assert opened == [hashed_point(elgamal.CARDS, place) for place in known["order"]]


def test_new_keys_keep_the_cards() -> None:
    known = KNOWN["renewal"]
    context = raw(known["context"])
    old, new = (Secrets(*map(number, known[name])) for name in ("old", "new"))
    later = total([base(new.cards), base(number(known["other"]))])
    difference = total([base(new.cards), minus(base(old.cards))])
    before, after = cards(known["before"]), cards(known["after"])
    assert renewal.check(before, after, later, difference, raw(known["proof"]), context)
    assert not renewal.check(before, after, later, difference, bent(raw(known["proof"])), context)
    other = number(known["other"])
    for place, card in enumerate(after):
        shares = [elgamal.share(card, new.cards), elgamal.share(card, other)]
        assert elgamal.opened(card, shares) == hashed_point(elgamal.CARDS, place)
    assert renewal.unlock(raw(known["locked"]), new, context) == old


def test_a_lot_has_one_possible_answer() -> None:
    known = KNOWN["lots"]
    agreement = raw(known["agreement"])
    question = hashed_point(f"lot {agreement.hex()}", 0)
    answers = [times(number(secret), question) for secret in known["secrets"]]
    assert [answer.format().hex() for answer in answers] == known["answers"]
    assert challenge(b"lot", agreement, *(answer.format() for answer in answers)) % 5 == known["of_five"]


def test_an_invite_has_addresses_key_and_token() -> None:
    known = KNOWN["invites"]
    invite = read(known["code"])
    assert isinstance(invite, Invite)
    assert (invite.key.hex(), invite.token.hex()) == (known["key"], known["token"])
    assert {address.port for address in invite.addresses} == {known["port"]}
    assert str(invite) == known["code"]


@pytest.mark.parametrize("place", [0, 1], ids=["shipped board", "own board"])
def test_a_charter_has_one_form_and_carries_its_board(place: int) -> None:
    known = KNOWN["charters"]["charters"][place]
    charter = read_charter(raw(known["raw"]))
    assert charter.pack() == raw(known["raw"])
    assert charter_hash(charter.pack()).hex() == known["hash"]
    assert (charter.board.decode(), charter.rules.hex()) == (known["board"], known["rules"])
    assert dict(charter.manners) == known["manners"]
    assert [peer.key for peer in charter.peers] == [identity(4).key, identity(5).key]
    for peer, signature in zip(charter.peers, known["signatures"], strict=True):
        assert verify(peer.key, "charter", raw(known["raw"]), raw(signature))
        assert not verify(peer.key, "charter", bent(raw(known["raw"])), raw(signature))
    assert bool(charter.board) == bool(place)
    if charter.board:
        torres = game("torres")
        assert hash_of(torres, unpack_board(torres, charter.board)) == known["rules"]
        again = draw_up(
            charter.table, charter.game, dict(charter.options), charter.seats, charter.peers, charter.dealer,
            dict(charter.manners), charter.version, fresh=charter.fresh, board=charter.board,
        )  # fmt: skip
        assert again.pack() == raw(known["raw"])
        for other in (b"x", b"{}\n", charter.board[:-1] + b"]"):
            changed = raw(known["raw"]).replace(charter.board, other + charter.board[len(other) :])
            with pytest.raises(CharterError):
                read_charter(changed)


@pytest.mark.parametrize("name", GROUPS)
def test_examples_without_randomness_are_reproduced(name: str) -> None:
    if name in ("msgpack", "signatures", "entries", "chance", "group", "lots", "invites"):
        assert GROUPS[name]() == KNOWN[name]
