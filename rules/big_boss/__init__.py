"""Das neue Big Boss (Wolfgang Kramer): build castles on the loop, let nobles live in them, and be the richest.

Which file holds which rule (letters are those of the rulings; most of the game is shared with Alcazar):

=============================== ====================================================================================
:mod:`rules.big_boss.game`      the game's name and options
:mod:`rules.big_boss.state`     how it ends and is scored (E1, E3)
:mod:`rules.big_boss.bots`      the greedy bot
:mod:`rules.big_boss.features`  what the learned evaluation looks at
:mod:`rules.big_boss.learned`   the bot that judges by the learned evaluation
:mod:`rules.loop.board`         the fields, and where a founding stone lies straight (F1)
:mod:`rules.loop.buildings`     founding distances (F3, F4), crests (F5), values up to 50 (T6), mergers' sums
:mod:`rules.loop.cards`         pile, row, hands, tower cards (T5)
:mod:`rules.loop.legality`      every refusal: withdrawing (T1), tower cards (W1), placing (T7), passing (E2)
:mod:`rules.loop.turn`          the course of a turn (T1, T2), what a card does (T3, T4, W3), villas that become castles
                                (V1, V2), mergers (V3, M1 to M4), passing in a row (E1, E2)
=============================== ====================================================================================
"""

from rules.big_boss.game import BigBoss

__all__ = ["BigBoss"]
