"""The output and the exit status of every command."""

from __future__ import annotations

import ast
import errno
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from client.commands.parser import COMMANDS
from client.league.published import published
from client.messages import catalogue, language_in
from net.gamefile import load, replay
from rules.contract import offered_levels, parse_move
from rules.registry import games
from tests.cli.conftest import Run, start
from tests.contract.settings import Setting

ROOT = Path(__file__).parent.parent.parent


def test_games_lists_every_game(alarife: Run) -> None:
    said = alarife("games")
    assert said.status == 0
    assert [record["id"] for record in said.records] == list(games())
    for record in said.records:
        rules = games()[record["id"]]
        assert record["title"] == catalogue().text(rules.title)
        assert record["seats"] == list(rules.seats)
        assert record["version"] == rules.version
        assert {option["name"]: option["default"] for option in record["options"]} == {
            option.name: option.default for option in rules.options
        }
        assert record["bots"] == list(rules.bots)
    assert all(catalogue().text(rules.title) in alarife("games", "--text").out for rules in games().values())


def test_games_says_how_strong_each_level_is(alarife: Run) -> None:
    lines = iter(alarife("games", "--text").out.splitlines())
    for record in alarife("games").records:
        rules, table = games()[record["id"]], published().get(record["id"])
        assert list(record["strength"]) == offered_levels(rules)
        for level, said in record["strength"].items():
            line = next(line for line in lines if f"({level}): " in line)
            one = table.standing(level) if table is not None else None
            if one is None:
                assert said == {}
                assert catalogue().text("client.level.unmeasured") in line
            else:
                assert said == {"elo": one.elo, "low": one.low, "high": one.high, "ms": one.ms, "games": one.games}
                assert f"Elo {one.elo:.0f} ({one.low:.0f} to {one.high:.0f})" in line


def test_selfplay_prints_a_line_for_each_game(alarife: Run, each_game: Setting) -> None:
    players = games()[each_game.game].seats[-1]
    said = alarife("selfplay", "--game", each_game.game, "--players", players, "--games", 3, "--seed", 5, "--bots", "random")
    assert said.status == 0
    assert [record["seed"] for record in said.records] == [5, 6, 7]
    for record in said.records:
        assert list(record) == ["game", "players", "seed", "bots", "scores", "ranks", "moves", "ms", "end"]
        assert record["players"] == players == len(record["scores"]) == len(record["ranks"])
        assert record["bots"] == ["random"] * players
        assert record["end"] in games()[each_game.game].ends
        assert record["moves"] > 10
        assert 1 in record["ranks"]


def test_selfplay_repeats_a_game_by_its_seed(alarife: Run, setting: Setting) -> None:
    together = alarife("selfplay", "--game", setting.game, "--games", 2, "--bots", "random").records
    alone = alarife("selfplay", "--game", setting.game, "--seed", 2, "--bots", "random").records
    assert [{**record, "ms": 0} for record in together[1:]] == [{**record, "ms": 0} for record in alone]
    assert together[0]["scores"] != together[1]["scores"]


def test_selfplay_seats_bots_in_turn_and_plays_by_house_rules(alarife: Run, setting: Setting, tmp_path: Path) -> None:
    rules = games()[setting.game]
    chosen = {option.name: option.choices[-1] for option in rules.options}
    levels = list(rules.bots)
    options = [word for name, value in chosen.items() for word in ("--option", f"{name}={value}")]
    said = alarife("selfplay", "--game", rules.id, "--bots", f"{levels[-1]},{levels[0]}", "--save", tmp_path, *options)
    assert said.status == 0
    record = said.records[0]
    assert record["bots"] == [levels[-1], levels[0], *record["bots"][2:]]
    recording = load(tmp_path / f"{rules.id}-{rules.seats[0]}-1.alarife")
    assert dict(recording.charter.charter.options) == chosen
    assert [seat.level for seat in recording.charter.charter.seats] == record["bots"]
    last = list(replay(recording))[-1].position
    assert list(last.scores()) == record["scores"]
    assert (
        sum(entry["kind"] == "move" for entry in lines(tmp_path / f"{rules.id}-{rules.seats[0]}-1.alarife")) == record["moves"]
    )
    assert alarife("selfplay", "--game", rules.id, "--save", tmp_path).err.endswith("will not be overwritten.\n")


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()[1:]]


