"""The verdict on a game of the soak: whether it ended as it must.

*Over:* every present peer has the end, with the same log. *Paused:* a peer is away for good. Then all others have the same log,
the missing peer has to write the next entry, and each of the others correctly reports who is missing and why nobody replaces
it. In both cases every file is valid, and nobody is accused of anything. No entry is lost that was in a peer's file when its
program ended, with three exceptions: a rightful replacement made it void; it followed a replacement that was undone before all
peers had gone on from it; or a peer that is away for good wrote it last and sent it to nobody. A watcher has the same log, and
none of its files or positions contains anything hidden.
"""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Sequence

from client.soak.plan import Plan
from client.soak.player import Player
from net.gamefile import WATCHER, GameFileError, Recording, beginning, load
from net.session.format.entry import DropBody, Entry, read_entry
from net.session.format.wire import Signed
from net.session.history.course import Course
from net.verify import verify

_SAME = ("scores", "ranks", "head", "digest", "end")


def fault(end: str, players: Sequence[Player], watcher: Player | None, plan: Plan) -> str:
    """The fault of a game that is ``over`` or ``paused``, or empty. ``watcher`` is the admitted watcher, or None."""
    there = [player for player in players if not player.away]
    everybody = [*players, *([watcher] if watcher is not None else [])]
    for player in players:
        if player.errors:
            return f"{player.name} complained: {player.errors[-600:]}"
    for player in everybody:
        accused = sorted(player.folder.glob("*.verdicts.jsonl"))
        if accused:
            return f"{player.name} accuses somebody: {accused[0].read_text()[:600]}"
    log = there[0].lines()
    different = [player for player in there if player.lines() != log]
    if different:
        return f"different logs: {[(player.name, len(player.lines())) for player in there]}"
    if end == "over" and any(other != _end(there[0]) for other in map(_end, there)):
        return f"different ends: {list(map(_end, there))}"
    try:
        return (
            _lost(players, log)
            or _unsound(everybody)
            or (_seen(watcher, players, log) if watcher is not None else "")
            or (_unexplained(there, plan) if end == "paused" else "")
        )
    except GameFileError as error:
        return str(error)


def _end(player: Player) -> dict[str, object]:
    return {name: (player.end or {}).get(name) for name in _SAME}


def _unsound(everybody: Sequence[Player]) -> str:
    for player in everybody:
        verdict = verify(player.file)
        if not verdict.holds:
            return f"the file of {player.name} does not hold: {verdict.findings[-1]}"
    return ""


# -- what was confirmed ------------------------------------------------------------------------------------------------


def _lost(players: Sequence[Player], log: Sequence[bytes]) -> str:
    for player in players:
        for known in player.known:
            place = next((n for n, line in enumerate(known) if n >= len(log) or log[n] != line), None)
            if place is None or (player.away and place == len(log) and _only_its_own(player, known[place:])):
                continue
            why = _not_undone(place, known) if _drops(known[place]) else _not_superseded(place, known[place], log, players)
            if why:
                return f"{player.name} had {len(known)} entries when it ended, and not all are left: {why}"
    return ""


def _only_its_own(player: Player, lines: Sequence[bytes]) -> bool:
    """Whether a player wrote all of these lines: if it is away for good, perhaps nobody else has ever seen them."""
    name = load(player.file).charter.charter.name
    return {name(_entry(line).author) for line in lines} == {player.name}


def _drops(line: bytes) -> bool:
    return isinstance(_entry(line).body, DropBody)


def _not_undone(place: int, known: Sequence[bytes]) -> str:
    """Why a replacement could not be undone, or empty: not every voter had gone on from it."""
    drop, after = _entry(known[place]), {_entry(line).author for line in known[place + 1 :]}
    assert isinstance(drop.body, DropBody)
    if {vote.voter for vote in drop.body.votes} - {drop.author} <= after:
        return f"{place} was a replacement from which everybody had gone on"
    return ""


def _not_superseded(place: int, line: bytes, log: Sequence[bytes], players: Sequence[Player]) -> str:
    """Why the line's loss is not explained by replacing its author, by votes of peers that did not have the line; or empty."""
    if place >= len(log):
        return f"the log has {len(log)}"
    void, drop = _entry(line), _entry(log[place])
    if not isinstance(drop.body, DropBody) or drop.body.peer != void.author:
        return f"{place} is another entry, and nobody was replaced there"
    charter = load(players[0].file).charter.charter
    called = {player.name: player for player in players}
    for vote in (drop.author, *(vote.voter for vote in drop.body.votes)):
        voter = called[charter.name(vote)]
        if any(len(known) > place and known[place] == line for known in voter.known):
            return f"{place} was replaced with the vote of {voter.name}, who had it"
    return ""


def _entry(line: bytes) -> Entry:
    fields = json.loads(line)
    return read_entry(Signed(b64decode(fields["raw"]), b64decode(fields["signature"]))).entry


# -- who watched -------------------------------------------------------------------------------------------------------


def _seen(watcher: Player, players: Sequence[Player], log: Sequence[bytes]) -> str:
    lines = watcher.lines()
    if lines != log:
        return f"who watches has another log: {len(lines)} entries of {len(log)}"
    recording = load(watcher.file)
    if (recording.me, recording.private) != (WATCHER, b""):
        return "the file of who watches is not a watcher's"
    content = watcher.file.read_bytes()
    for player in players:
        secret = json.loads(player.file.read_bytes().split(b"\n", 1)[0])["private"].encode()
        if secret in content:
            return f"the file of who watches holds the secret of {player.name}"
    course = beginning(recording)
    for number, signed in enumerate(recording.entries, start=1):
        course.apply(signed.entry, signed.hash)
        if course.state.facts() != course.state.view(None).facts():
            return f"who watches sees what is hidden, after {number} entries"
    return ""


# -- why it has paused -------------------------------------------------------------------------------------------------


def _unexplained(there: Sequence[Player], plan: Plan) -> str:
    """The fault of a pause, or empty."""
    recording = load(there[0].file)
    course = _after(recording)
    pen = recording.charter.charter.name(course.pen) if course.pen is not None else ""
    keys = {peer.name: peer.key for peer in recording.charter.charter.peers}
    waited = {recording.charter.charter.name(key) for key in course.there} - {player.name for player in there}
    if pen not in waited:
        return f"paused although a peer who is there could write: {pen}"
    assert course.pen is not None
    for player in there:
        absence = player.absence
        if set(player.missing) != waited:
            return f"{player.name} does not say rightly who is missing: {sorted(player.missing)} for {sorted(waited)}"
        if keys[player.name] not in course.there:  # the others have replaced it
            if not absence.get("gone"):
                return f"{player.name} does not say that it is not at the table any more: {absence}"
            continue
        if absence.get("name") != pen:
            return f"{player.name} does not say that the game waits for {pen}: {absence}"
        if absence.get("refused") != _refused(course, course.pen):
            return f"{player.name} gives a wrong reason why nobody takes the place of {pen}: {absence}"
        if plan.replace_after is not None and not absence.get("refused") and not waited.intersection(absence["waiting"]):
            return f"everybody wants to go on without {pen}, and nobody does: {player.name} says {absence}"
    return ""


def _after(recording: Recording) -> Course:
    course = beginning(recording)
    for signed in recording.entries:
        course.apply(signed.entry, signed.hash)
    return course


def _refused(course: Course, peer: bytes) -> str:
    """The key of the sentence why nobody can replace a peer, or empty."""
    if course.can_spare(peer):
        return ""
    if len(course.there) <= 2:
        return "replace.refused.two"
    return "replace.refused.keys" if course.replaces else "replace.refused.agreed"
