"""Tables between peers: identity, invites, discovery, links, the session (log, lockstep, dealing) and game files.

Start reading at :mod:`net.api`, the surface that the client and the command line see; what is promised against whom is in
``net/THREATS.md``. Nothing here knows Qt. From the rim inwards:

=============================================== =====================================================================
:mod:`net.node`                                 commands from any thread, events to the listener
:mod:`net.table`                                one open table: lobby, then session, wired to everything below
:mod:`net.admission`, :mod:`net.signpost`       who may join it, and how others find it
:mod:`net.mesh`                                 all links of a table, and the peers that are called until they answer
:mod:`net.door`, :mod:`net.calling`             the open port, and a call to somebody else's
:mod:`net.udp`, :mod:`net.crossing`             links over UDP: punched holes, QUIC; calls over TCP that meet
:mod:`net.routers`                              the port opened in the router
:mod:`net.link`                                 one authenticated, encrypted connection
:mod:`net.reactor`                              the thread in which all of this happens
:mod:`net.gamefile`, :mod:`net.disk`            the game as a file, and the thread that brings it to the disk
:mod:`net.key_file`, :mod:`net.corrections`     other files: the own key, and data files that a person has corrected
:mod:`net.session`, :mod:`net.deal`             lobby, game and dealing: no sockets, no files, no clock
=============================================== =====================================================================
"""
