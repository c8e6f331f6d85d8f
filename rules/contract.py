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
A card is a *slot* (an integer) with a face (an integer > 0). This copy may or may not know the face; where it does not, the
face is :data:`SEALED`. Which slots lie where, and which deals are pending, is public and the same in every copy. Everything
else follows from the log, so every copy knows it. There are two ways to see less than a copy knows:

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

from msgspec.json import Encoder

from rules.flaws import Difference, Flaw, differing
from rules.message import Message, Value, message
from rules.native import mypyc_attr

if TYPE_CHECKING:
    from rules.search.search import Judge

SEALED: Final = 0
"""The face of a card that this copy of the position may not know."""

NOBODY: Final = -1
"""Stands for a seat where no single seat is meant: nobody, or everybody."""

NOT_SHOWN: Final = -1
"""Stands, in facts only, for an amount that a view does not show. No position calculates with it."""

Facts = dict[str, object]
"""A position as plain data (dict, list, int, str, bool): what JSON can hold, with keys in a fixed order."""

Event = Message
"""Something that happened, as a message: its key ends in ``.event.<kind>`` and its values tell the screen what to show.

An event with a value called ``only`` is for that seat alone; only copies that may know it produce it."""


class Move(NamedTuple):
    """One small decision of the seat on turn.

    Attributes:
        kind: a lower-case word, letters and hyphens, at most 24 characters.
        args: up to eight integers; the game defines what they mean.
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
    """Make a move of checked parts. Raises :class:`ValueError`, quoting ``source``, if they do not form a move."""
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
    """The answer to a ``show`` in a copy that knows the face: the first slot that holds it. None if the copy does not know.

    ``faces`` are the faces of all slots as far as the copy knows them. For every other kind of deal the answer is None, too.
    """
    if deal.kind == "show":
        for slot in deal.slots:
            if faces[slot] == deal.faces[0]:
                return (slot,)
    return None


class Unseen(NamedTuple):
    """The part of one deck that a copy has not seen: the faces lie in the slots, and every order of them is equally likely.

    A deck that is shuffled again in the middle of the game counts as a new deck from then on.

    Attributes:
        slots: the slots whose faces the copy does not know, ascending.
        faces: what lies in them, ascending, as many as there are slots; a face that lies there twice is named twice.
        held: the slots among them whose faces some seat knows. Nobody has seen the others since they were shuffled.
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
        named: whether charters and positions always name the option, as they did for every option at first. They name
            an option without this mark only where its value is not ``before``.
    """

    name: str
    choices: tuple[str, ...]
    default: str
    before: str = ""
    since: int = 0
    named: bool = False

    @property
    def unnamed(self) -> str:
        """The value that holds in a charter that does not name the option."""
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
    """The rules cannot do what a caller asked: an unknown game, option or seat count, or damaged data.

    Attributes:
        reason: what is wrong, as a message to show to the player.
    """

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
        """Make a legal move and return what happened. Trusts its caller: ask ``why_not`` first about an unchecked move."""

    def play_silently(self, move: Move) -> None:
        """Make a legal move as ``play`` does, but without events: for thinking ahead, where nobody reads them."""
        self.play(move)

    # -- what has to be dealt ------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def deals(self) -> tuple[Deal, ...]:
        """The deals to answer before play goes on, in order."""

    @abstractmethod
    def learn(self, deal: Deal, answer: Sequence[int]) -> list[Event]:
        """Answer the first pending deal and return what happened.

        Raises :class:`ValueError`, and changes nothing, for another deal or an impossible answer.
        """

    def learn_silently(self, deal: Deal, answer: Sequence[int]) -> None:
        """Answer the first pending deal as ``learn`` does, but without events."""
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
        """The position as every copy knows it. A game must override this if its views screen more than hidden faces."""
        return self.view(None)

    @abstractmethod
    def facts(self) -> Facts:
        """The whole position as this copy knows it, as plain data; equal facts mean equal positions."""

    @abstractmethod
    def problems(self) -> list[str]:
        """Everything impossible about this position, for tests and reports; empty for a sound position."""

    def digest(self) -> str:
        """Sixty-four hex digits of the public facts: equal in every copy of one position, whatever each may know."""
        return digest_of_facts(self.view(None).facts())

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
        """A copy that takes these faces, by slot, for known: one of the positions that are possible as far as this copy knows.

        Raises :class:`ValueError` for a slot whose face no seat knows, or for faces that cannot lie in the slots.
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
        """How the scores come about, line by line; the points of a seat's lines add up to its score."""

    @property
    @abstractmethod
    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""


