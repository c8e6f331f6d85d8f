"""Playing on from a saved position: every card has a face, and the game continues from the same board."""

from pathlib import Path
from random import Random

import pytest

from client.table.branching import NoBranch, branch
from client.table.recording import watch
from rules.contract import SEALED

ROOT = Path(__file__).parent.parent.parent
GOLDEN = sorted((ROOT / "golden").glob("*/*.alarife"))
FAIR = [
    ROOT / "ages" / "455729d" / "games" / name
    for name in ("two-big-boss/0.alarife", "two-torres/0.alarife", "two-alcazar/1.alarife", "two-burgenland/0.alarife")
    if (ROOT / "ages" / "455729d" / "games" / name).exists()
]
CHANGED = [
    *sorted((ROOT / "ages" / "455729d" / "games" / "alone-clock-and-take-back").glob("*.alarife")),
    *sorted((ROOT / "ages" / "455729d" / "games" / "left-and-laid-open").glob("*.alarife")),
    *sorted((ROOT / "ages" / "455729d" / "games" / "replaced-and-returned").glob("*.alarife")),
    *sorted((ROOT / "ages" / "455729d" / "games" / "watched").glob("*.alarife")),
]


def name(file):
    return f"{file.parent.name}-{file.stem}"


@pytest.mark.parametrize("file", [*GOLDEN[::5], *FAIR, *CHANGED], ids=name)
def test_the_board_is_the_same_and_the_game_can_be_played_to_its_end(file):
    watched = watch(file)
    places = [mark.index for mark in watched.marks]
    for index in {places[0], places[len(places) // 2], places[-1]}:
        if watched.position(index).result is not None:
            continue
        state, cards = branch(watched, index, Random(index))
        assert state.digest() == watched.position(index).digest()
        assert state.problems() == []
        rng = Random(1)
        for _ in range(4000):
            if state.turn is None:
                break
            state.play(rng.choice(state.moves()))
            cards.settle(state)
        assert state.result is not None
        assert state.problems() == []


def test_unknown_hands_are_dealt_and_known_ones_stay():
    watched = watch(FAIR[0])
    index = watched.marks[-1].index
    seen = [[face for _, face in player["hand"]] for player in watched.position(index).facts()["players"]]
    assert any(SEALED in hand for hand in seen)
    deals = []
    for seed in range(4):
        state, _ = branch(watched, index, Random(seed))
        hands = [[face for _, face in player["hand"]] for player in state.facts()["players"]]
        assert all(SEALED not in hand for hand in hands)
        for known, dealt in zip(seen, hands, strict=True):
            assert all(face in (SEALED, other) for face, other in zip(known, dealt, strict=True))
        deals.append(hands)
    assert any(hands != deals[0] for hands in deals[1:])


def test_a_finished_game_cannot_be_played_on():
    watched = watch(GOLDEN[0])
    with pytest.raises(NoBranch) as caught:
        branch(watched, len(watched.steps), Random(1))
    assert caught.value.reason.key == "table.what-if.over"


def test_the_saved_game_is_not_touched():
    watched = watch(GOLDEN[0])
    index = watched.marks[3].index
    before = watched.position(index).facts()
    state, cards = branch(watched, index, Random(1))
    state.play(state.moves()[0])
    cards.settle(state)
    assert watched.position(index).facts() == before
