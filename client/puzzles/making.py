"""Making puzzles from games between bots, which are played for this purpose, and from saved games."""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from client.analysis.mind import mind_of
from client.analysis.subject import Subject, subject_of
from client.puzzles.puzzle import MOST_RATING, WORLDS, Ends, Puzzle, PuzzleError, Step, check, loses_little, seen_answer
from net.gamefile import beginning, load, replay
from net.session.format.entry import TakeBackBody
from rules.contract import Budget, Deal, Move, State, digest_of, offered_levels
from rules.message import message
from rules.registry import game as game_called
from rules.search.analysis import QUICK, Analysis, Played, position_after
from rules.search.puzzles import ALIKE, MARGIN, PROOF, SURE, Found, Search, beginnings, looks_good, verified, weigh
from rules.search.search import LONGEST
from rules.search.turns import Looks
from rules.trial import Trial

LOOKS = 300
"""The looks that a bot may take for a turn of a game played for puzzles."""

SOLVING_LOOKS = 1000
"""The looks that a bot may take to solve a puzzle."""

TRIES = 8
"""How often a level with some randomness tries a puzzle."""

WEAKEST = 1000
"""The rating of the weakest level of each game, on the scale of the players' puzzle ratings."""

SPREAD = 250
"""How far ratings are from how hard puzzles look (a standard deviation)."""

WEIGHT = 4
"""How many tries the share of a level's solutions counts as."""

LEAST = 600
"""No puzzle is easier."""

LIMITS = {"alcazar": (1060, 1500), "big-boss": (1200, 1500), "burgenland": (1210, 1340), "torres": (1500, 1825)}
"""By game: puzzles with ratings below the first limit are easy, those from the second on are hard."""

USUAL_LIMITS = (1400, 1600)
"""The limits of a game without its own."""

LEVELS = {"torres": 1}
"""By game: how many of the strongest levels play the games. In Torres, the others lose by far."""

MARGINS = {"torres": 25}
"""The margins of games in which single turns decide less."""

ALIKES = {"burgenland": 8, "torres": 16}
"""By game: how many turns may count as the same answer, where there are many ways to pay or to spend what is left."""

ENDS = {"alcazar": 400, "big-boss": 400, "burgenland": 400, "torres": 400}
"""By game: how many games are played to the end to prove an answer."""

SLIPS = {"alcazar": 800, "big-boss": 1500, "burgenland": 60, "torres": 100}
"""By game: by how much the players of these games may misjudge a turn, in the unit of the judge."""

MOST_OF_A_GAME = 3
"""The largest number of puzzles from one game."""

Told = Callable[[int], None]
"""Called with how much of a game has been searched, in thousandths."""


@dataclass(frozen=True)
class Logged:
    """A game with everything that was dealt in it.

    Attributes:
        game: the game's id; ``version``, ``options`` and ``seats`` as in a puzzle.
        log: the moves, and the deals with their answers, in order, each with the number of its entry.
        played: the moves that count.
        knows: the seats whose hands are known.
        origin: where it comes from.
        mine: whether it is the player's own.
    """

    game: str
    version: int
    options: dict[str, str]
    seats: int
    log: tuple[tuple[int, Move | tuple[Deal, tuple[int, ...]]], ...]
    played: tuple[Played, ...]
    knows: frozenset[int]
    origin: dict[str, Any]
    mine: bool = False


def between_bots(game: str, seats: int, seed: int, commit: str = "") -> Logged:
    """Play a game between bots of various levels. Equal seeds give the same game on every computer."""
    from client.bots import chance_of, new_bot
    from net.deal.seeded import SeededDeals, seed_of
    from net.rulebook import start
    from rules.contract import complete_options

    rules = game_called(game)
    options = complete_options(rules, {})
    state = start(game, seats, options)
    deals = SeededDeals(seed_of(f"puzzles {game} {seats} {seed}"))
    chosen = random.Random(f"{game} {seats} {seed}")
    levels = levels_of(game)[-LEVELS.get(game, len(rules.bots)) :]
    bots = [new_bot(game, chosen.choice(levels)) for _ in range(seats)]
    chance = chance_of(seed)
    log: list[tuple[int, Move | tuple[Deal, tuple[int, ...]]]] = []
    played: list[Played] = []
    number, budget = -1, Looks(LOOKS)

    def settle() -> None:
        while state.deals:
            deal = state.deals[0]
            answer = deals.answer(deal, range(seats)) if state.known(deal) is None else state.known(deal)
            assert answer is not None
            log.append((len(log), (deal, tuple(answer))))
            state.learn_silently(deal, answer)

    settle()
    while (turn := state.turn) is not None:
        if state.turn_number != number:
            number, budget = state.turn_number, Looks(LOOKS)
        move = bots[turn].choose(state.view(turn), budget, chance)
        played.append(Played(len(log), state.copy(), move))
        log.append((len(log), move))
        state.play_silently(move)
        settle()
    origin = {"game": "bots", "seed": seed, "commit": commit}
    return Logged(game, rules.version, options, seats, tuple(log), tuple(played), frozenset(range(seats)), origin)