def digest_of(facts: Facts) -> str:
    """The digest of plain data: SHA-256 over its compact JSON with sorted keys, as hex."""
    text = json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


_write: Final = Encoder(order="sorted").encode


def digest_of_facts(facts: Facts) -> str:
    """The same digest for the facts of a position, which contain no floats: another writer is eight times as fast.

    The two differ for text beyond plain ASCII, which msgspec does not escape, and for keys that are no text.
    """
    try:
        text = _write(facts)
    except (TypeError, UnicodeEncodeError):
        return digest_of(facts)
    if not text.isascii() or b"\x7f" in text:
        return digest_of(facts)
    return hashlib.sha256(text).hexdigest()


def digest_of_text(text: str) -> str:
    """The same digest for facts that a position has written itself, as that compact JSON in plain ASCII."""
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def first_difference(left: object, right: object, path: str = "") -> str | None:
    """The path of the first field that differs between two facts, such as ``players.2.money``; None if they are equal."""
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
    """The random source of a bot; the caller supplies it, seeded."""

    def below(self, bound: int) -> int:
        """A number from 0 up to but not including ``bound``."""


class Budget(Protocol):
    """How long a bot may think; the caller supplies the clock."""

    def left(self) -> bool:
        """Whether there is time for another look."""


class Bot(Protocol):
    """A computer player. It sees a view, never the dealer."""

    def choose(self, view: State, budget: Budget, rng: Rng) -> Move:
        """Choose one of ``view.moves()``. ``view`` is the view of the seat on turn; the bot may change it freely."""


class Level(NamedTuple):
    """A level of bots.

    Attributes:
        make: a new bot of this level, from the content of the game's ``bot_data`` by name.
        offered: whether new tables offer it. A level that is not offered plays on in earlier games, or if asked for by name.
        successor: the level that new tables offer in its place; empty if there is none.
    """

    make: Callable[[Mapping[str, object]], Bot]
    offered: bool = True
    successor: str = ""


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(ABC):
    """A game: its name, its seat counts, its house rules, and how it starts."""

    id: ClassVar[str]
    """Lower-case name with hyphens, used in files, on the command line and as the first part of every message key."""

    title: ClassVar[Message]
    seats: ClassVar[tuple[int, ...]]
    """The seat counts it can be played with."""

    options: ClassVar[tuple[Option, ...]] = ()
    version: ClassVar[int]
    """The newest version. Raise it whenever the same log could lead to another position, and with every new option."""

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
        """Everything that is wrong with the content of the data files; if nothing is, the game starts with every seat count.

        A game may override this to find more flaws and to name their places, and leave the rest to :meth:`start_flaws`.
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
        """What differs between two contents of the data files, both without flaws. A game may override this to name places."""
        return differing(old, new)

    @classmethod
    def reasons(cls, before: State, after: State, events: Sequence[Event], seat: int) -> list[Message]:
        """What a turn is good for: messages under ``<game>.reason``, the most important first; empty for a game without any.

        Args:
            before: the view of the seat on turn at the beginning of what was played.
            after: the same view after it.
            events: what happened in between.
            seat: whose turn it is.
        """
        return []

    @classmethod
    def judge(cls, data: Mapping[str, object]) -> Judge | None:
        """The judge that the analysis uses, made from the content of the game's ``bot_data`` by name; None if there is none."""
        return None


def offered_levels(game: type[Game]) -> list[str]:
    """The bot levels that new tables offer, weakest first."""
    return [name for name, level in game.bots.items() if level.offered]


def successor(game: type[Game], level: str) -> str:
    """The level that new tables offer in the place of an earlier one; the same level if there is none."""
    found = game.bots.get(level)
    return level if found is None else found.successor or level


def versions_of(game: type[Game]) -> range:
    """Every version of a game that can be played here, the oldest first."""
    return range(game.oldest, game.version + 1)


def options_of(game: type[Game], version: int | None = None) -> tuple[Option, ...]:
    """The options that a version of a game has (None: the newest), in the game's order."""
    return tuple(option for option in game.options if version is None or option.since <= version)


def complete_options(game: type[Game], chosen: Mapping[str, str], version: int | None = None) -> dict[str, str]:
    """The house rules of a new table, in the game's order: the chosen values, and the default of every other option.

    An option that the version lacks keeps the value from before the option existed. Raises :class:`RulesError` for an unknown
    option, an option that the version lacks, or a value that is not among the choices.
    """
    return _complete(game, chosen, version, {option.name: option.default for option in options_of(game, version)})


def meant_options(game: type[Game], named: Mapping[str, str], version: int | None = None) -> dict[str, str]:
    """The house rules that a charter means: the values it names, and for every other option the value from before it existed.

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
