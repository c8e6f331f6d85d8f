"""The end of the game and the final scoring (rules p. 7; rulings E1, E3)."""

from __future__ import annotations

from tests.rules.big_boss.table import BARON, GRANDE, Table
from tests.rules.dealing import kinds, told


def test_e1_the_turn_in_which_the_last_block_is_built_is_completed() -> None:
    """The player is still paid, and still places a noble."""
    table = Table(hands={0: [8]})
    table.blocks(1)
    events = table.play("play 8", "castle 8")
    assert kinds(events) == ["played", "castle", "last-block", "paid"]
    assert table.state.turn == 0
    table.play("baron 8")
    events = table.play("done")
    assert told(events, "over") == [("blocks",)]
    assert (table.state.turn, table.state.moves(), table.state.prompt().kind) == (None, [], "over")


def test_e3_each_noble_pays_as_for_a_withdrawal() -> None:
    table = Table(seats=3)
    table.castle(8, (1, 1, 1, 1, 1))
    table.villa(20, (1, 1))
    table.noble(8, 0, GRANDE)
    table.noble(9, 1, BARON)
    table.noble(20, 1, GRANDE)
    assert table.state.scores() == (30 + 10, 30 + 5 + 4, 30)


def test_e3_30_real_for_the_most_nobles_on_level_2_or_higher() -> None:
    """A baron and a grande count one each; nobles on level 1 do not count."""
    table = Table(seats=3)
    table.castle(8, (2, 2, 3))
    table.villa(20, (1, 1, 1))
    table.noble(8, 0, BARON)
    table.noble(9, 0, BARON)
    table.noble(10, 1, GRANDE)
    for cell in (20, 21, 22):
        table.noble(cell, 2)
    assert [line.seat for line in table.state.score_trace() if line.reason.kind == "upper"] == [0]
    assert table.state.scores() == (30 + 12 + 12 + 30, 30 + 24, 30 + 9)


def test_e3_every_player_tied_for_the_most_gets_30() -> None:
    table = Table(seats=3)
    table.castle(8, (2, 2, 3))
    table.noble(8, 0)
    table.noble(10, 2, GRANDE)
    assert [line.seat for line in table.state.score_trace() if line.reason.kind == "upper"] == [0, 2]


def test_e3_nobody_gets_30_when_no_noble_stands_so_high() -> None:
    table = Table()
    table.villa(20, (1, 1))
    table.noble(20, 0)
    assert [line.reason.kind for line in table.state.score_trace()] == ["money", "money", "noble"]


def test_the_trace_adds_up_to_the_scores() -> None:
    table = Table(seats=4)
    table.castle(8, (2, 2, 3))
    table.noble(8, 0)
    table.noble(9, 1, GRANDE)
    table.noble(10, 3)
    sums = [0] * 4
    for line in table.state.score_trace():
        sums[line.seat] += line.points
    assert tuple(sums) == table.state.scores()


def finished(*money: int) -> Table:
    """Money by seat before the last turn, in which seat 0 will get 1 Real for a villa; a castle worth 5 stands on 40 to 44."""
    table = Table(seats=len(money), hands={0: [8]})
    table.money(*money)
    table.castle(40, (1, 1, 1, 1, 1))
    return table


def end(table: Table) -> tuple[int, ...]:
    table.blocks(1)
    table.play("play 8", "villa", "done")
    assert table.state.result is not None
    return table.state.result.ranks


def test_e3_the_richest_player_wins() -> None:
    assert end(finished(30, 40, 20)) == (2, 1, 3)


def test_e3_on_a_tie_more_nobles_on_the_board_win() -> None:
    table = finished(29, 25, 10)
    table.noble(41, 1)
    assert end(table) == (2, 1, 3)
    assert table.state.scores() == (30, 30, 10)


def test_e3_a_baron_counts_as_much_as_a_grande_in_the_tie_break() -> None:
    table = finished(29, 20, 15)
    table.noble(41, 1, GRANDE)
    for cell in (40, 42, 43):
        table.noble(cell, 2)
    assert table.state.scores() == (29, 30, 30)
    assert end(table) == (3, 2, 1)


def test_e3_then_the_victory_is_shared() -> None:
    table = finished(29, 30, 10)
    assert end(table) == (1, 1, 3)
    assert table.state.result is not None
    assert table.state.result.winners == (0, 1)
