"""Packages contain the rules as machine code where there is a compiler, and say so where there is none."""

import os
import sys
import sysconfig
from pathlib import Path
from types import SimpleNamespace

import compiling
import freeze
import pytest
from project import BuildError

from rules import compiled


@pytest.fixture
def no_compiler(monkeypatch):
    """A computer without a C compiler, and without a wish for one form of the rules."""
    monkeypatch.delenv("ALARIFE_RULES", raising=False)
    monkeypatch.setattr(compiling.sys, "platform", "linux")
    monkeypatch.setattr(compiling.shutil, "which", lambda name: None)


def nothing_is_compiled(*_):
    pytest.fail("nothing can be compiled here")


def test_without_a_compiler_a_package_contains_the_sources_and_its_build_says_so(no_compiler, monkeypatch, capsys):
    monkeypatch.setattr(compiling, "compile_rules", nothing_is_compiled)
    compiling.compile_for_packages()
    assert "there is no C compiler: the package contains the rules as sources" in capsys.readouterr().out
    assert compiling.for_packages() == {}


def test_without_the_headers_of_python_it_contains_the_sources_too(monkeypatch, tmp_path):
    monkeypatch.setattr(compiling.sys, "platform", "linux")
    monkeypatch.setattr(compiling.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(sysconfig, "get_path", lambda name: str(tmp_path))
    assert "headers" in compiling.lacking()
    (tmp_path / "Python.h").touch()
    assert compiling.lacking() == ""


def test_the_environment_can_ask_for_sources_or_insist_on_machine_code(no_compiler, monkeypatch):
    monkeypatch.setenv("ALARIFE_RULES", "interpreted")
    assert compiling.left_out() == "ALARIFE_RULES=interpreted"
    monkeypatch.setenv("ALARIFE_RULES", "compiled")
    assert compiling.left_out() == ""


def test_a_frozen_program_that_lacks_a_compiled_module_is_refused(monkeypatch, tmp_path, capsys):
    rules = {"rules.contract": Path("contract.so"), "rules.torres.land": Path("land.so")}
    monkeypatch.setattr(compiling, "for_packages", lambda: rules)
    monkeypatch.setattr(freeze, "FROZEN", tmp_path)
    for folder in ("rules", "rules/torres"):
        (tmp_path / "_internal" / folder).mkdir(parents=True)
    (tmp_path / "_internal" / "rules" / "contract.so").touch()
    with pytest.raises(BuildError, match="of 2 compiled modules the frozen program holds 1"):
        freeze.complain_about_rules()
    (tmp_path / "_internal" / "rules" / "torres" / "land.so").touch()
    freeze.complain_about_rules()
    assert "machine code" in capsys.readouterr().out


def test_one_game_is_compiled_with_what_all_games_share():
    every, one = compiling.sources(), compiling.sources(["big_boss"])
    assert set(one) < set(every)
    assert {name.split("/")[1] for name in one if name.startswith("rules/") and name.count("/") > 1} == {
        "big_boss", "loop", "search"
    }  # fmt: skip
    assert {"rules/contract.py", *compiled.IN_NET} < set(one)


def test_what_an_editor_puts_beside_a_source_is_none(monkeypatch, tmp_path):
    """Emacs marks a file with changes by a hidden link that leads nowhere."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "contract.py").write_text("VERSION = 1", "utf-8")
    monkeypatch.setattr(compiled, "RULES", tmp_path / "rules")
    before = compiled.digest()
    try:
        (tmp_path / "rules" / ".#contract.py").symlink_to("somebody@here.4711")
    except OSError:
        pytest.skip("this system makes no links")
    assert compiled.digest() == before
    assert [path.name for path in compiled.sources()] == ["contract.py"]


def test_setuptools_works_away_from_pyproject_which_an_old_one_rejects(monkeypatch, tmp_path):
    seen = []

    def set_up(*, ext_modules, **_):
        seen.extend(Path().iterdir())
        for extension in ext_modules:
            seen.extend(Path(source) for source in extension.sources)

    monkeypatch.chdir(tmp_path)
    extension = lambda name, sources, **_: SimpleNamespace(sources=sources)  # noqa: E731
    monkeypatch.setitem(sys.modules, "mypyc.build", SimpleNamespace(mypycify=lambda *_, **__: []))
    monkeypatch.setitem(sys.modules, "setuptools", SimpleNamespace(setup=set_up, Extension=extension))
    compiling.build(tmp_path, "0", ())
    assert seen
    assert all(path.is_absolute() and path.is_file() for path in seen), "the folder of the result is still empty"


@pytest.fixture
def compiler(monkeypatch, tmp_path):
    """Puts a program in the place of mypyc and the C compiler; its argument is the folder for the result."""
    monkeypatch.setattr(compiled, "PLACE", tmp_path / "compiled")

    def use(program):
        (tmp_path / "compiler.py").write_text(program, "utf-8")
        monkeypatch.setattr(compiling, "__file__", str(tmp_path / "compiler.py"))

    return use


def test_a_compile_that_fails_where_nothing_lacks_blames_no_compiler(compiler, monkeypatch):
    compiler("import sys; sys.exit('the lines of mypyc')")
    monkeypatch.setattr(compiling, "lacking", lambda: "")
    with pytest.raises(BuildError, match=r"(?s)the lines of mypyc.*The lines above say why") as failed:
        compiling.compile_rules()
    assert "C compiler" not in str(failed.value)
    monkeypatch.setattr(compiling, "lacking", lambda: "there is no C compiler")
    with pytest.raises(BuildError, match="There is no C compiler"):
        compiling.compile_rules()


def test_a_compiler_may_speak_in_any_encoding(compiler):
    compiler("import sys; sys.stdout.buffer.write(bytes([67, 114, 0xE9, 97, 116, 105, 111, 110])); sys.exit(1)")
    with pytest.raises(BuildError, match=r"Cr.ation"):
        compiling.compile_rules()


COMPILES = f"""
import sys
from pathlib import Path
made = Path(sys.argv[1], "lib", "rules", "contract{compiled.SUFFIX}")
made.parent.mkdir(parents=True)
made.touch()
"""


def test_an_earlier_result_that_is_in_use_stays_whole_and_does_not_stop_the_next(compiler, monkeypatch):
    compiler(COMPILES)
    old = compiled.PLACE / f"0123456789abcdef{compiled.folder().name[16:]}"
    (old / "rules").mkdir(parents=True)
    (old / "rules" / f"contract{compiled.SUFFIX}").touch()
    rename = os.rename

    def as_on_windows(source, goal):
        if Path(source) == old:
            raise PermissionError(13, "a program uses a file in this folder")
        rename(source, goal)

    def removed(folder, *_, **__):
        assert Path(folder) != old, "half of it would be gone"

    monkeypatch.setattr(os, "rename", as_on_windows)
    monkeypatch.setattr(compiling.shutil, "rmtree", removed)
    there = compiling.compile_rules()
    assert list(compiled.modules(there)) == list(compiled.modules(old)) == ["rules.contract"]


def test_of_two_compiles_at_once_the_first_result_counts(compiler):
    faster = compiled.PLACE / compiled.folder().name
    compiler(f"{COMPILES}import shutil; shutil.copytree(made.parent.parent, {str(faster)!r})")
    assert compiling.compile_rules() == faster
    assert [file.name for file in compiled.PLACE.iterdir()] == [faster.name]