def of_file(file: Path) -> Logged:
    """A saved game; raises what :func:`client.analysis.subject.read_subject` raises."""
    recording = load(file)
    course = beginning(recording)
    start = course.state
    steps = tuple(replay(recording))
    subject: Subject = subject_of(recording, course.knows, start, steps)
    if subject.last.result is None:
        raise PuzzleError(message("puzzle.none.running"))
    charter = recording.charter.charter
    log: list[tuple[int, Move | tuple[Deal, tuple[int, ...]]]] = []
    for step, signed in zip(steps, recording.entries, strict=True):
        body = signed.entry.body
        if isinstance(body, TakeBackBody):
            while log and log[-1][0] >= body.to:
                log.pop()
        elif step.void:
            while log and not isinstance(log.pop()[1], Move):
                pass
        elif step.move is not None:
            log.append((step.index - 1, step.move))
        log += [(step.index - 1, dealt) for dealt in step.dealt]
    mine = {number for number, seat in enumerate(charter.seats) if seat.kind == "person" and seat.peer == recording.me}
    origin = {"game": "file", "head": subject.head[:16]}
    knows = subject.knows & mine if mine else subject.knows
    options = dict(charter.options)
    return Logged(
        charter.game,
        charter.version,
        options,
        len(charter.seats),
        tuple(log),
        subject.played,
        frozenset(knows),
        origin,
        mine=True,
    )


