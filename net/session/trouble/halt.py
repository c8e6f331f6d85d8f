"""Copies that differ: the game stops, every peer shows its data, and the first differing field is named.

A peer that finds something wrong sends a :class:`~net.session.format.wire.Halt`, and every peer that receives one does the
same. The possible reasons, best first: proof that a peer signed two entries for one place; an impossible entry; two histories;
a field in which two copies differ.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from net.session.format.text import plain
from net.session.format.wire import Halt, Signed
from net.session.history.log import Log
from rules.contract import Facts, first_difference
from rules.message import Message, message

PATIENCE = 4_000
"""Milliseconds to wait for everybody's data."""

REPEAT = 500
"""Milliseconds after which a peer sends its data again."""

PROOF, ENTRY, SUSPICION = 3, 2, 1
"""How strong a reason is: a proof, an impossible entry, a peer's word."""


@dataclass(slots=True)
class Dispute:
    """A game that has stopped.

    Attributes:
        me: this peer's key.
        reason: why, as far as known.
        weight: how strong that reason is.
        length: the number of entries at which the copies are compared.
        deadline: when to stop waiting for data.
        repeat: when to send this peer's data again.
        evidence: the entries that are the reason.
        claims: the other peers' data by key.
        over: whether the program has been told.
    """

    me: bytes
    reason: Message
    weight: int
    length: int
    deadline: int
    repeat: int
    evidence: list[Signed] = field(default_factory=list)
    claims: dict[bytes, Halt] = field(default_factory=dict)
    over: bool = False

    def improve(self, reason: Message, weight: int, evidence: list[Signed]) -> bool:
        """Take a reason if it is better. Returns whether it is."""
        better = weight > self.weight
        if better:
            self.reason, self.weight, self.evidence = reason, weight, evidence
        return better

    def halt(self, log: Log) -> Halt:
        """This peer's data, for the others."""
        facts = json.dumps(_facts_at(log, self.length)).encode()
        return Halt(log.charter.charter.table, self.length, facts, log.heads, self.evidence)

    def forks(self, log: Log) -> dict[bytes, int]:
        """The peers with another history than this log, each with the place of the first entry that differs."""
        own = log.heads
        found = {}
        for peer, claim in self.claims.items():
            for place in range(min(len(own), len(claim.heads)) // 32):
                if own[32 * place : 32 * place + 32] != claim.heads[32 * place : 32 * place + 32]:
                    found[peer] = place
                    break
        return found

    def behind(self, log: Log) -> bool:
        """Whether the reason may lie in entries that others have and that have not arrived yet."""
        return self.weight == SUSPICION and any(claim.length > len(log) for claim in self.claims.values())

    def complete(self, log: Log, linked: list[bytes]) -> bool:
        """Whether the waiting is over; a better reason than a peer's word may still come."""
        if self.behind(log) or (self.weight == SUSPICION and self.conclusion(log) == self.reason):
            return False
        return all(peer in self.claims for peer in linked) and (self.weight == PROOF or not self.forks(log))

    def conclusion(self, log: Log) -> Message:
        """Why the game has stopped, as a sentence."""
        if self.weight > SUSPICION:
            return self.reason
        name = log.charter.charter.name
        for peer, place in self.forks(log).items():
            return message("session.stop.histories", here=name(self.me), there=name(peer), number=place + 1)
        seen: list[tuple[bytes, int, object]] = []
        for peer, claim in self.claims.items():
            facts = facts_of(claim)
            if claim.length <= len(log):
                seen.append((self.me, claim.length, _facts_at(log, claim.length)))
            for other, length, theirs in seen:
                difference = _difference(theirs, facts) if length == claim.length else None
                if difference is not None:
                    return message("session.stop.differs", here=name(other), there=name(peer), field=difference, number=length)
            seen.append((peer, claim.length, facts))
        return self.reason

    def report(self, log: Log) -> Facts:
        """Everybody's data as plain data, for a file."""
        charter = log.charter.charter
        own = self.halt(log)
        return {
            "reason": str(self.conclusion(log)),
            "game": charter.game,
            "version": charter.version,
            "rules": charter.rules.hex(),
            "table": charter.table.hex(),
            "options": dict(charter.options),
            "peers": [
                {
                    "name": charter.name(peer),
                    "key": peer.hex(),
                    "length": claim.length,
                    "facts": facts_of(claim),
                    "heads": [claim.heads[start : start + 32].hex() for start in range(0, len(claim.heads), 32)],
                }
                for peer, claim in [(self.me, own), *self.claims.items()]
            ],
            "evidence": [{"raw": signed.raw.hex(), "signature": signed.signature.hex()} for signed in self.evidence],
        }


def _facts_at(log: Log, length: int) -> object:
    return json.loads(json.dumps(log.positions[length].view(None).facts()))


def facts_of(claim: Halt) -> object:
    """The facts that a peer claims; None if they are not JSON."""
    try:
        return json.loads(claim.facts)
    except (ValueError, RecursionError):
        return None


def _difference(left: object, right: object) -> str | None:
    try:
        found = first_difference(left, right)
    except RecursionError:
        found = "(all)"
    return None if found is None else plain(found, 80)
