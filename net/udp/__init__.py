"""Links over UDP, for computers that no TCP connection reaches: holes punched through routers, and QUIC through the holes.

=============================== ==============================================================================================
:mod:`net.udp.gate`             the open UDP port: checks of addresses, and the links that come of them
:mod:`net.udp.reaching`         the try to reach somebody
:mod:`net.udp.places`           addresses where somebody is proven to be, and those where nobody is
:mod:`net.udp.room`             the secret by which two programs know that they want to meet
:mod:`net.udp.stun`             the datagrams of a check, and those of a STUN server
:mod:`net.udp.socket`           a socket of one version of IP
:mod:`net.udp.public`           this computer's public address, as servers and peers see it
:mod:`net.udp.quic`             one QUIC connection, as the transport of a :class:`~net.link.Link`
:mod:`net.udp.answer`           the code that a guest sends back to a host whom it cannot reach
=============================== ==============================================================================================

All of it runs on the reactor that it is given, and on nothing else, so that the tests can play whole networks with a clock of
their own. The library for QUIC is imported when the first link needs it.
"""
