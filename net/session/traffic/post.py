"""Outgoing traffic: frames, the length of the log here, and the entries that other peers lack."""

from __future__ import annotations

from collections.abc import Sequence

from net.session.format.entry import DealBody, MoveBody
from net.session.format.wire import Entries, GameFrame, Have, game_frames
from net.session.history.log import Log
from net.session.output import Output
from net.session.traffic.gossip import Gossip

HEAVY = 4096
"""Bytes of an entry that does not go out again before an own one to a peer that gets it from its author.

A shuffle has some 14,000. The next entry takes so long to make that it hardly ever arrives first.
"""


class Post:
    """The way out of one table, over the links that stand.

    Attributes:
        unsaid: whether a linked peer has yet to hear how far the log reaches here; the next tick tells it at the latest.
        soon: whether to tell it sooner, after a moment in which more entries may come.
    """

    def __init__(self, gossip: Gossip, log: Log, me: bytes) -> None:
        self.unsaid = False
        self.soon = False
        self._gossip = gossip
        self._log = log
        self._table = log.charter.charter.table
        self._me = me

    def others(self, *without: bytes) -> list[bytes]:
        """The linked peers but these."""
        return [peer for peer in self._gossip.linked if peer not in without]

    def send(self, peers: Sequence[bytes], out: Output, *frames: GameFrame) -> None:
        """Send frames to peers."""
        for frame in frames if peers else ():
            payload = game_frames.encode(frame)
            out.frames += [(peer, payload) for peer in peers]

    def send_all(self, out: Output, *frames: GameFrame) -> None:
        """Send frames to everybody linked."""
        if frames:
            self.send(self._gossip.linked, out, *frames)

    def tell(self, peers: Sequence[bytes], out: Output) -> None:
        """Tell peers how far the log reaches here."""
        length = len(self._log)
        have = Have(self._table, length, self._log.head(length), self._log.digest(length), self._gossip.places)
        self.send(peers, out, have)
        for peer in peers:
            self._gossip.links[peer].told = have.head

    def tell_again(self, peer: bytes, out: Output) -> None:
        """A peer has sent only entries that are here: tell it how far the log reaches, at once or with the others.

        Most such frames have been overtaken by that of a later author, which also held the entry. Nobody waits for the answer.
        """
        if self.unsaid:
            self._gossip.links[peer].told = b""
        else:
            self.tell([peer], out)

    def tell_all(self, out: Output) -> None:
        """Tell everybody linked how far the log reaches here."""
        self.unsaid = self.soon = False
        self.tell(self._gossip.linked, out)

    def acknowledge(self, peers: Sequence[bytes], since: int, out: Output, soon: bool) -> None:
        """The log has grown: tell the peers that wait for it at once, and all others later.

        If every peer told every other at once, acknowledgements would be most of the traffic of five computers. An entry that
        is neither a move nor part of the dealing is acknowledged to all at once: a leaver stays until all have it.
        """
        if any(not isinstance(signed.entry.body, MoveBody | DealBody) for signed in self._log.entries[since:]):
            self.tell_all(out)
            return
        waiting = [peer for peer in self._gossip.linked if peer in peers]
        self.tell(waiting, out)
        if len(waiting) < len(self._gossip.linked):
            self.unsaid = True
            self.soon |= soon

    def tell_rest(self, out: Output) -> None:
        """Tell the peers that have yet to hear it how far the log reaches here."""
        if self.unsaid:
            self.unsaid = self.soon = False
            head, links = self._log.head(len(self._log)), self._gossip.links
            self.tell([peer for peer in self._gossip.linked if links[peer].told != head], out)

    def pump(self, peer: bytes, now: int, out: Output) -> None:
        """Send a peer the next entries it lacks."""
        entries = self._gossip.batch(peer, self._log.entries, now)
        if entries:
            self.send([peer], out, Entries([signed.signed for signed in entries]))

    def pass_on(self, source: bytes, since: int, now: int, out: Output) -> None:
        """Pass on what has come in: at once to peers without a link to its author, to others only if it does not reach them."""
        entries = self._log.entries[since:]
        authors = {signed.entry.author for signed in entries} - {self._me}
        # After a replacement peers may be on two courses of the game. All is repeated then, so that they see where it was.
        usual = not self._log.drops and all(isinstance(signed.entry.body, MoveBody | DealBody) for signed in entries)
        heavy = [place for place, signed in enumerate(entries, since) if len(signed.signed.raw) >= HEAVY]
        for peer in self.others(source):
            if authors == {peer}:
                continue
            if all(author == peer or self._gossip.reaches(peer, author) for author in authors):
                self._gossip.hold(peer, since, len(self._log), now, heavy, usual)
            else:
                self.pump(peer, now, out)
