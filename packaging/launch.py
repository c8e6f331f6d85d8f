"""The start of the installed program: the same command line as ``alarife``.

It first removes the variables that a frozen program sets for its own libraries: another program opened from here, such as a
browser, must not load these libraries. This process has read the variables already and no longer needs them.
"""

import os
import sys

for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"):
    before = os.environ.pop(f"{name}_ORIG", None)
    if before is not None:
        os.environ[name] = before
    else:
        os.environ.pop(name, None)
for name in ("QT_PLUGIN_PATH", "QML2_IMPORT_PATH"):
    os.environ.pop(name, None)

for name in ("stdout", "stderr"):
    if getattr(sys, name) is None:  # as on Windows, where a program with a window has nowhere to print to
        setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115  - for as long as the program runs

if os.environ.get("ALARIFE_TIMED") in ("bare", "light"):  # what ``alarife bench start`` compares with
    from client.bench.bare import show

    sys.exit(show())

from client.cli import main  # noqa: E402

sys.exit(main())
