"""What is wrong with a command line, in the words of the catalogue.

``argparse`` puts its sentences together itself, and looks each up with ``gettext``, in files that only it would read. Here it
looks in the catalogue.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from typing import Any, Final

from client.commands.output import words

_ABOUT: Final[Mapping[str, Callable[[Any], str]]] = {
    "argument %(argument_name)s: %(message)s": lambda about: words(
        "wrong.argument", name=about["argument_name"], why=about["message"]
    ),
    "invalid %(type)s value: %(value)r": lambda about: words("wrong.number", value=about["value"]),
    "invalid choice: %(value)r (choose from %(choices)s)": lambda about: words(
        "wrong.choice", value=str(about["value"]), choices=_plain(about["choices"])
    ),
    "ambiguous option: %(option)s could match %(matches)s": lambda about: words(
        "wrong.ambiguous", option=about["option"], matches=about["matches"]
    ),
    "the following arguments are required: %s": lambda names: words("wrong.missing", names=names),
    "one of the arguments %s is required": lambda names: words("wrong.one-of", names=names),
    "unrecognized arguments: %s": lambda given: words("wrong.unknown", given=given),
    "not allowed with argument %s": lambda other: words("wrong.exclusive", other=other),
    "ignored explicit argument %r": lambda value: words("wrong.value", value=value),
}
"""What we say for each sentence that is about something."""

_WHOLE: Final[Mapping[str, Callable[[], str]]] = {"expected one argument": lambda: words("wrong.no-value")}
"""The same for each one that says everything."""


class _Sentence(str):
    """A sentence of argparse's that becomes ours when it learns what it is about."""

    __slots__ = ()

    def __mod__(self, about: object) -> str:
        return _ABOUT[str(self)](about)


def _plain(choices: str) -> str:
    """The choices as a person types them; some versions of Python quote them."""
    return choices.replace("'", "")


def _looked_up(sentence: str) -> str:
    if sentence in _ABOUT:
        return _Sentence(sentence)
    return _WHOLE[sentence]() if sentence in _WHOLE else sentence


def speak() -> None:
    """Have argparse use our sentences from now on."""
    vars(argparse)["_"] = _looked_up
