"""Alcazar (Wolfgang Kramer): castles with bridges, and nobles who want to live as high as they can.

It is the second game in the box of Das neue Big Boss and shares most of it; :mod:`rules.loop` holds the common part. The
differences are here, and in the game's row of the table :class:`rules.loop.terms.Terms`:

=============================== ====================================================================================
:mod:`rules.alcazar.game`       the game's name and options
:mod:`rules.alcazar.grid`       the cells where the board has no field, and which cells lie two apart (F2, B1)
:mod:`rules.alcazar.bridges`    what bridges add to the buildings: levels, values, what lies under them (B2)
:mod:`rules.alcazar.kinds`      the table of moves: three more than in Das neue Big Boss, and one less
:mod:`rules.alcazar.legality`   where a bridge may go (B1), what a tower card is for (W2), moving and swapping (B4), E2
:mod:`rules.alcazar.state`      building a bridge (B2, B3, M5), the noble step (B4), the ends and the scoring (E1, E4)
:mod:`rules.alcazar.bots`       the greedy bot
:mod:`rules.alcazar.features`   what the learned evaluation looks at
:mod:`rules.alcazar.learned`    the bot that judges by the learned evaluation
=============================== ====================================================================================

Moves, besides those of Das neue Big Boss: ``bridge A B`` from cell A to cell B (A below B), for 15 Real; in the noble step
``move A B``, the player's noble on A to the new cell B of his building, and ``swap A B``, the player's grande on A with the
player's baron on B.

Events: ``bridge`` seat first middle last level real; ``spanned`` seat cell level crest value; ``last-bridge`` seat;
``moved`` seat cell to rank; ``swapped`` seat cell other.

Facts: ``bridges``, each as first, middle and last cell, its level, and the level under its middle; ``bridges_left``;
``built``, a cell of the building just built on; ``raised``, whether the money of this turn's withdrawal is for a card (E2).
Cells from 73 on are the gaps of the board, row by row from the top left.
"""

from rules.alcazar.game import Alcazar

__all__ = ["Alcazar"]
