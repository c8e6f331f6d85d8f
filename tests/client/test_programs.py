"""Bots that are programs of other people: what they see, what they may answer, and what happens if they fail."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from client.bots import BotWorker, Clock, Task, chance_of
from client.cli import main
from client.commands.choices import bot_choices, one_bot
from client.commands.headless import HeadlessPeer
from client.commands.output import Trouble
from client.messages import catalogue
from client.programs import LONGEST_LINE, Program, ProgramBot, ProgramTrouble, program_of
from client.window.bridge import Bridge
from net.api import PROGRAM, Advanced, Notice, Plan, Seat
from net.deal.local import settle
from net.deal.seeded import SeededDeals, seed_of
from net.gamefile import load
from net.rulebook import start
from rules.contract import Move, complete_options
from rules.registry import game, games
from tests.client.test_bots import PATIENCE, Inbox, position

EXAMPLES = Path(__file__).parents[2] / "docs" / "example-bots"
LONG = 120.0
"""Seconds; so long that no good bot is late in a test on a busy machine."""

QUITS = "if q['n'] > 3: sys.exit(4)\nsay(n=q['n'], move=q['moves'][0])"

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the bots of these tests are started as POSIX systems do")


def script(folder: Path, body: str, name: str = "mybot.py") -> str:
    """The command of a bot; ``body`` is what it does with a question ``q``, and ``say`` writes an answer."""
    file = folder / name
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    file.write_text(
        "import json, sys, time, os, subprocess\n"
        "def say(**answer): print(json.dumps(answer), flush=True)\n"
        f"for line in sys.stdin:\n    q = json.loads(line)\n{lines}\n"
    )
    return shlex.join([sys.executable, str(file)])


@pytest.fixture
def bot(tmp_path):
    """Makes a bot that does something with each question."""
    made: list[ProgramBot] = []

    def make(body: str, grace: float = LONG, starting: float = LONG) -> ProgramBot:
        program = program_of(f"exec:{script(tmp_path, body)}")
        assert program is not None
        made.append(ProgramBot(program, grace, starting))
        return made[-1]

    yield make
    for one in made:
        one.close()


def choose(bot: ProgramBot, view, left: int = 1000) -> Move:
    return bot.choose(view, Clock(left), chance_of(1))


def why(bot: ProgramBot, view, left: int = 1000) -> str:
    """The sentence that says why the bot has stopped playing."""
    with pytest.raises(ProgramTrouble) as caught:
        choose(bot, view, left)
    for language in ("en", "de", "fr"):
        assert catalogue(language).text(caught.value.reason)
    return catalogue("en").text(caught.value.reason)


# -- what it is told ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", sorted(games()))
def test_a_program_sees_the_view_of_its_seat_the_moves_and_the_clock(bot, tmp_path, game_id):
    view = position(game_id, 9)
    asked = bot(f"open({str(tmp_path / 'asked')!r}, 'w').write(line)\nsay(n=q['n'], move=q['moves'][-1])")
    assert choose(asked, view, 60_000) == view.moves()[-1]
    told = json.loads((tmp_path / "asked").read_text())
    assert set(told) == {
        *("type", "protocol", "n", "game", "seat", "turn", "prompt", "moves", "clock", "scores", "facts", "unseen"),
    }
    assert told["facts"] == json.loads(json.dumps(view.facts()))
    assert told["moves"] == [str(move) for move in view.moves()]
    assert told["seat"] == view.turn
    assert told["game"] == game_id
    assert 0 < told["clock"]["left_ms"] <= 60_000
    assert told["scores"] == list(view.scores())


@pytest.mark.parametrize("game_id", sorted(games()))
def test_positions_that_a_seat_cannot_tell_apart_look_alike_to_its_program(bot, tmp_path, game_id):
    """Every hidden face is moved elsewhere, and the program still gets the same lines."""
    from random import Random

    from rules.search.worlds import imagine

    rules = game(game_id)
    state = start(game_id, rules.seats[-1], complete_options(rules, {}))
    deals = SeededDeals(seed_of("hidden"))
    settle(state, deals)
    for _ in range(12):
        state.play(state.moves()[0])
        settle(state, deals)
    seat = state.turn
    assert seat is not None
    view = state.view(seat)
    asked = bot(f"open({str(tmp_path / 'asked')!r}, 'a').write(line)\nsay(n=0)")

    class Lots:
        def __init__(self, seed):
            self._random = Random(seed)

        def below(self, bound):
            return self._random.randrange(bound)

    for seed in range(3):
        other, _ = imagine(view, Lots(seed))
        twin = ProgramBot(asked.program, LONG, LONG)
        with pytest.raises(ProgramTrouble):
            choose(twin, other.view(seat), 0)
        twin.close()
    with pytest.raises(ProgramTrouble):
        choose(asked, view, 0)
    assert len(set((tmp_path / "asked").read_text().splitlines())) == 1


# -- what it may answer ------------------------------------------------------------------------------------------------


def test_a_program_may_answer_with_a_whole_turn(bot, tmp_path):
    """It is asked again only after a deal, or if the position differs from what it foresaw."""
    log = tmp_path / "log"
    whole = bot(f"open({str(log)!r}, 'a').write('x')\nsay(n=q['n'], moves=json.loads(os.environ['TURN']))")
    view = position("torres", 4)
    state, turn = view.copy(), []
    while state.turn == view.turn and len(turn) < 4:
        move = next((move for move in state.moves() if move.kind != "end"), state.moves()[0])
        turn.append(move)
        state.play(move)
        if state.deals:
            break
    os.environ["TURN"] = json.dumps([str(move) for move in turn])
    try:
        now = view.copy()
        for move in turn:
            assert choose(whole, now.copy()) == move
            now.play(move)
        assert log.read_text() == "x"
        assert len(turn) > 1
        assert choose(whole, view.copy()) == turn[0]
        choose(whole, view.copy())  # the moves were taken back: the rest of the plan is void
        assert log.read_text() == "xxx"
    finally:
        del os.environ["TURN"]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("print('hello', flush=True)", "names no move"),
        ("say(n=q['n'], move='fly 3 to the moon')", "names no move"),
        ("say(n=q['n'], moves=[])", "names no move"),
        ("say(n=q['n'], move=7)", "names no move"),
        ("say(n=q['n'])", "names no move"),
        ("print('[' * 5000, flush=True)", "names no move"),
        ("say(n=7, move=q['moves'][0])", "to question 1"),
        ("say(n=q['n'], move='castle 999')", "not possible"),
        ("sys.exit(3)", "exit status 3"),
        ("os.close(1)\ntime.sleep(600)", "exit status"),
        (f"print('x' * {2 * LONGEST_LINE}, flush=True)\ntime.sleep(600)", "a line of more than"),
        ("while True: print('{}', flush=True)", "must repeat"),
    ],
)
def test_every_fault_of_a_program_gets_a_sentence(bot, body, said):
    failing = bot(body, grace=1.0)
    assert said in why(failing, position("alcazar"))
    assert failing.process is None


def test_a_program_that_does_not_answer_is_ended(bot):
    late = bot("time.sleep(600)", grace=0.2, starting=0.2)
    assert "took too long" in why(late, position("alcazar"), 10)


def test_a_program_that_does_not_read_is_ended_too(tmp_path):
    file = tmp_path / "deaf.py"
    file.write_text("import time\ntime.sleep(600)\n")
    deaf = ProgramBot(program_of(f"exec:{sys.executable} {file}"), 0.2, 0.2)
    assert "took too long" in why(deaf, position("alcazar"), 10)


@pytest.mark.parametrize(("then", "said"), [("time.sleep(600)", "took too long"), ("sys.exit(3)", "exit status 3")])
def test_nobody_waits_for_what_a_program_leaves_behind(bot, tmp_path, then, said):
    """A process in a session of its own holds the pipes open, and outlives the program."""
    stray = "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'], start_new_session=True)"
    start = f"open({str(tmp_path / 'stray')!r}, 'w').write(str({stray}.pid))\nsay(n=1, move=q['moves'][0])"
    leaver = bot(f"if q['n'] > 1: {then}\n{start}", grace=2.0)
    choose(leaver, position("alcazar"))
    try:
        assert said in why(leaver, position("alcazar"), 10)
        assert alive(int((tmp_path / "stray").read_text()))
    finally:
        os.kill(int((tmp_path / "stray").read_text()), signal.SIGKILL)


def test_a_program_that_cannot_be_started_is_reported_at_once(tmp_path):
    plain = tmp_path / "plain.txt"
    plain.write_text("nothing")
    for text, said in (
        ("exec:", "names no program"),
        ("exec:'", "names no program"),
        (f"exec:{tmp_path / 'nobody'}", "no such program"),
        (f"exec:{plain}", "not executable"),
    ):
        with pytest.raises(ProgramTrouble) as caught:
            program_of(text)
        assert said in catalogue("en").text(caught.value.reason)
    broken = tmp_path / "broken"
    broken.write_text("#!/no/such/interpreter\n")
    broken.chmod(0o755)
    assert "cannot be started" in why(ProgramBot(program_of(f"exec:{broken}")), position("alcazar"))


# -- its process -------------------------------------------------------------------------------------------------------


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"


def wait_until_gone(*pids: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while any(map(alive, pids)):
        assert time.monotonic() < deadline, "still there"
        time.sleep(0.02)


CHILD = (
    "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
    "open({file!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}')\n"
    "say(n=q['n'], move=q['moves'][0])"
)


def test_processes_started_by_a_program_end_with_it(bot, tmp_path):
    parent = bot(CHILD.format(file=str(tmp_path / "pids")))
    choose(parent, position("alcazar"))
    pids = [int(word) for word in (tmp_path / "pids").read_text().split()]
    assert all(map(alive, pids))
    parent.close()
    wait_until_gone(*pids)


def test_a_program_ends_when_alarife_is_killed_outright(tmp_path):
    command = script(tmp_path, CHILD.format(file=str(tmp_path / "pids")) + "\ntime.sleep(600)")
    holder = tmp_path / "holder.py"
    holder.write_text(
        "import sys, time\n"
        "from client.bots import Clock, chance_of\n"
        "from client.programs import ProgramBot, program_of\n"
        "from tests.client.test_bots import position\n"
        f"bot = ProgramBot(program_of({'exec:' + command!r}), 120, 120)\n"
        "bot.choose(position('alcazar'), Clock(1000), chance_of(1))\n"
        "print('ready', flush=True); time.sleep(600)\n"
    )
    root = str(Path(__file__).parents[2])
    program = subprocess.Popen(
        [sys.executable, str(holder)], stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": root}
    )
    assert program.stdout is not None
    assert program.stdout.readline() == "ready\n"
    pids = [int(word) for word in (tmp_path / "pids").read_text().split()]
    os.kill(program.pid, signal.SIGKILL)
    program.wait()
    program.stdout.close()
    wait_until_gone(*pids)


# -- where it plays ----------------------------------------------------------------------------------------------------


def example(name: str) -> str:
    """The command line of an example bot; skips the test if its interpreter is missing."""
    if name.endswith(".mjs"):
        node = shutil.which("node")
        if node is None:
            pytest.skip("there is no node on this computer")
        return shlex.join([node, str(EXAMPLES / name)])
    return shlex.join([sys.executable, str(EXAMPLES / name)])


@pytest.mark.parametrize("name", ["eager.py", "eager.mjs"])
@pytest.mark.parametrize("game_id", sorted(games()))
def test_the_example_bots_play_whole_games_reproducibly(name, game_id, capsys, monkeypatch):
    monkeypatch.setattr("client.programs.GRACE_SECONDS", LONG)
    monkeypatch.setattr(ProgramBot.__init__, "__defaults__", (LONG, LONG))
    command = ["selfplay", "--game", game_id, "--bots", f"exec:{example(name)},random", "--seed", "4", "--think", "100000"]
    found = []
    for _ in range(2):
        assert main(command) == 0
        found.append(json.loads(capsys.readouterr().out))
    assert found[0]["bots"] == ["eager", "random"]
    assert {**found[0], "ms": 0} == {**found[1], "ms": 0}


def test_selfplay_stops_with_the_sentence_of_a_failed_program(tmp_path, capsys):
    command = script(tmp_path, "sys.exit(5)", "quitter.py")
    assert main(["selfplay", "--game", "alcazar", "--bots", f"exec:{command}"]) == 1
    assert "The bot “quitter” ended without an answer (exit status 5)." in capsys.readouterr().err


def test_the_worker_lets_the_strongest_level_play_on(tmp_path):
    program = program_of(f"exec:{script(tmp_path, 'sys.exit(1)')}")
    told: list[str] = []
    worker, inbox = BotWorker(lambda reason: told.append(reason.key)), Inbox()
    view = position("alcazar")
    try:
        for _ in range(2):
            worker.ask(Task("alcazar", "program", view, 1, 1000, "seat 0", program), inbox)
        inbox.wait(2)
        assert all(move in view.moves() for move in inbox.moves)
        assert told == ["program.ended"], "said once, and the program is not started again"
    finally:
        worker.close()


def test_a_program_that_fails_for_a_closed_table_is_asked_at_the_next_one(tmp_path):
    asked, go = tmp_path / "asked", tmp_path / "go"
    body = f"open({str(asked)!r}, 'a').write('.')\nwhile not os.path.exists({str(go)!r}): time.sleep(.01)\nsys.exit(1)"
    program = program_of(f"exec:{script(tmp_path, body)}")
    told: list[str] = []
    worker, inbox = BotWorker(lambda reason: told.append(reason.key)), Inbox()
    task = Task("alcazar", "program", position("alcazar"), 1, 20_000, "seat 0", program)
    try:
        worker.ask(task, inbox)
        while not asked.exists():
            time.sleep(0.01)
        worker.forget()
        go.touch()
        inbox.wait(1)
        assert told == [], "the next table does not hear of it"
        worker.ask(task, inbox)
        inbox.wait(2)
        assert asked.read_text() == ".."
        assert told == ["program.ended"]
    finally:
        worker.close()


def test_no_level_of_a_table_starts_a_program(tmp_path):
    """Peers, invites and files name levels. Whatever they say, a level is looked up in the game's own list."""
    mark = tmp_path / "started"
    command = f"exec:{script(tmp_path, f'open({str(mark)!r}, chr(119))')}"
    worker, inbox = BotWorker(), Inbox()
    try:
        for level in (command, "program", "exec:/bin/sh"):
            worker.ask(Task("alcazar", level, position("alcazar"), 1, 100), inbox)
        inbox.wait(3)
        assert not mark.exists()
    finally:
        worker.close()


