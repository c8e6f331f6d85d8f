"""Seats and peers as the program shows them: the same for players and watchers."""

from __future__ import annotations

from collections.abc import Container

from net.api import Peer, Seat
from net.session.history.course import Course
from net.session.traffic.gossip import Gossip


def seats_now(course: Course, me: bytes = b"") -> tuple[Seat, ...]:
    """The current seating; ``me`` is this peer's key, empty for a watcher."""
    found = []
    for index, seat in enumerate(course.charter.seats):
        owner, level = course.owner(index), course.level(index)
        found.append(Seat("bot" if level else "person", seat.name, owner.hex(), level, owner == me))
    return tuple(found)


def peers_now(course: Course, gossip: Gossip, linked: Container[bytes], stopped: bool, now: int) -> tuple[Peer, ...]:
    """Every peer of the charter and the state of its link; ``linked`` holds the peers that can be reached."""
    pen = None if stopped else course.pen
    return tuple(
        Peer(
            key=peer.key.hex(),
            name=peer.name,
            ready=True,
            linked=peer.key in linked,
            status=gossip.status(peer.key, peer.key == pen, peer.key not in course.there, now),
        )
        for peer in course.charter.peers
    )
