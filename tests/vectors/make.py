"""Adds the groups of examples that ``vectors.json`` lacks, and changes none: ``python -m tests.vectors.make``."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from net.addresses import Address
from net.deal.dealer import Secrets
from net.deal.fair import bequest, deposit, elgamal, escrow, renewal, shuffle
from net.deal.fair.group import base, challenge, hashed_point, pack, times, total, weights
from net.deal.fair.legacy import seal
from net.deal.fair.proofs import prove_secret, prove_share, prove_shares
from net.deal.fair.standing import derived
from net.deal.seeded import SEED_LENGTH, Chance
from net.identity import Identity
from net.invite import Invite
from net.rulebook import shipped_file
from net.session.format.charter import CharterPeer, CharterSeat, charter_hash, draw_up
from net.session.format.entry import DealBody, Entry, MoveBody, TimedMoveBody, write_entry
from net.session.format.wire import pack as packed
from rules.boards import board_of, pack_board
from rules.registry import game
from tests.vectors import FILE, vectors

CONTEXT = b"worked example"
ONE, TWO = 0x1111111111111111, (1 << 255) + 12345
"""Two secrets."""


def identity(number: int) -> Identity:
    """A key pair that anybody can derive."""
    return Identity(Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32))


def _packing() -> dict[str, object]:
    values: list[object] = [0, 127, 128, 256, 65536, -1, -32, -33, True, None, "move", "é", "x" * 32, [], list(range(16))]
    examples = [{"value": value, "bytes": packed(value).hex()} for value in values]
    return {"examples": examples, "binary": [{"hex": raw.hex(), "bytes": packed(raw).hex()} for raw in (b"", b"\0" * 255)]}


def _signatures() -> dict[str, object]:
    signer = identity(1)
    purposes = ("entry", "charter", "vote")
    return {
        "secret": (bytes([1]) * 32).hex(),
        "key": signer.key.hex(),
        "content": CONTEXT.hex(),
        "signatures": {purpose: signer.sign(purpose, CONTEXT).hex() for purpose in purposes},
    }


def _entries() -> dict[str, object]:
    author = identity(2)
    bodies = [
        MoveBody(1, "build", (12,)),
        TimedMoveBody(0, "pass", (), 1500),
        DealBody(packed(["seed", bytes(range(32))])),
    ]
    written = [
        write_entry(author, Entry(bytes(16), place, sha256(b"before").digest(), author.key, body, sha256(b"facts").digest()))
        for place, body in enumerate(bodies)
    ]
    return {
        "secret": (bytes([2]) * 32).hex(),
        "entries": [
            {"raw": entry.signed.raw.hex(), "signature": entry.signed.signature.hex(), "hash": entry.hash.hex()}
            for entry in written
        ],
    }


def _chance() -> dict[str, object]:
    seed = bytes(range(SEED_LENGTH))
    return {
        "seed": seed.hex(),
        "orders": [Chance(seed, use).order(tuple(range(1, 11))) for use in (1, 2)],
        "below": [Chance(seed, use).below(5) for use in range(1, 9)],
    }


def _group() -> dict[str, object]:
    return {
        "challenge": pack(challenge(b"a", b"", b"bc")).hex(),
        "cards": [hashed_point(elgamal.CARDS, number).format().hex() for number in range(6)],
        "generators": [hashed_point(shuffle.GENERATORS, number).format().hex() for number in range(6)],
        "weights": [pack(weight).hex() for weight in weights(3, b"a", b"bc")],
        "secrets": {
            kind: pack(derived(kind.encode(), bytes(range(32)), b"agreement")).hex() for kind in ("cards", "lots", "letters")
        },
    }


def _proofs() -> dict[str, object]:
    hints = [base(number) for number in (3, 5, 7)]
    made, proof = prove_share(ONE, hints[0], CONTEXT)
    several, combined = prove_shares(ONE, hints, CONTEXT)
    return {
        "context": CONTEXT.hex(),
        "secret": pack(ONE).hex(),
        "key": base(ONE).format().hex(),
        "secret_proof": prove_secret(ONE, CONTEXT).pack().hex(),
        "hints": [hint.format().hex() for hint in hints],
        "share": made.format().hex(),
        "share_proof": proof.pack().hex(),
        "shares": [share.format().hex() for share in several],
        "shares_proof": combined.hex(),
    }


def _seals() -> dict[str, object]:
    numbers = [ONE + 1, TWO + 1]
    letter = bequest.make(numbers, base(TWO), CONTEXT)
    return {
        "context": CONTEXT.hex(),
        "own": pack(ONE).hex(),
        "other": pack(TWO).hex(),
        "numbers": [pack(number).hex() for number in numbers],
        "sealed": seal(numbers, ONE, base(TWO), CONTEXT).hex(),
        "bequest": [part.hex() for part in letter],
    }


def _deposits() -> dict[str, object]:
    holders = {2: base(21), 3: base(31), 4: base(41)}
    written = deposit.make([ONE, TWO], 11, holders, CONTEXT)
    parts, _ = escrow.split(ONE, [2, 3, 4])
    return {
        "context": CONTEXT.hex(),
        "numbers": [pack(ONE).hex(), pack(TWO).hex()],
        "author": pack(11).hex(),
        "holders": {"2": pack(21).hex(), "3": pack(31).hex(), "4": pack(41).hex()},
        "written": [part.hex() for part in written],
        "parts_of_the_first": {str(place): pack(part).hex() for place, part in zip((2, 3, 4), parts, strict=True)},
    }


def _shuffle() -> dict[str, object]:
    key = total([base(ONE), base(TWO)])
    before = [elgamal.lay_open(card, key) for card in range(5)]
    mixed = shuffle.mix(before, key)
    return {
        "context": CONTEXT.hex(),
        "secrets": [pack(ONE).hex(), pack(TWO).hex()],
        "key": key.format().hex(),
        "before": [card.pack().hex() for card in before],
        "after": [card.pack().hex() for card in mixed.after],
        "order": list(mixed.order),
        "proof": shuffle.prove(before, mixed, key, CONTEXT).pack().hex(),
    }


def _renewal() -> dict[str, object]:
    old, new = Secrets(ONE, ONE + 2), Secrets(TWO, TWO + 2)
    other = base(99)
    key, later = total([base(old.cards), other]), total([base(new.cards), other])
    before = [elgamal.reencrypt(elgamal.lay_open(card, key), key, 1000 + card) for card in range(3)]
    after, randomness = renewal.change(before, later, new.cards - old.cards)
    return {
        "context": CONTEXT.hex(),
        "old": [pack(number).hex() for number in old],
        "new": [pack(number).hex() for number in new],
        "other": pack(99).hex(),
        "before": [card.pack().hex() for card in before],
        "after": [card.pack().hex() for card in after],
        "proof": renewal.prove(before, after, later, new.cards - old.cards, randomness, CONTEXT).hex(),
        "locked": renewal.lock(old, new, CONTEXT).hex(),
    }


def _lots() -> dict[str, object]:
    agreement = sha256(b"agreement").digest()
    question = hashed_point(f"lot {agreement.hex()}", 0)
    answers = [times(secret, question) for secret in (ONE, TWO)]
    bits = challenge(b"lot", agreement, *(answer.format() for answer in answers))
    return {
        "agreement": agreement.hex(),
        "question": question.format().hex(),
        "secrets": [pack(ONE).hex(), pack(TWO).hex()],
        "answers": [answer.format().hex() for answer in answers],
        "of_five": bits % 5,
    }


def _invites() -> dict[str, object]:
    host = identity(3)
    invite = Invite(host.key, bytes(range(16)), (Address("192.0.2.7", 4711), Address("2001:db8::7", 4711)))
    return {"key": host.key.hex(), "token": bytes(range(16)).hex(), "port": 4711, "code": str(invite)}


def _charters() -> dict[str, object]:
    """A charter of two peers without a board, and one with a board on which Torres has another start square."""
    host, guest = identity(4), identity(5)
    peers = [CharterPeer(host.key, "Anna"), CharterPeer(guest.key, "Ben")]
    seats = [CharterSeat("person", "Anna", host.key), CharterSeat("person", "Ben", guest.key)]
    content = board_of({"torres": shipped_file("torres")})["torres"]
    starts = sorted({*content["starts"][1:], 9})  # type: ignore[misc, index]
    own = pack_board(game("torres"), {"torres": {**content, "starts": starts}})
    charters = []
    for board, manners in ((b"", {}), (own, {"hints": "on"})):
        charter = draw_up(
            b"t" * 16, "torres", {"mode": "master"}, seats, peers, "fair-3", manners, 1,
            fresh=[b"a" * 16, b"b" * 16], board=board,
        )  # fmt: skip
        raw = charter.pack()
        charters.append(
            {
                "raw": raw.hex(),
                "hash": charter_hash(raw).hex(),
                "rules": charter.rules.hex(),
                "board": board.decode("ascii"),
                "manners": dict(charter.manners),
                "signatures": [one.sign("charter", raw).hex() for one in (host, guest)],
            }
        )
    return {"secrets": [(bytes([number]) * 32).hex() for number in (4, 5)], "charters": charters}


GROUPS: dict[str, Callable[[], dict[str, object]]] = {
    "msgpack": _packing,
    "signatures": _signatures,
    "entries": _entries,
    "chance": _chance,
    "group": _group,
    "proofs": _proofs,
    "seals": _seals,
    "deposits": _deposits,
    "shuffle": _shuffle,
    "renewal": _renewal,
    "lots": _lots,
    "invites": _invites,
    "charters": _charters,
}


def main() -> None:
    """Add what is missing."""
    known = vectors() if FILE.exists() else {}
    content = {name: known.get(name) or make() for name, make in GROUPS.items()}
    FILE.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
