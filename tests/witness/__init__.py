"""A second verifier of game files, written from ``net/PROTOCOL.md`` alone: ``python -m tests.witness FILE…``.

It shares the rules of the games with the program and nothing else: its own curve, proofs, packing and course of a game. Each
module follows the section of the page that it names. If it disagrees with ``alarife verify``, one of the two or the page is
wrong.
"""
