"""Sounds: which moment sounds like what, and the one thread that plays them."""
