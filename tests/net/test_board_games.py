"""Games on a player's own board: their files carry it, so they can be read where nobody has that board."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from net import gamefile, rulebook
from net.boards import choose_board
from net.corrections import correct
from net.gamefile import GameFileError, load, replay
from net.offline import identity_of, play_out, record
from net.rulebook import board_in_use, hash_of
from net.session.format.charter import (
    CharterError,
    CharterPeer,
    CharterSeat,
    draw_up,
    playable,
    read_charter,
    sign_alone,
)
from net.verify import verify
from rules.boards import board_of, pack_board
from rules.contract import State
from rules.registry import game
from tests.contract.boards import corrected, shipped
from tests.witness.verify import FAILS, HOLDS
from tests.witness.verify import verify as witness

GAMES = ["alcazar", "big-boss", "burgenland", "torres"]
KEY = identity_of(b"board")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """The folder of corrections, empty; afterwards no correction is in effect."""
    kept = tmp_path / "games"
    correct(kept)
    yield kept
    correct(None)


def played(name: str, file: Path) -> State:
    chance = random.Random(name)
    return play_out(name, {}, name.encode().ljust(32), [lambda view: chance.choice(view.moves())] * 2, file).state


def charter_of(name: str, board: bytes = b""):
    seats = [CharterSeat("bot", "Anna", KEY.key, "random"), CharterSeat("bot", "Bert", KEY.key, "random")]
    return draw_up(b"t" * 16, name, {}, seats, [CharterPeer(KEY.key, "Anna")], board=board)


def board(name: str, seed: int = 1) -> bytes:
    return pack_board(game(name), board_of(corrected(name, seed)))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_on_an_own_board_is_read_where_nobody_has_it(name: str, folder: Path, tmp_path: Path) -> None:
    rules = game(name)
    of = rules.data[0]
    choose_board(of, corrected(name, 1)[of])
    file = tmp_path / "mine.alarife"
    end = played(name, file)
    assert end.result is not None
    correct(tmp_path / "another home")  # nothing is known of that board there
    recording = load(file)
    charter = recording.charter.charter
    assert charter.board == board(name)
    assert charter.rules.hex() == hash_of(rules, json.loads(charter.board))
    *_, last = replay(recording)
    assert last.position.facts() == end.facts()
    assert verify(file).holds
    assert witness(file).word == HOLDS
    first = json.loads(file.read_text("utf-8").splitlines()[0])
    assert first["alarife"] == 2
    assert first["board"] == json.loads(charter.board), "people can read it"


@pytest.mark.parametrize("name", GAMES)
def test_a_game_on_the_shipped_board_is_written_as_before(name: str, folder: Path, tmp_path: Path) -> None:
    assert board_in_use(game(name)) == b""
    record(tmp_path / "usual.alarife", name, {}, 2, bytes(32), [])
    first = json.loads((tmp_path / "usual.alarife").read_text("utf-8").splitlines()[0])
    assert first["alarife"] == 1
    assert "board" not in first
    assert len(charter_of(name).pack()) < len(charter_of(name, board(name)).pack())


def test_a_correction_of_explanations_alone_counts_as_the_shipped_board(folder: Path) -> None:
    content = shipped("torres")["torres"]
    content["about"] = "my own words"
    folder.mkdir(parents=True)
    (folder / "torres.json").write_text(json.dumps(content), "utf-8")
    correct(folder)
    assert board_in_use(game("torres")) == b""


def test_an_older_program_asks_for_an_update(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "mine.alarife"
    choose_board("torres", corrected("torres", 1)["torres"])
    played("torres", file)
    monkeypatch.setattr(gamefile, "FORMAT", 1)
    with pytest.raises(GameFileError) as caught:
        load(file)
    assert caught.value.reason.key == "session.file.newer"


@pytest.mark.parametrize("name", GAMES)
def test_every_byte_of_the_board_counts(name: str, folder: Path, tmp_path: Path) -> None:
    of = game(name).data[0]
    choose_board(of, corrected(name, 1)[of])
    file = tmp_path / "mine.alarife"
    record(file, name, {}, 2, bytes(32), [])
    whole = file.read_bytes()
    start = whole.index(b'"board"')
    chance = random.Random(name)
    for place in chance.sample(range(start, whole.index(b'"me"')), 40):
        spoilt = bytearray(whole)
        spoilt[place] ^= 1
        file.write_bytes(spoilt)
        assert not verify(file).holds, place
        assert witness(file).word == FAILS
    without = whole.replace(b'"alarife": 2', b'"alarife": 1')
    file.write_bytes(without)
    assert not verify(file).holds
    assert witness(file).word == FAILS


def refused(charter) -> str:
    """The key of the sentence with which a charter is refused, by both verifiers' first reading or before play."""
    with pytest.raises(CharterError) as caught:
        playable(read_charter(charter.pack()))
    return caught.value.reason.key


def test_a_board_that_is_not_the_one_named_is_refused(tmp_path: Path) -> None:
    good = charter_of("burgenland", board("burgenland", 1))
    playable(read_charter(good.pack()))
    other = type(good)(*[board("burgenland", 2) if name == "board" else getattr(good, name) for name in good.__struct_fields__])
    assert refused(other) == "session.charter.board"


@pytest.mark.parametrize("raw", [b"{}", b"[]", b"x", b'{"torres":{}}', b'{"torres": {}}', b'{"burgenland":{"ours":1}}'])
def test_a_charter_with_an_invalid_board_is_refused(raw: bytes) -> None:
    good = charter_of("torres")
    bad = type(good)(*[raw if name == "board" else getattr(good, name) for name in good.__struct_fields__])
    assert refused(bad).partition(".")[0] in ("boards", "rules", "session")


def test_a_board_with_a_flaw_is_refused_by_every_peer(tmp_path: Path) -> None:
    data = board_of(shipped("torres"))
    data["torres"]["starts"] = [0, 1, 20, 30, 40, 50]
    raw = json.dumps(data, sort_keys=True, separators=(",", ":")).encode()
    good = charter_of("torres")
    digest = bytes.fromhex(hash_of(game("torres"), data))
    values = {"board": raw, "rules": digest}
    bad = type(good)(*[values.get(name, getattr(good, name)) for name in good.__struct_fields__])
    assert refused(bad) == "boards.torres.near"
    file = tmp_path / "bad.alarife"
    gamefile.GameFile.create(file, sign_alone(KEY, bad), KEY.key, bytes(32)).close()
    assert not file.exists() or (not verify(file).holds and witness(file).word == FAILS)


def test_the_board_of_a_charter_does_not_depend_on_the_choice_here(folder: Path) -> None:
    charter = charter_of("big-boss", board("big-boss"))
    before = rulebook.start_by("big-boss", 1, charter.rules.hex(), 2, dict(charter.options), charter.board).digest()
    choose_board("loop-board", corrected("big-boss", 3)["loop-board"])
    assert rulebook.start_by("big-boss", 1, charter.rules.hex(), 2, dict(charter.options), charter.board).digest() == before
    plain = charter_of("big-boss")
    assert plain.board == b""
    assert rulebook.data_on(game("big-boss"), plain.rules.hex(), b"") == {"loop-board": shipped("big-boss")["loop-board"]}
