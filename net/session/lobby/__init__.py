"""The table before its game.

The host keeps it (:mod:`.host`), guests follow it (:mod:`.guest`), and :mod:`.wire` is what they say to each other.
:mod:`.common` holds what both sides share. Both are sans-IO, take the same commands and end by handing out a
:class:`~.common.Beginning`.
"""
