"""``alarife analyse``: the chances of winning turn by turn, and better turns."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from client.commands.choices import add_text
from client.commands.output import Trouble, print_notice, print_record, print_text, texts, words

if TYPE_CHECKING:
    from client.analysis.subject import Subject
    from rules.message import Message
    from rules.search.analysis import Better, Judged

DEAREST = 10
"""How many of the costliest turns are printed at the end."""


def options(command: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    command.add_argument("file", type=Path, metavar="FILE", help=words("help.file"))
    depth = command.add_mutually_exclusive_group()
    depth.add_argument("--quick", action="store_true", help=words("analyse.help.quick"))
    depth.add_argument("--deep", action="store_true", help=words("analyse.help.deep"))
    command.add_argument("--all-cards", action="store_true", help=words("analyse.help.all-cards"))
    add_text(command)


def run(given: argparse.Namespace) -> int:
    """Print a line for each turn as soon as it is judged, then the costliest turns."""
    from client.analysis.kept import turn_record
    from client.analysis.mind import NoAnalysis, tells_costs
    from client.analysis.subject import read_subject
    from rules.search.analysis import DEEP, QUICK, dearest, unjudged

    try:
        subject = read_subject(given.file)
    except NoAnalysis as error:
        raise Trouble(error.reason) from error
    turns: list[Judged] = []
    for turn in subject.judged(DEEP if given.deep else QUICK, given.all_cards):
        turns.append(turn)
        if given.text:
            print_text(_line(subject, turn))
        else:
            print_record({"turn": subject.number(turn), "name": subject.names[turn.seat], **turn_record(turn)})
    costly = dearest(turns, DEAREST)
    others = [subject.names[seat] for seat in unjudged(turns)]
    if given.text and costly:
        print_text(words("analyse.dearest"))
    elif given.text and len(others) < len(subject.names):
        told = tells_costs(subject.game, len(subject.names))
        print_text(texts().text("analysis.done.none" if told else "analysis.done.unsure"))
    for turn in costly:
        better = turn.better
        assert better is not None
        reasons = why(subject, turn.seat, better, given.all_cards)
        if given.text:
            print_text(_line(subject, turn))
            print_text(f"{'':8}{' / '.join(map(str, better.moves))}")
            for reason in reasons:
                print_text(f"{'':8}{texts().text(reason, subject.names)}")
        else:
            moves = [str(move) for move in better.moves]
            record = {"costly": subject.number(turn), "seat": turn.seat, "cost": turn.cost, "index": better.index}
            print_record(record | {"gain": better.gain, "moves": moves, "reasons": [str(reason) for reason in reasons]})
    if given.text and others:
        print_text(texts().text("analysis.unjudged", names=texts().listed(others)))
    print_notice(subject.notice)
    return 0


def why(subject: Subject, seat: int, better: Better, everything: bool) -> list[Message]:
    """Why a turn is better, in the game's words."""
    from rules.registry import game
    from rules.search.analysis import shown

    position = subject.position(better.index)
    assert position is not None
    view = position if everything else position.view(seat)
    found = shown(view, better.moves)
    return [] if found is None else game(subject.game).reasons(view, found[0], found[1], seat)


def _line(subject: Subject, turn: Judged) -> str:
    """A line about a turn: the chances before and after it, and its cost."""
    chances = f"{turn.before[turn.seat] / 10:5.1f} % -> {turn.after[turn.seat] / 10:5.1f} %"
    cost = f"{-turn.cost / 10:6.1f}" if turn.cost else ""
    return f"{subject.number(turn):4} {subject.names[turn.seat]:16} {chances} {cost}".rstrip()
