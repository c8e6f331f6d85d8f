"""Sounds: which event has which sound, and the one thread that plays them."""
