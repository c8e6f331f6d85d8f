"""Links over UDP, for computers that cannot be reached over TCP: holes punched through routers, and QUIC through the holes.

=============================== ==============================================================================================
:mod:`net.udp.gate`             the open UDP port: checks of addresses, and the links that result
:mod:`net.udp.reaching`         an attempt to reach a peer
:mod:`net.udp.places`           addresses where a peer is proven to be, and addresses that are not proven yet
:mod:`net.udp.room`             the secret by which two programs know that they want to meet
:mod:`net.udp.stun`             the datagrams of a check, and those of a STUN server
:mod:`net.udp.socket`           a socket of one version of IP
:mod:`net.udp.public`           this computer's public address, as servers and peers see it
:mod:`net.udp.quic`             one QUIC connection, as the transport of a :class:`~net.link.Link`
:mod:`net.udp.answer`           the code that a guest sends back to a host that it cannot reach
=============================== ==============================================================================================

All of it runs only on the reactor that it is given, so that tests can simulate whole networks with their own clock. The QUIC
library is imported when the first link needs it.
"""
