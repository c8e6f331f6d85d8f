"""Write a folder of files with the program as it is now: ``python -m tests.ages.make NAME [GAME ...]``.

The name is that of the commit. Games named after it are the only ones: after a change that concerns only them. A folder that
exists is left alone. Keys and seeds are those of the tests.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from functools import partial
from pathlib import Path

from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from client.library import series
from client.library.index import Index
from client.library.reading import study
from client.library.stamps import Stamp
from client.system.home import LIBRARY
from client.system.settings import Settings
from net.address_book import AddressBook
from net.addresses import Address
from net.boards import choose_board, save_board
from net.corrections import correct
from net.gamefile import GameFile, load
from net.invite import TOKEN_LENGTH, Invite
from net.session.core import Session
from net.session.format.entry import MoveBody
from rules.contract import Move
from rules.registry import game as game_called
from tests.ages import FOLDER, chosen_boards, found, known, named_boards, shelved, tallied
from tests.contract.boards import corrected
from tests.net.session.network import IDENTITIES, die
from tests.net.session.straight import Straight
from tests.net.session.test_watching import Hall

Choose = Callable[[list[Move]], Move]


def games(folder: Path, names: Sequence[str] = ()) -> None:
    """One game for each way in which a log can look, and one file for each way in which a game can be known; or only these."""
    recipes = {
        "alone-torres": partial(
            alone, game="torres", seats=3, options={"mode": "master", "gates": "sinking", "tilted_squares": "off"}, moves=40
        ),
        "alone-alcazar": partial(
            alone, game="alcazar", seats=2, options={"hidden_money": "on", "straight_founding": "on"}, moves=40
        ),
        "alone-big-boss": partial(alone, game="big-boss", seats=2, options={"hidden_money": "on"}, moves=40),
        "alone-burgenland": partial(
            alone, game="burgenland", seats=2, options={"balanced_start": "on", "screens": "on"}, moves=40
        ),
        "alone-finished": partial(alone, game="torres", seats=2, options={}, moves=10_000),
        "alone-clock-and-take-back": partial(
            alone, game="torres", seats=2, options={}, moves=30, manners={"clock": "30", "per-turn": "10"}, back=True
        ),
        "left-and-laid-open": left,
        "left-and-returned": left_and_returned,
        "replaced-and-returned": replaced,
        "two-big-boss": partial(two, game="big-boss", options={}, manners={"replace": "off"}),
        "two-alcazar": partial(two, game="alcazar", options={"hidden_money": "on"}, manners={"clock": "60"}),
        "two-burgenland": partial(two, game="burgenland", options={"balanced_start": "on", "screens": "on"}, manners={}),
        "joint-seed": joint_seed,
        "watched": watched,
        "lied": lied,
        **{f"board-{name}": partial(on_a_board, game=name) for name in ("alcazar", "big-boss", "burgenland", "torres")},
        "board-two": on_a_board_of_two,
    }
    for name in names or recipes:
        recipes[name](folder / name)


def on_a_board(folder: Path, game: str) -> None:
    """A table with one computer, on a corrected board."""
    with played_on(game, 1):
        alone(folder, game, 2, {}, 30)


def on_a_board_of_two(folder: Path) -> None:
    """A game of two computers on a corrected board."""
    with played_on("torres", 2):
        two(folder, "torres", {"mode": "variant"}, {"hints": "on"})


@contextmanager
def played_on(game: str, number: int) -> Iterator[None]:
    """New games of this kind are played on a corrected board, which their charters carry."""
    of = game_called(game).data[0]
    with tempfile.TemporaryDirectory() as kept:
        correct(Path(kept))
        choose_board(of, corrected(game, number)[of])
        try:
            yield
        finally:
            correct(None)


def table(folder: Path, peers: int, seats: int, **named: object) -> Straight:
    folder.mkdir(parents=True)
    return Straight(peers, seats, folder=folder, **named)  # type: ignore[arg-type]


def play(table: Straight, moves: int, choose: Choose) -> None:
    """Play on with all peers that are still there, at most to the end."""
    for _ in range(moves):
        session = next(session for session in table.sessions if not session.closed)
        turn = session.position.turn
        if turn is None:
            table.wait(1000)
            turn = session.position.turn
        if turn is None:
            return
        table.wait(400)
        place = table.keys.index(session.course.owner(turn))
        owner = table.sessions[place]
        if owner.position.turn == turn:
            table.act(place, (choose(owner.position.view(turn).moves()),), turn)
            table.settle()


def take_back(table: Straight, choose: Choose) -> None:
    """Go back to the first turn that can still be taken back, as soon as there is one."""
    asks = table.sessions[0]
    while not asks.course.quiet.turns:
        play(table, 1, choose)
    table.take(0, asks.propose_take_back(asks.course.quiet.turns[0][0], table.now))
    table.settle()
    for place in range(1, len(table.sessions)):
        table.take(place, table.sessions[place].answer_take_back(True, table.now))
    table.settle()


def close(table: Straight) -> None:
    for session in table.sessions:
        session.close()


def alone(
    folder: Path,
    game: str,
    seats: int,
    options: dict[str, str],
    moves: int,
    manners: dict[str, str] | None = None,
    back: bool = False,
) -> None:
    """A table with one computer, whose log names the seed of its cards."""
    choose = random.Random(folder.name).choice
    at = table(folder, 1, seats, game=game, dealer="", options=options, manners=manners)
    play(at, moves, choose)
    if back:
        take_back(at, choose)
        play(at, 5, choose)
    close(at)


def two(folder: Path, game: str, options: dict[str, str], manners: dict[str, str]) -> None:
    """An unfinished game of two computers."""
    at = table(folder, 2, 2, game=game, dealer="fair", options=options, manners=manners)
    play(at, 20, random.Random(folder.name).choice)
    close(at)


def left(folder: Path) -> None:
    """A finished game of three: talk, a take-back, one leaves and is played by the heir's bot, and all cards are laid open."""
    choose = random.Random(folder.name).choice
    at = table(folder, 3, 3, game="torres", dealer="fair", manners={"clock": "120", "per-turn": "5"})
    at.take(1, at.sessions[1].say("Good luck, everybody!", at.now))
    take_back(at, choose)
    play(at, 20, choose)
    at.take(1, at.sessions[1].leave(at.now))
    at.settle()
    play(at, 10_000, choose)
    for place in (0, 2):
        at.take(place, at.sessions[place].publish_cards(at.now))
    at.wait(2000)
    assert at.sessions[0].course.published
    close(at)


