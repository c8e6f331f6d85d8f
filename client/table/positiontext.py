"""A position as text to paste anywhere: first readable lines, then every fact."""

from __future__ import annotations

import json
from collections.abc import Sequence

from client.boards.contract import GameView
from client.messages import Catalogue
from rules.contract import State


def position_text(catalogue: Catalogue, view: GameView, game: str, state: State, names: Sequence[str], place: str) -> str:
    """The position in lines: the game, the place in it, the players, and its facts as ``alarife show --text`` prints them.

    Args:
        catalogue: the language.
        view: the game's view, which knows the words for possessions.
        game: its id.
        state: the position, with hidden what the reader may not know.
        names: the players by seat.
        place: the position's place in the game, in words.
    """
    text = catalogue.text
    lines = [
        text(f"{game}.title"),
        place,
        *(text(fact, names) for fact in view.headline(state)),
        text(state.prompt(), names),
        "",
    ]
    scores = state.scores()
    for seat, name in enumerate(names):
        has = view.player(state, seat)
        counts = catalogue.listed((text(count.said) for count in (*has.counts, *has.more)), "row")
        points = text(f"{game}.points", points=scores[seat])
        lines.append(text("table.replay.text.player", name=name, main=text(has.main_said), points=points, counts=counts))
    lines.append("")
    for key, value in state.facts().items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            lines += [f"{key}.{number}: {_compact(entry)}" for number, entry in enumerate(value)]
        else:
            lines.append(f"{key}: {_compact(value)}")
    return "\n".join(lines) + "\n"


def _compact(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
