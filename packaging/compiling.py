"""The rules as machine code: mypyc compiles most sources of ``rules`` as they are (docs/decisions/8-mypyc.md).

With them come the modules of ``net`` through which every entry and every frame of a game goes, and the sums of points that the
checks of proofs need, which are written in C (docs/decisions/9-sums-of-points.md).

The result goes into a folder of build/compiled that is named after the digest of the sources, and :mod:`rules.compiled` uses it
as long as the sources stay the same.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from project import ROOT, BuildError, main, say

sys.path.insert(0, str(ROOT))
from rules import compiled

if TYPE_CHECKING:
    from setuptools import Extension

INTERPRETED = (
    "__init__.py", "common.py", "compiled.py", "flaws.py", "game.py", "known.py", "native.py", "registry.py",
    "account.py", "analysis.py", "boards.py", "chances.py", "explain.py", "puzzles.py", "reading.py", "reasons.py", "trial.py",
    "uniform.py",
)  # fmt: skip
"""Files that are not compiled: code that runs rarely, or that looks for modules. Games and bots spend no time in them."""

LEFT = tuple(f"/{name}" for name in INTERPRETED)

OPTIMISED = "1"
"""The C compiler's level of optimisation. 3 takes three times as long and gains 5 %; 0, for tests, is as slow as the
sources."""

FLAGS = () if sys.platform == "win32" else ("-fvisibility=hidden", "-finline-small-functions")
"""Calls within the machine code go straight to the function, not through the table for functions that others may replace, and
short ones are put in their place."""


def sources(games: Sequence[str] = ()) -> list[str]:
    """The files to compile, relative to the clone, in a fixed order: all, or what these folders of games and all games need."""
    rules = compiled.RULES
    others = [path.parent for path in rules.glob("*/game.py") if games and path.parent.name not in games]
    files = [path for path in compiled.sources() if not path.as_posix().endswith(LEFT)]
    asked = [path for path in files if not any(map(path.is_relative_to, others))]
    return [path.relative_to(rules.parent).as_posix() for path in asked] + list(compiled.IN_NET)


def build(place: Path, optimised: str, games: Sequence[str]) -> None:
    """Compile into a folder. This runs in its own process, whose output is that of mypyc and the C compiler.

    Setuptools works in that folder, away from pyproject.toml: it would read the file, and an older one rejects what it says.
    """
    from mypyc.build import mypycify
    from setuptools import setup

    place = place.absolute()
    os.chdir(ROOT)
    extensions = mypycify(
        ["--config-file=", "--strict", "--disable-error-code=import-untyped", f"--cache-dir={place / 'mypy'}", *sources(games)],
        opt_level=optimised, debug_level="0", target_dir=str(place / "c"),
    )  # fmt: skip
    for extension in extensions:
        extension.extra_compile_args += FLAGS
    os.chdir(place)
    setup(
        name="alarife-rules",
        packages=[],
        ext_modules=[*extensions, *in_c()],
        script_args=["--quiet", "build_ext", f"--build-lib={place / 'lib'}", f"--build-temp={place / 'objects'}",
                     f"--parallel={os.cpu_count() or 1}"],
    )  # fmt: skip


def in_c() -> list[Extension]:
    """What is compiled from C. Where the compiler cannot do that, as Microsoft's, Alarife does without it."""
    from setuptools import Extension

    modules = {name.removesuffix(".c").replace("/", "."): name for name in compiled.IN_C}
    flags = ["-O2", "-fvisibility=hidden"]
    return [Extension(module, [str(ROOT / name)], extra_compile_args=flags, optional=True) for module, name in modules.items()]


def lacking() -> str:
    """What this computer lacks for compiling the rules; empty if nothing, or if only trying can tell."""
    if sys.platform == "win32":
        return ""  # mypyc finds the compiler by means of its own
    if not any(map(shutil.which, (str(sysconfig.get_config_var("CC")).split()[0], "cc"))):
        return "there is no C compiler"
    return "" if Path(sysconfig.get_path("include"), "Python.h").exists() else "the headers of this Python are not here"


def why_not() -> str:
    """A sentence about a compile that failed."""
    lacks = lacking()
    return f"{lacks[0].upper()}{lacks[1:]} (Debian: gcc, python3-dev)." if lacks else "The lines above say why."


def left_out() -> str:
    """Why packages contain the rules as sources: the user wants it so, or there is no compiler. Empty if they do not.

    With ``ALARIFE_RULES=compiled``, building a package fails where the rules cannot be compiled.
    """
    asked = os.environ.get("ALARIFE_RULES", "")
    if asked in ("interpreted", "compiled"):
        return "ALARIFE_RULES=interpreted" if asked == "interpreted" else ""
    return lacking()


def for_packages() -> dict[str, Path]:
    """The compiled modules that packages contain, by their full names."""
    return {} if left_out() else compiled.modules(compiled.folder())


def compile_for_packages() -> None:
    """Compile, or say why packages contain the rules as sources."""
    if reason := left_out():
        say(f"{reason}: the package contains the rules as sources, which play half as fast")
    else:
        compile_rules()


def compile_rules(optimised: str = OPTIMISED, games: Sequence[str] = ()) -> Path:
    """Compile these sources unless that has been done, and remove the result of earlier sources. Returns the folder.

    Tests may choose a level of optimisation, and compile some ``games`` alone.
    """
    there = compiled.folder()
    if there.is_dir():
        say(f"the rules are compiled already: {there}")
        return there
    compiled.PLACE.mkdir(parents=True, exist_ok=True)
    say(f"compiling {len(sources(games))} modules, which takes two or three minutes")
    with tempfile.TemporaryDirectory(dir=compiled.PLACE, prefix="making-", ignore_cleanup_errors=True) as made:
        done = subprocess.run(
            [sys.executable, __file__, made, optimised, *games], env=os.environ | {"PYTHONHASHSEED": "1"},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", check=False,
        )  # fmt: skip
        found = Path(made) / "lib"
        if done.returncode or not compiled.modules(found):
            raise BuildError(
                f"{done.stdout}\nThe rules were not compiled. {why_not()} Alarife plays without, only slower;"
                " ALARIFE_RULES=interpreted builds packages without."
            )
        if compiled.folder() != there:
            raise BuildError("the sources of the rules changed while they were compiled: compile again")
        try:
            found.rename(there)
        except OSError:
            if not there.is_dir():  # by another compile, which was faster
                raise
        for old in compiled.PLACE.glob(f"*{there.name[16:]}"):
            with contextlib.suppress(OSError):  # on Windows, a program that runs keeps it
                if old != there:
                    os.rename(old, Path(made, old.name))  # in one step: half a result would be used
    say(f"the rules are compiled: {there}")
    return there


if __name__ == "__main__":
    if len(sys.argv) > 2:
        build(Path(sys.argv[1]), sys.argv[2], sys.argv[3:])
    else:
        main(compile_rules)
