"""Reads CHANGELOG.md, so that the Debian changelog, the software centre and a release say the same."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.utils import formatdate
from html import escape

from project import ROOT, VERSION, BuildError, maintainer, moment

_HEADING = re.compile(r"^## ([^\s,]+)(?:, *(.*))?$", re.MULTILINE)


@dataclass(frozen=True)
class Release:
    """One version.

    Attributes:
        version: its number.
        when: the day, such as 2026-11-21, or words such as ``not yet released``.
        about: the sentence below the heading.
        points: the changes, one text each.
    """

    version: str
    when: str
    about: str
    points: tuple[str, ...]

    @property
    def text(self) -> str:
        """The entry as it stands in CHANGELOG.md, without its heading."""
        return "\n".join([self.about, "", *(f"- {point}" for point in self.points)]) + "\n"


def releases() -> list[Release]:
    """Every version, the latest first. Raises :class:`BuildError` unless the latest is the one in pyproject.toml."""
    parts = _HEADING.split((ROOT / "CHANGELOG.md").read_text("utf-8"))[1:]
    found = []
    for version, when, body in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        about, *points = re.split(r"^- ", body, flags=re.MULTILINE)
        found.append(Release(version, when or "", _line(about), tuple(_line(point) for point in points)))
    if not found or found[0].version != VERSION:
        raise BuildError(f"CHANGELOG.md does not begin with version {VERSION}")
    return found


def _line(text: str) -> str:
    return " ".join(text.split())


def debian() -> str:
    """The Debian changelog, with dates made from the day of the last commit."""
    entries = []
    for number, release in enumerate(releases()):
        points = "".join("\n".join(_wrapped(f"* {point}")) + "\n" for point in release.points)
        date = formatdate(moment() - number, localtime=False)
        entries.append(f"alarife ({release.version}) unstable; urgency=medium\n\n{points}\n -- {maintainer()}  {date}\n")
    return "\n".join(entries)


def _wrapped(text: str) -> list[str]:
    lines, line = [], " "
    for word in text.split():
        if len(line) + 1 + len(word) > 78:
            lines.append(line)
            line = "   "
        line += f" {word}"
    return [*lines, line]


def appstream(day: str) -> str:
    """The releases of the AppStream metainfo; a release without a day gets ``day``."""
    parts = []
    for release in releases():
        date = release.when if re.fullmatch(r"\d{4}-\d{2}-\d{2}", release.when) else day
        points = "".join(f"          <li>{escape(point.replace('`', ''), quote=False)}</li>\n" for point in release.points)
        about = escape(release.about, quote=False)
        parts.append(
            f'    <release version="{release.version}" date="{date}">\n      <description>\n        <p>{about}</p>\n'
            f"        <ul>\n{points}        </ul>\n      </description>\n    </release>\n"
        )
    return "".join(parts)
