"""Peers leave, vanish, are replaced, return, take back, resume from an older file and watch, in any order; one may cheat."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule, run_state_machine_as_test

from tests.net.session.cheats import CHEATS
from tests.net.session.stage import Stage

places = st.integers(0, 3)
moments = st.integers(0, 1500)


class ComingsAndGoings(RuleBasedStateMachine):
    """Anything that people and programs may do. The invariants are checked after every frame (:mod:`.stage`)."""

    cheating = False

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())

    @initialize(peers=st.integers(2, 4), seed=st.integers(0, 1 << 16), cheat=places, dealt=st.booleans())
    def sit_down(self, peers, seed, cheat, dealt):
        self.stage = Stage(peers, seed, self.folder, cheat % peers if self.cheating else None)
        self.stage.pass_by(3000 if dealt else 60)

    def at(self, place):
        return place % len(self.stage.desks)

    @rule(moment=moments)
    def time_passes(self, moment):
        self.stage.pass_by(moment)

    @rule(moment=moments)
    def somebody_moves(self, moment):
        self.stage.play()
        self.stage.pass_by(moment)

    @rule(place=places, moment=moments)
    def leave(self, place, moment):
        self.stage.leave(self.at(place))
        self.stage.pass_by(moment)

    @rule(place=places, moment=moments)
    def leave_with_a_link_gone(self, place, moment):
        pairs = sorted(pair for pair in self.stage.up if self.at(place) in pair)
        if pairs:
            self.stage.flap(self.stage.rng.choice(pairs))
        self.stage.leave(self.at(place))
        self.stage.pass_by(moment)

    @rule(place=places, moment=moments)
    def open_again(self, place, moment):
        desk = self.stage.desks[self.at(place)]
        if desk.session is not None and desk.session.closed and not desk.vanished:
            self.stage.revive(self.at(place))
            self.stage.later(500, self.stage.sit_down, self.at(place))
        self.stage.pass_by(moment)

    @precondition(lambda self: len(self.stage.desks) > 2)
    @rule(place=places, moment=moments)
    def vanish(self, place, moment):
        self.stage.vanish(self.at(place))
        self.stage.pass_by(moment)

    @rule(place=places, moment=moments)
    def die_and_come_back(self, place, moment):
        session = self.stage.running.get(self.at(place))
        if session is not None and not self.stage.desks[self.at(place)].vanished:
            self.stage.kill(self.at(place), self.stage.desks[self.at(place)].life)
        self.stage.pass_by(moment)

    @rule(place=places, entries=st.integers(1, 8), moment=moments)
    def resume_from_an_older_file(self, place, entries, moment):
        if self.at(place) != self.stage.cheat:
            self.stage.resume_from_older_file(self.at(place), entries)
        self.stage.pass_by(moment)

    @rule(place=places, moment=moments)
    def propose_to_take_back(self, place, moment):
        self.stage.propose(self.at(place))
        self.stage.pass_by(moment)

    @rule(moment=moments)
    def a_link_breaks(self, moment):
        if self.stage.up:
            self.stage.flap(self.stage.rng.choice(sorted(self.stage.up)))
        self.stage.pass_by(moment)

    @rule(moment=moments)
    def somebody_watches(self, moment):
        self.stage.watch()
        self.stage.pass_by(moment)

    @precondition(lambda self: self.stage.cheat is not None)
    @rule(cheat=st.sampled_from(CHEATS), moment=moments)
    def cheat(self, cheat, moment):
        cheat(self.stage)
        self.stage.pass_by(moment)

    @invariant()
    def copies_agree(self):
        """Of two honest logs, one is a prefix of the other, unless a replacement is not settled yet.

        A cheat may have told them two stories a moment ago. In the end they have found that out, or are the same.
        """
        logs = [session.log for session in self.stage.honest.values() if not session.stopped]
        certain = min((log.certain for log in logs), default=0)
        shared = min([certain, *map(len, logs)])
        if not any(log.drops for log in logs) and len({log.head(shared) for log in logs}) > 1:
            cheat = self.stage.cheat
            assert cheat is not None
            place = next(place for place in range(shared) if len({log.head(place + 1) for log in logs}) > 1)
            assert {log.entries[place].entry.author for log in logs} == {self.stage.charter.charter.keys[cheat]}

    def teardown(self):
        try:
            if hasattr(self, "stage"):
                self.stage.finish()
        finally:
            for session in self.stage.running.values() if hasattr(self, "stage") else ():
                session.close()
            shutil.rmtree(self.folder)


class WithACheat(ComingsAndGoings):
    """The same with one program that cheats."""

    cheating = True


@pytest.mark.timeout(36_000)  # the soak takes its time
@pytest.mark.parametrize("machine", [ComingsAndGoings, WithACheat])
def test_the_invariants_hold_whatever_people_and_programs_do(machine, request):
    soak = request.config.getoption("--soak")
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=max(4, soak // 50),
            stateful_step_count=12 if soak <= 200 else 30,
            deadline=None,
            derandomize=soak <= 200,
            phases=(Phase.generate,),  # making a failure smaller takes many times as long as finding it
            print_blob=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
