"""The supply chain of the packages: locked libraries, pinned actions, a bill of materials, signed checksums."""

import os
import re
import subprocess
import sys
import tomllib
from types import SimpleNamespace

import bom
import licences
import lock
import project
import pytest
import release
import sign
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version
from project import ROOT, BuildError

PIN = re.compile(r"^([A-Za-z0-9._-]+)==(\S+)(?: ; (.*?))? \\$", re.MULTILINE)
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def pins(purpose):
    """Name, version and condition of every library in a file of packaging/locked."""
    found = PIN.findall((lock.LOCKED / f"{purpose}.txt").read_text("utf-8"))
    assert found
    return found


# -- locked libraries --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("purpose", lock.PURPOSES)
def test_every_library_that_the_project_asks_for_is_locked_at_a_version_it_accepts(purpose):
    asked = list(project.METADATA["dependencies"])
    for extra in lock.PURPOSES[purpose]:
        asked += project.METADATA["optional-dependencies"][extra]
    asked += tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    for requirement in map(Requirement, asked):
        versions = [Version(version) for name, version, _ in pins(purpose) if name == canonicalize_name(requirement.name)]
        assert versions, f"{requirement} is not locked for {purpose}: make lock"
        assert any(version in requirement.specifier for version in versions), f"{requirement}: make lock"


@pytest.mark.parametrize("purpose", lock.PURPOSES)
def test_every_locked_library_has_hashes(purpose):
    blocks = re.split(r"^(?=[a-z])", (lock.LOCKED / f"{purpose}.txt").read_text("utf-8"), flags=re.MULTILINE)[1:]
    assert len(blocks) == len(pins(purpose))
    for block in blocks:
        assert "--hash=sha256:" in block, block.splitlines()[0]


def test_the_locked_files_agree():
    chosen = {}
    for purpose in lock.PURPOSES:
        for name, version, condition in pins(purpose):
            assert chosen.setdefault((name, condition), version) == version, f"{name} in {purpose}"


def test_below_python_3_12_pyside_is_a_release_that_counts_references_right():
    """PySide6 6.12.0 drops references on Python 3.11."""
    window = [(version, condition) for name, version, condition in pins("play") if name == "pyside6-essentials"]
    [version] = [version for version, condition in window if "< '3.12'" in condition]
    assert Version(version) < Version("6.12")


# -- workflows ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_every_action_is_pinned_by_commit(workflow):
    text = workflow.read_text("utf-8")
    uses = re.findall(r"uses: (\S+)(.*)", text)
    assert uses
    for action, comment in uses:
        assert re.fullmatch(r"[\w.-]+/[\w.-]+@[0-9a-f]{40}", action), action
        assert re.fullmatch(r"  # v\d+\.\d+\.\d+", comment), f"{action}: a comment says which version that is"


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_may_only_read_and_installs_only_what_is_locked(workflow):
    described = yaml.safe_load(workflow.read_text("utf-8"))
    assert described["permissions"] == {"contents": "read"}
    for job in described["jobs"].values():
        for step in job["steps"]:
            for line in step.get("run", "").splitlines():
                if "pip install" in line:
                    assert "--require-hashes" in line or "--no-deps" in line, line


# -- the bill of materials ---------------------------------------------------------------------------------------------


def test_the_bill_of_materials_names_every_library_and_follows_its_schema(monkeypatch):
    from cyclonedx.schema import SchemaVersion  # it takes two seconds to load
    from cyclonedx.validation.json import JsonStrictValidator

    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    packages = {name: package.version for name, package in licences.needed().items()}
    bill = bom.make(packages)
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(bill) is None
    for name, version in packages.items():
        assert f'"purl": "pkg:pypi/{name}@{version}"' in bill
    assert '"name": "Python"' in bill
    assert bom.make(packages) == bill
    assert bom.make(packages | {"twisted": "1.0"}) != bill


