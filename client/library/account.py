"""A game as text to read or paste anywhere: the players, the result, and every turn in sentences."""

from __future__ import annotations

from pathlib import Path

from client.messages import Catalogue, catalogue
from client.table.recording import Watched, watch


def account(file: Path, language: str) -> str:
    """The game in a file, told in sentences; raises :class:`~net.gamefile.GameFileError` if it cannot be read."""
    watched = watch(file)
    words = catalogue(language)
    lines = [*heading(watched, words), ""]
    places = [mark.index for mark in watched.marks]
    for number, mark in enumerate(watched.marks):
        until = places[number + 1] if number + 1 < len(places) else len(watched.steps)
        lines.append(words.text("client.library.account.turn", watched.names, number=number + 1, seat=mark.seat))
        for index in range(mark.index + 1, until + 1):
            lines += [f"    {words.text(told, watched.names)}" for told in watched.told(index)]
    return "\n".join(lines) + "\n"


def heading(watched: Watched, words: Catalogue) -> list[str]:
    """The game, the players, and the result if there is one."""
    last = watched.position(len(watched.steps))
    lines = [words.text(f"{watched.game}.title"), words.listed(watched.names)]
    if last.result is not None:
        lines.append(words.text(f"{watched.game}.end.{last.result.end}"))
        scores = last.scores()
        for seat in sorted(range(len(scores)), key=lambda seat: (last.result.ranks[seat] if last.result else 0, seat)):
            rank = last.result.ranks[seat]
            points = words.text(f"{watched.game}.points", points=scores[seat])
            lines.append(words.text("client.library.account.rank", rank=rank, name=watched.names[seat], points=points))
    else:
        lines.append(words.text("client.library.account.open"))
    return lines
