"""The recipes for systems that are not at hand: the tests read them and run every step that works here."""

import plistlib
import re
import shutil
import sys
import types

import freeze
import icons
import image
import installer
import pytest
import yaml
from project import PACKAGING, ROOT, VERSION, BuildError
from PySide6.QtGui import QImageReader

WORKFLOW = ROOT / ".github" / "workflows" / "installers.yml"
SPEC = PACKAGING / "alarife.spec"
PLATFORMS = ("linux", "win32", "darwin")


@pytest.fixture
def drawn(tmp_path, monkeypatch, qapp):
    """The icons, in a folder of this test."""
    for module in (icons, installer, image):
        monkeypatch.setattr(module, "ICONS", tmp_path / "icons")
    return icons.make()


def jobs():
    return yaml.safe_load(WORKFLOW.read_text("utf-8"))["jobs"]


# -- the workflow ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("job", "command"), [
    ("linux", "make release"),
    ("windows", "python packaging/windows/installer.py"),
    ("macos", "python packaging/macos/image.py"),
])  # fmt: skip
def test_each_system_has_a_job_that_builds_and_keeps_its_installer(job, command):
    steps = jobs()[job]["steps"]
    assert steps[0]["uses"].startswith("actions/checkout@")
    commands = [step["run"] for step in steps if "run" in step]
    assert commands[-1] == command
    upload = steps[-1]
    assert upload["uses"].startswith("actions/upload-artifact@")
    assert upload["with"]["path"].startswith("dist/")
    assert upload["with"]["if-no-files-found"] == "error"


def test_files_named_in_the_steps_exist():
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    named = 0
    for job in jobs().values():
        for command in (step["run"] for step in job["steps"] if "run" in step):
            for script in re.findall(r"packaging/\S+", command):
                assert (ROOT / script).is_file(), command
                named += 1
            for target in re.findall(r"\bmake ([a-z]+)", command):
                assert target in targets, command
                named += 1
    assert named == 5


def test_every_system_freezes_by_the_same_description():
    assert str(SPEC.name) in (PACKAGING / "freeze.py").read_text("utf-8")
    for recipe in ("deb.py", "portable.py", "release.py", "windows/installer.py", "macos/image.py"):
        assert "freeze.freeze()" in (PACKAGING / recipe).read_text("utf-8"), recipe


@pytest.mark.parametrize("system", PLATFORMS)
def test_a_recipe_of_another_system_says_so(system, monkeypatch):
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(freeze, "freeze", lambda: pytest.fail("nothing is frozen for another system"))
    for recipe, own in ((installer, "win32"), (image, "darwin")):
        if own != system:
            with pytest.raises(BuildError, match="can only be frozen on"):
                recipe.build()


# -- the description ---------------------------------------------------------------------------------------------------


def described(system, monkeypatch):
    """The calls that the description makes to PyInstaller on a system, each with its arguments."""
    asked = []

    def word(name):
        def said(*given, **named):
            asked.append((name, given, named))
            return types.SimpleNamespace(binaries=[], datas=[], pure=[], scripts=[], name=named.get("name"), given=given)

        return said

    hooks = types.ModuleType("PyInstaller.utils.hooks")
    hooks.collect_submodules = lambda package, filter=bool: [f"{package}.found"]
    hooks.collect_data_files = lambda package, **_: [(package, ".")]
    hooks.copy_metadata = lambda package: [(package, ".")]
    for name in ("PyInstaller", "PyInstaller.utils"):
        monkeypatch.setitem(sys.modules, name, types.ModuleType(name))
    monkeypatch.setitem(sys.modules, hooks.__name__, hooks)
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(sys, "path", list(sys.path))
    words = {name: word(name) for name in ("Analysis", "PYZ", "EXE", "COLLECT", "BUNDLE")}
    exec(compile(SPEC.read_text("utf-8"), SPEC, "exec"), {"SPECPATH": str(PACKAGING), "HOMEPATH": "", **words})
    return asked


@pytest.mark.parametrize("system", PLATFORMS)
def test_the_description_asks_for_the_same_program_everywhere(system, monkeypatch):
    asked = described(system, monkeypatch)
    analysis = next(named for name, _, named in asked if name == "Analysis")
    assert {f"{package}.found" for package in ("rules", "net", "client")} <= set(analysis["hiddenimports"])
    assert {"resources", "licences", "."} <= {goal for _, goal in analysis["datas"]}
    programs = {named["name"]: named["console"] for name, _, named in asked if name == "EXE"}
    assert (
        programs
        == {
            "linux": {"alarife": True},
            "win32": {"alarife": False, "alarife-cli": True},
            "darwin": {"alarife": False},
        }[system]
    )
    assert [named["name"] for name, _, named in asked if name == "COLLECT"] == ["alarife"]
    assert [named["name"] for name, _, named in asked if name == "BUNDLE"] == ["Alarife.app"] * (system == "darwin")


