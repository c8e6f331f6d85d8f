"""The board of Alcazar: the loop with its gaps, bridges for sale, and bridges offered in gold."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QRect, QRectF
from PySide6.QtWidgets import QWidget

from client.boards.alcazar.court import CourtScene
from client.boards.alcazar.motion import AlcazarChoreography
from client.boards.alcazar.reading import BRIDGE, EXCHANGES, AlcazarReading
from client.boards.cards import Card
from client.boards.contract import Shown
from client.boards.loop.boardview import BoardView
from client.boards.loop.facts import Noble
from client.boards.loop.offers import HAND_TOWER, TOWER_CARD, pile_cards
from client.boards.loop.reading import Reading
from client.boards.loop.spots import grid_spots
from client.boards.loop.view import LoopView
from client.boards.stacks.projection import Spots
from rules.alcazar.bridges import BRIDGE_PRICE
from rules.contract import Move, State
from rules.message import Message, message

BRIDGE_CARD = Move(BRIDGE, (0, 0))
"""The move that a click on the bridges for sale begins; the player then chooses its two ends."""

MARKET_BRIDGE = "market-bridge"


class CourtView(BoardView):
    """Shows a :class:`~.court.CourtScene`."""

    kind = CourtScene


class AlcazarView(LoopView):
    """See :class:`~client.boards.contract.GameView`."""

    game = "alcazar"
    spots: Spots = grid_spots()
    window = CourtView
    reads = AlcazarReading
    moves_by = AlcazarChoreography
    cards_for: Mapping[str, Move] = {HAND_TOWER: TOWER_CARD, MARKET_BRIDGE: BRIDGE_CARD}

    def show(self, shown: Shown) -> None:
        """Show a position and its possible moves."""
        self._flat.counts = self._points
        super().show(shown)

    def _points(self, noble: Noble) -> int:
        return self.reading.share(noble) if self.reading is not None else 0

    def piles(self, reading: Reading) -> list[Card]:
        """The draw pile, the tower cards and the bridges."""
        can = any(move.kind == BRIDGE for move in reading.shown.moves)
        left = reading.facts.bridges_left
        bridges = Card(
            BRIDGE_CARD,
            can,
            number=left,
            drawing="pieces/bridge",
            caption=str(BRIDGE_PRICE),
            name=reading.said("alcazar-table.bridges.for-sale", count=left, real=BRIDGE_PRICE),
            about=reading.said("alcazar-table.bridges.can" if can else "alcazar-table.bridges.about"),
            key=MARKET_BRIDGE,
        )
        return [*pile_cards(reading), bridges]

    def _mark(self) -> None:
        super()._mark()
        reading = self.reading
        if isinstance(reading, AlcazarReading):
            offers = reading.offers(self.lens)
            bridged = {offer.middle for offer in offers}
            ground = [
                cell
                for cell in self._view.board.marked
                if cell not in bridged or any(move.kind != BRIDGE for move in reading.moves_on(cell, self.lens))
            ]
            self._view.board.mark(ground)
            self._view.board.offer(offers)
            self._flat.offer(offers)

    def locate(self, place: str) -> tuple[QWidget, QRect] | None:
        """The widget that shows a place, and its rectangle in it; for an offered bridge, that of its middle and price."""
        found = super().locate(place)
        board = self._view.board
        offer = next((offer for offer in board.offers if str(offer.middle) == place), None)
        if found is None or offer is None or self.active is not self._view:
            return found
        top, price = board.at.top(offer.middle, offer.level), board.pictures.price(offer.said, False)
        box = QRectF(top + price.offset, price.pixmap.deviceIndependentSize())
        seen = self._view.zooming.seen(self._view.mapFromScene(box).boundingRect())
        widget, room = found
        room.moveCenter(seen.center())
        return widget, room.united(seen)

    def asks(self, shown: Shown) -> Message:
        """The prompt, which names bridges, withdrawals and moves of nobles only if they are possible."""
        asked, kinds = shown.position.prompt(), {move.kind for move in shown.moves}
        word = ""
        if asked.kind == "noble" and not kinds.intersection(EXCHANGES):
            word = "noble"
        elif asked.kind == "main" and BRIDGE not in kinds:
            word = "main"
        elif asked.kind == "may-pass" and BRIDGE not in kinds:
            word = "may-pass" if "withdraw" in kinds else "pass"
        return Message(f"alcazar-table.prompt.{word}", asked.values) if word else asked

    def headline(self, position: State) -> list[Message]:
        """The turn and the supplies."""
        facts = self.facts_of(position)
        return [
            message("table.loop.turn", turn=max(1, facts.round)),
            message("table.loop.blocks", count=facts.blocks),
            message("alcazar-table.bridges", count=facts.bridges_left),
        ]
