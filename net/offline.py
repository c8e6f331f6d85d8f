"""Whole games played offline at once: self-play, golden game files and dumps of failures.

A game is played on one position that knows everything, with the dealing of a table but without its signatures, digests and
file. It can be recorded afterwards: the same seed and moves go through a :class:`~net.session.core.Session`, which writes the
file that a table would have written.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from net.api import Refused
from net.deal.local import settle
from net.deal.seeded import SeededDeals
from net.gamefile import GameFile, GameFileError
from net.identity import Identity
from net.rulebook import start
from net.session.core import Session
from net.session.format.charter import CharterPeer, CharterSeat, draw_up, sign_alone
from rules.contract import Move, State
from rules.message import message
from rules.registry import game as game_called

Chooser = Callable[[State], Move]
"""Chooses one of the moves of a view; it may play on the view freely."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played to its end.

    Attributes:
        state: the last position.
        moves: every move with the seat that made it.
    """

    state: State
    moves: tuple[tuple[int, Move], ...]


def play_out(
    game: str,
    options: Mapping[str, str],
    seed: bytes,
    choosers: Sequence[Chooser],
    file: Path | None = None,
    names: Sequence[str] = (),
    levels: Sequence[str] = (),
) -> Played:
    """Play a whole game, one chooser to each seat.

    Args:
        game: id of the game.
        options: chosen house rules.
        seed: thirty-two bytes (see :func:`net.deal.seeded.seed_of`); the same seed and choices give the same game.
        choosers: one for each seat; each sees a view of its seat.
        file: where to record the game after its end, or after an error.
        names: names of the seats, for the file; ``levels``: the levels of the bots in them.

    Raises :class:`~rules.contract.RulesError` for what cannot be played, :class:`~net.gamefile.GameFileError` when the file
    cannot be written, :class:`ValueError` when a chooser gives an illegal move, and whatever a chooser or the rules raise.
    """
    state = start(game, len(choosers), options)
    deals = SeededDeals(seed)
    moves: list[tuple[int, Move]] = []
    try:
        settle(state, deals)
        while (turn := state.turn) is not None:
            move = choosers[turn](state.view(turn))
            reason = state.why_not(move)
            if reason is not None:
                raise ValueError(f"seat {turn} chose {move}: {reason}")
            moves.append((turn, move))
            state.play_silently(move)
            settle(state, deals)
    finally:
        if file is not None:
            record(file, game, options, len(choosers), seed, moves, names, levels=levels)
    return Played(state, tuple(moves))


def identity_of(seed: bytes) -> Identity:
    """The identity for recording a game with this seed, so that the same game gives the same file, byte for byte."""
    return Identity(Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"alarife offline\0" + seed).digest()))


def record(
    file: Path,
    game: str,
    options: Mapping[str, str],
    seats: int,
    seed: bytes,
    moves: Sequence[tuple[int, Move]],
    names: Sequence[str] = (),
    identity: Identity | None = None,
    levels: Sequence[str] = (),
) -> State:
    """Write the game file of these moves, which need not reach the end of the game. Returns the last position.

    Seats without a name are numbered, and those without a level have the game's first.

    The recording ends at a move that the rules refuse or fail on, so that the file can be replayed.

    Raises :class:`~net.gamefile.GameFileError` when the file cannot be written.
    """
    identity = identity or identity_of(seed)
    first = next(iter(game_called(game).bots))
    places = [
        CharterSeat(
            "bot",
            names[seat] if seat < len(names) else f"Seat {seat + 1}",
            identity.key,
            levels[seat] if seat < len(levels) else first,
        )
        for seat in range(seats)
    ]
    table = hashlib.sha256(b"alarife table\0" + seed).digest()[:16]
    charter = sign_alone(identity, draw_up(table, game, options, places, [CharterPeer(identity.key, "Alarife")]))
    session = Session(identity, charter, seed, GameFile.create(file, charter, identity.key, seed))
    try:
        session.begin(0)
        for seat, move in moves:
            try:
                events = session.act(seat, (move,), len(session.log), 0).events
            except Exception:  # the rules themselves have failed: the file shows the position in which they do
                break
            if any(isinstance(event, Refused) for event in events):
                break
        if session.file is not None and session.file.behind:
            raise GameFileError(message("session.file.uncreated", file=file.name, why="the disk may be full"))
    finally:
        session.close()
    return session.position
