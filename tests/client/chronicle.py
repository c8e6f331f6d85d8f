"""A person at a table of Big Boss: plays by clicks, and notes what the program lets them hear and see on the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from net.api import Advanced, Confirmed, Opened
from rules.contract import Event, Facts, State
from tests.client.person import Person, wait
from tests.client.player import Player

CONFIRMED, SENT = "✓ Confirmed", "Sent…"

GREAT = {"merged", "captured"}
"""What makes a whole table look up."""


class Mark(NamedTuple):
    """What the mark of confirmation said.

    Attributes:
        agreed: the number of entries that everybody has confirmed.
        length: the number of entries here.
        text: the words of the mark.
        stored: the number of entries in the other player's file at that time.
    """

    agreed: int
    length: int
    text: str
    stored: int


class Tried(NamedTuple):
    """A move tried by a click: what it is to sound like, and the sounds asked for at once."""

    wanted: set[str]
    heard: set[str]


class Chronicle:
    """Plays like :class:`~tests.client.player.Player`; its notes begin with :meth:`sit_down`.

    Attributes:
        heard: every sound but those of tried moves, with the number of events that the person had been told by then.
        marks: what the mark of confirmation said, after each change.
        tried: the moves tried by clicks.
    """

    def __init__(self, person: Person) -> None:
        self.person = person
        self.heard: list[tuple[int, str]] = []
        self.marks: list[Mark] = []
        self.tried: list[Tried] = []
        self._player: Player | None = None
        self._others_file = Path()
        self._first = 0
        person.window.desktop.sounds.speaker = self  # type: ignore[assignment]  # takes the loudspeaker's place

    def play(self, names: Iterable[str], volume: int) -> None:
        """Sounds were asked for, as of a loudspeaker."""
        assert volume > 0
        self.heard += [(len(self.person.events), name) for name in names]

    def close(self) -> None:
        """The program ends, and releases its loudspeaker."""

    # -- playing -------------------------------------------------------------------------------------------------------

    def sit_down(self, seed: int, other: Person) -> None:
        """The table is on show: note everything from now on, with what the other player has stored."""
        self._player = Player(self.person, seed)
        wait(lambda: self.player.table.up_to_date, "for the table to show everything")
        file = other.heard(Opened).file
        assert file is not None
        self._others_file = Path(file)
        self._first = len(self.person.events)
        self.heard.clear()
        self.marks.clear()
        self.tried.clear()
        self._look(next(event for event in reversed(self.person.events) if isinstance(event, Confirmed)))
        self.person.bridge.event.connect(self._look)  # the table was told before, so its mark is up to date

    def get_up(self) -> None:
        """Note nothing more."""
        self.person.bridge.event.disconnect(self._look)

    @property
    def clicks(self) -> int:
        """The number of clicks at this table."""
        return self.player.clicks

    @property
    def player(self) -> Player:
        """The person's clicks."""
        assert self._player is not None
        return self._player

    def step(self) -> None:
        """One click, if anything can be done."""
        turn = self.player.table.turn
        if turn is None or not turn.open:
            self.player.step()
            return
        before, count, told, sounds = turn.state.facts(), len(turn.tried), len(turn.events), len(self.heard)
        self.player.step()
        if len(turn.tried) > count:
            wanted = sounds_of(before, turn.state.facts(), turn.events[told:])
            self.tried.append(Tried(wanted, {name for _, name in self.heard[sounds:]}))
            del self.heard[sounds:]  # they follow from the click, and not from the entry before it

    def _look(self, event: object) -> None:
        if isinstance(event, Confirmed):
            mark = self.player.table.frame.top.confirmed
            assert mark.isVisible()
            stored = self._others_file.read_bytes().count(b"\n") - 1  # the first line is the charter
            self.marks.append(Mark(event.index, event.length, mark.text(), stored))

    # -- looking back --------------------------------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        """The person's seat."""
        return next(number for number, seat in enumerate(self._opened.seats) if seat.here)

    @property
    def _opened(self) -> Opened:
        return [event for event in self.person.events if isinstance(event, Opened)][-1]

    def entries(self) -> Iterator[tuple[int, State, Advanced]]:
        """Every entry since the person sat down: the number of events told with it, the position before, and the entry."""
        before = self._opened.position
        begun = False
        for count, event in enumerate(self.person.events, 1):
            begun = begun or event is self._opened
            if begun and isinstance(event, Advanced):
                if count > self._first:
                    yield count, before, event
                before = event.position

    def first_move(self) -> Advanced | None:
        """The first move that was made here since the person sat down."""
        return next((entry for _, _, entry in self.entries() if entry.mine and entry.seat >= 0), None)

    def heard_at(self, count: int) -> set[str]:
        """The sounds that followed from an event."""
        return {name for at, name in self.heard if at == count}

    def check_sounds(self) -> None:
        """Every move of the other was heard when it came, every own move when it was tried, every turn when it began."""
        turns: list[int] = []
        mover: int | None = None  # stays the same while a card is dealt and nobody is on turn
        for count, before, entry in self.entries():
            heard = self.heard_at(count)
            if entry.seat >= 0 and not entry.mine:
                assert heard - {"turn", "end"} == sounds_of(before.facts(), entry.position.facts(), entry.events), entry
            mover = before.turn if before.turn is not None else mover
            if entry.position.turn == self.seat != mover:
                turns.append(count)
        assert [count for count, name in self.heard if name == "turn"] == turns
        assert turns
        assert self.tried
        for tried in self.tried:
            assert tried.heard == tried.wanted
        for name in ("move", "coins"):
            assert any(name in tried.heard for tried in self.tried), name

    def check_end(self) -> None:
        """The end was heard once, with the last entry."""
        *_, (count, _, entry) = self.entries()
        assert entry.position.result is not None
        assert [at for at, name in self.heard if name == "end"] == [count]

    def confirmed(self, index: int) -> bool:
        """Whether the mark has said that everybody has confirmed so many entries."""
        return any(mark.text == CONFIRMED and mark.agreed >= index for mark in self.marks)

    def check_marks(self) -> None:
        """Each own move was shown as sent, and then as confirmed, which was true: the other had stored it."""
        late = f"Unconfirmed: {other_name(self._opened, self.seat)}"
        mine = [entry.index for _, _, entry in self.entries() if entry.mine and entry.move is not None]
        assert mine
        for mark in self.marks:
            assert (mark.text == CONFIRMED) == (mark.agreed == mark.length), mark
            assert mark.text in (CONFIRMED, SENT, late)
            assert mark.stored >= mark.agreed, mark
        for index in mine:
            first = next((place for place, mark in enumerate(self.marks) if mark.length >= index), None)
            assert first is not None, f"nothing was said about entry {index}"
            # While the entry before was still on its way, the mark already said so, and said nothing new.
            said = self.marks[first] if self.marks[first - 1].text == CONFIRMED else self.marks[first - 1]
            assert said.agreed < index, f"entry {index} did not appear as sent"
            assert self.confirmed(index), f"entry {index} did not appear as confirmed"


def other_name(opened: Opened, seat: int) -> str:
    """The name of the other player of two."""
    return opened.seats[1 - seat].name


def sounds_of(before: Facts, after: Facts, events: Sequence[Event]) -> set[str]:
    """What the change of a position is to sound like, by what stands on the board and what everybody owns."""
    found = set()
    if any(event.kind in GREAT for event in events):
        found.add("merger")
    elif any(before[name] != after[name] for name in ("levels", "nobles")) or any(event.kind == "played" for event in events):
        found.add("move")
    if [player["money"] for player in before["players"]] != [player["money"] for player in after["players"]]:
        found.add("coins")
    return found
