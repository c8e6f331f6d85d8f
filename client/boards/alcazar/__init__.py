"""Alcazar on the screen: the loop board with bridges, and what only this game does on it."""
