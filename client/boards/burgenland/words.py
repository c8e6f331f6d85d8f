"""Sentences about the places on the map, and what a hand has for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from client.boards.burgenland.facts import BurgenlandFacts, coins_of, colour_of
from client.boards.burgenland.layout import Target
from client.messages import Catalogue
from rules.burgenland import CastleOffer, LargeOffer
from rules.message import Value, message

if TYPE_CHECKING:
    from client.cldr import Style


class Words:
    """The sentences, in the language of a catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def say(self, key: str, names: Sequence[str] = (), /, **values: Value) -> str:
        """A sentence of this table: ``table.burgenland.<key>``."""
        return self._catalogue.text(message(f"table.burgenland.{key}", **values), names)

    def stone(self, colour: int) -> str:
        """A colour with its crest, such as "dark blue star"."""
        return self.say("stone", colour=colour, crest=colour)

    def several(self, parts: Sequence[str]) -> str:
        """ "a, b and c"."""
        return self._catalogue.listed(parts)

    def colours(self, colours: Sequence[int], style: Style = "and") -> str:
        """Names of colours: "a, b and c" or "a, b or c"."""
        return self._catalogue.listed([self._catalogue.text(f"burgenland.colour.{colour}") for colour in colours], style)

    def cards(self, faces: Sequence[int]) -> str:
        """Cards by colour, with their coins."""
        parts = []
        for colour in dict.fromkeys(map(colour_of, faces)):
            coins = " ".join(str(coins_of(face)) for face in faces if colour_of(face) == colour)
            parts.append(self.say("card", colour=colour, coins=coins))
        return self.several(parts)

    def between(self, facts: BurgenlandFacts, castle: int) -> str:
        """The stones between which a castle lies."""
        one, other = facts.castle(castle).ends
        first, second = facts.stones(castle)
        return self.say("between", one=self.stone(first), first=one, other=self.stone(second), second=other)

    def place(self, facts: BurgenlandFacts, target: Target) -> str:
        """A description of a place and the pieces there."""
        what, number, part = target
        if what == "crossing":
            colour = facts.crossings[number - 1].colour
            return self.say("crossing" if colour else "crossing.empty", crossing=number, stone=self.stone(colour))
        if what == "large":
            return self.say("large.price" if part else "large.price.different", piece=number, count=facts.large[number - 1])
        castle = facts.castle(number)
        if what == "castle":
            return self.say("castle", castle=number)
        if what == "well":
            kind = "built" if castle.well else "marker" if facts.marker == number else "free"
            coins = facts.marks[facts.covered] if facts.covered < len(facts.marks) else 0
            return self.say(f"well.{kind}", castle=number, coins=coins)
        if part > len(castle.squares):
            return self.say("square.garden", castle=number)
        reward, piece = castle.squares[part - 1]
        if piece:
            return self.say("square.built", castle=number, square=part, piece=piece)
        return self.say("square.free", castle=number, square=part, reward=self.reward(reward))

    def reward(self, reward: str) -> str:
        """The reward of a square."""
        if reward.startswith("M"):
            return self.say("reward.coins", coins=int(reward[1:]))
        return self.say({"?": "reward.tile", "S": "reward.swap", "J": "reward.joker", "": "reward.none"}[reward])

    def offer(self, facts: BurgenlandFacts, offer: CastleOffer, faces: Sequence[int]) -> list[str]:
        """What the hand has for the four cards of a castle's price; ``faces`` are the cards that fit."""
        said = []
        if not offer.lacking:
            said.append(self.say("hand.pays"))
        elif faces:
            said.append(self.say("hand.short", count=offer.lacking, colours=self.either(facts, offer.castle)))
        else:
            said.append(self.say("hand.nothing", count=offer.lacking, colours=self.either(facts, offer.castle)))
        if faces:
            said.append(self.say("hand.has", cards=self.cards(sorted(faces))))
        if not offer.lacking and facts.builder:
            said.append(self.say("hand.builder" if offer.palace else "hand.no-builder", coins=facts.builder))
        if offer.minus_ten:
            said.append(self.say("hand.minus-ten"))
        return said

    def either(self, facts: BurgenlandFacts, castle: int) -> str:
        """The two colours of a castle."""
        one, other = facts.stones(castle)
        return self.say("either", one=one, other=other)

    def large(self, offer: LargeOffer) -> list[str]:
        """What the hand has for a price of the large castle."""
        kind = "same" if offer.same else "different"
        said = [self.say(f"large.{kind}", cards=offer.cards)]
        if not offer.lacking:
            said.append(self.say("hand.pays"))
        elif offer.colours:
            colours = self.colours(offer.colours, "and" if offer.same else "or")
            said.append(self.say(f"large.{kind}.short", count=offer.lacking, colours=colours))
        else:
            said.append(self.say("large.short", count=offer.lacking))
        return said
