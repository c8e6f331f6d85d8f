"""A table between peers, sans-IO: frames, times and commands go in, frames to send and events to show come out.

=================  ================================================================================================
:mod:`.output`     what every call answers
:mod:`.wire`       frames: bytes to typed values within limits, and back
:mod:`.charter`    what a game is played under: game, options, seats, peers, signed by everybody
:mod:`.manners`    what is agreed on whatever is played, such as clocks
:mod:`.entry`      one signed entry of the log
:mod:`.course`     where a log has led: the position, and who may write next
:mod:`.log`        the accepted entries, and those that came too early
:mod:`.keeping`    the file in which they are kept
:mod:`.record`     all three: one copy of the game
:mod:`.gossip`     who is linked, who lacks which entries
:mod:`.post`       what goes out to others
:mod:`.intake`     the entries that come in
:mod:`.halt`       copies that differ: everybody's data, the first differing field, the report
:mod:`.stopping`   standing still for that reason
:mod:`.blame`      who did what an honest program never does, told once and kept with the evidence
:mod:`.presence`   who is at the table, and who plays for those who are not
:mod:`.leaving`    leaving in good order; :mod:`.returning` taking a seat back
:mod:`.replace`    going on without a peer that has vanished
:mod:`.people`     seats and peers as the program shows them
:mod:`.tally`      the time that the seats have taken, as the log says
:mod:`.clock`      the clocks as they are measured here
:mod:`.opening`    laying all cards open after the end, by everybody's consent
:mod:`.chat`       what people say
:mod:`.takeback`   going back by everybody's consent; :mod:`.quiet` how far
:mod:`.gallery`    who watches; :mod:`.watching` the game as they see it
:mod:`.core`       the session: a game that has begun
=================  ================================================================================================

Peers are public keys (32 bytes). Times are milliseconds of a monotonic clock given by the caller.
"""
