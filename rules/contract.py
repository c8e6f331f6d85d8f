"""The one contract between the games and everything else.

The table window, the wire, the bots, the command line and the contract tests know a game only by what is written here.

How a position advances
-----------------------
``State.moves()`` lists what the seat on turn may do now; ``play(move)`` does it. A big choice is a sequence of small moves,
and a *turn* is a run of moves by one seat. The engine never draws at random. Where chance or a hidden card is needed it
states a :class:`Deal` in ``State.deals`` and waits: while ``deals`` is not empty there are no moves, and the first deal has to
be answered with ``learn(deal, answer)``. Offline a local dealer answers, between peers a joint one; the engine cannot tell.

What a copy knows
-----------------
A card is a *slot* (an integer) whose face (an integer > 0) this copy may or may not know; the face of a sealed slot is
:data:`SEALED`. Which slots lie where, and which deals are pending, is public and the same in every copy. Everything else
follows from the log, so that every copy knows it. Hence two ways to see less than a copy knows:

``known_to_all()``
    the position as every copy knows it: the faces that some copy may not know are erased, and nothing else. Peers judge each
    other's moves by it.
``view(seat)``
    what a person or a bot in that seat may see. The faces that the seat may not know are erased. A house rule may screen more
    (the money of the others, for one): a view does not show what is screened, but still reckons with it, so that playing on
    from a view leads where the game itself leads.

Everything in a state is integers, tuples, lists and dictionaries with a fixed order: no floats, no sets, nothing that depends
on hashing, so that the same log gives the same position on every machine.
"""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple, Protocol

from rules.flaws import Difference, Flaw, differing
from rules.message import Message, Value, message
from rules.native import mypyc_attr

if TYPE_CHECKING:
    from rules.search.search import Judge

SEALED: Final = 0
"""The face of a card that this copy of the position may not know."""

NOBODY: Final = -1
"""In place of a seat: nobody in particular, or everybody."""

NOT_SHOWN: Final = -1
"""In facts, in place of an amount that a view does not show. No position reckons with it."""

Facts = dict[str, object]
"""A position as plain data (dict, list, int, str, bool): what JSON can hold, with keys in a fixed order."""

Event = Message
"""Something that happened, as a message: its key ends in ``.event.<kind>`` and its values tell the screen what to show.

An event with a value called ``only`` is for the eyes of that seat alone; it arises only in copies that may know it."""


class Move(NamedTuple):
    """One small decision of the seat on turn.

    Attributes:
        kind: a lower-case word, letters and hyphens, at most 24 characters.
        args: up to eight integers, their meaning is the game's.
    """

    kind: str
    args: tuple[int, ...] = ()

    def __str__(self) -> str:
        """The canonical text notation, for instance ``play 17``."""
        return " ".join([self.kind, *map(str, self.args)])


def parse_move(text: str) -> Move:
    """Read the notation that ``str(move)`` writes; raises :class:`ValueError` for anything else."""
    kind, *words = text.split(" ")
    return move_of(kind, [int(word) for word in words], text)


def pack_move(move: Move) -> list[Value]:
    """The msgpack form of a move: a list of its kind and its integers."""
    return [move.kind, *move.args]


def unpack_move(packed: Sequence[object]) -> Move:
    """Read what :func:`pack_move` wrote; raises :class:`ValueError` for anything else."""
    if not packed or not isinstance(packed[0], str):
        raise ValueError(f"not a move: {packed!r}")
    args: list[int] = []
    for arg in packed[1:]:
        if type(arg) is not int:
            raise ValueError(f"not a move: {packed!r}")
        args.append(arg)
    return move_of(packed[0], args, repr(packed))


def move_of(kind: str, args: Sequence[int], source: str) -> Move:
    """A checked move; ``source`` is quoted in the :class:`ValueError` when the parts do not make one."""
    letters = kind.replace("-", "")
    if not (letters.isascii() and letters.isalpha() and letters.islower() and len(kind) <= 24):
        raise ValueError(f"not a move: {source}")
    if len(args) > 8 or any(abs(arg) > 1_000_000 for arg in args):
        raise ValueError(f"not a move: {source}")
    return Move(kind, tuple(args))


class Deal(NamedTuple):
    """Something that has to be dealt before play goes on.

    ======== ===================================================================== =========================================
    kind     what it asks for                                                      the answer given to ``State.learn``
    ======== ===================================================================== =========================================
    shuffle  the faces in ``faces`` go into ``slots`` in an order nobody knows     ``()``
    draw     the face of each of ``slots`` is told to ``seat`` alone               the faces; SEALED where this copy may not
    open     the face of each of ``slots`` is told to everybody                    the faces
    show     ``seat`` names one of ``slots``, and its face proves to be            ``(slot,)``
             ``faces[0]`` (it has just played that card)
    lot      a public number, ``0 <= number < faces[0]``, that nobody can choose   ``(number,)``
    ======== ===================================================================== =========================================
    """

    kind: str
    slots: tuple[int, ...] = ()
    seat: int = NOBODY
    faces: tuple[int, ...] = ()


