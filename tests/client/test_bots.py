import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import pytest

from client.bots import Advice, BotWorker, Question, Task, TurnTime, Work, advise, choose_move
from net.deal.local import settle
from net.deal.seeded import SeededDeals, seed_of
from net.rulebook import start
from rules.contract import Move, State, complete_options
from rules.registry import games
from rules.search.turns import Looks

PATIENCE = 240


def position(game_id: str, moves: int = 5) -> State:
    """The view of the seat on turn after a few moves."""
    game = games()[game_id]
    state = start(game_id, game.seats[0], complete_options(game, {}))
    deals = SeededDeals(seed_of("bots"))
    settle(state, deals)
    for _ in range(moves):
        state.play(state.moves()[0])
        settle(state, deals)
    assert state.turn is not None
    return state.view(state.turn)


class Inbox:
    """Takes answers from the worker's thread."""

    def __init__(self) -> None:
        self.moves: list[Move] = []
        self._new = threading.Condition()

    def __call__(self, move: Move) -> None:
        with self._new:
            self.moves.append(move)
            self._new.notify()

    def wait(self, count: int) -> None:
        with self._new:
            assert self._new.wait_for(lambda: len(self.moves) >= count, PATIENCE), "no answer"


@pytest.fixture
def worker():
    made = BotWorker()
    yield made
    made.close()


@pytest.mark.parametrize(("game_id", "level"), [(game.id, level) for game in games().values() for level in game.bots])
def test_every_bot_chooses_a_legal_move_and_the_same_for_the_same_seed(game_id, level, monkeypatch):
    monkeypatch.setattr("client.bots.Clock", Looks)  # a busy computer has time for fewer of them
    view = position(game_id)
    chosen = [choose_move(game_id, level, view.copy(), seed=7, budget_ms=50) for _ in range(2)]
    assert chosen[0] in view.moves()
    assert chosen[0] == chosen[1]


def test_an_unknown_level_plays_as_the_strongest():
    game_id, game = next(iter(games().items()))
    view = position(game_id)
    strongest = list(game.bots)[-1]
    assert choose_move(game_id, "of tomorrow", view.copy(), 3) == choose_move(game_id, strongest, view.copy(), 3)


def test_the_worker_chooses_what_would_be_chosen_here(worker):
    game_id, game = next(iter(games().items()))
    view = position(game_id)
    inbox = Inbox()
    for level in game.bots:
        worker.ask(Task(game_id, level, view, 11), inbox)
    inbox.wait(len(game.bots))
    assert inbox.moves == [choose_move(game_id, level, view.copy(), 11) for level in game.bots]


def test_a_worker_that_dies_is_started_again(worker):
    game_id = next(iter(games()))
    view = position(game_id)
    inbox = Inbox()
    worker.ask(Task(game_id, "random", view, 1), inbox)
    inbox.wait(1)
    process = worker.process
    assert process is not None
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
    worker.ask(Task(game_id, "random", view, 1), inbox)
    inbox.wait(2)
    assert inbox.moves[0] == inbox.moves[1]


def test_a_bot_that_fails_gives_way_to_a_random_move(worker, caplog):
    game_id = next(iter(games()))
    view = position(game_id)
    inbox = Inbox()
    worker.ask(Task("no such game", "random", view, 1), inbox)
    inbox.wait(1)
    assert inbox.moves[0] in view.moves()
    assert "no such game" in caplog.text


def test_bots_think_even_if_no_process_can_be_started(worker, monkeypatch):
    game_id, game = next(iter(games().items()))
    view, inbox = position(game_id), Inbox()
    level = list(game.bots)[-1]

    class Refused(multiprocessing.get_context("spawn").Process):
        def start(self):
            raise RuntimeError("no more processes")

    with monkeypatch.context() as system:
        system.setattr(type(multiprocessing.get_context("spawn")), "Process", Refused)
        for place in (1, 2):
            worker.ask(Task(game_id, level, view, 7), inbox)
            inbox.wait(place)
        assert inbox.moves == [choose_move(game_id, level, view.copy(), 7)] * 2
        worker.advise(Question(game_id, view, 7, 50), inbox)
        inbox.wait(3)
        assert isinstance(inbox.moves[2], Advice)
    worker.ask(Task(game_id, "random", view, 7), inbox)
    inbox.wait(4)
    assert worker.process is not None, "and in a process again, as soon as there is one"


def test_an_answer_that_fails_does_not_end_the_thread(worker, caplog):
    game_id = next(iter(games()))
    view, inbox = position(game_id), Inbox()

    def fails(move):
        raise RuntimeError("the window is gone")

    worker.ask(Task(game_id, "random", view, 1), fails)
    worker.ask(Task(game_id, "random", view, 1), inbox)
    inbox.wait(1)
    assert "the window is gone" in caplog.text