def test_verify_accepts_a_sound_file_and_names_the_fault_of_another(alarife: Run, game_file: Path, tmp_path: Path) -> None:
    said = alarife("verify", game_file)
    assert said.status == 0
    assert said.records[0]["holds"]
    assert said.records[0]["entries"] == len(lines(game_file))
    assert alarife("verify", game_file, "--text").status == 0
    forged = tmp_path / "forged.alarife"
    content = game_file.read_text("utf-8").splitlines(keepends=True)
    entry = json.loads(content[30])
    entry["signature"] = "A" * 86 + "=="
    content[30] = json.dumps(entry, ensure_ascii=False) + "\n"
    forged.write_text("".join(content), "utf-8")
    said = alarife("verify", forged)
    assert said.status == 1
    assert not said.records[0]["holds"]
    assert "31" in said.err
    assert said.err.count("\n") == 1


def test_trace_prints_every_entry(alarife: Run, each_file: Path) -> None:
    said = alarife("trace", each_file, "--moves")
    assert said.status == 0
    steps = list(replay(load(each_file)))
    assert len(said.records) == len(steps) == len(lines(each_file))
    legal: list[str] = []
    for record, step in zip(said.records, steps, strict=True):
        assert record["n"] == step.index
        assert record["facts"] == step.position.facts()
        assert record["digest"] == step.position.digest()
        assert record["events"] == [str(event) for event in step.events]
        assert record["move"] is None or record["move"] in legal
        legal = record["moves"]
        assert [parse_move(move) for move in legal] == step.position.moves()
    assert "moves" not in alarife("trace", each_file).records[0]
    assert "Anna" in alarife("trace", each_file, "--text").out


def plain(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def test_show_prints_a_position(alarife: Run, each_file: Path) -> None:
    steps = list(replay(load(each_file)))
    last = alarife("show", each_file, "--text")
    assert last.status == 0
    assert f"Anna has {steps[-1].position.scores()[0]}." in last.out
    position = steps[19].position
    for state, more in ((position, []), (position.view(1), ["--seat", 1])):
        early = alarife("show", each_file, "--text", "--at", 20, *more)
        assert early.status == 0
        printed = early.out.splitlines()
        for key, value in state.facts().items():
            if isinstance(value, list) and value and isinstance(value[0], dict):
                assert {f"{key}.{place}: {plain(entry)}" for place, entry in enumerate(value)} <= set(printed)
            else:
                assert f"{key}: {plain(value)}" in printed
    assert alarife("show", each_file, "--text", "--at", 0).status == 0


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ("nonsense", 2),
        ("games --colour", 2),
        ("selfplay", 2),
        ("show FILE", 2),
        ("selfplay --game no-such-game", 1),
        ("selfplay --game GAME --players 77", 1),
        ("selfplay --game GAME --bots no-such-bot", 1),
        ("selfplay --game GAME --option nothing", 1),
        ("selfplay --game GAME --option no_such_option=1", 1),
        ("selfplay --game GAME --games 0", 1),
        ("play no-such-game", 1),
        ("play GAME --players 77", 1),
        ("play GAME --bots no-such-bot", 1),
        ("show FILE --text --at 100000", 1),
        ("show FILE --text --at -1", 1),
        ("show FILE --text --seat 77", 1),
        ("show /no/such/file --text", 1),
        ("trace /", 1),
        ("trace README.md", 1),
        ("verify /no/such/file", 1),
        ("peer --host", 1),
        ("peer --host --game GAME --bot no-such-bot", 1),
        ("peer --host --game GAME --seats 77", 1),
        ("peer --host --game GAME --save FILE", 1),
        ("peer --join nonsense", 1),
        ("peer --join 127.0.0.1:1", 1),
        ("bench no-such-bench", 1),
    ],
)
def test_impossible_arguments_get_one_sentence(
    alarife: Run, game_file: Path, setting: Setting, arguments: str, status: int
) -> None:
    words = [{"GAME": setting.game, "FILE": str(game_file)}.get(word, word) for word in arguments.split()]
    said = alarife(*words)
    assert said.status == status
    assert said.err.startswith("alarife: ")
    assert said.err.count("\n") == 1
    assert "Traceback" not in said.err
    assert "cli." not in said.err, "a sentence is missing from the catalogue"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(alarife: Run, command: str) -> None:
    said = alarife(command, "--help")
    assert said.status == 0
    assert "cli." not in said.out, "a sentence is missing from the catalogue"
    assert command in alarife("--help").out


