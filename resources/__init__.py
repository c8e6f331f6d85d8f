"""Data only: boards, texts, art. Read with :mod:`importlib.resources`."""
