"""Torres: towers that rise storey by storey before the mountains, the king at their foot."""

from __future__ import annotations

from client.boards.posters.brush import Brush

STONE = "#dcc9a2"
TEAL, RED, BLUE = "#2b8a98", "#a83240", "#31558f"


def paint(brush: Brush) -> None:
    """Paint the scene."""
    brush.sky(*(("#191d3e", "#b06c90") if brush.dusk else ("#7db3da", "#fbe9d8")), (304, 52), seed=21)
    brush.peaks(178, "#8d97ab", "#f4f4f6", [(60, 104, 92), (152, 70, 70), (250, 118, 110), (344, 78, 76)])
    brush.ridge(178, 26, "#7f9a86", 4, 2.2)
    brush.ridge(196, 24, "#6d9372", 9, 1.8)
    # three castles, each of several towers in steps
    for x, wide, high, band in (
        *((44, 34, 52, TEAL), (78, 34, 84, TEAL)),
        *((316, 34, 60, BLUE), (284, 32, 96, BLUE)),
        *((214, 36, 74, RED), (142, 36, 100, RED), (178, 40, 146, RED)),
    ):
        base = 204 if band != RED else 210
        brush.tower(x, base, wide, high, STONE, band=band, windows=max(1, round(high / 34)))
        for level in range(1, round(high / 34)):
            brush.box(x - wide / 2, base - level * 33, wide, 1.6, "#7a6038")
    for x, base, wide in ((44, 204, 15), (316, 204, 15), (214, 210, 16), (178, 210, 18), (142, 210, 15)):
        brush.gate(x, base, wide, wide * 1.5)
    brush.flag(178, 58, RED, 20)
    brush.flag(78, 116, TEAL, 14)
    brush.flag(284, 104, BLUE, 14)
    brush.ridge(226, 22, "#8fb07c", 14, 1.2)
    brush.tree(14, 216, 32, "#5c8a57")
    brush.tree(348, 218, 28, "#5c8a57")
    for x, base, high, colour in ((96, 226, 40, "#0072B2"), (126, 222, 34, "#D55E00"), (262, 224, 38, "#009E73")):
        brush.figure(x, base, high, colour)
    brush.figure(206, 228, 58, "#6a3f7c", crown=True)
