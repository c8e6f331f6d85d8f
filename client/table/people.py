"""Seats and links: sentences for the players panel and the top bar."""

from __future__ import annotations

from collections.abc import Sequence

from client.boards.contract import GameView
from client.look.avatar import Picture
from client.messages import Catalogue
from client.table.players import PlayerInfo
from net.api import Peer, Seat
from rules.contract import State


def info_of(
    view: GameView,
    catalogue: Catalogue,
    state: State,
    seat: int,
    seats: Sequence[Seat],
    peers: Sequence[Peer],
    on_turn: int | None,
    picture: Picture | None = None,
) -> PlayerInfo:
    """The row of a seat. If its link is lost, the remark says so before anything else."""
    names = [other.name for other in seats]
    line = view.player(state, seat)
    who = seats[seat]
    peer = next((peer for peer in peers if peer.key == who.peer), None)
    trouble = peer is not None and not peer.linked and not who.here
    remark = ""
    if trouble and peer is not None:
        key = f"table.player.link.{peer.status.kind}"
        remark = catalogue.text(key) if catalogue.has(key) else catalogue.text(peer.status, names)
    elif line.note is not None:
        remark = catalogue.text(line.note)
    elif who.kind == "bot":
        remark = catalogue.text("table.player.bot")
    return PlayerInfo(seat, who.name, line, seat == on_turn, who.here, remark, trouble, picture)


def links_sentence(
    catalogue: Catalogue, peers: Sequence[Peer], me: str, names: Sequence[str], watching: int = 0
) -> tuple[str, bool]:
    """The state of the links and the number of watchers, and whether a link is lost; empty if nobody is elsewhere."""
    said, trouble = _links(catalogue, peers, me, names)
    if watching and said:
        said = catalogue.text("table.links.watched", links=said, count=watching)
    return said, trouble


def _links(catalogue: Catalogue, peers: Sequence[Peer], me: str, names: Sequence[str]) -> tuple[str, bool]:
    others = [peer for peer in peers if peer.key != me]
    lost = [peer for peer in others if not peer.linked]
    if not others:
        return "", False
    if len(lost) == 1:
        return catalogue.text(lost[0].status, names), True  # a sentence that names the person
    if lost:
        return catalogue.text("table.links.lost", count=len(lost)), True
    return catalogue.text("table.links"), False
