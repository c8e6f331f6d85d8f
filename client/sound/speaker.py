"""The speaker, which mixes simultaneous sounds and hands them to the system.

Opening a device may take long, so a separate thread does it, and nobody waits for it. The device is closed after a quiet
minute. A computer without sound stays silent; :attr:`Speaker.trouble` says why.
"""

from __future__ import annotations

import queue
import sys
import threading
import time
import wave
from array import array
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from io import BytesIO
from typing import Any

RATE = 22_050
"""Samples per second; all files have one channel of 16 bits."""

BUFFER_MS = 60
"""How far ahead the system asks for samples, in milliseconds."""

APART_MS = 130
"""The time between the starts of two sounds of one move, in milliseconds."""

QUIET_SECONDS = 60.0
"""The device is closed after so many seconds without a sound."""

RETRY_SECONDS = 30.0
"""How long to wait before trying again to open a device that failed, in seconds. The next sound after that tries again."""

MOST_VOICES = 6
"""The largest number of simultaneous sounds, since five bots may move at the same time."""


@dataclass(slots=True)
class _Voice:
    """A sound that plays: ``at`` is its next sample, negative while it waits."""

    samples: array[int]
    volume: int
    at: int


class Mixer:
    """Adds up the current sounds. The device's thread asks for samples while others add sounds."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._voices: list[_Voice] = []

    def add(self, samples: array[int], volume: int, wait: int = 0) -> bool:
        """Play these samples at a volume of 0 to 100 per cent, ``wait`` samples from now; False if too many sounds play."""
        with self._lock:
            if len(self._voices) >= MOST_VOICES:
                return False
            self._voices.append(_Voice(samples, volume, -wait))
            return True

    @property
    def playing(self) -> int:
        """The number of sounds that have not ended."""
        with self._lock:
            return len(self._voices)

    def next(self, frames: int) -> bytes:
        """The next samples, 16 bits each in the machine's order."""
        mixed = [0] * frames
        with self._lock:
            for voice in self._voices:
                first = max(0, -voice.at)
                part = voice.samples[max(0, voice.at) : max(0, voice.at + frames)]
                for place, sample in enumerate(part, first):
                    mixed[place] += sample * voice.volume
                voice.at += frames
            self._voices = [voice for voice in self._voices if voice.at < len(voice.samples)]
        return array("h", [max(-32_768, min(32_767, sample // 100)) for sample in mixed]).tobytes()

    def stream(self) -> Generator[bytes, int, None]:
        """The generator from which a device takes its samples; already started."""
        source = self._stream()
        next(source)
        return source

    def _stream(self) -> Generator[bytes, int, None]:
        frames = yield b""
        while True:
            frames = yield self.next(frames)


class Speaker:
    """Plays sounds by name.

    Attributes:
        trouble: why there is no sound, in the system's words; empty if all is well.
    """

    def __init__(self, backends: Sequence[Any] | None = None) -> None:
        """``backends`` are named as in miniaudio; None leaves the choice to it."""
        self.trouble = ""
        self.mixer = Mixer()
        self._backends = backends
        self._wishes: queue.SimpleQueue[tuple[tuple[str, ...], int] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    def play(self, names: Iterable[str], volume: int) -> None:
        """Play these sounds one shortly after the other, at a volume of 0 to 100 per cent. Returns at once."""
        wanted = tuple(names)
        if not wanted or volume <= 0:
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="sound", daemon=True)
            self._thread.start()
        self._wishes.put((wanted, volume))

    def close(self) -> None:
        """Release the device, and wait at most two seconds for that."""
        if self._thread is not None:
            self._wishes.put(None)
            self._thread.join(2.0)
            self._thread = None

    def _run(self) -> None:
        device: Any = None
        again = 0.0
        while True:
            try:
                wish = self._wishes.get(timeout=None if device is None else QUIET_SECONDS)
            except queue.Empty:
                if not self.mixer.playing:
                    _close(device)
                    device = None
                continue
            if wish is None:
                _close(device)
                return
            if device is None:
                if time.monotonic() < again:
                    continue
                try:
                    device = self._open()
                except Exception as error:  # sound systems raise all kinds of errors
                    self.trouble, again = str(error) or type(error).__name__, time.monotonic() + RETRY_SECONDS
                    continue
                self.trouble = ""
            names, volume = wish
            for number, name in enumerate(names):
                self.mixer.add(samples_of(name), volume, number * APART_MS * RATE // 1000)

    def _open(self) -> Any:
        import miniaudio  # a library that the start need not wait for

        device = miniaudio.PlaybackDevice(
            output_format=miniaudio.SampleFormat.SIGNED16,
            nchannels=1,
            sample_rate=RATE,
            buffersize_msec=BUFFER_MS,
            backends=self._backends,
            app_name="Alarife",
        )
        device.start(self.mixer.stream())
        return device


def _close(device: Any) -> None:
    if device is not None:
        device.close()


_read: dict[str, array[int]] = {}


def samples_of(name: str) -> array[int]:
    """The samples of a sound. Raises :class:`OSError` or :class:`wave.Error` if the program's file is damaged."""
    if name not in _read:
        content = files("resources").joinpath("sounds", f"{name}.wav").read_bytes()
        with wave.open(BytesIO(content)) as file:
            if (file.getnchannels(), file.getsampwidth(), file.getframerate()) != (1, 2, RATE):
                raise wave.Error(f"{name}.wav has another form than {RATE} samples of 16 bits in one channel")
            samples = array("h", file.readframes(file.getnframes()))
        if sys.byteorder == "big":
            samples.byteswap()
        _read[name] = samples
    return _read[name]
