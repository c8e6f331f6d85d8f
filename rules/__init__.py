"""The games of Alarife: pure, typed Python that knows neither screen, network, files, clock nor chance.

Start reading at :mod:`rules.contract`; each game is a package beside it.
"""

from rules.compiled import use

use()
