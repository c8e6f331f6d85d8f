"""Tables between peers: identity, invites, discovery, links, the session (log, lockstep, dealing) and game files.

Start reading at :mod:`net.api`, the interface that the client and the command line use. ``net/THREATS.md`` says what is
promised against which attackers. Nothing here knows Qt. From the rim inwards:

=============================================== =====================================================================
:mod:`net.node`                                 commands from any thread, events to the listener
:mod:`net.table`                                one open table: lobby, then session, wired to everything below
:mod:`net.filing`                               the file of a table: a new one, or the one from which a game goes on
:mod:`net.admission`, :mod:`net.signpost`       who may join it, and how others find it
:mod:`net.findable`, :mod:`net.seeking`         how it is found over the internet, and how it finds missing peers
:mod:`net.mesh`                                 all links of a table, and the peers that are called until they answer
:mod:`net.door`, :mod:`net.calling`             the open port, and calls to the ports of others
:mod:`net.udp`, :mod:`net.crossing`             links over UDP: punched holes, QUIC; calls over TCP that meet
:mod:`net.routers`                              the port opened in the router
:mod:`net.link`                                 one authenticated, encrypted connection
:mod:`net.reactor`, :mod:`net.lull`             the thread in which all of this happens, and work that waits for a lull
:mod:`net.products`                             the thread that computes half of a long row of products
:mod:`net.portraits`, :mod:`net.rematch`        what is said beside lobby and game: pictures of people, another game
:mod:`net.gamefile`, :mod:`net.disk`            the game as a file, and the thread that syncs it to the disk
:mod:`net.key_file`, :mod:`net.corrections`     other files: this computer's key, and data files that a person has corrected
:mod:`net.session`, :mod:`net.deal`             lobby, game and dealing: no sockets, no files, no clock
=============================================== =====================================================================
"""

import rules as rules  # which finds compiled modules, here as well
