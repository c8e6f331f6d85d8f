"""Abstract widgets: Qt's classes have their own metaclass, so ``abc.ABC`` cannot be one of their bases."""

from __future__ import annotations

from abc import ABCMeta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    QtAbstract = ABCMeta
else:
    from PySide6.QtCore import QObject

    class QtAbstract(ABCMeta, type(QObject)):
        """The metaclass of Qt classes with abstract methods. A class that lacks one of them cannot be instantiated."""

        def __call__(cls, *args: object, **named: object) -> object:
            """Make an object, or raise a :class:`TypeError` that names the missing methods."""
            if cls.__abstractmethods__:
                raise TypeError(f"{cls.__name__} leaves out {', '.join(sorted(cls.__abstractmethods__))}")
            return super().__call__(*args, **named)
