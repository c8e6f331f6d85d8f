"""The colours of the country, and the eight of cards and border stones as in ``resources/art/burgenland/crest-N.svg``."""

from __future__ import annotations

from typing import NamedTuple

HUES = ("#8a8073", "#b4232c", "#e0741c", "#f4e33c", "#2f8a3e", "#7cc4ec", "#1c3a7c", "#7b3a96", "#6a4427")
"""The colours by number; 0 is a stone that is not there yet."""

_DARK, _LIGHT = "#241a10", "#fff6e2"

INKS = (_LIGHT, _LIGHT, _DARK, _DARK, _LIGHT, _DARK, _LIGHT, _LIGHT, _LIGHT)
"""The legible text colour on each colour."""


def crest(colour: int) -> str:
    """The name of a colour's shield drawing."""
    return f"burgenland/crest-{colour}"


class Country(NamedTuple):
    """The colours of the country."""

    meadow: str
    meadow_dark: str
    fields: tuple[str, ...]
    furrow: str
    hedge: str
    tree: str
    tree_light: str
    water: str
    water_light: str
    verge: str
    dirt: str
    dirt_light: str
    rut: str
    sky: str
    sky_low: str
    hill_far: str
    hill: str
    soil: str
    vine: str
    wall: str
    wall_dark: str
    roof: str
    window: str
    sail: str


DAY = Country(
    meadow="#a9c184",
    meadow_dark="#86a86c",
    fields=("#b7cb8c", "#d9c98a", "#a3bd7c", "#c9b680", "#98b574", "#cfd09a"),
    furrow="#5d6b34",
    hedge="#5f8450",
    tree="#4f7a4a",
    tree_light="#79a063",
    water="#8fbcc9",
    water_light="#d7ebee",
    verge="#8a9d62",
    dirt="#cdb384",
    dirt_light="#e6d3a8",
    rut="#a98b58",
    sky="#8fc3df",
    sky_low="#f1ead2",
    hill_far="#9fbfb4",
    hill="#8fb56c",
    soil="#6b4a30",
    vine="#557c3b",
    wall="#f3e4c3",
    wall_dark="#cfae79",
    roof="#c0583d",
    window="#ffd97a",
    sail="#fbf3df",
)

NIGHT = Country(
    meadow="#64835f",
    meadow_dark="#4a6a50",
    fields=("#6d8b62", "#8d8558", "#5f7f5c", "#7f7a52", "#587857", "#7c8a5f"),
    furrow="#2f3f26",
    hedge="#385640",
    tree="#2f5038",
    tree_light="#53754d",
    water="#4d7c8e",
    water_light="#9cc3cc",
    verge="#55704a",
    dirt="#a58e63",
    dirt_light="#c4ad7d",
    rut="#7d6742",
    sky="#2b3763",
    sky_low="#8a6f8e",
    hill_far="#4c6274",
    hill="#4d6f4c",
    soil="#3a2a20",
    vine="#365431",
    wall="#b9a98c",
    wall_dark="#8d7a5f",
    roof="#8a4334",
    window="#ffd97a",
    sail="#cbbfa6",
)