def test_version(alarife: Run) -> None:
    assert re.fullmatch(r"alarife \d+\.\d+\.\d+\n", alarife("--version").out)


def test_the_catalogue_holds_the_texts_of_commands_and_no_more() -> None:
    asked: set[str] = {f"{command}.about" for command in COMMANDS}
    folders = [ROOT / "client" / "bench", ROOT / "client" / "commands"]
    paths = [ROOT / "client" / "cli.py", *(path for folder in folders for path in folder.glob("*.py"))]
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("words", "trouble"):
                key = node.args[0]
                choices = [key.body, key.orelse] if isinstance(key, ast.IfExp) else [key]
                asked |= {str(choice.value) for choice in choices if isinstance(choice, ast.Constant)}
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "message":
                [key] = node.args
                if isinstance(key, ast.Constant) and str(key.value).startswith("cli."):
                    asked.add(str(key.value).removeprefix("cli."))
    there = {key.removeprefix("cli.") for key in catalogue().templates if key.startswith("cli.")}
    assert asked == there


def test_bench_measures(alarife: Run, setting: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client.bench.engine.SECONDS", 0.01)
    said = alarife("bench", "engine", "--runs", 3, "--game", setting.game)
    assert said.status == 0
    assert {record["bench"] for record in said.records} == {"steps", "playouts", "bot step"}
    for record in said.records:
        assert len(record["runs"]) == 3
        assert record["value"] == sorted(record["runs"])[1] > 0
    assert "steps/s" in alarife("bench", "engine", "--runs", 1, "--game", setting.game, "--text").out


def test_an_installed_program_says_which_benchmarks_need_a_clone(alarife: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client.commands.bench.INSTALLED", True)
    for name in ("deal", "commit", "door", "frames"):
        said = alarife("bench", name)
        assert said.status == 1
        assert f"“{name}”" in said.err
        assert "Traceback" not in said.err


def test_bench_counts_operations(alarife: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from net.deal.fair import group

    monkeypatch.setattr("client.bench.counts.PEERS", (2,))
    monkeypatch.setattr("client.bench.counts.MOVES", 5)
    before = group.lib
    said = alarife("bench", "counts", "--game", "big-boss")
    assert said.status == 0
    assert group.lib is before
    start, move = (
        {one["what"].partition(": ")[2]: one["value"] for one in said.records if stage in one["what"]}
        for stage in ("start", "move")
    )
    # Two peers: keys, shuffles, lots and shares, and each entry is checked by the other peer and stored in one file.
    assert start["entries played"] == 2 * start["entries written to a file"] == 2 * start["signatures checked"] > 0
    assert start["products of points"] > start["points read"] > start["products of the generator"] > 0
    assert move["signatures checked"] == move["entries written to a file"] >= 1
    assert start["bytes"] > move["bytes"] > 0
    assert start["syncs asked for"] > 0


def test_show_paints_a_position(each_file: Path, tmp_path: Path) -> None:
    painted(each_file, tmp_path / "all" / "board.png")


def test_show_paints_what_a_seat_saw_at_that_time(game_file: Path, tmp_path: Path) -> None:
    seen = painted(game_file, tmp_path / "seat.png", "--at", 12, "--seat", 0)
    assert seen != painted(game_file, tmp_path / "all.png", "--at", 12)


@pytest.mark.parametrize("command", [("trace",), ("show", "--text")], ids=" ".join)
def test_an_incomplete_last_line_is_mentioned(alarife: Run, game_file: Path, tmp_path: Path, command: tuple[str, ...]) -> None:
    file = tmp_path / "short.alarife"
    file.write_bytes(game_file.read_bytes()[:-20])
    said = alarife(*command, file)
    assert said.status == 0
    assert "is incomplete and was left out" in said.err


@pytest.mark.parametrize("other", ["game.alarife", "link.png", "other.alarife"])
def test_show_replaces_no_game_with_a_picture(alarife: Run, game_file: Path, tmp_path: Path, other: str) -> None:
    file = Path(shutil.copy(game_file, tmp_path))
    target = tmp_path / other
    if other == "link.png":
        os.link(file, target)
    elif not target.exists():
        shutil.copy(file, target)
    said = alarife("show", file, "--png", target)
    assert (said.status, said.out) == (1, "")
    assert said.err == f"alarife: {target} already exists and will not be overwritten.\n"
    assert target.read_bytes() == game_file.read_bytes()


def test_show_says_where_it_cannot_write(game_file: Path) -> None:
    lost = start("show", game_file, "--png", game_file / "board.png")
    assert "could not be written" in lost.communicate(timeout=240)[1]
    assert lost.returncode == 1


def test_show_does_not_look_into_a_folder_of_another_person(
    alarife: Run, game_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stat, target = os.stat, tmp_path / "picture.alarife"

    def refuse(path: Path, **how: Any) -> os.stat_result:
        if str(path) == str(target):
            raise PermissionError(13, "Permission denied", str(path))
        return stat(path, **how)

    monkeypatch.setattr(os, "stat", refuse)
    monkeypatch.setattr("client.table.picture.save_picture", lambda *_: os.stat(target))
    assert alarife("show", game_file, "--png", target) == (
        1, "", f"alarife: {target} could not be written (Permission denied).\n"
    )  # fmt: skip


def painted(file: Path, picture: Path, *more: object) -> bytes:
    shown = start("show", file, "--png", picture, *more)
    out, err = shown.communicate(timeout=240)
    assert (shown.returncode, err) == (0, "")
    assert json.loads(out)["png"] == str(picture)
    content = picture.read_bytes()
    assert content.startswith(b"\x89PNG")
    assert len(content) > 20_000
    return content


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "units", "less"),
    [
        ("start", {"ms", "x", "MB"}, "bench.forget = lambda folders: False"),
        ("repaint", {"repaints/s"}, "bench.SIZES, bench.SECONDS = bench.SIZES[:1], 0.1"),
        ("deal", {"ms"}, "bench.PEERS = bench.PEERS[:1]"),
        ("door", {"us", "s", "x"}, "bench.KINDS, bench.TRIPS, bench.WARM_SECONDS = bench.KINDS[-1:], 20, 0.1"),
    ],
)
def test_the_benchmarks_of_start_painting_dealing_and_door_run(name: str, units: set[str], less: str) -> None:
    """Each measures once, and less than usual."""
    code = f"import client.bench.{name} as bench\n{less}\nimport client.cli\nraise SystemExit(client.cli.main())"
    command = [sys.executable, "-c", code, "bench", name, "--runs", "1"]
    measured = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600, check=False)
    assert (measured.returncode, measured.stderr) == (0, "")
    found = [json.loads(line) for line in measured.stdout.splitlines()]
    assert len(found) > 3
    for record in found:
        assert record["bench"] == name
        assert record["unit"] in units
        assert record["value"] > 0


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_AT.UTF-8", "LC_MESSAGES": "fr"}, "fr"),
        ({"LC_ALL": "es_ES@euro", "LC_MESSAGES": "fr"}, "es"),
        ({"LC_ALL": "de_DE", "LANGUAGE": "xx:nl_BE:fr"}, "nl"),
        ({"LC_ALL": "", "LANG": "de"}, "de"),
        ({"LC_ALL": "C.UTF-8", "LANG": "de"}, "en"),
        ({"LANG": "tlh_QO"}, "en"),
    ],
)
def test_environment_variables_choose_the_language(variables: dict[str, str], language: str) -> None:
    assert language_in(variables) == language


def test_a_terminal_hears_its_language_and_a_program_reads_english(
    alarife: Run, game_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    status, english, _ = alarife("verify", game_file)
    monkeypatch.setenv("LANGUAGE", "de")
    assert alarife("verify", game_file) == (status, english, "")
    spoken = catalogue("de")
    for finding in json.loads(english)["findings"]:
        assert finding not in alarife("verify", game_file, "--text")[1]
    missing = game_file.with_name("nothing.alarife")
    reason = spoken.text("session.file.unreadable", file=missing.name, why=os.strerror(errno.ENOENT))
    assert alarife("verify", missing).err == f"alarife: {reason}\n"
    helped = alarife("verify", "--help").out
    for key in ("verify.about", "help.file", "usage.prefix", "usage.arguments", "usage.options", "usage.help"):
        assert spoken.text(f"cli.{key}").split()[0] in helped
    assert "usage:" not in helped
