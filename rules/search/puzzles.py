"""Puzzles: positions in which one turn is far better than all others, and the search that proves it.

A quick look finds them: it tries a few turns in a few worlds. Whatever it finds is searched again with more than ten times as
many trials, several times with other random numbers, and once with a reply from every other seat. A position is a puzzle only
if the same turn is best each time, by a wide margin and in most of the worlds, so that the answer does not depend on cards
that the seat cannot know.

All this rests on the judgement of positions. A last proof does not: after the answer and after the second-best turn the game
is played on to its end, in the same worlds, and the answer has to win more often. Everybody misjudges some turns in these
games, as people do. Otherwise many a game would end the same way every time, whatever the turn was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rules.contract import Budget, Move, State
from rules.search.analysis import DEEP, QUICK, Analysis, Played, Stopped, position_after, same_turn
from rules.search.chance import Chance
from rules.search.search import Judge
from rules.search.turns import Patience, Turn
from rules.search.worlds import imagine


class Search(NamedTuple):
    """How thorough a search for the best turn is.

    Attributes:
        turns: how many turns are tried.
        worlds: in how many worlds each turn is tried.
        rounds: how often, each time with other random numbers. In the last of several rounds every other seat replies, and
            there are fewer worlds.
        games: how many games are played to the end after either of the two best turns.
        slip: by how much a seat may misjudge a turn in these games, in the unit of the judge.
    """

    turns: int
    worlds: int
    rounds: int
    games: int = 0
    slip: int = 0

    @property
    def trials(self) -> int:
        """The number of trials in one round."""
        return self.turns * self.worlds


LOOK: Final = Search(turns=24, worlds=2, rounds=1)
PROOF: Final = Search(turns=12, worlds=48, rounds=3)
"""Each round but the last has more than ten times the trials of :data:`LOOK`."""

WINS: Final = 60
"""By how much more often the answer must win than the second-best turn, in thousandths, when games are played to the end."""

PARTS: Final = 8
"""The games to the end come in so many parts. After each, the proof gives up unless the answer leads by half of that."""

SLIPPING: Final = 40
"""In how many of 100 turns a seat may misjudge."""

TEMPTING: Final = 25
"""The number of best turns that may be played by mistake."""

ANSWERED: Final = 4
"""The round with replies has fewer worlds by this factor, since each of its trials takes far longer."""

WIDE: Final = Search(turns=48, worlds=3, rounds=1)
"""The search that chooses the turns for the long look."""

SAME: Final = 8
"""Turns whose chances differ by at most this much, in thousandths, count as the same answer (two blocks in either order)."""

MOST_SAME: Final = 3
"""The long look takes at most this many turns that count as the same answer."""

ALIKE: Final = 3
"""A puzzle has at most this many turns that count as the same answer; with more, almost anything would solve it."""

MARGIN: Final = 60
"""By how much the answer must be better than the second-best turn in every round, in thousandths of a chance."""

SURE: Final = 80
"""In how many of the worlds the answer must be better than the second-best turn, in percent."""

LEAST_CHOICES: Final = 4
"""A puzzle has at least this many turns that lead to different positions."""

HOPELESS: Final = 60
"""The chance of winning, in thousandths, that the answer must leave at least. A lost game is no puzzle, nor is a won one."""


class Found(NamedTuple):
    """A position in which one turn is far better than all others.

    Attributes:
        view: the position as the seat on turn knows it.
        answer: the best turn; ``second`` is the second-best one.
        chance: of winning with the answer, in thousandths, the mean of all rounds; ``other`` is the chance with the second.
        rank: the place of the answer, from 0, in the order of the turns at first sight; the best place if several are alike.
        choices: how many turns were compared.
        alike: the turns that count as the same answer, the answer included.
        won: how many of 1000 games to the end were won after the answer and after the second; None if none was played.
    """

    view: State
    answer: tuple[Move, ...]
    second: tuple[Move, ...]
    chance: int
    other: int
    rank: int
    choices: int
    alike: tuple[tuple[Move, ...], ...]
    won: tuple[int, int] | None

    @property
    def gap(self) -> int:
        """By how many thousandths the answer is better."""
        return self.chance - self.other


class Weighed(NamedTuple):
    """One turn compared with the answer in the same worlds.

    Attributes:
        own: the chance of winning after the turn, in thousandths.
        best: the chance of winning after the answer, in thousandths.
    """

    own: int
    best: int


def beginnings(played: Sequence[Played], knows: frozenset[int]) -> Iterator[Played]:
    """The moves of a game with which a turn begins, of seats whose hands the file knows."""
    before: State | None = None
    for one in played:
        if (before is None or not same_turn(before, one.state)) and one.state.turn in knows:
            yield one
        before = one.state


def looks_good(analysis: Analysis, view: State, seed: int, margin: int = MARGIN, budget: Budget | None = None) -> bool:
    """The quick look: whether one turn seems far better than all others."""
    turns = analysis.choices(view, LOOK.turns, budget)
    if len(turns) < LEAST_CHOICES:
        return False
    means = list(map(_mean, analysis.weighed(view, turns, LOOK.worlds, Chance(seed), budget)))
    best, second = _best_two(means)
    return second >= 0 and _counts(means[best], means[second], margin)


def alike(analysis: Analysis, view: State, seed: int, budget: Budget | None = None) -> tuple[list[tuple[Move, ...]], list[int]]:
    """The turns of a wide look, in the order at first sight, and by how many thousandths each is worse than the best."""
    wide = analysis.choices(view, WIDE.turns, budget)
    means = list(map(_mean, analysis.weighed(view, wide, WIDE.worlds, Chance(seed), budget)))
    return wide, [max(means) - mean for mean in means]


def verified(
    analysis: Analysis,
    view: State,
    seed: int,
    margin: int = MARGIN,
    most_alike: int = ALIKE,
    budget: Budget | None = None,
    search: Search = PROOF,
) -> Found | None:
    """The long look at a position: what it found if every round finds the same answer, else None.

    Args:
        analysis: judges positions.
        view: of the seat on turn, at the beginning of its turn.
        seed: equal seeds give equal worlds.
        margin: by how much the answer must be better than the second-best turn, in thousandths of a chance.
        most_alike: how many turns may count as the same answer.
        budget: how long this may take; :class:`~rules.search.analysis.Stopped` is raised when it runs out.
        search: how thorough to be.
    """
    wide, behind = alike(analysis, view, seed, budget)
    same = [turn for turn, loss in zip(wide, behind, strict=True) if loss <= SAME]
    if len(wide) < LEAST_CHOICES or len(same) > most_alike:
        return None
    turns = _worth_it(wide, behind, search.turns)
    means: list[list[int]] = []
    for number in range(search.rounds):
        last = search.rounds > 1 and number == search.rounds - 1
        judging = Analysis(analysis.judge, analysis.fit, DEEP if last else QUICK)
        worlds = search.worlds // ANSWERED if last else search.worlds
        rows = judging.weighed(view, turns, worlds, Chance(seed * search.rounds + number), budget)
        means.append(list(map(_mean, rows)))
        best, second = _best_two(means[-1])
        if second < 0 or means[-1][best] - means[-1][second] < margin:
            return None
        if number and means[-1][best] - means[-1][_best_two(means[0])[0]] > SAME:
            return None  # another turn than in the first round
        wins = sum(one > other for one, other in zip(rows[best], rows[second], strict=True))
        if 100 * wins < SURE * worlds:
            return None
    total = [sum(column) // len(means) for column in zip(*means, strict=True)]
    best, second = _best_two(total)
    if second < 0 or not _counts(total[best], total[second], margin) or _is_put_off(view, turns[best], seed):
        return None
    won = _won(analysis.judge, view, turns[best], turns[second], seed, search, budget) if search.games else None
    if search.games and won is None:
        return None
    same = [turns[best], *(turn for turn in same if turn != turns[best])]
    rank = min(map(wide.index, same))
    return Found(view, turns[best], turns[second], total[best], total[second], rank, len(wide), tuple(same), won)


def played_on(
    judge: Judge, view: State, turn: Sequence[Move], games: int, seed: int, slip: int = 0, budget: Budget | None = None
) -> int:
    """How often the seat wins, in thousandths, if it plays this turn and everybody plays on to the end as the judge likes best.

    Equal seeds give equal worlds, whatever the turn is. :class:`~rules.search.analysis.Stopped` is raised when the budget runs
    out.

    Args:
        judge: its hasty judgement chooses the turns.
        view: of the seat on turn.
        turn: what it plays.
        games: how many games are played.
        seed: of the worlds and of the misjudgements.
        slip: by how much a seat may misjudge a turn, in the unit of the judge.
        budget: how long this may take.
    """
    chance, seat, won, mind = Chance(seed), view.turn, 0, judge.hasty()
    for _ in range(games):
        slips = Chance(chance.word())
        state, world = imagine(view, chance)
        moves = turn
        while (active := state.turn) is not None:
            number = state.turn_number
            for move in moves:
                if (state.turn, state.turn_number) != (active, number):
                    break
                state.play_silently(move)
                world.settle(state)
            if state.turn is not None:
                if budget is not None and not budget.left():
                    raise Stopped
                moves = liked(mind.turns(state.view(state.turn), Patience()), slip, slips).moves
        assert state.result is not None
        winners = state.result.winners
        won += 1000 * (seat in winners) // len(winners)
    return won // games


def liked(turns: Sequence[Turn], slip: int, chance: Chance, often: int = SLIPPING) -> Turn:
    """The turn of a seat that misjudges ``often`` of 100 turns by up to ``slip``; ``turns`` are in the judge's order."""
    if not slip or chance.below(100) >= often:
        return turns[0]
    return max(turns[:TEMPTING], key=lambda turn: turn.worth + chance.below(2 * slip + 1) - slip)


