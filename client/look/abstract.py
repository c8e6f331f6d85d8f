"""Abstract widgets: Qt's classes have a metaclass of their own, so ``abc.ABC`` cannot be among their bases."""

from __future__ import annotations

from abc import ABCMeta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    QtAbstract = ABCMeta
else:
    from PySide6.QtCore import QObject

    class QtAbstract(ABCMeta, type(QObject)):
        """The metaclass of Qt classes with abstract methods. Making an object of a class that leaves one out is an error."""

        def __call__(cls, *args: object, **named: object) -> object:
            """Make an object, or raise :class:`TypeError` naming what the class leaves out."""
            if cls.__abstractmethods__:
                raise TypeError(f"{cls.__name__} leaves out {', '.join(sorted(cls.__abstractmethods__))}")
            return super().__call__(*args, **named)
