"""``alarife show``: a position of a recorded game, as a picture or as text."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

from client.commands.output import print_notice, print_record, print_text, texts, trouble, words
from net.disk import is_same
from rules.contract import State


def options(command: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    command.add_argument("file", type=Path, metavar="FILE", help=words("help.file"))
    command.add_argument("--at", type=int, metavar="N", help=words("show.help.at"))
    command.add_argument("--seat", type=int, metavar="S", help=words("show.help.seat"))
    how = command.add_mutually_exclusive_group(required=True)
    how.add_argument("--png", type=Path, metavar="OUT", help=words("show.help.png"))
    how.add_argument("--text", action="store_true", help=words("show.help.text"))


def run(given: argparse.Namespace) -> int:
    """Print or paint the position."""
    from client.commands.recorded import picked, read, seen_by

    if given.png is not None and _is_game(given.png, given.file):
        raise trouble("trouble.exists", file=str(given.png))
    recorded = read(given.file)
    index = picked(recorded, given.at)
    state = seen_by(recorded.position(index), given.seat)
    if given.png is not None:
        from client.commands.picture import save

        save(given.png, recorded.recording.charter.charter.game, state, recorded.names, given.seat)
        print_record({"file": str(given.file), "at": index, "png": str(given.png)})
    else:
        for line in lines(state, recorded.names):
            print_text(line)
    print_notice(recorded.recording.notice)
    return 0


def _is_game(target: Path, file: Path) -> bool:
    """Whether a picture would replace a game: the one that it shows, or another."""
    return is_same(target, file) or (target.suffix.lower() == ".alarife" and os.path.exists(target))


def lines(state: State, names: list[str]) -> list[str]:
    """A position of any game in readable lines: the prompt, everybody's score, and the facts one by one."""
    found = [texts().text(state.prompt(), names)]
    for seat, score in enumerate(state.scores()):
        found.append(words("show.score" if state.result is None else "show.final", name=names[seat], score=score))
    for key, value in state.facts().items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            found += [f"{key}.{place}: {_compact(entry)}" for place, entry in enumerate(value)]
        else:
            found.append(f"{key}: {_compact(value)}")
    return found


def _compact(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
