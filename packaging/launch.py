"""Where the installed program starts: the same command line as ``alarife``."""

import sys

from client.cli import main

sys.exit(main())
