"""``alarife selfplay``: whole games of bots against bots, as fast as possible; a line for each."""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from client.bots import Clock, TurnTime, bot_for, chance_of, end_bot
from client.commands.choices import add_house_rules, add_text, bot_choices, chosen_options, refuse_existing, seat_count
from client.commands.output import print_record, print_text, trouble, words
from rules.contract import Bot, Move, State
from rules.registry import game

if TYPE_CHECKING:
    from net.offline import Chooser


def options(command: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    command.add_argument("--game", required=True, metavar="GAME", help=words("help.game"))
    command.add_argument("--players", type=int, metavar="N", help=words("help.players"))
    command.add_argument("--games", type=int, default=1, metavar="K", help=words("selfplay.help.games"))
    command.add_argument("--seed", type=int, default=1, metavar="S", help=words("selfplay.help.seed"))
    command.add_argument("--bots", metavar="A,B", help=words("help.bots"))
    command.add_argument("--think", type=int, default=1000, metavar="MS", help=words("selfplay.help.think"))
    command.add_argument("--save", type=Path, metavar="DIR", help=words("selfplay.help.save"))
    add_house_rules(command)
    add_text(command)


def run(given: argparse.Namespace) -> int:
    """Play the games. Game k has the seed S + k - 1, so that anybody can replay it alone."""
    from net.api import PROGRAM
    from net.deal.seeded import seed_of
    from net.offline import play_out

    rules = game(given.game)
    seats = seat_count(rules, given.players)
    house_rules = chosen_options(rules, given.option)
    chosen = bot_choices(rules, given.bots, seats)
    levels = [choice if isinstance(choice, str) else choice.name for choice in chosen]
    kinds = [choice if isinstance(choice, str) else PROGRAM for choice in chosen]
    if given.games < 1:
        raise trouble("trouble.games")
    for seed in range(given.seed, given.seed + given.games):
        file = given.save / f"{rules.id}-{seats}-{seed}.alarife" if given.save is not None else None
        if file is not None:
            refuse_existing(file)
        begun = time.perf_counter()
        names = [f"{level} {seat + 1}" for seat, level in enumerate(levels)]
        bots = [bot_for(rules.id, choice) for choice in chosen]
        try:
            choose = choosers(bots, seed, given.think)
            played = play_out(rules.id, house_rules, seed_of(str(seed)), choose, file, names, kinds)
        finally:
            for bot in bots:
                end_bot(bot)
        result = played.state.result
        assert result is not None
        record = {
            "game": rules.id,
            "players": seats,
            "seed": seed,
            "bots": levels,
            "scores": list(played.state.scores()),
            "ranks": list(result.ranks),
            "moves": len(played.moves),
            "ms": round((time.perf_counter() - begun) * 1000),
            "end": result.end,
        }
        if given.text:
            scores = ", ".join(f"{name} {score}" for name, score in zip(names, played.state.scores(), strict=True))
            print_text(words("selfplay.game", seed=seed, scores=scores, moves=len(played.moves), ms=int(str(record["ms"]))))
        else:
            print_record(record)
    return 0


def choosers(bots: Sequence[Bot], seed: int, think: int) -> list[Chooser]:
    """A chooser for each seat, which asks its bot; all chance follows from the seed."""
    chance = random.Random(seed)

    def of(bot: Bot) -> Chooser:
        left = TurnTime(think)

        def choose(view: State) -> Move:
            begun = time.perf_counter()
            move = bot.choose(view, Clock(left.left(view)), chance_of(chance.getrandbits(64)))
            left.spent((time.perf_counter() - begun) * 1000)
            return move

        return choose

    return [of(bot) for bot in bots]
