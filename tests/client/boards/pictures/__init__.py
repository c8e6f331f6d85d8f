"""Stored pictures of every board, so that a reviewer sees each change of look.

A sheet holds twelve positions of a game in one theme and at one size, much smaller than on the screen. ``make pictures`` stores
the sheets anew after a change that is wanted; ``make gallery`` shows what is stored beside what the program paints now.
"""