def test_only_exec_names_a_program(tmp_path):
    rules = game("alcazar")
    assert program_of("greedy") is None
    with pytest.raises(Trouble):
        bot_choices(rules, "/bin/sh", 2)
    chosen = bot_choices(rules, f"exec:{sys.executable},greedy", 3)
    assert [isinstance(choice, str) for choice in chosen] == [False, True, False]


@pytest.mark.parametrize("command", [("play", "torres", "--bots"), ("peer", "--host", "--game", "torres", "--bot")])
def test_a_command_that_takes_one_bot_takes_no_second_one(command, capsys):
    assert main([*command, "random,greedy"]) == 1
    assert "has no bot “random,greedy”" in capsys.readouterr().err


def test_where_one_bot_is_taken_a_comma_belongs_to_its_command():
    chosen = one_bot(game("torres"), f"exec:{sys.executable} --weights=1,2")
    assert isinstance(chosen, Program)
    assert chosen.command[1:] == ("--weights=1,2",)
    assert one_bot(game("torres"), None) == "strategist"


def test_a_tilde_stands_for_the_home_folder_in_every_word(tmp_path, monkeypatch):
    """No shell reads the command, and in quotation marks the shell of the person leaves the tilde as it is."""
    monkeypatch.setenv("HOME", str(tmp_path))
    program = program_of(f"exec:{sys.executable} ~/mybot.py --weights ~/w.json a~b")
    assert program is not None
    assert program.command[1:] == (str(tmp_path / "mybot.py"), "--weights", str(tmp_path / "w.json"), "a~b")
    (tmp_path / "run").write_text("#!/bin/sh\n")
    with pytest.raises(ProgramTrouble) as caught:
        program_of("exec:~/run")
    assert caught.value.reason.key == "program.not-executable"
    (tmp_path / "run").chmod(0o700)
    assert program_of("exec:~/run") == Program((str(tmp_path / "run"),))