def puzzles_of(
    game: Logged, budget: Budget | None = None, told: Told | None = None, most: int = MOST_OF_A_GAME
) -> Iterator[Puzzle]:
    """Find the puzzles in a game, at most so many; each is yielded when it is found.

    Raises :class:`~rules.search.analysis.Stopped` when the budget is used up, and :class:`~client.analysis.mind.NoAnalysis`
    for a game without an evaluation.
    """
    analysis = Analysis(*mind_of(game.game, game.seats), QUICK)
    firsts = list(beginnings(game.played, game.knows))
    margin, search = MARGINS.get(game.game, MARGIN), proof_of(game.game)
    made: set[tuple[int, tuple[Move, ...]]] = set()
    for number, first in enumerate(firsts):
        if told is not None:
            told(1000 * number // len(firsts))
        seat = first.state.turn
        assert seat is not None
        view = first.state.view(seat)
        seed = int(digest_of(view.facts())[:12], 16)
        try:
            good = len(view.moves()) > 1 and looks_good(analysis, view, seed, margin, budget)
            found = verified(analysis, view, seed, margin, ALIKES.get(game.game, ALIKE), budget, search) if good else None
        except ValueError:  # no world fits what is known about some hand
            found = None
        puzzle = None if found is None else _puzzle(analysis, game, first.index, seat, found)
        if puzzle is not None and (seat, puzzle.answer) not in made:  # an answer that nobody played is still best a turn later
            yield puzzle
            made.add((seat, puzzle.answer))
            if len(made) == most:
                return


def proof_of(game: str) -> Search:
    """The search that proves the answers of a game's puzzles."""
    return PROOF._replace(games=ENDS[game], slip=SLIPS[game]) if game in ENDS else PROOF


def _puzzle(analysis: Analysis, game: Logged, index: int, seat: int, found: Found) -> Puzzle | None:
    """The puzzle of a position; None if its log does not lead there, as with a game on a corrected board."""
    log: list[Step] = []
    for place, what in game.log:
        if place >= index:
            break
        log.append(what if isinstance(what, Move) else seen_answer(what[0], what[1], seat))
    solved = solvers(analysis, game.game, found.view, found.answer, found.gap)
    rating = rating_of(strengths_of(game.game), solved, looks_hard(found.rank, found.answer, found.gap))
    digest = hashlib.sha256(digest_of(found.view.facts()).encode()).hexdigest()[:8]
    origin = {
        **game.origin,
        "search": {**proof_of(game.game)._asdict(), "margin": MARGINS.get(game.game, MARGIN), "sure": SURE},
        "choices": found.choices,
        "rank": found.rank,
        "alike": len(found.alike),
        "tries": solved,
    }
    puzzle = Puzzle(
        game=game.game,
        version=game.version,
        options=game.options,
        seats=game.seats,
        seat=seat,
        log=tuple(log),
        answer=found.answer,
        chance=found.chance,
        second=found.second,
        other=found.other,
        rating=rating,
        difficulty=difficulty_of(game.game, rating),
        origin=origin,
        name=f"{game.seats}-{digest}",
        mine=game.mine,
        ends=None if found.won is None else Ends(proof_of(game.game).games, *found.won),
    )
    try:
        view = check(puzzle)
    except PuzzleError:
        return None
    return puzzle if view.facts() == found.view.facts() else None


def levels_of(game: str) -> list[str]:
    """The levels of bots that may solve a puzzle, weakest first."""
    return offered_levels(game_called(game))


class Counted:
    """A source of chance that records whether it was used: a bot that never uses it always plays the same turn."""

    def __init__(self, seed: int) -> None:
        from client.bots import chance_of

        self._chance = chance_of(seed)
        self.asked = False

    def below(self, bound: int) -> int:
        """A number from 0 up to but not including ``bound``."""
        self.asked = True
        return self._chance.below(bound)


def solvers(analysis: Analysis, game: str, view: State, answer: Sequence[Move], gap: int) -> dict[str, list[int]]:
    """By level, weakest first: how often it solved a puzzle, and how often it tried.

    A turn solves a puzzle if it is hardly worse than the answer in the same worlds, just as for a player.
    """
    from client.bots import new_bot

    known: dict[str, bool] = {position_after(view, answer): True}
    found = {}
    for level in levels_of(game):
        solved = tries = 0
        for seed in range(TRIES):
            chance, bot, budget, trial = Counted(seed), new_bot(game, level), Looks(SOLVING_LOOKS), Trial(view)
            while not trial.complete and len(trial.moves) < LONGEST:
                trial.play(bot.choose(trial.state.copy(), budget, chance))
            after = position_after(view, trial.moves)
            if after not in known:
                known[after] = loses_little(weigh(analysis, view, trial.moves, answer, WORLDS), gap)
            solved += known[after]
            tries += 1
            if not chance.asked:
                break
        found[level] = [solved, tries]
    return found


def looks_hard(rank: int, answer: Sequence[Move], gap: int) -> int:
    """How hard a puzzle looks before anybody has tried it.

    It looks harder the less its answer seems best at first sight, the more kinds of moves the answer has, and the closer the
    second best turn comes.
    """
    return 1300 + 60 * min(rank, 5) + 30 * len({move.kind for move in answer}) - min(200, gap // 2)


def rating_of(strengths: Mapping[str, float], solved: Mapping[str, Sequence[int]], looks: int) -> int:
    """How hard a puzzle is: a player with this rating solves it half of the time.

    The levels have tried it, and the league says how strong they are; the weakest counts as :data:`WEAKEST`. The result is the
    most likely rating if a level solves a puzzle as often as it would beat a player with the puzzle's rating, and if ratings
    scatter around ``looks`` (:data:`SPREAD`). Every level has the same weight, however often it tried.
    """

    def doubt(rating: int) -> float:
        total = ((rating - looks) / SPREAD) ** 2 / 2
        for level, (won, tries) in solved.items():
            if level in strengths and tries:
                part = won / tries
                gap = (rating - WEAKEST - strengths[level]) / 400 * math.log(10)
                total += WEIGHT * (math.log1p(math.exp(gap)) - (1 - part) * gap)
        return total

    return min(range(LEAST, MOST_RATING, 5), key=doubt)


def strengths_of(game: str) -> dict[str, float]:
    """The Elo of each level in the published table."""
    from client.league.published import published

    return {one.level: one.elo for one in published()[game].levels} if game in published() else {}


def difficulty_of(game: str, rating: int) -> int:
    """The same in three steps, as the puzzles of a game go."""
    easy, hard = LIMITS.get(game, USUAL_LIMITS)
    return 1 if rating < easy else 2 if rating < hard else 3
