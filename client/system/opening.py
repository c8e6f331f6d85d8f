"""The desktop's request to open a game file, or an invite from a link. Both come from outside and are not trusted."""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

LINK = "alarife:"
"""How an invite begins."""

SUFFIX = ".alarife"
LONGEST = 4096
"""The longest invite or path, in characters."""

_NO_TEXT = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Unicode's categories for control characters, for parts of characters, and for line breaks that are no control characters."""

_TOKENS = ("XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID")


class Wish(NamedTuple):
    """A request to open something. With neither invite nor file, the window only comes to the front.

    Attributes:
        invite: an invite or link, as received.
        file: the absolute path of a game file.
        token: the desktop's permission for the window to come to the front, or empty.
    """

    invite: str = ""
    file: str = ""
    token: str = ""


def wish_of(words: Sequence[str]) -> Wish | None:
    """The wish in a command line of one word: a link, a ``file:`` URL or a game file; None for anything else.

    The result is also None if the wish could not be sent to another program (:func:`decode`), or if no file can have such a
    name, as no relative one can in a working folder that is gone.
    """
    if len(words) != 1:
        return None
    what = words[0]
    if what[: len(LINK)].lower() == LINK:
        what = what.strip()[:LONGEST]
        return Wish(invite=what, token=token()) if what.isprintable() else None
    if what[:5].lower() == "file:":
        try:
            place = urlsplit(what)
        except ValueError:
            return None
        if place.netloc not in ("", "localhost"):
            return None
        what = _path(place.path)
    if not what.lower().endswith(SUFFIX) or what.startswith("-") or not _is_name(what):
        return None
    try:
        return Wish(file=str(Path(what).absolute())[:LONGEST], token=token())
    except FileNotFoundError:
        return None


def _is_name(text: str) -> bool:
    """Whether a text can be shown as the name of a file. Some names have spaces that do not break, or joined emoji."""
    return text.isprintable() or all(unicodedata.category(letter) not in _NO_TEXT for letter in text)


def _path(part: str) -> str:
    """The path in a ``file:`` URL or a plain argument."""
    if sys.platform != "win32":
        return unquote(part)
    from urllib.request import url2pathname  # imported late, since it loads a web client

    return url2pathname(part)


def token() -> str:
    """The desktop's token that lets a window come to the front."""
    found = [os.environ.get(name, "") for name in _TOKENS]
    return next((given for given in found if given and len(given) <= LONGEST and given.isascii() and given.isprintable()), "")


def encode(wish: Wish) -> bytes:
    """A wish as a message to another program."""
    import msgspec

    return msgspec.json.encode(wish._asdict())


def decode(raw: bytes) -> Wish | None:
    """The wish in another program's message; None for anything that is not one."""
    import msgspec

    try:
        said = msgspec.json.decode(raw, type=dict[str, str])
        if not said.keys() <= set(Wish._fields):
            return None
        wish = Wish(**said)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    fit = all(len(text) <= LONGEST for text in wish) and wish.invite.isprintable() and _is_name(wish.file)
    return wish if fit and wish.token.isascii() and wish.token.isprintable() else None