def test_closing_ends_the_process_at_once_and_says_nothing_more():
    game_id, level = "big-boss", list(games()["big-boss"].bots)[-1]  # which thinks for a quarter of a second
    worker = BotWorker()
    inbox = Inbox()
    view = position(game_id)
    worker.ask(Task(game_id, "random", view, 1), inbox)
    inbox.wait(1)
    process = worker.process
    assert process is not None
    for seed in range(50):
        worker.ask(Task(game_id, level, view, seed), inbox)
    worker.close()
    said = len(inbox.moves)
    assert said < 51
    assert not process.is_alive()
    worker.ask(Task(game_id, "random", view, 1), inbox)
    assert len(inbox.moves) == said


def test_the_worker_knows_no_window():
    """A worker imports everything that this module and a decision need, and no Qt."""
    script = (
        "import sys, client.bots, rules.registry; rules.registry.games();"
        "print([name for name in sys.modules if name.startswith(('PySide6', 'shiboken6', 'twisted'))])"
    )
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert found.stdout.strip() == "[]"


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="only where a process can be killed outright")
def test_no_worker_outlives_its_program(home):
    """A program that is killed cannot say goodbye. Its worker still ends, on Linux even if it is stopped at the time."""
    script = home / "orphan.py"
    script.write_text(
        "import sys, time\n"
        "from client.bots import BotWorker, Task\n"
        "from tests.client.test_bots import Inbox, position\n"
        "from rules.registry import games\n"
        "if __name__ == '__main__':\n"
        "    game = next(iter(games())); worker = BotWorker(); inbox = Inbox()\n"
        "    worker.ask(Task(game, 'random', position(game), 1), inbox); inbox.wait(1)\n"
        "    print(worker.process.pid, flush=True); time.sleep(600)\n"
    )
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    program = subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": root}
    )
    assert program.stdout is not None
    pid = int(program.stdout.readline())
    if sys.platform.startswith("linux"):
        os.kill(pid, signal.SIGSTOP)
    program.kill()
    program.wait()
    program.stdout.close()
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    os.kill(pid, signal.SIGKILL)
    pytest.fail("the worker is still there")


def test_the_time_of_a_bot_is_for_a_whole_turn():
    time_of_turn = TurnTime(1000)
    one, same, next_turn = (SimpleNamespace(turn=turn, turn_number=number) for turn, number in ((0, 1), (0, 1), (0, 2)))
    assert time_of_turn.left(one) == 1000
    time_of_turn.spent(400)
    assert time_of_turn.left(same) == 600
    time_of_turn.spent(700)
    assert time_of_turn.left(same) == 0
    assert time_of_turn.left(next_turn) == 1000


@pytest.mark.parametrize("game_id", sorted(games()))
def test_advice_is_a_whole_turn_that_can_be_played(game_id):
    view = position(game_id)
    before = view.facts()
    advice = advise(game_id, view, 7, Looks(200))
    assert view.facts() == before
    assert len(advice.events) == len(advice.moves)
    state, seat = view.copy(), view.turn
    for move in advice.moves:
        assert state.turn == seat
        assert state.why_not(move) is None
        state.play(move)
        while state.deals and state.known(state.deals[0]) is not None:
            state.learn(state.deals[0], state.known(state.deals[0]))
    assert state.turn != seat or state.undoable == 0, "nothing is left to decide"


def test_the_worker_gives_advice_between_moves(worker):
    game_id = next(iter(games()))
    view = position(game_id)
    inbox = Inbox()
    worker.ask(Task(game_id, "random", view, 1), inbox)
    worker.advise(Question(game_id, view, 1, 50), inbox)
    worker.ask(Task(game_id, "random", view, 1), inbox)
    inbox.wait(3)
    assert isinstance(inbox.moves[1], Advice)
    assert inbox.moves[0] == inbox.moves[2]


def think_on(part, budget):
    """Thinks for as long as somebody wants to know."""
    part("begun")
    while budget.left():
        time.sleep(0.001)
    return "stopped"


def test_a_cancelled_question_frees_the_worker_and_is_never_answered(worker):
    """This holds for the question being thought about and for the one waiting behind it."""
    view = position("torres", moves=8)
    inbox, begun = Inbox(), Inbox()
    for count in range(1, 4):
        stop = worker.work(Work(think_on, (), 600_000), inbox, begun)
        begun.wait(count)
        take_back = worker.advise(Question("torres", view, 1, 600_000), inbox)
        take_back()
        stop()
    worker.ask(Task("torres", "random", view, 1), inbox)
    inbox.wait(1)
    assert isinstance(inbox.moves[0], Move)


def test_a_question_that_no_bot_can_answer_gets_an_empty_answer(worker, caplog):
    inbox = Inbox()
    worker.advise(Question("no such game", position("torres"), 1, 50), inbox)
    inbox.wait(1)
    assert inbox.moves == [None]
    assert "no such game" in caplog.text
