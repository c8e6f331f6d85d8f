"""``alarife trace``: a recorded game step by step, for tools, tests and bots in other languages."""

from __future__ import annotations

import argparse
from pathlib import Path

from client.commands.choices import add_text
from client.commands.output import print_notice, print_record, print_text, texts, words
from rules.contract import NOBODY


def options(command: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    command.add_argument("file", type=Path, metavar="FILE", help=words("help.file"))
    command.add_argument("--moves", action="store_true", help=words("trace.help.moves"))
    add_text(command)


def run(given: argparse.Namespace) -> int:
    """Print a line for each entry: the move, what happened, and the position afterwards."""
    from client.commands.recorded import read

    recorded = read(given.file)
    for step in recorded.steps:
        moves = [str(move) for move in step.position.moves()] if given.moves else []
        if given.text:
            who = recorded.names[step.seat] if step.seat != NOBODY else ""
            print_text(f"{step.index:4} {who:12} {step.move or ''}")
            for event in step.events:
                print_text(f"{'':18}{texts().text(event, recorded.names)}")
            if moves:
                print_text(f"{'':18}{texts().text(step.position.prompt(), recorded.names)} [{', '.join(moves)}]")
            continue
        record: dict[str, object] = {
            "n": step.index,
            "seat": step.seat,
            "move": str(step.move) if step.move else None,
            "events": [str(event) for event in step.events],
            "prompt": str(step.position.prompt()),
            "digest": step.position.digest(),
            "facts": step.position.facts(),
        }
        print_record(record | {"moves": moves} if given.moves else record)
    print_notice(recorded.recording.notice)
    return 0