def left_and_returned(folder: Path) -> None:
    """A finished game of two: one leaves, is played by the other's bot and takes the seat back, and all cards are laid open."""
    choose = random.Random(folder.name).choice
    at = table(folder, 2, 2, game="torres", dealer="fair")
    play(at, 10, choose)
    at.take(1, at.sessions[1].leave(at.now))
    at.settle()
    at.sessions[1].close()
    for there, gone in ((0, 1), (1, 0)):
        at.take(there, at.sessions[there].lost(at.keys[gone], at.now))
    play(at, 20, choose)
    come_back(at, 1, folder)
    play(at, 10_000, choose)
    for place in (0, 1):
        at.take(place, at.sessions[place].publish_cards(at.now))
    at.wait(2000)
    assert at.sessions[0].course.published
    assert at.sessions[0].course.presence.returns == 1
    close(at)


def replaced(folder: Path) -> None:
    """An unfinished game of three from which one vanished: the others went on with a bot, and it came back."""
    choose = random.Random(folder.name).choice
    at = table(folder, 3, 3, game="alcazar", dealer="fair", options={"straight_founding": "on"})
    play(at, 6, choose)
    gone = 2
    die(at.sessions[gone].file)  # type: ignore[arg-type]
    for other in (0, 1):
        at.part(gone, other)
    at.sessions[gone].closed = True
    for other in (0, 1):
        at.take(other, at.sessions[other].replace(at.keys[gone], True, "random", at.now))
    at.settle()
    at.wait(3000)
    play(at, 10, choose)
    come_back(at, gone, folder)
    play(at, 10, choose)
    close(at)


def come_back(table: Straight, place: int, folder: Path) -> None:
    """A peer that has gone is started again, meets the others and takes its seat back."""
    file, recording = GameFile.resume(folder / f"{place}.alarife")
    back = Session(IDENTITIES[place], recording.charter, recording.private, file, recording.entries)
    table.sessions[place] = back
    table.take(place, back.begin(table.now))
    for other in range(len(table.sessions)):
        if other != place:
            table.cut.discard((other, place))
            table.join(place, other)
    table.settle()
    table.take(place, back.take_seat_back(table.now))
    table.settle()
    table.wait(3000)


def joint_seed(folder: Path) -> None:
    """A game of two under the dealer of the tests, whose cards come from a seed that both make."""
    at = table(folder, 2, 2, game="torres", dealer="joint-seed")
    play(at, 10, random.Random(folder.name).choice)
    close(at)


def watched(folder: Path) -> None:
    """A game of two as a watcher saw it, and as its owner gives it away without the secret."""
    folder.mkdir(parents=True)
    at = Hall(2, folder=folder, game="torres", dealer="fair", spectators="code")
    at.enter("Wanda", file=folder / "watcher.alarife")
    play(at, 10, random.Random(folder.name).choice)
    close(at)
    recording = load(folder / "0.alarife")
    given = GameFile.create(folder / "given-away.alarife", recording.charter, recording.me, b"")
    for entry in recording.entries:
        given.append(entry)
    given.close()


