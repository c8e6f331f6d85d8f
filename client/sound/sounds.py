"""The sounds that this computer plays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from client.sound.speaker import Speaker
from net import api


class SoundSettings(Protocol):
    """The settings that sounds need."""

    volume: int
    silent: list[str]


class Sounds:
    """Plays what the settings allow: the cues of a table and, by itself, sounds for arrivals and messages.

    Attributes:
        speaker: the speaker; None if nobody can hear it, as without a screen.
    """

    def __init__(self, settings: SoundSettings, speaker: Speaker | None) -> None:
        self.speaker = speaker
        self._settings = settings
        self._here: frozenset[str] | None = None

    def play(self, cues: Iterable[str]) -> None:
        """Play these sounds, except those that are switched off."""
        wanted = [cue for cue in cues if cue not in self._settings.silent]
        if self.speaker is not None and wanted:
            self.speaker.play(wanted, self._settings.volume)

    def try_out(self, cue: str) -> None:
        """Play one sound, even if it is switched off."""
        if self.speaker is not None:
            self.speaker.play((cue,), self._settings.volume)

    def hear(self, event: api.NetEvent) -> None:
        """Take an event of the lobby or the table."""
        match event:
            case api.Said(mine=False):
                self.play(("chat",))
            case api.LobbyChanged():
                self._meet(frozenset(peer.key for peer in event.lobby.peers))
            case api.Opened():
                self._here = frozenset(peer.key for peer in event.peers if peer.linked)
            case api.PeersChanged():
                self._meet(frozenset(peer.key for peer in event.peers if peer.linked))
            case api.Closed():
                self._here = None

    def _meet(self, here: frozenset[str]) -> None:
        before, self._here = self._here, here
        if before is not None and here - before:
            self.play(("arrival",))

    def close(self) -> None:
        """Release the sound device."""
        if self.speaker is not None:
            self.speaker.close()
