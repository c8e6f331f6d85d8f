"""The end: a player who has placed everything wins at once (the review's "Spielende"; the rulings)."""

from __future__ import annotations

import pytest

from rules.burgenland.state import BurgenlandState
from rules.burgenland.versions import ALL_PASSED_TWICE_ENDS, PASSES_COUNT_TURNS
from rules.contract import NOT_SHOWN, Move, Result, parse_move
from tests.rules.burgenland.table import Table, data
from tests.rules.dealing import kinds

FOUR = "joker joker joker joker"


def test_a_player_who_places_the_last_piece_wins_at_once() -> None:
    table = Table(jokers={0: 4})
    table.left(0, wall=1)
    assert table.state.result is None
    events = table.buy("wall 4 2", FOUR)
    assert kinds(events)[-2:] == ["built", "last-piece"]
    assert table.state.result == Result("last-piece", (1, 2))
    assert (table.state.turn, table.state.moves(), table.state.deals) == (None, [], ())
    assert table.state.prompt().kind == "over"
    assert table.why_not("end") == "over"


@pytest.mark.parametrize(
    ("pieces", "move"),
    [({"wall": 1}, "wall 1 3"), ({"well": 1}, "well 4"), ({"house": 1}, "house 3 2"), ({"wall": 1}, "wall 6 1")],
)
def test_no_joker_reward_or_well_draw_for_the_last_piece(pieces: dict[str, int], move: str) -> None:
    table = Table(jokers={0: 4})
    table.left(0, **pieces)
    events = table.buy(move, FOUR)
    assert kinds(events)[-1] == "last-piece"
    assert not {"jokers", "coins", "opened", "covered", "marker", "tile", "swap-tile"} & set(kinds(events))
    assert table.position.players[0].jokers == 0


def test_the_last_palace_pays_its_builder_and_turns_up_no_other() -> None:
    table = Table(hands={0: "brown3"}, jokers={0: 4}, builder=3)
    table.left(0, palace=1)
    events = table.buy("palace 4 1", f"{FOUR} brown3")
    assert kinds(events)[-1] == "last-piece"


def test_the_last_piece_may_go_to_the_large_castle() -> None:
    table = Table(jokers={0: 6})
    table.left(0, palace=1)
    table.buy("large-same 3", "joker " * 6)
    assert table.state.result is not None
    assert table.state.result.winners == (0,)


def test_the_others_are_ranked_by_pieces_left_fewest_first_and_share_ranks() -> None:
    table = Table(seats=4, jokers={0: 4})
    table.left(0, wall=1)
    table.left(1, wall=2, palace=2)
    table.left(2, house=1)
    table.left(3, wall=2, house=2)
    table.buy("wall 4 2", FOUR)
    assert table.state.result == Result("last-piece", (1, 3, 2, 3))
    assert table.state.scores() == (11, 7, 10, 7)


def helpless(version: int = ALL_PASSED_TWICE_ENDS) -> Table:
    """Only wells are left to build, nobody can pay for one, and there is neither card nor joker to get."""
    content = data()
    content["facts"]["permission"], content["facts"]["box"]["joker"], content["facts"]["start_jokers"] = 9, 1, 0
    eight = " ".join(["red2", "light-blue2"] * 4)
    table = Table(3, hands={0: eight, 1: eight.replace("2", "1")}, content=content)
    table.position.version = version
    table.pile_left("")
    table.no_jokers_left()
    for seat, wells in enumerate((2, 1, 2)):
        table.left(seat, well=wells)
    return table


def test_the_game_ends_when_every_player_has_passed_twice_in_a_row() -> None:
    """The ruling for a corrected data file; the fewest pieces left wins."""
    table = helpless()
    table.play(*["pass"] * 5)
    assert table.state.result is None
    events = table.play("pass")
    assert kinds(events) == ["passed", "all-passed"]
    assert table.state.result == Result("all-passed", (2, 1, 2))
    assert (table.state.turn, table.state.moves(), table.state.deals) == (None, [], ())
    assert table.state.prompt().kind == "all-passed"
    assert table.why_not("pass") == "over"
    assert (table.state.facts()["winner"], table.state.facts()["step"]) == (-1, "over")
    assert table.state.undoable == 0
    assert table.state.view(None).result == table.state.result


