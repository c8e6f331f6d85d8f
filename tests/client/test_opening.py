"""Links and files reach the program from the desktop: on the command line, or from a second start of the program."""

import sys

import pytest

from client.system.opening import LONGEST, Wish, decode, encode, wish_of


@pytest.mark.parametrize(
    ("word", "invite"),
    [("alarife:abc", "alarife:abc"), ("ALARIFE://abc", "ALARIFE://abc"), ("alarife:--help", "alarife:--help")],
)
def test_a_link_is_handed_on_as_it_is(word, invite):
    assert wish_of([word]) == Wish(invite=invite)


@pytest.mark.parametrize(
    ("word", "file"),
    [
        ("/games/a.alarife", "/games/a.alarife"),
        ("/games/A.ALARIFE", "/games/A.ALARIFE"),
        ("file:///games/a%20b.alarife", "/games/a b.alarife"),
        ("file://localhost/games/a.alarife", "/games/a.alarife"),
    ],
)
def test_a_file_is_known_by_its_ending(word, file):
    assert wish_of([word]) == Wish(file=file)


@pytest.mark.parametrize("name", ["Partie n°\u00a03", "12\u202f30", "東京\u3000夜", "👨\u200d👩\u200d👧", "\U0001fae8"])
def test_a_file_may_have_any_name_that_people_write(name):
    wish = wish_of([f"/games/{name}.alarife"])
    assert wish == Wish(file=f"/games/{name}.alarife")
    assert decode(encode(wish)) == wish


@pytest.mark.skipif(sys.platform == "win32", reason="Windows removes no folder in which a program works")
def test_where_the_working_folder_is_gone_no_file_is_found(monkeypatch, tmp_path):
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert wish_of(["a.alarife"]) is None
    assert wish_of(["/games/a.alarife"]) == Wish(file="/games/a.alarife")


def test_a_file_is_looked_for_where_the_command_was_given(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert wish_of(["a.alarife"]) == Wish(file=str(tmp_path / "a.alarife"))


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["play"],
        ["--another"],
        ["notes.txt"],
        ["file://elsewhere/a.alarife"],
        ["file://[/a.alarife"],
        ["https://alarife"],
        ["a.alarife", "b"],
        ["file:///games/%00a.alarife"],
        ["file:///games/a%0Ab.alarife"],
        ["file:///games/a%E2%80%A8b.alarife"],
        ["\udcff.alarife"],
        ["alarife:\udcff"],
        ["alarife:a\nb"],
    ],
)
def test_everything_else_is_left_to_the_command_line(words):
    assert wish_of(words) is None


def test_the_activation_token_of_the_desktop_is_passed_on(monkeypatch):
    monkeypatch.setenv("DESKTOP_STARTUP_ID", "old")
    monkeypatch.setenv("XDG_ACTIVATION_TOKEN", "new-1")
    assert wish_of(["alarife:a"]) == Wish(invite="alarife:a", token="new-1")
    monkeypatch.setenv("XDG_ACTIVATION_TOKEN", "nonsense\n")
    assert wish_of(["alarife:a"]) == Wish(invite="alarife:a", token="old")


def test_a_request_passes_from_one_program_to_another():
    for wish in (Wish(), Wish(invite="alarife:abc"), Wish(file="/Spiele/für zwei.alarife", token="t")):
        assert decode(encode(wish)) == wish


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\x80\x03",
        b"null",
        b"[]",
        b'{"invite": 1}',
        b'{"run": "rm"}',
        b'{"file": "/a\\n.alarife"}',
        b'{"token": "\xc3\xa4"}',
        b'{"file": "' + b"a" * (LONGEST + 1) + b'"}',
    ],
)
def test_anything_else_is_not_taken_for_a_request(raw):
    assert decode(raw) is None


@pytest.mark.parametrize(
    ("words", "wish"),
    [
        (["--another"], None),
        (["--another", "alarife:abc"], Wish(invite="alarife:abc")),
        (["--another", "/games/a.alarife"], Wish(file="/games/a.alarife")),
    ],
)
def test_the_other_window_opens_what_it_is_given(words, wish, monkeypatch):
    import client.app
    from client.cli import main

    opened = []
    monkeypatch.setattr(client.app, "run", lambda **given: opened.append(given) or 0)
    assert main(words) == 0
    assert opened == [{"wish": wish, "another": True}]