def lied(folder: Path) -> None:
    """A game that one of two stopped by a move that the rules forbid: a verdict and a report lie beside the file."""
    at = table(folder, 2, 2, game="big-boss", dealer="fair")
    play(at, 4, random.Random(folder.name).choice)
    liar = at.at_turn()
    at.send(liar, 1 - liar, at.lie(liar, MoveBody(at.turn, "no-such-move", ())))
    at.wait(2000)
    close(at)


def home(folder: Path) -> None:
    """The home of Anna, whose key plays in the games above; everything in it is for tests alone."""
    folder.mkdir()
    private = IDENTITIES[0].private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / "identity.pem").write_bytes(private)
    chosen = {
        "name": "Anna",
        "language": "de",
        "theme": "dark",
        "text_size": 125,
        "reduced_motion": True,
        "animation_speed": 200,
        "flat_view": True,
        "port": 4711,
        "announce": False,
        "router": True,
        "strangers": False,
        "spectators": "anybody",
        "recent": ["/games/castle.alarife"],
        "finished": ["/games/over.alarife"],
        "window": "0123abcd",
        "surface": "felt",
        "look": "light",
        "volume": 30,
        "silent": ["turn"],
        "notices": True,
        "stun": True,
        "stun_servers": ["stun.example.org:3478"],
        "bot_program": "python3 my_bot.py",
        "lessons": {"torres/first": 4, "alcazar/first": -1},
        "lessons_offered": True,
        "tips_seen": ["budget"],
    }
    assert Settings(folder / "settings.json", **chosen).save() is None
    book = AddressBook(folder / "addresses.json")
    for address in (Address("2001:db8::7", 4711), Address("192.0.2.7", 4711)):
        book.answered(IDENTITIES[1].key, address)
    book.remember_port(b"T" * 16, 4711)
    book.remember_file(b"T" * 16, Path("/games/castle.alarife"))
    book.remember_audience(b"T" * 16, "code", bytes(range(TOKEN_LENGTH)))
    book.remember_host_said(b"T" * 16, b"said")
    book.said(IDENTITIES[2].key, [Address("198.51.100.3", 4712)])
    book.remember_chat(b"T" * 16, {IDENTITIES[1].key: 12})
    series.save(folder, [series.Season("Winter", ("Anna", "Ben"), date(2026, 1, 1), date(2026, 3, 31))])
    boards(folder / "games")
    library(folder, folder.parent / "games")


def boards(kept: Path) -> None:
    """Three boards with names, one of them half-finished, and the one on which new games are played."""
    correct(kept)
    save_board("loop-board", "Grandmother's loop", corrected("big-boss", 3)["loop-board"])
    save_board("burgenland", "Süden", corrected("burgenland", 3)["burgenland"])
    half = corrected("torres", 3)["torres"]
    half["starts"] = half["starts"][:1]
    save_board("torres", "Not yet", half)
    choose_board("loop-board", corrected("big-boss", 3)["loop-board"])
    correct(None)


def library(home: Path, games: Path) -> None:
    """The index of the saved games, each read to its end, as if they had lain in ``/games`` since 1970."""
    index = Index(home / LIBRARY)
    for path in sorted(games.rglob("*.alarife")):
        index.keep(shelved(path), Stamp(0, path.stat().st_size), study(path)[0])
    index.close()


def invites() -> dict[str, list[object]]:
    """Codes, and what each says."""
    asked = [
        Invite(IDENTITIES[0].key, bytes(range(TOKEN_LENGTH)), (Address("192.0.2.7", 4711), Address("2001:db8::7", 4711))),
        Invite(IDENTITIES[1].key, b"", (Address("127.0.0.1", 65535),)),
    ]
    moved = Invite(
        IDENTITIES[2].key, bytes(range(TOKEN_LENGTH)), (Address("192.0.2.7", 4711), Address("192.0.2.8", 4712)),
        (Address("198.51.100.3", 4713),),
    )  # fmt: skip
    asked.append(moved)
    return {
        str(one): [one.key.hex(), one.token.hex(), [[address.host, address.port] for address in one.addresses]] for one in asked
    }


def main(words: Sequence[str]) -> None:
    """Write the folder with the name given, with all games or those named."""
    name, *chosen = words
    folder = FOLDER / name
    folder.mkdir()
    games(folder / "games", chosen)
    home(folder / "home")
    files = sorted((folder / "games").rglob("*.alarife"))
    expected = {
        "games": {path.relative_to(folder).as_posix(): found(path) for path in files},
        "library": {shelved(path): known(path) for path in files},
        "statistics": tallied(files),
        "boards": named_boards(folder / "home" / "games"),
        "chosen": chosen_boards(folder / "home" / "games"),
        "invites": invites(),
    }
    (folder / "expected.json").write_text(json.dumps(expected, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
