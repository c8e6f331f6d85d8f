"""The settings page. A change takes effect and is saved at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from client.look.choice import Choice, Level
from client.messages import Catalogue, languages
from client.messages import catalogue as catalogue_of
from client.pages.bricks import Page, Panel, button, label, scrolled
from client.pages.keypanel import KeyPanel
from client.pages.portfield import PortField
from client.pages.portraitbutton import PortraitButton
from client.sound.cues import CUES
from client.system.notices import can_be_shown
from client.system.settings import (
    COMMAND_LENGTH,
    MOST_SERVERS,
    NAME_LENGTH,
    SPEEDS,
    STUN_SERVERS,
    SURFACES,
    TEXT_SIZES,
    THEMES,
    Settings,
    is_server,
    tidy_name,
)

BOARDS_OF = ("big-boss", "torres", "burgenland")
"""A game for each kind of board that can be corrected."""

VOLUME_STEP = 10
"""Per cent."""


class SettingsPage(Page):
    """Shows :class:`client.system.settings.Settings` and changes them.

    Signals:
        changed: a setting has a new value; its name.
        boards: the person wants to correct the boards of a game (its id).
        tried: a sound was switched on, and should play once (its name).
    """

    changed = Signal(str)
    tried = Signal(str)
    boards = Signal(str)

    def __init__(self, catalogue: Catalogue, settings: Settings, key_file: Path) -> None:
        """``key_file`` is the key file of this installation."""
        super().__init__(catalogue, "settings-page", catalogue.text("client.settings.title"))
        self._settings = settings
        text = catalogue.text

        you = self._panel("you")
        self.name = QLineEdit(settings.name)
        self.name.setMaxLength(NAME_LENGTH)
        self.name.editingFinished.connect(self._rename)
        self._add(you, "name", self.name)
        row = QHBoxLayout()
        self.portrait = PortraitButton(catalogue, settings, "settings-portrait", 56)
        self.portrait.changed.connect(lambda: self.changed.emit("portrait"))
        row.addWidget(self.portrait)
        row.addWidget(button(text("portrait.change"), "settings-portrait-change", self.portrait.click))
        row.addStretch(1)
        you.body.addLayout(row)
        you.body.addWidget(label(text("portrait.about"), "soft"))
        self.language = Choice()
        self.language.addItem(text("client.settings.language.system"), "")
        for code in languages():
            self.language.addItem(catalogue_of(code).text("client.language"), code)
        self._choose_from(you, "language", self.language)

        look = self._panel("look")
        self.theme = self._list("client.settings.theme", THEMES)
        self._choose_from(look, "theme", self.theme)
        self.surface = self._list("client.settings.surface", SURFACES)
        self._choose_from(look, "surface", self.surface)
        self.text_size = self._list("client.settings.text_size", TEXT_SIZES)
        self._choose_from(look, "text_size", self.text_size)
        self.reduced_motion = self._switch(look, "reduced_motion")
        self.animation_speed = self._list("client.settings.animation_speed", SPEEDS)
        self._choose_from(look, "animation_speed", self.animation_speed)
        self.flat_view = self._switch(look, "flat_view")

        network = self._panel("network")
        self.port = PortField(catalogue, "settings-port", settings.port)
        self.port.valueChanged.connect(lambda port: self._set("port", port))
        self._add(network, "port", self.port)
        self.announce = self._switch(network, "announce")
        self.router = self._switch(network, "router")
        self.stun = self._switch(network, "stun")
        self.stun_servers = QLineEdit()
        self.stun_servers.setMaxLength(600)
        self.stun_servers.editingFinished.connect(self._set_servers)
        self._add(network, "stun_servers", self.stun_servers)

        sound = self._panel("sound")
        self.volume = Level(Qt.Orientation.Horizontal)
        self.volume.setRange(0, 100)
        self.volume.setSingleStep(VOLUME_STEP)
        self.volume.setPageStep(VOLUME_STEP)
        self.volume.setTracking(False)
        self.volume.valueChanged.connect(lambda volume: self._set("volume", volume))
        self._add(sound, "volume", self.volume)
        self.cues = {cue: self._cue(sound, cue) for cue in CUES}
        sound.body.addSpacing(8)
        self.notices = self._switch(sound, "notices")
        self.no_notices = label(text("client.settings.notices.none"), "error", "settings-notices-none")
        sound.body.addWidget(self.no_notices)

        bots = self._panel("bots")
        self.bot_program = QLineEdit()
        self.bot_program.setMaxLength(COMMAND_LENGTH)
        self.bot_program.editingFinished.connect(self._set_program)
        self._add(bots, "bot_program", self.bot_program)

        self.key = KeyPanel(catalogue, key_file)
        corrected = Panel(text("boards.row.settings"), "boards")
        for game in BOARDS_OF:
            said = text("boards.row.loop") if game == "big-boss" else text(f"{game}.title")
            made = button(said, f"boards-{game}", partial(self.boards.emit, game), help=text("boards.row.correct.help"))
            corrected.body.addWidget(made, 0, Qt.AlignmentFlag.AlignLeft)

        for panels in ((you, network, self.key), (look, sound, bots, corrected)):
            holder = QWidget()
            column = QVBoxLayout(holder)
            column.setContentsMargins(0, 0, 0, 0)
            column.setSpacing(16)
            for panel in panels:
                column.addWidget(panel)
            column.addStretch(1)
            self.columns.addWidget(scrolled(holder, f"settings-{panels[0].objectName()}"), 1)

    def begin(self) -> None:
        """Show the current settings."""
        settings = self._settings
        self.key.begin()
        self.portrait.refresh()
        self.name.setFocus()
        self.name.setText(settings.name)
        self.stun_servers.setText(", ".join(settings.stun_servers))
        self.bot_program.setText(settings.bot_program)
        for field, value in (
            (self.language, settings.language),
            (self.theme, settings.theme),
            (self.surface, settings.surface),
            (self.text_size, settings.text_size),
            (self.animation_speed, settings.animation_speed),
        ):
            field.setCurrentIndex(max(0, field.findData(value)))
        for switch, on in (
            (self.reduced_motion, settings.reduced_motion),
            (self.flat_view, settings.flat_view),
            (self.announce, settings.announce),
            (self.router, settings.router),
            (self.stun, settings.stun),
            (self.notices, settings.notices),
            *((field, cue not in settings.silent) for cue, field in self.cues.items()),
        ):
            with QSignalBlocker(switch):
                switch.setChecked(on)
        with QSignalBlocker(self.volume):
            self.volume.setValue(settings.volume)
        with QSignalBlocker(self.port):
            self.port.setValue(settings.port)
        self.animation_speed.setEnabled(not settings.reduced_motion)
        self._warn()

    def show_portraits(self) -> None:
        """Show the current portrait."""
        self.portrait.refresh()

    def _set_servers(self) -> None:
        """Set the servers that may be asked. Invalid entries are dropped, and an empty list means the default ones."""
        typed = [one for one in self.stun_servers.text().replace(",", " ").split() if is_server(one)][:MOST_SERVERS]
        servers = list(dict.fromkeys(typed)) or list(STUN_SERVERS)
        self.stun_servers.setText(", ".join(servers))
        self._set("stun_servers", servers)

    def _set_program(self) -> None:
        from client.programs import EXEC

        letters = (
            letter if letter.isprintable() else " " if letter.isspace() else ""  # as copied from a web page
            for letter in self.bot_program.text()
        )
        command = "".join(letters).strip().removeprefix(EXEC).strip()  # as one types it on the command line
        self.bot_program.setText(command)
        self._set("bot_program", command)

    def _panel(self, name: str) -> Panel:
        return Panel(self.catalogue.text(f"client.settings.{name}"), name)

    def _list(self, key: str, values: Sequence[str | int]) -> QComboBox:
        field = Choice()
        for value in values:
            field.addItem(self.catalogue.text(f"{key}.{value}"), value)
        return field

    def _choose_from(self, panel: Panel, name: str, field: QComboBox) -> None:
        field.activated.connect(lambda index: self._set(name, field.itemData(index)))
        self._add(panel, name, field)

    def _switch(self, panel: Panel, name: str) -> QCheckBox:
        field = QCheckBox(self.catalogue.text(f"client.settings.{name}"))
        field.toggled.connect(lambda on: self._set(name, on))
        self._add(panel, name, field)
        return field

    def _cue(self, panel: Panel, cue: str) -> QCheckBox:
        field = QCheckBox(self.catalogue.text(f"client.settings.sound.{cue}"))
        field.setObjectName(f"settings-sound-{cue}")
        field.toggled.connect(lambda on: self._set_cue(cue, on))
        panel.body.addWidget(field, 0, Qt.AlignmentFlag.AlignLeft)
        return field

    def _set_cue(self, cue: str, on: bool) -> None:
        silent = [other for other in self._settings.silent if other != cue]
        self._set("silent", silent if on else [*silent, cue])
        if on:
            self.tried.emit(cue)

    def _add(self, panel: Panel, name: str, field: QWidget) -> None:
        title = self.catalogue.text(f"client.settings.{name}")
        explained = self.catalogue.text(f"client.settings.{name}.help")
        field.setObjectName(f"settings-{name}")
        field.setAccessibleName(title)
        field.setAccessibleDescription(explained)
        if isinstance(field, QCheckBox):
            panel.body.addWidget(field, 0, Qt.AlignmentFlag.AlignLeft)
        else:
            panel.body.addWidget(label(title))
            panel.body.addWidget(field)
        panel.body.addWidget(label(explained, "soft"))
        panel.body.addSpacing(8)

    def _rename(self) -> None:
        name = tidy_name(self.name.text())
        self.name.setText(name)
        self._set("name", name)

    def _set(self, name: str, value: object) -> None:
        if getattr(self._settings, name) != value:
            setattr(self._settings, name, value)
            self.animation_speed.setEnabled(not self._settings.reduced_motion)
            self._warn()
            self.changed.emit(name)

    def _warn(self) -> None:
        """Say so if the person wants notifications, and this desktop shows none."""
        self.no_notices.setVisible(self._settings.notices and not can_be_shown())
