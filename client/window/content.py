"""What the window shows: the pages, and above them what is urgent, all in the current language."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QMainWindow, QVBoxLayout, QWidget

from client.look import qtwords, theme
from client.messages import FROM_THE_RIGHT, catalogue, languages
from client.pages.bricks import Notice
from client.system import garbage
from client.window.book import Book
from client.window.saving import SavingBar

if TYPE_CHECKING:
    from client.look.likeness import Likenesses
    from client.system.settings import Settings
    from client.window.bridge import Bridge
    from rules.message import Message


def language_of(settings: Settings) -> str:
    """The language chosen, else the system's where there is a catalogue for it, else English."""
    wanted = settings.language or QLocale.system().name().partition("_")[0]
    return wanted if wanted in languages() else languages()[0]


class Content:
    """Owns the texts, the pages and the bars above them. Another language or theme needs new ones: see :meth:`renew`.

    The other parts of the window ask for a page or a bar each time they need one, since the earlier one may be gone.

    Attributes:
        catalogue: the texts in the current language.
        notice: the bar with a sentence for the person.
        saving: the bar that is shown while a game is not completely saved.
        pages: the pages.
    """

    def __init__(self, window: QMainWindow, bridge: Bridge, settings: Settings, home: Path) -> None:
        """``home`` is the data folder; the pages speak to the node of ``bridge``."""
        self._window = window
        self._bridge = bridge
        self._settings = settings
        self._home = home
        self._build()

    def _build(self) -> None:
        self.catalogue = words = catalogue(language_of(self._settings))
        qtwords.speak(words.language)
        theme.turn(self._window, words.language in FROM_THE_RIGHT)
        self.notice = Notice(words)
        self.saving = SavingBar(words)
        self.pages = Book(words, self._settings, self._home, self._bridge, lambda: self.likenesses)
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.notice)
        column.addWidget(self.saving)
        column.addWidget(self.pages, 1)
        self._window.setCentralWidget(middle)
        self.name_window()

    def renew(self) -> None:
        """Make everything anew, in the language of the settings and the current colours. Nobody listens to it yet."""
        self.pages.close_library()
        old = self._window.takeCentralWidget()
        self._build()
        if old is not None:
            old.deleteLater()

    @cached_property
    def likenesses(self) -> Likenesses:
        """The portraits of everybody met lately. They stay when the pages are made anew."""
        from client.look.likeness import FILE, Likenesses

        return Likenesses(self._settings, self._home / FILE)

    # -- sentences -----------------------------------------------------------------------------------------------------

    def words(self, said: Message) -> str:
        """A sentence in the current language."""
        return self.catalogue.text(said)

    def tell(self, said: Message, stay: bool = False) -> None:
        """Show a sentence across the window, over any page; with ``stay`` until the person closes it."""
        self.notice.show_text(self.words(said), stay=stay)

    def tell_more(self, said: Message) -> None:
        """Show a sentence below the one that is shown, if there is one."""
        self.notice.add_text(self.words(said))

    def name_window(self, game: str = "") -> None:
        """Name the window after the program, or after the game played in it."""
        text = self.catalogue.text
        title = text("client.table.title", game=text(f"{game}.title")) if game else text("client.start.title")
        self._window.setWindowTitle(title)

    def save_settings(self) -> None:
        """Save the settings; a sentence says so if that is impossible."""
        problem = self._settings.save()
        if problem is not None:
            self.tell(problem)

    # -- widgets that come and go --------------------------------------------------------------------------------------

    def show_waiting(self, said: Message) -> None:
        """Show what the program waits for."""
        self.notice.dismiss()
        self.pages.show_waiting(said)

    def put_up(self, widget: QWidget) -> None:
        """Show a widget that is made for one use, such as a table or a lesson."""
        self.choose_surface()
        self.notice.dismiss()
        self.pages.put_up(widget)

    def take_down(self, widget: QWidget) -> None:
        """Remove such a widget. Its many objects are garbage from now on."""
        self.pages.take_down(widget)
        garbage.look_again()

    def choose_surface(self) -> None:
        """Use the material of the table that the settings name."""
        from client.look import surface

        surface.choose(self._settings.surface)
