"""The commands of ``alarife``, one module each: ``options`` says what a command takes, ``run`` does it.

The modules themselves import little: Qt, Twisted and cryptography are imported where a command needs them, so that
``alarife games`` starts as fast as Python does. Output is one JSON object a line, or with ``--text`` a sentence for people.
"""