def _won(
    judge: Judge, view: State, answer: Sequence[Move], second: Sequence[Move], seed: int, search: Search, budget: Budget | None
) -> tuple[int, int] | None:
    """How often the two turns win games to the end, in thousandths; None unless the answer wins clearly more of them."""
    games, best, other = search.games // PARTS, 0, 0
    for part in range(1, PARTS + 1):
        best += played_on(judge, view, answer, games, seed * PARTS + part, search.slip, budget)
        other += played_on(judge, view, second, games, seed * PARTS + part, search.slip, budget)
        if best - other < (WINS // 2 if part < PARTS else WINS) * part:
            return None
    return best // PARTS, other // PARTS


def weigh(
    analysis: Analysis, view: State, moves: Sequence[Move], answer: Sequence[Move], worlds: int, budget: Budget | None = None
) -> Weighed:
    """Compare a turn with the answer in the same worlds; if both lead to the same position, they are equally good."""
    if position_after(view, moves) == position_after(view, answer):
        (row,) = analysis.weighed(view, [answer], worlds, Chance(worlds), budget)
        return Weighed(_mean(row), _mean(row))
    own, best = analysis.weighed(view, [moves, answer], worlds, Chance(worlds), budget)
    return Weighed(_mean(own), _mean(best))


def _best_two(means: Sequence[int]) -> tuple[int, int]:
    """The indices of the best turn, and of the best one that does not count as the same answer; -1 if there is none."""
    best = max(range(len(means)), key=lambda place: (means[place], -place))
    others = [place for place in range(len(means)) if means[best] - means[place] > SAME]
    return best, max(others, key=lambda place: (means[place], -place)) if others else -1


def _counts(best: int, second: int, margin: int) -> bool:
    """Whether it matters which of two turns is played, in a game that is neither lost nor won."""
    return best - second >= margin and best >= HOPELESS and second <= 1000 - HOPELESS


def _worth_it(turns: Sequence[tuple[Move, ...]], behind: Sequence[int], most: int) -> list[tuple[Move, ...]]:
    """The turns for the long look, with only a few of those that count as the same answer."""
    order = sorted(range(len(turns)), key=lambda place: (behind[place], place))
    same = [place for place in order if behind[place] <= SAME]
    others = [place for place in order if behind[place] > SAME]
    return [turns[place] for place in (same[:MOST_SAME] + others)[:most]]


def _is_put_off(view: State, moves: Sequence[Move], seed: int) -> bool:
    """Whether a turn is a single move that asks for a deal, so that the real decision comes after it."""
    state, world = imagine(view, Chance(seed))
    before = (state.turn, state.turn_number)
    state.play_silently(moves[0])
    world.settle(state)
    return len(moves) == 1 and (state.turn, state.turn_number) == before


def _mean(chances: Sequence[int]) -> int:
    return sum(chances) // len(chances)
