"""The common part of Das neue Big Boss and Alcazar: the loop of fields and everything that is built, bought and placed on it.

================================ ==================================================================================
:mod:`rules.loop.terms`          the amounts of the box, and the table of what differs between the two games
:mod:`rules.loop.board`          the fields, their neighbours, and where three fields lie in a straight line
:mod:`rules.loop.buildings`      villas and castles: levels, values, crests, founding distances, mergers (F, T3, T6, V)
:mod:`rules.loop.cards`          construction and tower cards: pile, face-up row, hands, who knows which face (T5)
:mod:`rules.loop.nobles`         barons and grandes: supplies, and where they stand
:mod:`rules.loop.position`       a position: dealing, copies and views, facts, conservation
:mod:`rules.loop.kinds`          the table of moves: when each is asked, its choices, what forbids it, what it does and costs
:mod:`rules.loop.legality`       what may be done and why not: the steps of a turn, tower cards (W1), passing (E2)
:mod:`rules.loop.turn`           making moves: withdrawing, buying, building, merging, placing, the end of a turn (T, M, V2, E1)
:mod:`rules.loop.lookahead`      how both greedy bots think: they try every promising whole turn
:mod:`rules.loop.learned`        learned evaluations: their weights, and the weighted sum of features
================================ ==================================================================================

A game adds a row to the table (:class:`rules.loop.terms.Terms`) and a class derived from :class:`rules.loop.turn.LoopState`.
The package registers no game of its own.
"""