def slot_to_show(deal: Deal, faces: Sequence[int]) -> tuple[int, ...] | None:
    """The answer to a ``show`` in a copy that knows the face: its slot, of equal cards the first. None if it does not know.

    ``faces`` are those of all slots as far as the copy knows them. Every other deal gives None, too.
    """
    if deal.kind == "show":
        for slot in deal.slots:
            if faces[slot] == deal.faces[0]:
                return (slot,)
    return None


class Unseen(NamedTuple):
    """One deck as far as a copy has not seen it: the faces lie in the slots, and every order of them is as likely.

    A deck that is shuffled anew in the middle of the game is a deck of its own from then on.

    Attributes:
        slots: the slots whose faces the copy does not know, ascending.
        faces: what lies in them, ascending, as many as there are slots; a face that lies there twice is named twice.
        held: those of the slots whose faces some seat has been told. Nobody has seen the others since they were shuffled.
    """

    slots: tuple[int, ...]
    faces: tuple[int, ...]
    held: tuple[int, ...]


class Option(NamedTuple):
    """A named house rule. Its title and explanation are in the catalogue under ``<game>.option.<name>``.

    Attributes:
        name: lower-case word with underscores.
        choices: the values it can take, ``("off", "on")`` for a switch.
        default: one of them, for a new table.
        before: how the game was played before it had this option; empty if that is the default.
        since: the first version of the game that has the option; 0 if every version has it.
        named: whether charters and positions name the option whatever its value, as they all did at first. They name
            other options only where their value is not ``before``.
    """

    name: str
    choices: tuple[str, ...]
    default: str
    before: str = ""
    since: int = 0
    named: bool = False

    @property
    def unnamed(self) -> str:
        """The value that a charter means which does not name the option."""
        return self.before or self.default


class ScoreLine(NamedTuple):
    """One line of the scoring: this many points (or money) to this seat, and why. Lines are in the order of scoring."""

    seat: int
    points: int
    reason: Message


class Result(NamedTuple):
    """How a game ended.

    Attributes:
        end: one of ``Game.ends``: what ended it.
        ranks: the rank of each seat, 1 for the winner; seats that share a rank have the same number.
    """

    end: str
    ranks: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with rank 1."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)