def test_a_program_is_named_after_its_file_and_not_after_an_argument(tmp_path):
    command = script(tmp_path, "sys.exit(5)", "quitter.py")
    for arguments in ("", " --depth 3", " --seed=7 fast"):
        program = program_of(f"exec:{command}{arguments}")
        assert program is not None
        assert program.name == "quitter"
    assert Program(("gone", "--depth", "3")).name == "gone"


def test_peers_play_with_programs_and_one_that_fails_gives_way(tmp_path):
    """The charter says that a seat is played by a program, and not by which one."""
    good = program_of(f"exec:{example('eager.py')}")
    quitter = program_of(f"exec:{script(tmp_path, QUITS)}")
    notices: list[str] = []

    def hear(event) -> None:
        if isinstance(event, Notice):
            notices.append(event.text.key)

    file = tmp_path / "host.alarife"
    with (
        ThreadPoolExecutor(2) as threads,
        HeadlessPeer(good, "Anna", home=tmp_path / "a", loopback=True) as host,
        HeadlessPeer(quitter, "Ben", home=tmp_path / "b", loopback=True, watch=hear) as guest,
    ):
        guest.join(host.host("alcazar", 2, {}, file=file).invite)
        ends = [threads.submit(peer.play) for peer in (host, guest)]
        first, second = (end.result(PATIENCE * 4) for end in ends)
    assert (first.head, first.digest) == (second.head, second.digest)
    assert [key for key in notices if key.startswith("program.")] == ["program.ended", "program.replaced"]
    charter = load(file).charter.charter
    assert [seat.level for seat in charter.seats] == ["program", ""]
    assert b"eager" not in file.read_bytes()


