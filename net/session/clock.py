"""Clocks: each person has a bank of time, which runs down while that person's seat is to move.

At a table with clocks, each move states in its entry how long the seat has taken, and every peer adds up these statements.
Every peer also measures. If a peer states much less than was measured here, the people here see a notice, and the measured
time counts. A move that came only through other peers may have been delayed on the way: then the people here see a notice,
but the stated time counts.
"""

from __future__ import annotations

from typing import NamedTuple

from net.api import Clock, ClocksChanged
from net.session.format.charter import Charter
from net.session.format.manners import CLOCK, PER_TURN
from net.session.history.course import Course
from net.session.traffic.gossip import Gossip
from rules.message import Message, message

GRACE = 2_000
"""Milliseconds by which one statement may fall short of what was measured: entries take their time on the way."""

LENIENCE = 10_000
"""Milliseconds by which all statements for a seat may fall short in total before the people here see a notice."""


class Bank(NamedTuple):
    """The time that each person has, in milliseconds: for the whole game, and added by each turn."""

    whole: int
    per_turn: int


def bank_of(charter: Charter) -> Bank | None:
    """The bank that a charter agrees on, or None for a table without clocks."""
    minutes = charter.manner(CLOCK.name)
    if minutes == CLOCK.default:
        return None
    return Bank(60_000 * int(minutes), 1_000 * int(charter.manner(PER_TURN.name)))


class Clocks:
    """The clocks of one table, as one peer measures them by its own clock."""

    def __init__(self, charter: Charter, me: bytes) -> None:
        self.bank = bank_of(charter)
        self._me = me
        self._now = 0
        self._running: int | None = None
        self._measured = [0] * len(charter.seats)  # since the last statement
        self._short = [0] * len(charter.seats)  # by how much the statements have fallen short
        self._late = [0] * len(charter.seats)  # the same, where the entries came only over others
        self._told: set[tuple[str, int]] = set()
        self._shown: object = None

    def pass_until(self, now: int) -> None:
        """Count the time until ``now`` for the clock that runs."""
        if self._running is not None:
            self._measured[self._running] += max(0, now - self._now)
        self._now = now

    def settle(self, course: Course, gossip: Gossip, playing: bool, now: int) -> None:
        """Decide whose clock runs from now on: nobody's when the game is not ``playing`` or the seat's peer is out of reach."""
        self.pass_until(now)
        seat = course.state.turn
        if self.bank is None or not playing or seat is None or course.level(seat):
            self._running = None
            return
        owner = course.owner(seat)
        others = [peer for peer in course.there if peer != self._me]
        asked = others if owner == self._me else [owner]
        if not others or any(gossip.near(peer) for peer in asked):
            self._running = seat
        elif self._running == seat:
            # It has been out of reach since it was last heard.
            heard = max(gossip.links[peer].heard for peer in asked)
            self._measured[seat] = max(0, self._measured[seat] - (now - heard))
            self._running = None

    def claim(self, seat: int) -> int:
        """The milliseconds to state in the next move of a seat played here."""
        return self._measured[seat]

    def stated(self, seat: int, spent: int, mine: bool, name: str, direct: bool = True) -> Message | None:
        """Compare the time that a move states with the time measured here, and begin to measure anew.

        Args:
            seat: the seat that has moved.
            spent: the milliseconds that its entry states.
            mine: whether this computer wrote it.
            name: the name of its author.
            direct: whether there is a link to its author. If not, another peer may have delayed the entry.

        Returns:
            The sentence for the people here, if there is one.
        """
        short = self._measured[seat] - spent - GRACE
        self._measured[seat] = 0
        if mine or short <= 0:
            return None
        sums = self._short if direct else self._late
        sums[seat] += short
        what = "short" if direct else "late"
        if sums[seat] <= LENIENCE or (what, seat) in self._told:
            return None
        self._told.add((what, seat))
        return message(
            "session.notice.clock" if direct else "session.notice.clock-relayed", name=name, seconds=sums[seat] // 1000
        )

    def left(self, course: Course, seat: int, now: int) -> int | None:
        """The milliseconds that a seat has left, as judged here (below 0: over its time); None for a seat without a clock."""
        if self.bank is None or course.level(seat):
            return None
        tally = course.tally
        running = max(0, now - self._now) if seat == self._running else 0
        used = tally.used[seat] + self._short[seat] + self._measured[seat] + running
        return self.bank.whole + self.bank.per_turn * tally.turns[seat] - used

    def changed(self, course: Course, now: int) -> ClocksChanged | None:
        """The event for the program when more than the time has changed."""
        if self.bank is None:
            return None
        clocks = []
        for seat in range(len(self._measured)):
            left = self.left(course, seat, now)
            if left is not None:
                clocks.append(Clock(seat, left, seat == self._running))
        shown = self._running, course.tally, tuple(self._short), tuple(clock.seat for clock in clocks)
        if shown == self._shown:
            return None
        self._shown = shown
        return ClocksChanged(tuple(clocks))

    def out_of_time(self, course: Course, now: int) -> int | None:
        """The seat to move, if its time is up; else None."""
        seat = course.state.turn
        left = None if seat is None else self.left(course, seat, now)
        return seat if left is not None and left <= 0 else None

    def alarm(self, course: Course, names: tuple[str, ...], now: int) -> Message | None:
        """The sentence for the people here when somebody's time is up, once for every seat."""
        seat = self.out_of_time(course, now)
        if seat is None or ("over", seat) in self._told:
            return None
        self._told.add(("over", seat))
        mine = course.owner(seat) == self._me and len(course.there) > 1
        kept = not course.replaces or len(course.there) == 2
        what = "time-up" if not mine else "own-time-up-kept" if kept else "own-time-up"
        return message(f"session.notice.{what}", name=names[seat])
