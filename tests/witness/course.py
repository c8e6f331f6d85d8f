"""Playing the log (section 5)."""

from __future__ import annotations

from rules import contract
from tests.witness.board import Board
from tests.witness.charter import FAIR, LOCAL, Charter, Damaged, NotCovered, need
from tests.witness.entries import (
    Dealing,
    Drop,
    Entry,
    Leave,
    Leaving,
    Move,
    Publish,
    Return,
    TakeBack,
    quoted,
)
from tests.witness.fair import FairDealer
from tests.witness.file import Line
from tests.witness.local import LocalDealer
from tests.witness.packing import pack
from tests.witness.presence import Presence
from tests.witness.rulebook import digest, levels_of, start_of
from tests.witness.signing import signed


class Course:
    """The state of a game after some entries, as the copy of ``me`` knows it."""

    def __init__(self, charter: Charter, me: bytes, private: bytes) -> None:
        self.charter = charter
        self.me = me
        self.presence = Presence(charter)
        self.board = Board(start_of(charter))
        self.dealer: LocalDealer | FairDealer
        if charter.dealer == LOCAL:
            self.dealer = LocalDealer(charter, me, private)
        elif charter.dealer in FAIR:
            self.dealer = FairDealer(charter, self.presence, me, private)
        else:
            raise NotCovered(f"the dealer {charter.dealer}")
        self.count = 0
        self.head = charter.hash
        self.digest = self._digest()
        self.published: Publish | None = None

    def _digest(self) -> bytes:
        return digest(self.board.position.view(None).facts())

    # -- the pen -------------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return not self.board.position.deals and self.board.position.turn is None

    def pen(self) -> bytes | None:
        """The key of the peer that may write the next entry."""
        deals, turn = self.board.position.deals, self.board.position.turn
        if deals:
            return self.dealer.owed_by(deals)
        if turn is None:
            fair = isinstance(self.dealer, FairDealer) and self.dealer.joint and self.published is None
            return self.charter.keys[self.presence.there[0]] if fair else None
        return self.dealer.owed_by(()) or self._player(turn)

    def _player(self, seat: int) -> bytes:
        return self.charter.keys[self.presence.acting[self.presence.owner[seat]]]

    # -- entries -------------------------------------------------------------------------------------------------------

    def add(self, line: Line) -> None:
        """Play an entry; raises :class:`~tests.witness.charter.Damaged` if it cannot be."""
        entry = line.entry
        body = entry.body
        need(isinstance(body, Publish) == self.over, "an entry after the end, or cards laid open before it")
        need(isinstance(body, Drop) or entry.author == self.pen(), "an author without the pen")
        need(entry.digest == self.digest, "another digest")
        board = self.board
        board.keep(self.count)
        quiet = False
        match body:
            case Move():
                self._move(entry, body)
                quiet = not board.position.deals
            case TakeBack():
                self._take_back(entry, body)
                quiet = True
            case Dealing():
                self.dealer.contribute(body.payload, board.position.deals)
                if isinstance(self.dealer, FairDealer) and self.dealer.left is not None:
                    self._go(self.dealer.left)
            case Leaving():
                self._leaving(entry, body)
            case Leave():
                self._leave(body)
            case Drop():
                self._drop(entry, body)
            case Return():
                self._return(body, line)
            case Publish():
                self._publish(entry, body)
        self._answer()
        self.count += 1
        self.head = line.hash
        if not quiet:
            board.end_run(self.count)
        self.digest = self._digest()

    def _answer(self) -> None:
        """Pending deals are answered in order, as far as the dealer can."""
        position = self.board.position
        if isinstance(self.dealer, FairDealer):
            self.dealer.owed_by(position.deals)  # from the first pending deal on something is owed
            self.dealer.settle()
        while position.deals:
            deal = position.deals[0]
            answer = self.dealer.answer(deal)
            if answer is None:
                return
            try:
                self.board.learn(deal, answer)
            except ValueError as reason:
                raise Damaged(f"an answer that cannot be: {reason}") from None

    def _move(self, entry: Entry, move: Move) -> None:
        position = self.board.position
        need((move.spent is not None) == self.charter.clocked, "a clock where there is none, or none where there is one")
        need(not (isinstance(self.dealer, FairDealer) and self.dealer.farewell), "a move while a peer leaves")
        need(move.seat == position.turn, "a seat that is not on turn")
        need(entry.author == self._player(move.seat), "a seat of another peer")
        played = contract.Move(move.word, move.args)
        if position.why_not(played) is not None:
            lenient = entry.author != self.me and position.known_to_all().why_not(played) is None
            need(lenient, f"{move.notation} is not allowed")
        self.board.play(move)

    def _all_agree(self, signatures: list[bytes], purpose: str, content: bytes) -> bool:
        """Whether these are the signatures of all that are there, in order."""
        there = [self.charter.keys[peer] for peer in self.presence.there]
        return len(signatures) == len(there) and all(
            signed(peer, purpose, self.charter.hash + content, signature)
            for peer, signature in zip(there, signatures, strict=True)
        )

    def _take_back(self, entry: Entry, body: TakeBack) -> None:
        need(self.board.run <= body.to < self.count, "no way back there")
        content = quoted(entry.n, entry.previous, body.to, body.proposer)
        there = [self.charter.keys[peer] for peer in self.presence.there]
        need(body.proposer in there, "the proposal of somebody who is not there")
        need([consent.peer for consent in body.consents] == there, "consents of others")
        need(self._all_agree([consent.signature for consent in body.consents], "take-back", content), "consents")
        self.board.back(body.to)

    # -- leaving and vanishing (section 11) ----------------------------------------------------------------------------

    def _fair(self) -> FairDealer:
        if not isinstance(self.dealer, FairDealer):
            raise Damaged("a peer alone neither leaves nor returns")
        return self.dealer

    def _peer(self, key: bytes) -> int:
        need(key in self.charter.keys, "a stranger")
        return self.charter.keys.index(key)

    def _go(self, peer: int) -> None:
        """A peer goes by the present entry."""
        dealer = self._fair()
        seat = self.board.owes_show
        if seat is not None and self.presence.acting[self.presence.owner[seat]] == peer:
            self.board.unplay()
            dealer.forget_pending()
        owners = self.presence.acted_for(peer)
        self.presence.go(peer, self.count, dealer.joint)
        dealer.went(owners)

    def _going(self, key: bytes) -> int:
        peer = self._peer(key)
        need(peer in self.presence.there and len(self.presence.there) > 1, "a peer that cannot leave")
        need(self._fair().steady, "a peer leaves while the dealing is not steady")
        return peer

    def _leaving(self, entry: Entry, body: Leaving) -> None:
        peer = self._going(body.peer)
        content = self.charter.hash + quoted(entry.n, entry.previous, body.round)
        need(signed(body.peer, "leaving", content, body.signature), "the signature of the leaver")
        if self._fair().joint:
            self._fair().begin_farewell(peer)
        else:
            self._go(peer)

    def _leave(self, body: Leave) -> None:
        need(not self.charter.fresh, "the form of earlier versions in a game of later ones")
        peer = self._going(body.peer)
        content = self.charter.hash + pack(body.legacies)
        if self.presence.returns:
            content += pack(self.presence.returns)
        need(signed(body.peer, "leave", content, body.signature), "the signature of the leaver")
        if self._fair().joint:
            self._fair().take_leave(peer, body.legacies)
        self._go(peer)

    def _drop(self, entry: Entry, body: Drop) -> None:
        dealer, presence = self._fair(), self.presence
        peer = self._peer(body.peer)
        need(self.charter.replaces and len(presence.there) >= 3 and peer in presence.there, "nobody may be replaced")
        need(self.pen() == body.peer, "a peer that nothing waits for")
        need(not dealer.joint or peer in dealer.deposits, "a peer without a deposit")
        heir = presence.heir(peer)
        need(entry.author == self.charter.keys[heir], "not written by the heir")
        others = [other for other in presence.there if other != peer]
        need([vote.voter for vote in body.votes] == [self.charter.keys[other] for other in others], "other votes")
        for vote in body.votes:
            content = self.charter.hash + quoted(entry.n, entry.previous, body.peer, vote.level, vote.round)
            need(signed(vote.voter, "vote", content, vote.signature), "a vote")
        level = next(vote.level for vote in body.votes if vote.voter == entry.author)
        need(not level or level in levels_of(self.charter), "an unknown bot")
        owners = presence.acted_for(peer)
        release = dealer.joint
        deposit = dealer.deposits.get(peer)
        self._go(peer)
        if release and deposit is not None:
            self._break_off(peer)
            dealer.begin_release(peer, heir, owners, deposit)

    def _break_off(self, vanished: int) -> None:
        """A farewell that was under way ends, as if by "stay" unless its leaver has vanished."""
        dealer = self._fair()
        if dealer.farewell is not None and dealer.farewell.leaver != vanished:
            dealer.end_farewell()
        dealer.farewell = None

    def _return(self, body: Return, line: Line) -> None:
        peer = self._peer(body.peer)
        need(self.presence.gone.get(peer) == body.gone and peer not in self.presence.left_out, "a peer that cannot return")
        need(self._fair().steady, "a peer returns while the dealing is not steady")
        need(signed(body.peer, "return", self.charter.hash + pack(body.gone), body.signature), "the signature of the peer")
        self.presence.come_back(peer)
        self._fair().take_back(peer, line.hash)

    # -- laying all cards open (section 12) ----------------------------------------------------------------------------

    def _publish(self, entry: Entry, body: Publish) -> None:
        need(self._all_agree(body.consents, "publish", entry.previous), "consents")
        need(len(body.secrets) == len(self.charter.peers), "not one place for each peer")
        for peer, secrets in enumerate(body.secrets):
            need(len(secrets) == (0 if peer in self.presence.left_out else 64), "secrets of another length")
        self.published = body