def test_a_program_that_fails_on_one_seat_plays_on_at_the_other(tmp_path):
    turns, notices = tmp_path / "turns", []
    body = f"if q['seat']: sys.exit(4)\nprint(q['turn'], file=open({str(turns)!r}, 'a'))\nsay(n=q['n'], move=q['moves'][0])"
    program = program_of(f"exec:{script(tmp_path, body)}")

    def hear(event) -> None:
        if isinstance(event, Notice):
            notices.append(event.text.key)

    with HeadlessPeer(program, "Anna", seats=2, home=tmp_path / "a", loopback=True, watch=hear) as host:
        host.host("alcazar", 2, {}, file=tmp_path / "host.alarife")
        last = host.play().position.turn_number
    assert [key for key in notices if key.startswith("program.")] == ["program.ended", "program.replaced"]
    assert int(turns.read_text().split()[-1]) > last // 2


def test_at_the_window_a_program_plays_where_the_person_named_one(qtbot, tmp_path):
    mark = tmp_path / "asked"
    command = script(tmp_path, f"open({str(mark)!r}, 'a').write('x')\nsay(n=q['n'], move=q['moves'][0])")
    seats = (Seat("bot", "Ana", level=PROGRAM, here=True), Seat("bot", "Bea", level=PROGRAM, here=True))
    for named in ("", command):
        bridge = Bridge(tmp_path / str(len(named)), thinking_ms=0, loopback=True)
        bridge.command = named
        moves: list[Advanced] = []
        bridge.event.connect(lambda event, moves=moves: moves.append(event) if isinstance(event, Advanced) else None)
        try:
            bridge.node.offline(Plan("alcazar", seats, {}, file=Path()))
            qtbot.waitUntil(lambda moves=moves: sum(event.move is not None for event in moves) > 3, timeout=PATIENCE * 1000)
        finally:
            bridge.close()
        assert mark.exists() == bool(named)


def test_at_the_window_a_program_that_cannot_be_started_is_named_once(qtbot, tmp_path):
    bridge = Bridge(tmp_path, thinking_ms=0, loopback=True)
    bridge.command = str(tmp_path / "nobody")
    said: list[str] = []
    bridge.event.connect(lambda event: said.append(event.text.key) if isinstance(event, Notice) else None)
    moves: list[Advanced] = []
    bridge.event.connect(lambda event: moves.append(event) if isinstance(event, Advanced) else None)
    try:
        seats = tuple(Seat("bot", name, level=PROGRAM, here=True) for name in ("Ana", "Bea"))
        bridge.node.offline(Plan("alcazar", seats, {}, file=Path()))
        qtbot.waitUntil(lambda: sum(event.move is not None for event in moves) > 3, timeout=PATIENCE * 1000)
    finally:
        bridge.close()
    assert said == ["program.missing", "program.replaced"]
