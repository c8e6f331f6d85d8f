"""Incoming and outgoing traffic.

:mod:`.gossip` knows which peers are linked and which entries each of them lacks. :mod:`.post` sends, :mod:`.intake` receives.
"""
