"""Signs the checksums of a release, and makes the key for signing: ``make release-key``.

The key is an SSH key (Ed25519) that only the person who publishes releases holds; ``RELEASE_KEY`` names its file. Its public
half is ``packaging/release-signers`` in every clone, in the form of ssh-keygen's allowed signers. ssh-keygen comes with Linux,
macOS and Windows, so anybody can verify a release with one command (see the README).
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from project import PACKAGING, BuildError, main, run, say

SIGNERS = PACKAGING / "release-signers"
SIGNER = "releases@alarife"
"""The name of the signer in that file."""

PURPOSE = "alarife-release"
"""The namespace: a signature made with this key for anything else does not count."""


def key_file() -> Path:
    """The file of the private key."""
    return Path(os.environ.get("RELEASE_KEY") or Path.home() / ".config" / "alarife-release" / "key").expanduser()


def make_key() -> Path:
    """Make the key and write its public half into the clone. Raises :class:`~project.BuildError` if there is a key already."""
    key = key_file()
    if key.exists():
        raise BuildError(f"{key} exists already; a release signed with a new key could not be told from a forged one")
    key.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # On a terminal ssh-keygen asks for a passphrase; elsewhere the key has none.
    silent = [] if sys.stdin.isatty() else ["-N", "", "-q"]
    done = subprocess.run(["ssh-keygen", "-t", "ed25519", "-C", SIGNER, *silent, "-f", str(key)], check=False)
    if done.returncode:
        raise BuildError("ssh-keygen made no key")
    public = key.with_name(key.name + ".pub").read_text("utf-8").split()
    SIGNERS.write_text(f'{SIGNER} namespaces="{PURPOSE}" {public[0]} {public[1]}\n', "utf-8")
    say(f"{key} is the private key: keep it, and a copy, where nobody else reads it")
    say(f"{SIGNERS.name} is the public half: commit it")
    return SIGNERS


def sign(file: Path) -> Path | None:
    """Sign a file. Returns the file of the signature, beside it; None if no key has been made yet.

    Raises :class:`~project.BuildError` if the key does not match the public half in the clone.
    """
    if not SIGNERS.exists():
        say("nothing is signed: there is no release key yet (make release-key)")
        return None
    key = key_file()
    if not key.exists():
        raise BuildError(f"the release key {key} is not here; RELEASE_KEY names its file")
    signature = file.with_name(file.name + ".sig")
    signature.unlink(missing_ok=True)
    run("ssh-keygen", "-Y", "sign", "-f", key, "-n", PURPOSE, file)
    verify(file, signature)
    return signature


def verify(file: Path, signature: Path) -> None:
    """Raise :class:`~project.BuildError` unless the release key made this signature."""
    with file.open("rb") as content:
        words = ("-f", SIGNERS, "-I", SIGNER, "-n", PURPOSE, "-s", signature)
        run("ssh-keygen", "-Y", "verify", *words, stdin=content)


if __name__ == "__main__":
    main(make_key)
