"""``alarife verify``: whether everything in a game file is valid: signatures, hash links, dealing and moves."""

from __future__ import annotations

import argparse
from pathlib import Path

from client.commands.choices import add_text
from client.commands.output import print_record, print_text, print_trouble, texts, words
from client.messages import catalogue


def options(command: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    command.add_argument("file", type=Path, metavar="FILE", help=words("help.file"))
    add_text(command)


def run(given: argparse.Namespace) -> int:
    """Print the findings; returns 0 only if everything is valid."""
    from net import products
    from net.verify import verify

    products.use()
    verdict = verify(given.file)
    if given.text:
        for finding in verdict.findings if verdict.holds else verdict.findings[:-1]:
            print_text(texts().text(finding))
    else:
        findings = [catalogue().text(finding) for finding in verdict.findings]
        print_record({"file": str(given.file), "holds": verdict.holds, "entries": verdict.entries, "findings": findings})
    if not verdict.holds:
        print_trouble(verdict.findings[-1])
    return 0 if verdict.holds else 1
