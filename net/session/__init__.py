"""A table between peers, sans-IO: frames, times and commands go in, frames to send and events to show come out.

====================  =============================================================================================
:mod:`.core`          the session: one running game as one peer plays it
:mod:`.copy`          what it shares with a watcher's side of the game
:mod:`.format`        what crosses the wire and lies in the file: frames, entries, the charter
:mod:`.history`       the log, and the position that it leads to
:mod:`.traffic`       links, gossip, and the entries that come in and go out
:mod:`.agreements`    what the peers decide together: leaving, replacing, returning, taking back, laying cards open
:mod:`.trouble`       copies that differ, and peers that break the protocol
:mod:`.audience`      people who watch
:mod:`.lobby`         the table before its game
:mod:`.chat`          what people say
:mod:`.clock`         the clocks as this peer measures them
:mod:`.people`        seats and peers as the program shows them
:mod:`.output`        what every call answers
====================  =============================================================================================

Peers are public keys (32 bytes). Times are milliseconds of a monotonic clock that the caller supplies.
"""
