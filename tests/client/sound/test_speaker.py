"""The speaker, with a device that plays into nothing at the pace of a real one."""

from __future__ import annotations

import threading
from array import array

import miniaudio
import pytest

from client.sound.cues import CUES, cues_of
from client.sound.speaker import MOST_VOICES, Mixer, Speaker, samples_of
from rules.contract import Event
from rules.message import message


def tone(*samples: int) -> array[int]:
    return array("h", samples)


def mixed(mixer: Mixer, frames: int) -> list[int]:
    return list(array("h", mixer.next(frames)))


def test_sounds_at_the_same_time_add_up() -> None:
    mixer = Mixer()
    mixer.add(tone(100, 200, 300, 400), 100)
    mixer.add(tone(1000, 1000), 50, wait=1)
    assert mixed(mixer, 2) == [100, 700]
    assert mixed(mixer, 3) == [800, 400, 0]
    assert mixer.playing == 0
    assert mixed(mixer, 2) == [0, 0]


def test_a_sound_that_waits_longer_than_a_buffer_comes_in_time() -> None:
    mixer = Mixer()
    mixer.add(tone(7, 8), 100, wait=5)
    assert [mixed(mixer, 2) for _ in range(4)] == [[0, 0], [0, 0], [0, 7], [8, 0]]


def test_a_signal_that_is_too_loud_is_clipped_and_does_not_wrap_around() -> None:
    mixer = Mixer()
    for _ in range(3):
        mixer.add(tone(30_000, -30_000), 100)
    assert mixed(mixer, 2) == [32_767, -32_768]


def test_a_crowd_of_sounds_is_thinned_out() -> None:
    mixer = Mixer()
    assert [mixer.add(tone(1), 100) for _ in range(MOST_VOICES + 1)] == [True] * MOST_VOICES + [False]


@pytest.mark.parametrize("cue", CUES)
def test_every_cue_has_its_sound(cue: str) -> None:
    samples = samples_of(cue)
    assert 1000 < len(samples) < 60_000
    assert 15_000 < max(map(abs, samples)) < 25_000
    assert abs(samples[-1]) < 500, "it fades out and does not click"


def test_a_device_is_opened_once_and_given_back(monkeypatch) -> None:
    heard, opened = threading.Event(), []
    speaker = Speaker([miniaudio.Backend.NULL])
    real, following = miniaudio.PlaybackDevice, speaker.mixer.next

    def listen(frames: int) -> bytes:
        samples = following(frames)
        if any(samples):
            heard.set()
        return samples

    monkeypatch.setattr(speaker.mixer, "next", listen)
    monkeypatch.setattr(miniaudio, "PlaybackDevice", lambda **how: opened.append(1) or real(**how))
    speaker.play(("move", "coins"), 60)
    speaker.play(("chat",), 60)
    assert heard.wait(240)
    speaker.close()
    assert (opened, speaker.trouble) == ([1], "")
    assert "sound" not in {thread.name for thread in threading.enumerate()}


def test_a_computer_without_sound_is_silent_and_says_why(monkeypatch) -> None:
    tried = threading.Event()
    speaker = Speaker()

    def fail(**_how: object) -> None:
        tried.set()
        raise miniaudio.MiniaudioError("no device")

    monkeypatch.setattr(miniaudio, "PlaybackDevice", fail)
    speaker.play(("move",), 60)
    assert tried.wait(240)
    speaker.play(("move",), 60)
    speaker.close()
    assert speaker.trouble == "no device"
    assert speaker.mixer.playing == 0


def test_a_device_that_failed_is_tried_again_although_sounds_keep_coming(monkeypatch) -> None:
    failed, opened = threading.Event(), threading.Event()
    speaker = Speaker()

    class Device:
        def close(self) -> None:
            """Nothing."""

    def fail() -> None:
        speaker.play(("move",), 60)  # there is always another sound
        failed.set()
        raise miniaudio.MiniaudioError("no device")

    def open_it() -> Device:
        opened.set()
        return Device()

    ways = iter((fail, open_it))
    monkeypatch.setattr("client.sound.speaker.RETRY_SECONDS", 0.0)
    monkeypatch.setattr(speaker, "_open", lambda: next(ways)())
    speaker.play(("move",), 60)
    assert failed.wait(240)
    speaker.close()
    assert opened.is_set()
    assert speaker.trouble == ""


def test_silence_opens_nothing() -> None:
    speaker = Speaker()
    speaker.play(("move",), 0)
    speaker.play((), 60)
    assert "sound" not in {thread.name for thread in threading.enumerate()}


@pytest.mark.parametrize(
    ("kinds", "cues"),
    [
        (["played", "built", "paid"], ("move", "coins")),
        (["built", "merged", "paid"], ("merger", "coins")),
        (["captured"], ("merger",)),
        (["drew", "paid"], ("coins",)),
        (["turn"], ()),
    ],
)
def test_a_move_sounds_like_what_it_does(kinds: list[str], cues: tuple[str, ...]) -> None:
    assert cues_of([Event(kind, ()) for kind in kinds]) == cues


def test_whatever_costs_or_brings_money_is_heard() -> None:
    assert cues_of([message("alcazar.event.bought", seat=0, card=48, real=5)]) == ("coins",)
    assert cues_of([message("big-boss.event.placed", seat=0, cell=7, rank=1, real=5)]) == ("move", "coins")
    assert cues_of([message("big-boss.event.withdrew", seat=0, cell=7, rank=1, real=0)]) == ("move",)