class RulesError(Exception):
    """Something a caller asked of the rules that cannot be: an unknown game, option or seat count, or damaged data."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """A position of a game, as far as this copy may know it."""

    seats: int
    """Number of seats; a seat is an integer from 0, in turn order round the table."""

    undoable: int
    """How many moves the seat on turn may take back: those of this turn since the last deal that told it something."""

    # -- whose turn, and what may be done ------------------------------------------------------------------------------

    @property
    @abstractmethod
    def turn(self) -> int | None:
        """The seat to move, or None when the game is over or something has to be dealt first."""

    @abstractmethod
    def prompt(self) -> Message:
        """The prompt for the seat on turn (or that a deal is awaited, or that the game is over)."""

    @abstractmethod
    def moves(self) -> list[Move]:
        """Every legal move of the seat on turn, in a fixed order; empty exactly when ``turn`` is None.

        In a copy that does not know the hand of the seat on turn, a sealed card may be any card not seen elsewhere.
        """

    @abstractmethod
    def why_not(self, move: Move) -> Message | None:
        """None if the move is legal now, else the reason. Agrees with ``moves()`` for every move there is."""

    @abstractmethod
    def play(self, move: Move) -> list[Event]:
        """Make a legal move and tell what happened. Trusts its caller: ask ``why_not`` first about an unchecked move."""

    def play_silently(self, move: Move) -> None:
        """Make a legal move as ``play`` does and tell nothing: for thinking ahead, where nobody reads the events."""
        self.play(move)

    # -- what has to be dealt ------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def deals(self) -> tuple[Deal, ...]:
        """The deals to answer before play goes on, in order."""

    @abstractmethod
    def learn(self, deal: Deal, answer: Sequence[int]) -> list[Event]:
        """Answer the first pending deal. Raises :class:`ValueError` for another deal, or an answer that cannot be."""

    def learn_silently(self, deal: Deal, answer: Sequence[int]) -> None:
        """Answer the first pending deal as ``learn`` does and tell nothing."""
        self.learn(deal, answer)

    @abstractmethod
    def known(self, deal: Deal) -> tuple[int, ...] | None:
        """The answer that this copy can give by itself (a ``show`` of a card whose face it knows), or None."""

    # -- copies and what they know -------------------------------------------------------------------------------------

    @abstractmethod
    def copy(self) -> State:
        """An independent copy: playing on one never changes the other."""

    @abstractmethod
    def view(self, seat: int | None) -> State:
        """A copy with only what that seat, or a spectator (None), may see."""

    def known_to_all(self) -> State:
        """The position as every copy knows it. A game whose views screen more than hidden faces says what this is."""
        return self.view(None)

    @abstractmethod
    def facts(self) -> Facts:
        """The whole position as this copy knows it, as plain data; equal facts mean equal positions."""

    @abstractmethod
    def problems(self) -> list[str]:
        """The impossible facts of this position (for tests and reports); empty when all is accounted for."""

    def digest(self) -> str:
        """Sixty-four hex digits of the public facts: equal in every copy of one position, whatever each may know."""
        return digest_of(self.view(None).facts())

    # -- what a copy does not know -------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def turn_number(self) -> int:
        """A number that stays the same during a turn, its deals included, and is higher in every later turn.

        It may skip numbers, and a choice that the rules ask for between two turns may have a number of its own.
        """

    @abstractmethod
    def unseen(self) -> tuple[Unseen, ...]:
        """What this copy does not know, deck by deck; decks that are not shuffled yet, or all seen, are left out."""

    def suppose(self, faces: Mapping[int, int]) -> State:
        """A copy that takes these faces for known, by slot: the position as it may be for all that this copy knows.

        Raises :class:`ValueError` for a slot that no seat has been told, or faces that cannot lie in the slots.
        """
        for slot in faces:
            if not any(slot in deck.held for deck in self.unseen()):
                raise ValueError(f"slot {slot} holds nothing that could be supposed")
        for deck in self.unseen():
            left = list(deck.faces)
            for slot in deck.held:
                if slot in faces:
                    if faces[slot] not in left:
                        raise ValueError(f"face {faces[slot]} cannot lie in slot {slot}")
                    left.remove(faces[slot])
        twin = self.copy()
        twin._suppose(faces)
        return twin

    @abstractmethod
    def _suppose(self, faces: Mapping[int, int]) -> None:
        """Take these faces for known, in this position itself."""

    # -- scores --------------------------------------------------------------------------------------------------------

    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """The score of each seat if the game ended now, as far as this copy knows; the final scores at the end."""

    @abstractmethod
    def score_trace(self) -> list[ScoreLine]:
        """How ``scores()`` comes about, line by line; the points of a seat's lines add up to its score."""

    @property
    @abstractmethod
    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""


def digest_of(facts: Facts) -> str:
    """The digest of plain data: SHA-256 over its compact JSON with sorted keys, as hex."""
    text = json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def first_difference(left: object, right: object, path: str = "") -> str | None:
    """The path of the first field in which two facts differ, such as ``players.2.money``; None if they are equal."""
    if isinstance(left, dict) and isinstance(right, dict):
        for key in [*left, *(key for key in right if key not in left)]:
            if key not in left or key not in right:
                return f"{path}{key}"
            found = first_difference(left[key], right[key], f"{path}{key}.")
            if found is not None:
                return found
        return None
    if isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
        for index, (one, other) in enumerate(zip(left, right, strict=False)):
            found = first_difference(one, other, f"{path}{index}.")
            if found is not None:
                return found
        return None if len(left) == len(right) else f"{path}length"
    return None if left == right and type(left) is type(right) else path.rstrip(".") or "(all)"


class Rng(Protocol):
    """The random source of a bot; its caller brings it, seeded."""

    def below(self, bound: int) -> int:
        """A number from 0 up to but not including ``bound``."""


class Budget(Protocol):
    """How long a bot may think; its caller brings the clock."""

    def left(self) -> bool:
        """Whether there is time for another look."""


class Bot(Protocol):
    """A player made of rules. It sees a view, never the dealer."""

    def choose(self, view: State, budget: Budget, rng: Rng) -> Move:
        """One of ``view.moves()``; ``view`` is a view of the seat on turn and may be played on freely."""


