"""The commands of ``alarife``, one module each: ``options`` defines a command's arguments, ``run`` runs it.

The modules import little at their top: commands import Qt, Twisted and cryptography where they need them, so that ``alarife
games`` starts as fast as Python. Output is one JSON object per line, or with ``--text`` sentences for people.
"""
