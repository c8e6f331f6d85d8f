"""The page about Alarife: what it is, who owns the games' names, and whose work it builds on."""

from __future__ import annotations

import json
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from client.messages import Catalogue
from client.pages.bricks import Page, Panel, button, label, scrolled
from client.resource import FOLDER


def version_of(package: str) -> str:
    """The version of an installed package; empty if it is not recorded, as in some frozen programs."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def libraries_folder() -> Path | None:
    """The folder in which an installed program keeps its libraries, and their licences in ``licences``; None from source."""
    place = getattr(sys, "_MEIPASS", None)
    return Path(place) if place is not None and getattr(sys, "frozen", False) else None


class AboutPage(Page):
    """Shows version, licence, the owners of the games' names, and the libraries (``resources/credits.json``).

    Signals:
        log_wanted: the person wants to see the log.
    """

    log_wanted = Signal()

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__(catalogue, "about-page", catalogue.text("client.about.title"))
        text = catalogue.text
        about = QWidget()
        left = QVBoxLayout(about)
        left.setContentsMargins(0, 0, 0, 0)
        left.setSpacing(16)
        what = Panel(text("client.about.what"))
        what.body.addWidget(label(text("client.about.version", version=version_of("alarife")), "strong", "about-version"))
        what.body.addWidget(label(text("client.about.programme")))
        left.addWidget(what)
        names = Panel(text("client.about.names"))
        names.body.addWidget(label(text("client.about.owners"), name="about-owners"))
        left.addWidget(names)
        licence = Panel(text("client.about.licence"))
        licence.body.addWidget(label(text("client.about.free")))
        licence.body.addWidget(label(text("client.about.replaceable"), "soft"))
        folder = libraries_folder()
        if folder is not None:
            place = label(str(folder), "soft", "about-folder")
            place.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            licence.body.addWidget(place)
            texts = QUrl.fromLocalFile(str(folder / "licences"))
            licence.body.addWidget(
                button(text("client.about.texts"), "about-licences", lambda: QDesktopServices.openUrl(texts)),
                0,
                Qt.AlignmentFlag.AlignLeft,
            )
        left.addWidget(licence)
        left.addWidget(button(text("client.log.show"), "about-log", self.log_wanted.emit), 0, Qt.AlignmentFlag.AlignLeft)
        left.addStretch(1)
        self.columns.addWidget(scrolled(about, "about"), 1)

        thanks = Panel(text("client.about.thanks"))
        thanks.body.addWidget(label(text("client.about.libraries"), "soft"))
        holder = QWidget()
        grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 6, 0)
        grid.setHorizontalSpacing(18)
        grid.setVerticalSpacing(8)
        credits = json.loads((FOLDER / "credits.json").read_text("utf-8"))
        for row, entry in enumerate(credits):
            package = entry.get("package")
            installed = version_of(package) if package else platform.python_version() if entry["name"] == "Python" else ""
            grid.addWidget(label(f"{entry['name']} {installed}".rstrip(), "strong"), row, 0)
            grid.addWidget(label(entry["licence"], "soft"), row, 1)
            address = label(entry["address"].removeprefix("https://"), "soft")
            grid.addWidget(address, row, 2)
        grid.setColumnStretch(0, 3)
        grid.setColumnStretch(1, 3)
        grid.setColumnStretch(2, 4)
        grid.setRowStretch(len(credits), 1)
        thanks.body.addWidget(scrolled(holder, "credits"), 1)
        self.columns.addWidget(thanks, 1)
