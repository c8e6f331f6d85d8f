"""Follows what every peer of a simulated game was sent, and what any coalition could compute from it."""
