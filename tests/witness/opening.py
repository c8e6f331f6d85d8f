"""Laying all cards open (section 12): with everybody's secrets every step of the dealing is computed again."""

from __future__ import annotations

from collections.abc import Sequence

from rules import contract
from rules.contract import Deal
from tests.witness.board import Board
from tests.witness.charter import need
from tests.witness.course import Course
from tests.witness.curve import Point, Q, combination
from tests.witness.entries import Move, Publish
from tests.witness.fair import FairDealer, Known, Mixed, Renewed, Shared, Told
from tests.witness.group import Ciphertext
from tests.witness.rulebook import start_of

Secrets = tuple[int, int]
"""The secrets of a peer for cards and for lots."""


def check_open(course: Course, body: Publish) -> None:
    """Check all that the secrets show; raises :class:`~tests.witness.charter.Damaged`."""
    dealer = course.dealer
    assert isinstance(dealer, FairDealer)
    secrets = _all_secrets(dealer, body)
    told = []
    for step in dealer.steps:
        match step:
            case Mixed():
                before, after = (_opened(cards, step.under, secrets) for cards in (step.before, step.after))
                need(sorted(before) == sorted(after), "a shuffle that changes cards")
            case Renewed():
                for before_, after_, was, is_ in step.groups:
                    need(_opened(before_, was, secrets) == _opened(after_, is_, secrets), "a renewal that changes cards")
            case Shared():
                own = secrets[step.peer, step.version][1 if step.of_lot else 0]
                need(combination([(own, step.hint)]) == step.share, "a false share")
            case Told():
                told.append(tuple(pile.face(_opened([seal], under, secrets)[0]) for seal, under, pile in step.cards))
    _check_play(course, told)


def _all_secrets(dealer: FairDealer, body: Publish) -> dict[tuple[int, int], Secrets]:
    """The secrets by peer and version of its keys."""
    found: dict[tuple[int, int], Secrets] = {}
    for peer in dealer.presence.dealing():
        raw = body.secrets[peer]
        lineage = dealer.lineage(peer, (int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")))
        need(lineage, "secrets of other keys")
        found |= {(peer, version): secrets for version, secrets in enumerate(lineage)}
    return found


def _opened(cards: Sequence[Ciphertext], under: Known, secrets: dict[tuple[int, int], Secrets]) -> list[Point]:
    secret = sum(secrets[peer, version][0] for peer, version in under.versions.items())
    found = [combination([(1, card.masked), (Q - secret % Q, card.hint)]) for card in cards]
    need(None not in found, "a seal of nothing")
    return [each for each in found if each is not None]


def _check_play(course: Course, told: list[tuple[int, ...]]) -> None:
    """The whole game is played again, with every card that was told to one seat told to all."""
    board = Board(start_of(course.charter))
    faces = iter(told)
    for what, first, second in course.board.trace:
        match what, first, second:
            case "keep", int(n), _:
                board.keep(n)
            case "play", Move() as move, _:
                played = contract.Move(move.word, move.args)
                legal = any(each.why_not(played) is None for each in (board.position, board.position.known_to_all()))
                need(legal, "a move with another card")
                board.play(move)
            case "learn", Deal() as deal, tuple(answer):
                board.learn(deal, next(faces) if deal.kind == "draw" else answer)
            case "end", int(n), _:
                board.end_run(n)
            case "back", int(to), _:
                board.back(to)
            case "unplay", _, _:
                board.unplay()
    problems = board.position.problems()
    need(not problems, f"the engine does not account for everything: {problems}")
