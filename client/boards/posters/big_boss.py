"""Das neue Big Boss: castles that grow together on a sunny hill, each under its own flag."""

from __future__ import annotations

from client.boards.posters.brush import Brush

CRIMSON, BLUE, PURPLE, OLIVE = "#b3232f", "#2f5fa8", "#7d3f8c", "#7c8a2c"


def paint(brush: Brush) -> None:
    """Paint the scene."""
    brush.sky(*(("#1b2246", "#e08a58") if brush.dusk else ("#62aadb", "#fdebc8")), (74, 62), seed=4)
    brush.ridge(170, 44, "#c9b38f", 2, 2.4)
    brush.ridge(182, 40, "#b59a62", 5, 3.0)
    brush.ridge(200, 34, "#8f9a5c", 8, 1.6)
    for x, base, high in ((26, 184, 20), (48, 190, 16), (336, 184, 24), (312, 192, 15)):
        brush.cypress(x, base, high)
    # the distant castle
    brush.wall(54, 190, 80, 26)
    brush.tower(64, 192, 22, 56, band=BLUE, windows=2)
    brush.tower(98, 190, 18, 42, band=BLUE, windows=1)
    brush.flag(64, 134, BLUE, 13)
    # the large castle, which rises in steps to its keep
    brush.wall(238, 200, 76, 34)
    brush.tower(302, 202, 28, 62, band=CRIMSON, windows=2)
    brush.tower(262, 200, 26, 88, band=CRIMSON, windows=3)
    brush.wall(136, 202, 74, 40)
    brush.tower(150, 202, 26, 66, band=CRIMSON, windows=2)
    brush.tower(226, 204, 40, 126, band=CRIMSON, windows=4)
    brush.tower(186, 206, 34, 96, band=CRIMSON, windows=3)
    brush.flag(226, 70, CRIMSON, 22)
    brush.flag(302, 136, CRIMSON, 12)
    brush.gate(206, 206, 22, 32)
    brush.ridge(222, 22, "#a9b06a", 11, 1.4)
    brush.road([(196, 240, 30), (214, 222, 16), (207, 206, 9)], "#e9d5a4")
    # a villa of one storey, and nobles who look on
    brush.wall(46, 222, 40, 22, "#f3eee0", merlons=False)
    brush.box(43, 197, 46, 5, "#c9694a", 0.2)
    for x in (56, 66, 76):
        brush.window(x, 210, 4.6)
    brush.tree(24, 222, 30, "#6f8f45")
    brush.tree(338, 224, 34, "#64853f")
    brush.figure(112, 226, 36, "#D55E00")
    brush.figure(272, 228, 42, "#0072B2", crown=True)
    brush.figure(301, 226, 34, "#009E73")
