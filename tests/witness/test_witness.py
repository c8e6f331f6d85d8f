"""The second verifier agrees with the first, on games of every kind and on damaged files."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from net.deal import FAIR
from net.deal.fair import bequest
from net.verify import verify as first
from rules.contract import Move
from tests import ages, golden
from tests.ages.make import play, take_back
from tests.games import orchard  # noqa: F401  - a fixture
from tests.net.session.network import IDENTITIES, NAMES, Network, Weather
from tests.net.session.straight import Straight
from tests.net.session.test_replace import come_home, vanish, want
from tests.witness.damage import damaged
from tests.witness.verify import FAILS, HOLDS, NOT_COVERED, verify

SIGNERS = {
    one.key: Ed25519PrivateKey.from_private_bytes(hashlib.sha256(name.encode()).digest())
    for one, name in zip(IDENTITIES, NAMES, strict=True)
}
GOLDEN = sorted(golden.FOLDER.rglob("*.alarife"))
AGED = sorted(path for path in ages.FOLDER.rglob("*.alarife") if path.parent.name != "joint-seed")
OWN = [path for path in AGED if path.stem not in ("1", "2") or path.parent.name == "lied"]
"""One copy of each game, and more where the copies differ in more than their owner."""
SHORT = (
    "alone-alcazar", "alone-burgenland", "alone-clock-and-take-back", "alone-torres", "two-alcazar", "two-big-boss",
    "board-alcazar", "board-torres",
)  # fmt: skip
"""Recorded games that are short enough to be damaged again and again."""


def agreed(path: Path) -> str:
    """The verdict of both verifiers; fails unless they agree."""
    second, known = verify(path), first(path)
    assert second.word in (HOLDS if known.holds else FAILS, NOT_COVERED), (second, known.findings)
    if second.word == HOLDS:
        assert second.entries == known.entries
    return second.word


def often(path: Path) -> Any:
    """A game as a parameter; of many like it, one in three is verified in every run."""
    whole = [*GOLDEN, *OWN]
    return pytest.param(path, marks=() if whole.index(path) % 3 == 0 else pytest.mark.thorough)


@pytest.mark.parametrize("path", [often(path) for path in GOLDEN], ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_they_agree_on_golden_games(path: Path) -> None:
    assert agreed(path) == HOLDS


@pytest.mark.parametrize("path", [often(path) for path in OWN], ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_they_agree_on_games_of_earlier_ages(path: Path) -> None:
    assert agreed(path) == HOLDS


def test_it_says_so_when_it_does_not_know_a_dealer() -> None:
    for path in ages.FOLDER.rglob("joint-seed/*.alarife"):
        assert verify(path).word == NOT_COVERED


# -- games that are played for it --------------------------------------------------------------------------------------


def random_game(seed: int, folder: Path) -> list[Path]:
    """The files of a fair game of two to five: people leave, vanish, come back, take back and lay the cards open."""
    weather = Weather(
        delay=(1, 60), flaps=seed % 2, crashes=seed % 3 == 0, leaves=(seed % 4 == 1) + (seed % 5 == 2), backs=seed % 3,
        vanishes=seed % 4 >= 2,
    )  # fmt: skip
    network = Network(2 + seed % 4, 2 + seed % 4, seed, weather, folder, bots=(), dealer=FAIR)
    network.ledger = None  # type: ignore[assignment]  # what each may know is another test's business
    network.run()
    if seed % 2:
        for place, desk in enumerate(network.desks):
            if desk.session is not None and not desk.session.closed:
                network.take(place, desk.session.publish_cards(network.now))
        end = network.now + 3000
        network.run(done=lambda: network.now > end)
    for desk in network.desks:
        if desk.session is not None:
            desk.session.close()
    return sorted(folder.glob("*.alarife"))


def eventful_game(folder: Path) -> list[Path]:
    """The files of a fair game of four with everything that can happen in one.

    They take back; one vanishes and is replaced, comes back and takes new keys; another leaves; all cards are laid open.
    """

    def first_move(moves: list[Move]) -> Move:
        return moves[0]

    table = Straight(4, dealer=FAIR, folder=folder)
    table.ledger = None  # type: ignore[assignment]  # what each may know is another test's business
    take_back(table, lambda moves: moves[-1])
    play(table, 3, first_move)
    table.wait(1000)
    gone = table.at_turn()
    vanish(table, gone)
    want(table, gone, *(place for place in range(4) if place != gone))
    table.wait(3000)
    play(table, 3, first_move)
    come_home(table, gone, folder)
    table.wait(1000)
    table.take(gone, table.sessions[gone].take_seat_back(table.now))
    table.wait(1000)
    play(table, 2, first_move)
    leaver = (gone + 1) % 4
    table.take(leaver, table.sessions[leaver].leave(table.now))
    table.wait(1000)
    play(table, 1000, first_move)
    for place in range(4):
        if place != leaver:
            table.take(place, table.sessions[place].publish_cards(table.now))
    table.wait(2000)
    for session in table.sessions:
        session.close()
    return sorted(folder.glob("*.alarife"))


def kinds(paths: list[Path]) -> set[str]:
    """The kinds of entries, and the words of contributions, in some files."""
    lines = [line for path in paths for line in path.read_text("utf-8").splitlines()[1:]]
    found = {line.split('"kind": "')[1].partition('"')[0] for line in lines}
    return found | {line.split('"deal": "')[1].partition(" ")[0] for line in lines if '"deal": "' in line}


EVERYTHING = {
    "move", "deal", "leaving", "drop", "return", "take-back", "publish",
    "keys", "escrow", "seen", "part", "took", "bequest", "renew", "remix", "mix", "lot", "shares", "show",
}  # fmt: skip
"""Every kind of entry that is written today, and every contribution of an honest peer except the one to stay."""


@pytest.mark.long
def test_they_agree_on_a_game_in_which_everything_happens(tmp_path: Path) -> None:
    files = eventful_game(tmp_path)
    assert kinds(files) == EVERYTHING
    assert [agreed(path) for path in files] == [HOLDS] * 4


def first_is_false(seal: Callable[..., Any]) -> Callable[..., Any]:
    """A function that seals secrets, but makes one of them false the first time."""
    made: list[int] = []

    def sealed(secrets: Sequence[int], *rest: object) -> object:
        made.append(1)
        return seal([secrets[0] + 1, *secrets[1:]] if len(made) == 1 else secrets, *rest)

    return sealed


def closed(table: Straight, folder: Path) -> list[Path]:
    for session in table.sessions:
        session.close()
    return sorted(folder.glob("*.alarife"))


def test_they_agree_on_a_false_bequest_and_on_a_leaver_that_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Straight(3, dealer=FAIR, folder=tmp_path)
    table.ledger = None  # type: ignore[assignment]
    monkeypatch.setattr(bequest, "make", first_is_false(bequest.make))
    table.take(1, table.sessions[1].leave(table.now))
    table.wait(10_000)
    files = closed(table, tmp_path)
    assert {"leaving", "bequest", "false", "stay", "renew"} <= kinds(files)
    assert [agreed(path) for path in files] == [HOLDS] * 3


def test_they_agree_on_a_false_part_of_a_deposit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Straight(3, dealer=FAIR, folder=tmp_path)
    table.ledger = None  # type: ignore[assignment]
    gone = table.at_turn()
    vanish(table, gone)
    monkeypatch.setattr(bequest, "make", first_is_false(bequest.make))
    want(table, gone, *(place for place in range(3) if place != gone))
    table.wait(3000)
    play(table, 2, lambda moves: moves[0])
    files = closed(table, tmp_path)
    assert {"drop", "part", "false", "took"} <= kinds(files)
    assert [agreed(path) for path in files] == [HOLDS] * 3


@pytest.mark.long
@pytest.mark.timeout(7200)  # the soak takes its time
def test_they_agree_on_random_fair_games(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    for seed in range(100, 100 + request.config.getoption("--witness") // 30):
        folder = tmp_path / str(seed)
        folder.mkdir()
        for path in random_game(seed, folder):
            assert agreed(path) == HOLDS, path


# -- damage ------------------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.timeout(7200)  # the soak takes its time
def test_they_agree_on_damaged_files(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Small accidents and signed forgeries, each in one of some short games."""
    rng = random.Random("damage")
    for seed, peers in ((4, "two"), (5, "three")):
        (tmp_path / peers).mkdir()
        random_game(seed, tmp_path / peers)
    sources = sorted(tmp_path.rglob("*.alarife"))
    (tmp_path / "four").mkdir()
    left, *_, stayed = eventful_game(tmp_path / "four")
    sources += [left, stayed]
    sources += [path for path in AGED if path.parent.name in SHORT]
    contents = [path.read_bytes() for path in sources]
    found: Counter[str] = Counter()
    path = tmp_path / "damaged"
    for number in range(request.config.getoption("--witness")):
        at = rng.randrange(len(sources))
        kind, content = damaged(contents[at], rng, SIGNERS)
        path.write_bytes(content)
        try:
            found[agreed(path)] += 1
        except Exception as error:
            raise AssertionError(f"damage {number}, {kind}, of {sources[at]}") from error
    print(dict(found))
    assert found[FAILS] > found[HOLDS] > 0
    assert found[NOT_COVERED] < found.total() / 20, "names that would be cleaned, and dealers that nobody knows"
