"""The bill of materials: every component in the packages, with version, licence and origin, as CycloneDX 1.6 JSON.

The hashes of the components are in packaging/locked, from which they are installed. A package carries the bill as
``licences/alarife.cdx.json``. Its serial number is derived from its contents, so two builds from the same source carry the same
file.
"""

from __future__ import annotations

import json
import sys
import uuid
from datetime import UTC, datetime
from pathlib import Path

from cyclonedx.model import ExternalReference, ExternalReferenceType, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import LicenseExpression
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL
from project import METADATA, ROOT, VERSION, BuildError, moment

NAME = "alarife.cdx.json"


def make(packages: dict[str, str]) -> str:
    """The bill as JSON text.

    Args:
        packages: the version of every Python package in the frozen program, by its normalised name.
    """
    bom = Bom(serial_number=uuid.UUID(int=0))
    bom.metadata.timestamp = datetime.fromtimestamp(moment(), UTC)
    bom.metadata.component = Component(
        name="alarife",
        version=VERSION,
        type=ComponentType.APPLICATION,
        bom_ref=f"alarife@{VERSION}",
        licenses=[LicenseExpression(METADATA["license"])],
    )
    credits = {(entry.get("package") or entry["name"]).lower(): entry for entry in _credits()}
    for name, version in packages.items():
        credit = credits.get(name) or credits.get(name.replace("-", "."))
        if credit is None:
            raise BuildError(f"resources/credits.json does not name {name}")
        bom.components.add(_component(credit, name, version, PackageURL("pypi", None, name, version)))
    for entry in _credits():
        if "package" not in entry:
            version = sys.version.split()[0] if entry["name"] == "Python" else ""
            bom.components.add(_component(entry, entry["name"], version, None))
    bom.register_dependency(bom.metadata.component, list(bom.components))
    # The number is a hash of everything else in the bill.
    bom.serial_number = uuid.uuid5(uuid.NAMESPACE_URL, JsonV1Dot6(bom).output_as_string())
    return JsonV1Dot6(bom).output_as_string(indent=2) + "\n"


def _credits() -> list[dict[str, str]]:
    entries: list[dict[str, str]] = json.loads((ROOT / "resources" / "credits.json").read_text("utf-8"))
    return entries


def _component(credit: dict[str, str], name: str, version: str, purl: PackageURL | None) -> Component:
    return Component(
        name=name,
        version=version or None,
        type=ComponentType.LIBRARY,
        bom_ref=name,
        purl=purl,
        licenses=[LicenseExpression(credit["licence"].replace(" or ", " OR ").replace(" and ", " AND "))],
        external_references=[
            ExternalReference(type=ExternalReferenceType.WEBSITE, url=XsUri(address))
            for address in credit["address"].split(" and ")
        ],
    )


def write(folder: Path, packages: dict[str, str]) -> Path:
    """Write the bill into a folder and return its path."""
    file = folder / NAME
    file.write_text(make(packages), "utf-8")
    return file
