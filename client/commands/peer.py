"""``alarife peer``: a peer without a window that hosts or joins a table and plays its seats with bots, or only watches.

The host prints ``{"invite"}`` first, and again when it changes. Every peer prints ``{"scores", "ranks", "head", "digest"}``
last, and leaves the table (with ``--stay``, some time later). SIGTERM and Ctrl-C pause the game: the seat is kept
(``--leave-on-signal`` gives it up). A peer whose program has ended continues with ``--resume FILE --home DIR``.

With ``--answers`` a guest that cannot reach the host prints ``{"answer"}``, the code to send back, and a host takes such codes
from its standard input, one per line.
"""

from __future__ import annotations

import argparse
import signal
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from client.commands.choices import (
    add_house_rules,
    add_manners,
    add_text,
    check_servers,
    chosen_manners,
    chosen_options,
    one_bot,
    refuse_existing,
    seat_count,
)
from client.commands.output import Trouble, print_record, print_text, texts, trouble, words
from client.messages import catalogue
from client.programs import Choice, program_of
from client.system.parent import end_with_standard_input
from rules.registry import game

if TYPE_CHECKING:
    from client.commands.headless import Outcome
    from net.api import AbsenceChanged, NetEvent


def options(command: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    part = command.add_mutually_exclusive_group(required=True)
    part.add_argument("--host", action="store_true", help=words("peer.help.host"))
    part.add_argument("--join", metavar="INVITE", help=words("peer.help.join"))
    part.add_argument("--resume", type=Path, metavar="FILE", help=words("peer.help.resume"))
    part.add_argument("--watch", metavar="INVITE", help=words("peer.help.watch"))
    command.add_argument("--game", metavar="GAME", help=words("peer.help.game"))
    command.add_argument("--players", type=int, metavar="N", help=words("peer.help.players"))
    add_house_rules(command)
    add_manners(command)
    command.add_argument("--port", type=int, default=0, metavar="P", help=words("peer.help.port"))
    command.add_argument("--bot", default="random", metavar="LEVEL", help=words("peer.help.bot"))
    command.add_argument("--seats", type=int, default=1, metavar="N", help=words("peer.help.seats"))
    command.add_argument("--name", metavar="NAME", help=words("peer.help.name"))
    command.add_argument("--save", type=Path, metavar="FILE", help=words("peer.help.save"))
    command.add_argument("--home", type=Path, metavar="DIR", help=words("peer.help.home"))
    command.add_argument("--stay", type=float, default=0, metavar="SECONDS", help=words("peer.help.stay"))
    command.add_argument("--publish", action="store_true", help=words("peer.help.publish"))
    command.add_argument("--answers", action="store_true", help=words("peer.help.answers"))
    command.add_argument("--stun", action="append", default=[], metavar="HOST:PORT", help=words("peer.help.stun"))
    command.add_argument("--links", action="store_true", help=words("peer.help.links"))
    command.add_argument("--watchers", choices=("nobody", "code", "anybody"), default="code", help=words("peer.help.watchers"))
    command.add_argument("--take-back", type=float, default=0, metavar="PART", help=words("peer.help.take-back"))
    command.add_argument("--return", dest="returns", action="store_true", help=words("peer.help.return"))
    command.add_argument("--replace-after", type=float, metavar="SECONDS", help=words("peer.help.replace-after"))
    command.add_argument("--leave-on-signal", action="store_true", help=words("peer.help.leave-on-signal"))
    command.add_argument("--tied", action="store_true", help=words("peer.help.tied"))
    command.add_argument("--loopback", action="store_true", help=words("peer.help.loopback"))
    add_text(command)


def run(given: argparse.Namespace) -> int:
    """Host, join, continue or watch; print the outcome."""
    if given.host and given.game is None:
        raise trouble("trouble.host-what")
    if given.resume is not None and given.home is None:
        raise trouble("trouble.resume-home")
    if not 0 <= given.port <= 65535:
        raise trouble("trouble.port", port=given.port)
    check_servers(given.stun)
    if given.answers and given.tied:
        raise trouble("trouble.answers-tied")
    if given.save is not None:
        refuse_existing(given.save)
    bot: Choice = program_of(given.bot) or str(given.bot)
    rules = game(given.game) if given.host else None
    if rules is not None:
        seats = seat_count(rules, given.players)
        house_rules = chosen_options(rules, given.option)
        manners = chosen_manners(given.manner)
        bot = one_bot(rules, given.bot)
        if not 1 <= given.seats <= seats:
            raise trouble("trouble.seats-here", seats=given.seats, players=seats)

    from client.commands.headless import HeadlessPeer, Ways

    name = given.name or words("peer.host" if given.host else "peer.guest")
    watch = Narrator() if given.text else Teller(given.links)
    stop_on_signals()
    if given.tied:
        end_with_standard_input()
    ways = Ways(given.replace_after, given.returns, given.take_back, given.answers, tuple(given.stun))
    with HeadlessPeer(bot, name, given.seats, given.home, given.loopback, watch, ways) as peer:
        try:
            if rules is not None:
                lobby = peer.host(rules.id, seats, house_rules, given.port, given.save, manners, given.watchers)
                invite = {"invite": lobby.invite, "addresses": list(lobby.addresses)}
                print_text(words("peer.invite", invite=lobby.invite)) if given.text else print_record(invite)
                if given.answers:
                    threading.Thread(target=take_answers, args=(peer.node.take_answer,), daemon=True).start()
            elif given.resume is not None:
                peer.resume(given.resume, given.port)
            elif given.watch is not None:
                peer.watch(given.watch, given.save)
            else:
                peer.join(given.join, given.save)
            outcome = peer.finish()
            unopened = None
            if given.publish:
                try:
                    peer.open_cards()
                except Trouble as why:
                    unopened = why  # the game has its result all the same
            if given.stay > 0:
                tell(outcome, given.text)
                peer.stay(given.stay, partial(tell, text=given.text))
            peer.say_goodbye()
        except KeyboardInterrupt:
            if given.leave_on_signal:
                peer.leave()
            raise
    if given.stay <= 0:
        tell(outcome, given.text)
    if unopened is not None:
        raise unopened
    return 0


def tell(outcome: Outcome, text: bool) -> None:
    """Print how the game ended."""
    if text:
        for line in standing(outcome):
            print_text(line)
    else:
        print_record(record_of(outcome))


def record_of(outcome: Outcome) -> dict[str, object]:
    """The last record to print."""
    return {
        "scores": list(outcome.scores),
        "ranks": list(outcome.ranks),
        "head": outcome.head,
        "digest": outcome.digest,
        "end": outcome.end,
        "names": list(outcome.names),
    }


def standing(outcome: Outcome) -> list[str]:
    """The ranking in words, best first."""
    order = sorted(range(len(outcome.ranks)), key=lambda seat: (outcome.ranks[seat], seat))
    return [
        texts().text(f"{outcome.game}.end.{outcome.end}"),
        *(words("peer.rank", rank=outcome.ranks[seat], name=outcome.names[seat], score=outcome.scores[seat]) for seat in order),
    ]


def take_answers(take: Callable[[str], None]) -> None:
    """Pass on the answer codes on standard input until it ends."""
    for line in sys.stdin:
        if line.strip():
            take(line.strip())


class Narrator:
    """Prints a table's events in sentences."""

    def __init__(self) -> None:
        self._names: list[str] = []
        self._invite = ""

    def __call__(self, event: NetEvent) -> None:
        """Print the sentence for an event, if any."""
        from net.api import Advanced, AnswerReady, LobbyChanged, Notice, Opened, PeersChanged, PublicChanged

        match event:
            case AnswerReady(code=code, minutes=minutes):
                print_text(words("peer.answer", code=code, minutes=minutes))
            case PublicChanged(text=text):
                print_text(texts().text(text))
            case LobbyChanged(lobby=lobby) if lobby.host and lobby.invite != self._invite:
                if self._invite:
                    print_text(words("peer.invite", invite=lobby.invite))
                self._invite = lobby.invite
            case Opened(seats=seats) | PeersChanged(seats=seats):
                self._names = [seat.name for seat in seats]
            case Advanced(events=happened):
                for entry in happened:
                    print_text(texts().text(entry, self._names))
            case Notice(text=text):
                print_text(texts().text(text, self._names))


class Teller:
    """Prints notices as records and, on request, the entries shown, missing and awaited peers, and the code for watching."""

    def __init__(self, links: bool) -> None:
        self._links = links
        self._missing: dict[str, str] = {}
        self._invite = ""

    def __call__(self, event: NetEvent) -> None:
        """Print the records for an event, if any."""
        from net.api import (
            AbsenceChanged,
            Advanced,
            AnswerReady,
            AudienceChanged,
            LobbyChanged,
            Notice,
            Opened,
            PeersChanged,
            PublicChanged,
            Unreached,
        )

        if isinstance(event, LobbyChanged) and event.lobby.host and event.lobby.invite != self._invite:
            if self._invite:
                print_record({"invite": event.lobby.invite, "addresses": list(event.lobby.addresses)})
            self._invite = event.lobby.invite
        elif isinstance(event, AnswerReady):
            print_record({"answer": event.code, "minutes": event.minutes, "public": event.public})
        elif isinstance(event, PublicChanged):
            print_record({"public": event.address, "notice": catalogue().text(event.text)})
        elif isinstance(event, Unreached):
            print_record({"unreached": catalogue().text(event.reason)})
        if self._links and isinstance(event, Opened | Advanced):
            print_record({"shown": event.index})
        if isinstance(event, Notice):
            print_record({"notice": catalogue().text(event.text)})
        elif not self._links:
            return
        elif isinstance(event, AudienceChanged) and event.mine:
            print_record({"watch": event.code, "watchers": list(event.names)})
        elif isinstance(event, AbsenceChanged):
            print_record({"absence": absence_record(event)})
        elif isinstance(event, Opened | PeersChanged):
            missing = {
                peer.name: catalogue().text(peer.status)
                for peer in event.peers
                if not peer.linked and peer.status.key != "session.status.left"
            }
            if missing != self._missing:
                self._missing = missing
                print_record({"missing": missing})


def absence_record(event: AbsenceChanged) -> dict[str, object]:
    """The peer that the game waits for, why nobody can replace it, and whose consent is missing."""
    absence = event.absence
    if absence is None:
        return {"gone": event.gone}
    refused = absence.refused.key if absence.refused is not None else ""
    return {"gone": event.gone, "name": absence.name, "refused": refused, "waiting": list(absence.waiting)}


def stop_on_signals() -> None:
    """Make the signals that end a program do what Ctrl-C does, but only once, so that clean-up can finish."""
    names = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
    asks = [number for name in names if (number := getattr(signal, name, None)) is not None]

    def stop(number: int, frame: object) -> NoReturn:
        for each in asks:
            signal.signal(each, signal.SIG_IGN)
        raise KeyboardInterrupt

    for number in asks:
        signal.signal(number, stop)
