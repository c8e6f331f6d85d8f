"""Follows the bytes sent to every peer of a simulated game, and everything that any coalition could compute from them."""