class Level(NamedTuple):
    """A level of bots.

    Attributes:
        make: a new bot of this level, from the content of the game's ``bot_data`` by name.
        offered: whether new tables offer it. The others play on in earlier games, and where they are asked for by name.
    """

    make: Callable[[Mapping[str, object]], Bot]
    offered: bool = True


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(ABC):
    """A game: what it is called, for how many, by which house rules, and how it starts."""

    id: ClassVar[str]
    """Lower-case name with hyphens, used in files, on the command line and as the first part of every message key."""

    title: ClassVar[Message]
    seats: ClassVar[tuple[int, ...]]
    """The seat counts it can be played with."""

    options: ClassVar[tuple[Option, ...]] = ()
    version: ClassVar[int]
    """The newest version; raised whenever the same log could give another position, and with every new option."""

    oldest: ClassVar[int] = 1
    """The oldest version that can still be played; every version up to ``version`` can."""

    ends: ClassVar[tuple[str, ...]]
    """Every way a game can end: the values of ``Result.end``."""

    data: ClassVar[tuple[str, ...]] = ()
    """Names of the data files it needs (``resources/games/<name>.json``); their parsed content is given to ``start``."""

    bots: ClassVar[Mapping[str, Level]]
    """Bot levels by name, weakest first; ``random`` is always the first. A name stays for ever: saved games have it."""

    bot_data: ClassVar[tuple[str, ...]] = ()
    """Names of the files that its bots have learned from (``resources/bots/<name>.json``). No rule depends on them."""

    @classmethod
    @abstractmethod
    def start(cls, seats: int, options: Mapping[str, str], data: Mapping[str, object], version: int | None = None) -> State:
        """The position before the first deal.

        Args:
            seats: number of seats.
            options: complete and valid, see :func:`complete_options` and :func:`meant_options`.
            data: content of the data files by name.
            version: whose rules apply; None for the newest.

        Raises :class:`RulesError` naming the entry when ``data`` is damaged.
        """

    @classmethod
    def flaws(cls, data: Mapping[str, object]) -> list[Flaw]:
        """Everything that is wrong with the content of the data files; with none, the game starts for each number of seats.

        A game may find more of it, and name the places, before it leaves the rest to :meth:`start_flaws`.
        """
        return cls.start_flaws(data)

    @classmethod
    def start_flaws(cls, data: Mapping[str, object]) -> list[Flaw]:
        """The first thing that the start of a game finds wrong, in a list; an empty list when there is nothing."""
        for seats in cls.seats:
            try:
                cls.start(seats, complete_options(cls, {}), data)
            except RulesError as error:
                return [Flaw(error.reason)]
        return []

    @classmethod
    def differences(cls, old: Mapping[str, object], new: Mapping[str, object]) -> list[Difference]:
        """In what the content of the data files differs from another, both without flaws; a game may name the places."""
        return differing(old, new)

    @classmethod
    def reasons(cls, before: State, after: State, events: Sequence[Event], seat: int) -> list[Message]:
        """What a turn is good for, as facts under ``<game>.reason``, the most important first; empty for a game without them.

        Args:
            before: the view of the seat on turn at the beginning of what was played.
            after: the same view after it.
            events: what happened in between.
            seat: whose turn it is.
        """
        return []

    @classmethod
    def judge(cls, data: Mapping[str, object]) -> Judge | None:
        """What the analysis thinks with, from the content of the game's ``bot_data`` by name; None for a game without it."""
        return None


def offered_levels(game: type[Game]) -> list[str]:
    """The bot levels that new tables offer, weakest first."""
    return [name for name, level in game.bots.items() if level.offered]


def versions_of(game: type[Game]) -> range:
    """Every version of a game that can be played here, the oldest first."""
    return range(game.oldest, game.version + 1)


def options_of(game: type[Game], version: int | None = None) -> tuple[Option, ...]:
    """The options that a version of a game has (None: the newest), in the game's order."""
    return tuple(option for option in game.options if version is None or option.since <= version)


def complete_options(game: type[Game], chosen: Mapping[str, str], version: int | None = None) -> dict[str, str]:
    """The house rules of a new table: those chosen, the defaults added, in the game's order.

    An option that the version lacks has the value the game had before it. Raises :class:`RulesError` for options that the
    version lacks or that nobody knows, and for values that are none.
    """
    return _complete(game, chosen, version, {option.name: option.default for option in options_of(game, version)})


def meant_options(game: type[Game], named: Mapping[str, str], version: int | None = None) -> dict[str, str]:
    """The house rules that a charter means: those it names, and for each other one how the game was played before it.

    Raises :class:`RulesError` as :func:`complete_options` does.
    """
    return _complete(game, named, version, {})


def named_options(game: type[Game], options: Mapping[str, str]) -> dict[str, str]:
    """The part of complete options that a charter and the facts of a position name."""
    return {
        option.name: options[option.name] for option in game.options if option.named or options[option.name] != option.unnamed
    }


def _complete(game: type[Game], chosen: Mapping[str, str], version: int | None, defaults: Mapping[str, str]) -> dict[str, str]:
    names = {option.name for option in options_of(game, version)}
    for name in chosen:
        if name not in names:
            raise RulesError(message("rules.error.option", game=game.id, option=name))
    complete = {}
    for option in game.options:
        value = chosen.get(option.name, defaults.get(option.name, option.unnamed))
        if value not in option.choices:
            raise RulesError(message("rules.error.choice", option=option.name, value=value, choices=", ".join(option.choices)))
        complete[option.name] = value
    return complete


def ranks_of(keys: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Rank seats by their keys, higher is better; equal keys share a rank (1, 2, 2, 4)."""
    return tuple(1 + sum(other > key for other in keys) for key in keys)
