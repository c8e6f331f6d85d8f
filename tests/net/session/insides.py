"""The private parts of the session that tests look at: each part here once, with the reason.

Frames, events and files show what a session does. These parts hold things that it knows and has not said yet, or has forgotten
again: tests of secrets, of hostile peers and of bounded memory cannot see that from outside.
"""

from __future__ import annotations

from typing import Any

from net.deal.dealer import Dealer
from net.session.agreements.leaving import Leavings
from net.session.agreements.replace import Replacing
from net.session.agreements.takeback import TakeBacks
from net.session.audience.gallery import Gallery
from net.session.core import Session
from net.session.history.course import Course
from net.session.traffic.gossip import Gossip


def dealer(course: Course) -> Dealer:
    """The dealer of a course: nobody may see from outside which secrets it holds."""
    return course._dealer


def replacing(session: Session) -> Replacing:
    """The votes about missing peers: only here can a test see that withdrawn and forged ones are forgotten."""
    return session._replacing


def leavings(session: Session) -> Leavings:
    """The progress of the own leaving, also between two frames."""
    return session._leavings


def backs(session: Session) -> TakeBacks:
    """The proposals to take back: declined ones are remembered, but not forever."""
    return session._backs


def gossip(session: Session) -> Gossip:
    """The known states of the links to other peers."""
    return session._gossip


def gallery(session: Session) -> Gallery:
    """The watchers, and how much was sent to each of them."""
    return session._gallery


def signing(host: Any) -> Any:
    """The charter that a host's lobby has proposed, None while there is none: guests see only their own part of it."""
    return host._signing
