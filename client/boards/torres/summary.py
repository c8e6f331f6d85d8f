"""Facts of a position of Torres for the top bar and for each player."""

from __future__ import annotations

from collections.abc import Sequence

from client.boards.contract import Count, Interim, PlayerLine
from client.boards.torres.facts import Player, TorresFacts, read_facts
from rules.contract import Event, ScoreLine, State
from rules.message import Message, message


def headline(facts: TorresFacts) -> list[Message]:
    """Year, round and supply, and the master card."""
    lines = [
        message("table.torres.round", phase=facts.phase, round=facts.round),
        message("table.torres.supply", count=facts.supply),
    ]
    if facts.master:
        lines.append(message("table.torres.master", card=facts.master))
    return lines


def player_line(player: Player, uncounted: int = 0) -> PlayerLine:
    """The player's points except those still to be counted, knights in reserve, and cards."""
    points = player.points - uncounted
    return PlayerLine(
        main=points,
        main_said=message("table.torres.player.points", points=points),
        drawing="torres/point",
        counts=(
            Count("torres/knight", player.knights, message("table.torres.player.knights", count=player.knights)),
            Count("pieces/cardback", len(player.hand), message("table.torres.player.cards", count=len(player.hand))),
            Count("pieces/block", sum(player.stacks), message("table.torres.player.blocks", count=sum(player.stacks))),
        ),
    )


def year_scored(events: Sequence[Event], position: State) -> Interim | None:
    """The scoring of a year in these events, castle by castle and with the king; None if they contain none."""
    title = next((event for event in events if event.kind == "scoring"), None)
    if title is None:
        return None
    before = [player.points for player in read_facts(position.facts()).players]
    lines = []
    told = tuple(event for event in events if event.kind.startswith("scored-"))
    for event in told:
        values = dict(event.values)
        seat, points = values.pop("seat"), values.pop("points")
        assert isinstance(seat, int)
        assert isinstance(points, int)
        before[seat] -= points
        lines.append(ScoreLine(seat, points, message(f"torres.score.{event.kind.removeprefix('scored-')}", **values)))
    return Interim(title, tuple(before), tuple(lines), told)