def test_a_turn_with_an_action_restarts_the_count_of_passes() -> None:
    table = helpless()
    table.play(*["pass"] * 5)
    table.position.players[2].pieces[0] += 1  # a wall, for which the large castle takes four brown cards
    table.position.large[0] -= 1
    table.buy("large-same 1", "brown1 brown1 brown1 brown1")
    table.play("end")
    assert table.position.passes == 0
    assert table.state.result is None


def test_by_earlier_versions_such_a_game_never_ended() -> None:
    table = helpless(PASSES_COUNT_TURNS)
    table.play(*["pass"] * 9)
    assert (table.state.result, table.moves()) == (None, ["pass"])


def test_nothing_is_screened_after_an_end_by_passing() -> None:
    table = helpless()
    table.position.players[1].screened = True
    table.play(*["pass"] * 5)
    assert shown(table.state.view(0))[1] is None
    table.play("pass")
    assert shown(table.state.view(0))[1] == [0, 0, 0, 1]


def test_scores_are_the_pieces_built_kind_by_kind() -> None:
    table = Table()
    table.left(0, wall=1, house=5, palace=4, well=2)
    assert table.state.scores() == (5, 0)
    lines = [(line.seat, line.points, line.reason.number("piece")) for line in table.state.score_trace()]
    assert lines == [(0, 4, 1), (0, 1, 3)]


def test_cards_left_in_the_hand_count_nothing() -> None:
    table = Table(hands={1: "red3 red3 brown3"}, jokers={0: 4, 1: 5})
    table.left(0, wall=1)
    table.buy("wall 4 2", FOUR)
    assert table.state.scores() == (17, 0)


def test_option_screens_hides_what_others_have_to_build_until_the_end() -> None:
    table = Table(jokers={0: 4}, screens="on")
    table.left(0, wall=1)
    table.left(1, house=2)
    assert shown(table.state.view(0)) == [[1, 0, 0, 0], None]
    assert shown(table.state.view(0).view(1)) == shown(table.state.view(None)) == [None, None]
    assert [player["pieces"] for player in table.state.view(0).facts()["players"]] == [[1, 0, 0, 0], [NOT_SHOWN] * 4]
    assert shown(table.state.known_to_all()) == [[1, 0, 0, 0], [0, 2, 0, 0]]
    assert table.state.view(0).scores() == (16, 0)
    assert table.state.view(1).scores() == (0, 15)
    assert {line.seat for line in table.state.view(1).score_trace()} == {1}
    table.buy("wall 4 2", FOUR)
    assert table.state.view(1).scores() == (17, 15)
    assert shown(table.state.view(1)) == [[0, 0, 0, 0], [0, 2, 0, 0]]
    assert table.state.view(None).result == Result("last-piece", (1, 2))


def test_a_view_takes_account_of_hidden_pieces() -> None:
    """Otherwise a bot that thinks ahead in it would see a game without end."""
    table = Table(jokers={0: 4}, screens="on")
    table.left(0, wall=1)
    view = table.state.view(1)
    assert view.why_not(Move("house", (4, 2))).kind == "no-piece"
    for move in map(parse_move, ["wall 4 2", *["pay-joker"] * 4]):
        assert view.why_not(move) is None
        view.play(move)
    assert view.result == Result("last-piece", (1, 2))
    assert shown(view) == [[0, 0, 0, 0], table.state.position.players[1].pieces]


def shown(state: BurgenlandState) -> list[list[int] | None]:
    return [state.position.shown_pieces(seat) for seat in range(state.seats)]


def test_without_screens_everybody_sees_what_is_left_to_build() -> None:
    table = Table()
    table.left(0, wall=1)
    assert table.state.view(1).position.players[0].pieces == [1, 0, 0, 0]
