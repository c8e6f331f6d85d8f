"""Burgenland (Inka and Markus Brand): pay with heraldic cards, build in the castles, and be the first to have built it all.

Which file holds which rule:

================================== ===================================================================================
:mod:`rules.burgenland.game`       the game's name and options; the check of a (corrected) data file
:mod:`rules.burgenland.board`      the data file ``resources/games/burgenland.json``, read and checked entry by entry
:mod:`rules.burgenland.cards`      what slots and faces stand for
:mod:`rules.burgenland.position`   where everything lies, and what a view erases
:mod:`rules.burgenland.payment`    prices, and whether a hand (known or not) can still meet them
:mod:`rules.burgenland.kinds`      the table of moves: when each is asked, its choices, what it does and costs
:mod:`rules.burgenland.legality`   what may be done and why not: where a piece may stand, tiles, swaps, passing
:mod:`rules.burgenland.turn`       the effects of moves: building, rewards, wells, builders, the reshuffled pile
:mod:`rules.burgenland.versions`   where the rules of earlier versions differ
:mod:`rules.burgenland.account`    conservation of cards, tiles and pieces
:mod:`rules.burgenland.state`      prompts, scores, ranks: the contract
:mod:`rules.burgenland.offers`     which castles a hand can pay for, and what some picked cards would buy (for the screen)
:mod:`rules.burgenland.labels`     a move as a sentence for buttons
:mod:`rules.burgenland.planner`    the bot that plans its hand; how a payment is made
:mod:`rules.burgenland.purchases`  the builds of one turn, each with the cards that pay for it
:mod:`rules.burgenland.features`   the features of the learned evaluation
:mod:`rules.burgenland.learned`    the bots that use the learned evaluation
:mod:`rules.burgenland.foresight`  what the search of all games has to know of this game
================================== ===================================================================================

Numbers
-------
Seats count from 0; everything else from 1. Castles 1..11; squares 1..3 (a, b, c) and 4 (the extra plot, once it lies there);
crossings 1..8 (A..H); colours 1..8 (red, orange, yellow, green, light blue, dark blue, purple, brown: catalogue
``burgenland.colour.N``, crest symbol ``burgenland.crest.N``); pieces 1 wall, 2 house, 3 palace, 4 well. Slots 1..80 are the
heraldic cards, 81..93 the ?-tiles. Face 1..24 is a card of colour ``(face - 1) // 3 + 1`` with ``(face - 1) % 3 + 1`` coins;
25 +5, 26 extra plot, 27 -10, 28 law-break (``burgenland.tile.N`` is face - 24). Jokers and swap tiles are alike: public counts.

Moves
-----
The turn is one action (a build or a draw) and any number of free actions before and after it, until ``end``::

    draw                     action: draw two cards
    wall C S                 action: begin to build in castle C on square S; then pay
    house C S, palace C S    likewise
    lawless-house C S        likewise with a law-break tile, which is used up at once; only where the law forbids the piece
    lawless-palace C S
    well C                   action: begin to build the well of castle C (where the red marker stands)
    large-same P             action: begin to build piece P in the large castle, for cards of one colour
    large-different P        ... for cards of all different colours
    joker                    free: begin to buy a joker; then pay
    five                     free: use a +5 tile
    plot C                   free: lay an extra plot in castle C
    swap A B                 free: use a swap tile on the stones of crossings A and B, A < B
    end                      end the turn (after the action)
    pass                     end the turn without an action; only if nothing can be built and no card drawn, and not if all
                             the others have just passed and a joker can be bought; when everybody has passed
                             twice in a row, the game is over

    pay COLOUR COINS         lay down a card of that colour and value towards what is being paid
    pay-joker                lay down a joker (never towards coins)
    minus-ten                use a -10 tile instead of the four cards; before any of them is paid

A payment once begun is always completed (``moves()`` lists a beginning only if the hand can pay it, and a card only if the rest
can still be paid after it); a player may instead take the moves back. A palace in a small castle has two prices, the four
cards and then the builder. A price in coins is met exactly when it is reached, and no paid card may be superfluous. When the
last price is met the piece is built and its rewards come, then play goes on in the same turn.

Deals
-----
Start: ``lot`` start player; ``lot`` order of the border stones (8! = 40320); ``lot`` open builder (which of the cards not
seen); ``lot`` open well card; ``shuffle`` the cards; ``shuffle`` the ?-tiles; one ``draw`` a seat from the start player on.
Later: ``draw`` of up to two cards; ``open`` of one card at a time for coins; ``draw`` of a ?-tile; ``lot`` for a builder or
well card not seen before; ``show`` when a card or tile is laid down (its slots are all those of that hand, or those tiles,
whose face not everybody knows; where everybody knows of a card with that face in the hand, that one goes and nothing is
asked); ``shuffle`` of all discards as soon as the pile is empty (their slots are drawn from again). Nobody knows the order of
builder and well cards before they lie open, so a lot at that moment is the same as a shuffled pile.

Facts
-----
Keys in this order (a list of a player is in seat order, of castles in castle order)::

    game, options, seats
    turn            seat, -1 while something is dealt and at the end
    step            deal | act (the action is still to come) | pay | free (it has been taken) | over
    active          whose turn it is, also while something is dealt; -1 before the lot
    start           start player, -1 before the lot
    round           number of the turn, from 1
    acted           whether the action of this turn has been taken (or begun, for a draw)
    passes          how many turns in a row have ended by passing
    winner          seat that has placed its last piece, or -1
    crossings       [[column, row, colour of the stone]], crossing A first; colour 0 before the stones lie there
    castles         [{"between": [crossing, crossing], "squares": [[reward, piece]], "well": 0|1}], castle 1 first;
                    reward "?", "S" (swap tile), "J" (joker), "M3" (coins), "" (extra plot); piece 0 if free
    large           {"around": [the four crossings round the large castle], "pieces": [walls, houses, palaces]}
    marker          castle of the red marker, 0 while the next well card is drawn
    well_cards      castles of the well cards turned up so far
    marks           coins on the well marks, first to last; the first "covered" of them are covered
    covered
    builders        costs of the builder cards in pile order, the open one first; 0 for one never seen
    pile            cards in the draw pile
    discards        [[slot, face]] in the order of discarding
    jokers          left in the stock;  swaps likewise;  used_swaps out of the game
    tiles           ?-tiles in the stock;  used_tiles [[slot, face]] out of the game
    players         [{"pieces": [walls, houses, palaces, wells still to build], "jokers", "swaps",
                      "hand": [[slot, face, 1 if everybody knows it]], "tiles": [[slot, face]]}] by slot, face 0 = sealed
    payment         null, or {"move": what is being paid for, "prices": [[kind, amount, colours ...]] the one due now first,
                    "cards": [[slot, face]] paid towards it, "jokers": n, "spent", "spent_jokers": towards earlier ones};
                    kind "permission" (cards of two colours), "coins", "same", "different"
    todo            what this turn still brings, [[what, how much]]: "coins", "draw", "tile", "builder", "well"
    awaiting        the move whose card or tile is being shown, else ""
    pending         [[kind, slots, seat, faces]]

With the option ``screens`` a view shows :data:`~rules.contract.NOT_SHOWN` four times as the pieces of other seats, and 0 as
their score, until the game is over.

Events
------
``burgenland.event.<kind>`` with these values::

    started seat | stone crossing colour | builder coins (a new one lies open) | marker castle | dealt seat cards jokers
    drew seat cards | drew-card only colour coins (private) | opened seat colour coins (reward) | no-more-cards seat
    reshuffled cards
    begins seat piece castle square | begins-well seat castle | begins-large seat piece | buys-joker seat
    paid seat colour coins | paid-joker seat | bought-joker seat
    built seat piece castle square | built-lawless (the same) | built-well seat castle | built-large seat piece
    covered seat coins (a well mark) | coins seat coins (printed reward) | jokers seat jokers | no-jokers seat jokers
    swap-tile seat | tile seat | tile-face only tile (private; 1 +5, 2 extra plot, 3 -10, 4 law-break)
    five seat coins | plot seat castle | minus-ten seat coins | law-break seat
    swapped seat one other colour for_colour (crossings, and the colours that lay there before) | ended seat | passed seat
    last-piece seat | all-passed

Prompts ``burgenland.prompt.<act|act-no-cards|build|buy-joker|pass|free|pay-permission|pay-builder|pay-minus-ten|pay-joker|
pay-same|pay-different|deal|set-up|over|all-passed>``, score lines ``burgenland.score.built``, refusals
``burgenland.refusal.<reason>``, data errors ``burgenland.data.<problem>``; ``burgenland.help`` says which values are ours.

For the hand on the screen
--------------------------
``moves()`` says what the seat on turn can build now. :func:`castle_offers` and :func:`large_offers` say at any time, for any
hand that the copy knows, which cards would pay for which castle and what is missing; :func:`bought_with` says which rows of
moves some picked cards amount to for the seat on turn; :func:`label` is a move as a sentence for buttons and screen readers.
"""

from rules.burgenland.game import Burgenland, check
from rules.burgenland.labels import label
from rules.burgenland.offers import CastleOffer, LargeOffer, bought_with, castle_offers, large_offers

__all__ = ["Burgenland", "CastleOffer", "LargeOffer", "bought_with", "castle_offers", "check", "label", "large_offers"]
