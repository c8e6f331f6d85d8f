"""Tables between peers: identity, invites, discovery, links, the session (log, lockstep, dealing) and game files.

Start reading at :mod:`net.api`, the surface that the client and the command line see. Nothing here knows Qt, and only
:mod:`net.reactor` and :mod:`net.link` touch Twisted.
"""
