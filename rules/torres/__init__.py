"""Torres (Wolfgang Kramer and Michael Kiesling): build castles, and bring knights up on them.

Which file holds which rule (U and a number are those of the rulings):

================================ ==================================================================================
:mod:`rules.torres.game`         the game's name and options
:mod:`rules.torres.terms`        the box as in the data file, and what the options mean
:mod:`rules.torres.grid`         the squares: neighbours, lines (U7), squares (U6), distances (U10), edge and diagonals
:mod:`rules.torres.land`         blocks, castles, heights; where knights and blocks may go, with cards too (U1 to U4,
                                 U19, U20)
:mod:`rules.torres.stacks`       how the rest of a stack is spread (U14, U15)
:mod:`rules.torres.cards`        decks and hands, and who knows what (U17, U18)
:mod:`rules.torres.scoring`      castles, king, track (U12), master cards (U5 to U9)
:mod:`rules.torres.position`     what a position holds; facts, views, scores
:mod:`rules.torres.kinds`        the table of moves: choices, what forbids each, what it does and costs
:mod:`rules.torres.legality`     what may be done and why not (U10, U21)
:mod:`rules.torres.state`        the course of the game (U13 to U18, U22)
:mod:`rules.torres.explain`      explanations that a screen can ask for, beyond the moves
:mod:`rules.torres.fans`         moves that are made once and reused, for speed
:mod:`rules.torres.bots`         the bots
================================ ==================================================================================

Cells are numbers 0 to 63, ``8 * row + column`` from the top left (catalogue ``torres.cell.N``: a1 is the top left, a to h
go right, 1 to 8 down). Seats count from 0. The level of a knight is the number of blocks under it. Action cards are
numbered 1 to 10 (``torres.card.N``, ``.about``): climb two, block under knight, extra block, gates, diagonal, six action
points, seven action points, move block, relocate knight, leap; that number is the face of their slots. Master cards are
numbered 1 to 8 (``torres.master.N``): different levels, same level, row, square, edge, castles, diagonals, neighbours.
Slots: the ten cards of seat *s* are ``10 * s + 1`` to ``10 * s + 10``; in the variant 1 to 40 belong to nobody. In the
master version slot ``10 * s + f`` has face *f*, and everybody knows it.

Moves
-----
By ``facts()["step"]``, the stage of the turn. If there is only one way, it is taken at once and nobody is asked (U21)::

    found       found C              lay a foundation (master version; 8, in turn)
    place       place C              the first knight of each seat
    king        king C               the last places the king
    main        insert C             a knight from the reserve (2 AP)
                move F T             the knight on F to T, a step or through a castle (1 AP)
                block C              place a block (1 AP); the first in a turn opens a stack
                buy                  look at cards to keep one (1 AP); variant: draw one
                card N               play action card N
                step                 one step on the score track (1 AP)
                end                  end the turn; without action points and cards that everybody knows of no use it
                                     ends by itself
    stack       stack N              the block just placed comes from a stack of N blocks: opened by ``block``, only
                                     used by the card block under knight; asked where the sizes differ
                opened               it comes from the stack opened in this turn (block under knight only)
    keep        keep S               keep the card in slot S of those looked at
    back        top S, bottom S      the others go back together, slot S uppermost
    card        move F T             climb two, gates, diagonal, relocate knight, leap
                block C              block under knight (C is the knight's cell), extra block
                lift C               move block: whose top block
    drop        drop C               and where it goes; until then it lies on C with ``lifted`` set
    stacks      stacks A B ..        the turn is over: the sizes of the stacks that are left, largest first
    carry       stacks A B ..        likewise after a scoring, with the blocks left over from the phase put on them
    move-king   king C, stay         the last on the track, after phases 1 and 2

A turn is everything from the first to the last move of a seat in a row; ``undoable`` counts back to its start, or to the
last draw. Moving the king after a scoring belongs to the same run if that seat then starts.

Deals
-----
Start: ``shuffle`` of each seat's ten cards (variant: of all forty; master version: none), then in the master version a
``lot`` below 8 for the master card (number minus 1), then a ``lot`` below the seats for the start player (option ``first``).
Later: ``draw`` of the slots on top of the deck that the buyer has not seen before (none if it has seen all of them), and
``show`` of a played card among the slots of the hand that were not bought in this turn (not in the master version).

Events
------
Key ``torres.event.<kind>``, values in this order::

    started seat | master card | founded seat cell | placed seat cell level
    king seat cell source level (source -1: he comes on the board) | king-stays seat cell
    turn seat phase round                                             a turn begins
    inserted seat cell level | moved seat source cell level card      card 0: a move for an action point
    built seat cell level area | castle seat cell level area          a block; the second if it founds a castle
    opened seat size                                                  a stack of so many, the block just placed included
    bought seat cards | drew only slot card (private) | kept seat slot
    on-top seat cards | at-bottom seat cards                          cards put back
    played seat card | more-points seat ap
    lifted seat cell | dropped seat source cell level area
    stepped seat points total                                         points gained, jumps included
    surplus seat blocks                                               blocks without room go to the supply
    scoring phase | scored-<line> seat points ..                      the lines of a scoring, as in the score trace
    over end

Score lines (``torres.score.<line>``): steps (phase) | castle (cell, area, level: cell is the lowest of the castle) | king
(level) | jump (total) | different-levels | same-level | row | square | edge (knights) | edge-most (knights) | castles
(castles) | diagonals (knights) | diagonals-most (knights) | neighbours. ``scores()`` is what the track would show after a
scoring held now; the trace has all lines so far, then the steps since the last scoring, then that scoring.

Facts
-----
Keys in this order::

    game "torres" | options {name: value} | seats | turn seat or -1
    step         as above, or "deal" while something is dealt, or "over"
    card         the action card being played, or 0 | lifted cell or -1
    phase 1..3 | round from 1 | rounds [in each phase] | starter of this round
    ap           action points left | opened blocks left on the opened stack, -1 none | card_used true once a card was played
    levels       [64 heights]
    castles      [{"cells": [..], "highest": n, "king": true, "standing": [[seat, highest level], ..]}, ..] by lowest cell
    knights      [[cell, seat], ..] by cell | king cell or -1
    supply       blocks in the general supply | master card or 0
    deck         the common deck from the top (variant), else [] | looking cards looked at | fresh [slots bought this turn]
    players      by seat {"points": total on the track, "stepped": of these for action points since the last scoring,
                 "outlook": total after a scoring held now, "knights": in reserve, "stacks": [sizes not opened],
                 "carried": blocks left over from the phase, "hand": [..], "deck": from the top [..], "played": [faces]}
    outlook      [[seat, points, line, values ..], ..] the lines of a scoring held now: who would get what, and why
    scored       the same for everything scored so far | pending [[kind, slots, seat, faces], ..]

Cards lie as ``[slot, face, seen]``: face 0 is sealed, seen is 1 if the deck's owner has looked at it before. At most three
cards are looked at, so that ``looking`` and the decks say all that a screen has to show.

Ends: "third-year". Prompts ``torres.prompt.<step>``, refusals ``torres.refusal.<reason>``.

A screen may ask :func:`rules.torres.explain.reach` (where a knight gets with the points left, and by which squares),
:func:`~rules.torres.explain.route` (the squares one move passes, inside castles too), :func:`~rules.torres.explain.height`
(how high a tower may grow, why no block goes there) and :func:`~rules.torres.explain.master_card` (what the card pays for).
"""

from rules.torres.game import Torres

__all__ = ["Torres"]