# -- Windows -----------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(shutil.which("makensis") is None, reason="no NSIS on this machine")
def test_the_setup_program_can_be_compiled(drawn, tmp_path):
    """A folder stands in for the frozen program, because the script does not depend on the packed files."""
    folder = tmp_path / "frozen"
    (folder / "_internal").mkdir(parents=True)
    for name in ("alarife.exe", "alarife-cli.exe", "_internal/some.dll"):
        (folder / name).write_bytes(b"MZ stands in")
    package = installer.compiled(folder, tmp_path / "alarife-setup.exe")
    content = package.read_bytes()
    assert content[:2] == b"MZ"
    assert VERSION.encode("utf-16-le") in content


def test_installing_over_a_program_that_runs_destroys_nothing():
    """Windows refuses to replace the file of a program that runs, and the person is asked to try again."""
    install, _ = installer.SCRIPT.read_text("utf-8").split('Section "Uninstall"')
    emptied = install.index('RMDir /r "$INSTDIR\\_internal"')
    for program in ("alarife.exe", "alarife-cli.exe"):
        assert -1 < install.find(f'File "${{SOURCE}}\\{program}"') < emptied
    assert "AllowSkipFiles off" in install[:emptied], "the old program would stay, without its libraries"


def test_uninstalling_removes_whatever_installing_has_made():
    script = installer.SCRIPT.read_text("utf-8")
    install, remove = script.split('Section "Uninstall"')
    keys = set(re.findall(r'WriteReg\w+ HKCU "([^"]+)"', install))
    removed = re.findall(r'DeleteRegKey HKCU "([^"]+)"', remove)
    assert keys
    assert [key for key in sorted(keys) if not any(key == gone or key.startswith(gone + "\\") for gone in removed)] == []
    assert set(re.findall(r'CreateShortcut "([^"]+)"', install)) <= set(re.findall(r'Delete "([^"]+)"', remove))
    for file in ("alarife.exe", "alarife-cli.exe", "game-file.ico", "remove.exe"):
        assert f'Delete "$INSTDIR\\{file}"' in remove
    assert 'RMDir /r "$INSTDIR"' not in remove, "the player may have put other things there"


@pytest.mark.parametrize(("version", "four"), [("1.2.3", "1.2.3.0"), ("0.10.0rc1", "0.10.0.0")])
def test_a_windows_version_has_four_numbers(version, four):
    assert installer.numbers(version) == four


# -- the Mac -----------------------------------------------------------------------------------------------------------


def test_the_image_holds_an_app_with_everything_that_macos_needs_to_know(drawn, tmp_path, monkeypatch):
    """The app is laid out as PyInstaller does it, with the properties from the description."""
    monkeypatch.setattr(image, "STAGE", tmp_path / "stage")
    with monkeypatch.context() as there:
        bundle = next(named for name, _, named in described("darwin", there) if name == "BUNDLE")
    contents = tmp_path / bundle["name"] / "Contents"
    (contents / "Resources").mkdir(parents=True)
    told = {"CFBundleIdentifier": bundle["bundle_identifier"], "CFBundleShortVersionString": bundle["version"]}
    (contents / "Info.plist").write_bytes(plistlib.dumps(told | bundle["info_plist"]))
    image.stage(tmp_path / bundle["name"])
    assert sorted(file.name for file in image.STAGE.iterdir()) == ["Alarife.app", "Applications"]
    assert (image.STAGE / "Alarife.app/Contents/Resources/game-file.icns").read_bytes()[:4] == b"icns"


# -- icons -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["alarife", "game-file"])
def test_icons_have_every_size_that_windows_and_macos_want(drawn, name):
    reader = QImageReader(str(drawn / f"{name}.ico"))
    sizes = []
    for number in range(reader.imageCount()):
        assert reader.jumpToImage(number)
        picture = reader.read()
        assert picture.hasAlphaChannel()
        sizes.append(picture.width())
    assert sorted(sizes) == list(icons.WINDOWS)
    content = (drawn / f"{name}.icns").read_bytes()
    assert int.from_bytes(content[4:8]) == len(content)
    place, kinds = 8, []
    while place < len(content):
        kinds.append(content[place : place + 4])
        place += int.from_bytes(content[place + 4 : place + 8])
    assert kinds == list(icons.MAC.values())


def test_the_entry_in_the_menu_speaks_every_language_of_the_program() -> None:
    """The name of the program stays the same. Everything else that a menu shows exists in each language."""
    lines = (PACKAGING / "linux" / "org.alarife.alarife.desktop").read_text("utf-8").splitlines()
    others = {folder.name for folder in (ROOT / "resources" / "messages").iterdir() if folder.is_dir()} - {"en"}
    for key in ("GenericName", "Comment", "Keywords"):
        told = {found.group(1): found.group(2) for line in lines if (found := re.match(rf"{key}\[(\w+)\]=(.+)", line))}
        assert set(told) == others, key
        assert len(set(told.values())) == len(told), key
    entry, _, action = "\n".join(lines).partition("[Desktop Action another]")
    assert not re.search(r"^Name\[", entry, re.MULTILINE)
    assert set(re.findall(r"^Name\[(\w+)\]=", action, re.MULTILINE)) == others
