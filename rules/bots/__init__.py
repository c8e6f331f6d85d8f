"""Bots that know no game in particular."""