@pytest.mark.parametrize("place", ["Lib", "."], ids=["among its modules", "beside its program, as on Windows"])
def test_the_licence_of_python_is_found_where_the_system_keeps_it(place, tmp_path, monkeypatch):
    (tmp_path / "Lib").mkdir()
    (tmp_path / place / "LICENSE.txt").write_text("of this Python", "utf-8")
    monkeypatch.setattr(licences, "LICENCES", tmp_path / "licences")
    monkeypatch.setattr(licences, "needed", dict)
    monkeypatch.setattr(licences.sysconfig, "get_path", lambda name: str(tmp_path / "Lib"))
    monkeypatch.setattr(licences.sys, "base_prefix", str(tmp_path))
    monkeypatch.setattr(licences, "distribution", lambda name: SimpleNamespace(version="1", files=()))
    assert (licences.make() / "python.txt").read_text("utf-8") == "of this Python"


def test_the_list_of_libraries_has_those_of_this_python_and_no_others(monkeypatch):
    """There is no miniupnpc for Python 3.14, and Alarife does without it there."""
    here = licences.needed()
    assert f"miniaudio {here['miniaudio'].version}: MIT" in licences.overview()

    def installed(name):
        if name.lower() == "miniaudio" or licences.called(name) not in here:
            raise licences.PackageNotFoundError(name)
        return here[licences.called(name)]

    monkeypatch.setattr(licences, "distribution", installed)
    assert "miniaudio" not in licences.overview()


def test_a_library_without_credit_stops_the_build():
    with pytest.raises(BuildError, match=r"credits\.json does not name left-pad"):
        bom.make({"left-pad": "1.0"})


# -- signed checksums --------------------------------------------------------------------------------------------------


@pytest.fixture
def keys(tmp_path, monkeypatch):
    """A release key for this test, and the place of its public half."""
    monkeypatch.setenv("RELEASE_KEY", str(tmp_path / "kept" / "key"))
    monkeypatch.setattr(sign, "SIGNERS", tmp_path / "release-signers")
    with open(os.devnull, encoding="utf-8") as no_terminal:  # so ssh-keygen asks for no passphrase
        monkeypatch.setattr(sys, "stdin", no_terminal)
        yield tmp_path


def released(folder, monkeypatch):
    monkeypatch.setattr(release, "DIST", folder)
    monkeypatch.setattr(release, "SUMS", folder / "SHA256SUMS")
    (folder / "alarife.deb").write_bytes(b"package")
    return release.sums([folder / "alarife.deb"])


def test_the_command_in_the_readme_accepts_a_release_and_nothing_else(keys, monkeypatch):
    sign.make_key()
    sums = released(keys, monkeypatch)
    [command] = re.findall(r"^    (ssh-keygen -Y verify .*)$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    command = re.sub(r"alarife-[\w.]+-SHA256SUMS", sums.name, command).replace("packaging/release-signers", str(sign.SIGNERS))

    def verified():
        return subprocess.run(command, shell=True, cwd=keys, capture_output=True, check=False).returncode == 0

    assert verified()
    package = keys / "alarife.deb"
    package.write_bytes(b"another")
    assert not verified()
    sums.write_text(sums.read_text("utf-8").replace(sums.read_text("utf-8")[:64], "0" * 64), "utf-8")
    assert not verified()


def test_a_release_that_another_key_signed_does_not_verify(keys, monkeypatch):
    sign.make_key()
    monkeypatch.setenv("RELEASE_KEY", str(keys / "thief" / "key"))
    (keys / "thief").mkdir()
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", keys / "thief" / "key"], check=True)
    with pytest.raises(BuildError):
        released(keys, monkeypatch)


def test_a_second_release_key_is_refused(keys):
    sign.make_key()
    with pytest.raises(BuildError, match="exists already"):
        sign.make_key()


def test_without_a_release_key_nothing_is_signed_and_the_build_says_so(keys, monkeypatch, capsys):
    released(keys, monkeypatch)
    assert "make release-key" in capsys.readouterr().out
    assert not list(keys.glob("*.sig"))
