"""A lighter start of PySide: what describes Qt's functions to people is loaded when somebody wants a description.

On its first import PySide compiles a dozen modules that describe Qt's functions in error messages and help texts, and loads all
that they need. A bare window spends two fifths of its start on that. PySide also looks into every module that is imported from
then on, to find out whether it chooses another spelling of Qt's names, as modules of Alarife never do.

Here PySide gets an object in place of these modules. It loads them for the first wrong argument or help text.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

KNOWN = (6, 11)
"""The version of PySide whose library asks no more than :class:`_Descriptions` answers. Others start as they are."""

_PACKAGE = "PySide6."

_BOOTSTRAP = "signature_bootstrap"
"""The module in which PySide's library puts its function ``bootstrap``, which loads the modules and returns one of them."""

_MAPPING = "shibokensupport.signature.mapping"
"""The module in whose names PySide's library looks up the function that got a wrong argument."""


class _Descriptions:
    """What PySide's library takes for the module that ``bootstrap`` returns."""

    def __init__(self, bootstrap: Callable[[], ModuleType]) -> None:
        self._bootstrap = bootstrap
        self._whole: ModuleType | None = None
        self._names = ModuleType(_MAPPING)  # kept here, because the library does not count its reference to it
        self._names.__dict__["update_mapping"] = self._look_up
        sys.modules[_MAPPING] = self._names

    def finish_import(self, module: ModuleType) -> None:
        """A module of PySide has been imported. This version adds nothing to any of them."""

    def post_init(self) -> None:
        """PySide's library has all that it asked for. At this point it usually takes over Python's imports."""

    def make_helptext(self, described: object) -> object:
        """The help text of a function or class. The library also asks for those of Python, which have their text already."""
        return self._loaded().make_helptext(described) if _is_of_qt(described) else described.__doc__

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """A function of the modules, which are loaded when it is called."""
        return lambda *given: getattr(self._loaded(), name)(*given)

    def _loaded(self) -> ModuleType:
        if self._whole is None:
            self._whole = self._bootstrap()
        return self._whole

    def _look_up(self) -> None:
        """Bring the names up to date, since more of PySide may have been imported. The library calls this before it looks."""
        self._loaded()
        names = vars(sys.modules[_MAPPING])
        names["update_mapping"]()
        vars(self._names).update(names, update_mapping=self._look_up)


def _is_of_qt(described: object) -> bool:
    """Whether a class, or the class or module of a function, is from PySide or stands on one that is."""
    owner = described
    if not isinstance(described, type):
        owner = getattr(described, "__objclass__", None) or getattr(described, "__self__", None)
    if isinstance(owner, ModuleType):
        return owner.__name__.startswith(_PACKAGE)
    family = owner.__mro__ if isinstance(owner, type) else type(owner).__mro__
    return any(kind.__module__.startswith(_PACKAGE) for kind in family)


class _Bootstrap(ModuleType):
    """The module of that name, which PySide's library fills. The property hides the function that the library puts there."""

    @property
    def bootstrap(self) -> Callable[[], object]:
        """The function that the library calls."""
        theirs: Callable[[], ModuleType] = vars(self)["bootstrap"]
        known = sys.modules["shiboken6"].__version_info__[:2] == KNOWN
        return (lambda: _Descriptions(theirs)) if known else theirs


def lighten() -> None:
    """Let PySide start this way. Call this before anything imports PySide; later it has no effect."""
    sys.modules.setdefault(_BOOTSTRAP, _Bootstrap(_BOOTSTRAP))
