"""The table before its game.

The host keeps it (:mod:`.host`), guests follow it (:mod:`.guest`), and :mod:`.wire` defines the frames between them.
:mod:`.common` holds what both sides share. Both are sans-IO, take the same commands, and end with a
:class:`~.common.Beginning`.
"""
