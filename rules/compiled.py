"""Whether the rules run compiled or from their sources, and the import hook that puts compiled modules in place of sources.

``make compile`` lets mypyc turn most modules of ``rules`` into machine code, in a folder whose name contains the digest of all
sources of ``rules``. If a source has changed since, the digest differs: that folder does not exist, and the sources run. So
either all compiled modules are used or none, and never when they are out of date. The same goes for :data:`IN_NET` and
:data:`IN_C`.

The environment can decide: ``ALARIFE_RULES=interpreted`` ignores compiled modules, and ``ALARIFE_RULES=compiled`` stops with an
error if there are none. ``ALARIFE_COMPILED`` names another folder to look in.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path

RULES = Path(__file__).parent
PLACE = Path(os.environ.get("ALARIFE_COMPILED") or RULES.parent / "build" / "compiled")
"""The folder of compiled forms: one folder for each Python, named after it and the digest of the sources."""

IN_NET = (
    "net/allowance.py",
    "net/framing.py",
    "net/lines.py",
    "net/session/agreements/leaving.py",
    "net/session/agreements/publishing.py",
    "net/session/agreements/replace.py",
    "net/session/agreements/returning.py",
    "net/session/agreements/takeback.py",
    "net/session/audience/gallery.py",
    "net/session/audience/watching.py",
    "net/session/clock.py",
    "net/session/copy.py",
    "net/session/core.py",
    "net/session/history/course.py",
    "net/session/history/log.py",
    "net/session/history/quiet.py",
    "net/session/output.py",
    "net/session/people.py",
    "net/session/traffic/confirming.py",
    "net/session/traffic/gossip.py",
    "net/session/traffic/intake.py",
    "net/session/traffic/post.py",
    "net/session/trouble/blame.py",
    "net/session/trouble/stopping.py",
)
"""Sources outside ``rules`` that mypyc compiles along with them: every entry and every frame of a game goes through them.

The record of a game, its file, the signatures and the dealing are not among them: tests and ``alarife bench`` replace their
functions.
"""

IN_C = ("net/deal/fair/curve.c",)
"""Sources in C that are compiled along with the rules; without them, Alarife runs slower."""

SUFFIX = EXTENSION_SUFFIXES[0]
"""How the file name of a compiled module for this Python ends: ``.cpython-311-x86_64-linux-gnu.so``, for instance."""


def sources() -> list[Path]:
    """Every source of ``rules``, in a fixed order, without the hidden files that editors put beside those they change."""
    return sorted(path for path in RULES.rglob("*.py") if not path.name.startswith("."))


def digest() -> str:
    """Sixteen hex digits of SHA-256 over all these sources, names and texts."""
    from hashlib import sha256  # only where something has been compiled

    found = sha256()
    others = filter(Path.exists, (RULES.parent / name for name in (*IN_NET, *IN_C)))
    for path in (*sources(), *others):
        text = path.read_bytes()
        found.update(f"{path.relative_to(RULES.parent).as_posix()} {len(text)}\n".encode())
        found.update(text)
    return found.hexdigest()[:16]


def folder() -> Path:
    """The folder for the compiled form of these sources, whether it exists or not."""
    return PLACE / f"{digest()}{SUFFIX.rpartition('.')[0]}"


def modules(place: Path) -> dict[str, Path]:
    """The compiled modules in a folder by their full names, the one with all the code (``..._mypyc``) among them."""
    files = sorted(place.rglob(f"*{SUFFIX}"))
    return {".".join(path.relative_to(place).parts).removesuffix(SUFFIX): path for path in files}


class Finder:
    """Finds compiled modules before the interpreter finds the sources of the same names."""

    def __init__(self, found: dict[str, Path]) -> None:
        self.found = found

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Where the module is; None for all modules that are not compiled."""
        file = self.found.get(name)
        return None if file is None else spec_from_file_location(name, file, loader=ExtensionFileLoader(name, str(file)))


def use() -> None:
    """Let every later import of a module of ``rules`` take its compiled form, if these sources have been compiled.

    Raises :class:`ImportError` if the environment demands the compiled form and there is none.
    """
    wanted = os.environ.get("ALARIFE_RULES", "")
    if wanted == "interpreted" or (not PLACE.is_dir() and wanted != "compiled"):
        return
    found = modules(folder())
    if found:
        sys.meta_path.insert(0, Finder(found))
    elif wanted == "compiled" and RULES.joinpath("contract.py").exists():
        raise ImportError(f"ALARIFE_RULES=compiled, but {folder()} is not there: run make compile")


def form() -> str:
    """``compiled`` or ``interpreted``: how the rules run in this process."""
    import rules.contract

    spec = rules.contract.__spec__
    return "compiled" if spec is not None and isinstance(spec.loader, ExtensionFileLoader) else "interpreted"
