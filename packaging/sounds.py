"""Makes Alarife's sounds, resources/sounds/*.wav, by arithmetic alone: ``make sounds``.

Each sound is a sum of simple voices: damped sines (bells, coins), damped noise (wood, stone) and a plucked string. Nothing is
recorded, so nobody else has rights in them.
"""

from __future__ import annotations

import math
import random
import wave
from array import array
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "sounds"
RATE = 22_050
PEAK = 20_000
"""The loudest sample of every sound: 16 bits reach to 32,767, and several may sound together."""

Wave = list[float]


def silence(seconds: float) -> Wave:
    """Silence of this many seconds."""
    return [0.0] * round(seconds * RATE)


def add(to: Wave, voice: Wave, at: float = 0.0, gain: float = 1.0) -> Wave:
    """Mix a voice into ``to``, beginning at ``at`` seconds. The part beyond the end is cut off."""
    first = round(at * RATE)
    for place, sample in enumerate(voice[: max(0, len(to) - first)], first):
        to[place] += sample * gain
    return to


def bell(pitch: float, seconds: float, decay: float, partials: tuple[tuple[float, float], ...]) -> Wave:
    """Damped sines. Each of the partials is a multiple of the pitch and its share; higher ones fade sooner."""
    return [
        sum(
            share * math.sin(2 * math.pi * pitch * multiple * t / RATE) * math.exp(-t / RATE * decay * multiple**0.7)
            for multiple, share in partials
        )
        * min(1.0, t / (0.004 * RATE))
        for t in range(round(seconds * RATE))
    ]


def noise(seconds: float, decay: float, smooth: float, seed: int) -> Wave:
    """Damped noise behind a low-pass filter: the nearer ``smooth`` is to 1, the duller it is."""
    chance, level, found = random.Random(seed), 0.0, []
    for t in range(round(seconds * RATE)):
        level = smooth * level + (1 - smooth) * chance.uniform(-1, 1)
        found.append(level * math.exp(-t / RATE * decay) / (1 - smooth) ** 0.5)
    return found


def string(pitch: float, seconds: float, seed: int) -> Wave:
    """A plucked string (Karplus and Strong 1983): noise that goes round in a loop and loses its edges."""
    chance = random.Random(seed)
    loop = [chance.uniform(-1, 1) for _ in range(round(RATE / pitch))]
    found = []
    for t in range(round(seconds * RATE)):
        place = t % len(loop)
        found.append(loop[place])
        loop[place] = 0.498 * (loop[place] + loop[(place + 1) % len(loop)])
    return found


WOOD = ((1.0, 1.0), (2.76, 0.35))
BRASS = ((1.0, 1.0), (2.4, 0.6), (3.9, 0.45), (5.3, 0.25))
GLASS = ((1.0, 1.0), (2.0, 0.4), (3.01, 0.18))


def turn() -> Wave:
    """Two bells, the second higher: it is up to you."""
    sound = add(silence(0.8), bell(659.3, 0.8, 6, GLASS))
    return add(sound, bell(987.8, 0.65, 6, GLASS), 0.14)


def move() -> Wave:
    """A wooden block is set down."""
    sound = add(silence(0.16), noise(0.06, 90, 0.72, 1), gain=0.8)
    return add(sound, bell(190, 0.15, 34, WOOD))


def coins() -> Wave:
    """Three coins fall on each other."""
    sound = silence(0.4)
    for at, pitch, gain in ((0.0, 2350, 1.0), (0.06, 2790, 0.8), (0.13, 2510, 0.9)):
        add(sound, bell(pitch, 0.26, 14, BRASS), at, gain)
    return sound


def merger() -> Wave:
    """Stones rumble, and a low horn answers."""
    sound = add(silence(1.1), noise(0.7, 5, 0.93, 2))
    for number, at in enumerate((0.02, 0.11, 0.19, 0.3)):
        add(sound, noise(0.12, 40, 0.82, 3 + number), at, 0.5)
    return add(sound, bell(146.8, 0.9, 4, ((1.0, 1.0), (2.0, 0.6), (3.0, 0.4), (4.0, 0.2))), 0.2, 0.7)


def chat() -> Wave:
    """A soft pop that rises."""
    length = round(0.11 * RATE)
    return [
        math.sin(2 * math.pi * (520 + 260 * t / length) * t / RATE) * math.sin(math.pi * t / length) ** 2 for t in range(length)
    ]


def arrival() -> Wave:
    """Two knocks on a door."""
    knock = add(add(silence(0.2), noise(0.05, 70, 0.8, 9)), bell(120, 0.2, 24, WOOD))
    return add(add(silence(0.45), knock), knock, 0.19, 0.85)


def end() -> Wave:
    """A chord on a guitar, from low to high."""
    sound = silence(2.2)
    for number, pitch in enumerate((130.8, 196.0, 261.6, 329.6, 392.0, 523.3)):
        add(sound, string(pitch, 2.2 - number * 0.11, 20 + number), number * 0.11, 0.8)
    return sound


SOUNDS = {made.__name__: made for made in (turn, move, coins, merger, chat, arrival, end)}


def samples(sound: Wave) -> array[int]:
    """The sound in 16-bit samples, as loud as every other sound, with the last hundredth of a second faded out."""
    loudest, fade = max(map(abs, sound)), round(0.01 * RATE)
    return array("h", [round(v / loudest * PEAK * min(1.0, (len(sound) - t) / fade)) for t, v in enumerate(sound)])


def write(folder: Path) -> None:
    """Write all sounds into a folder."""
    for name, made in SOUNDS.items():
        with wave.open(str(folder / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(samples(made()).tobytes())


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    write(FOLDER)
