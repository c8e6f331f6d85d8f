"""Decisions that the peers take together.

A peer leaves in good order (:mod:`.leaving`) and takes its seat back (:mod:`.returning`). The others go on without a peer that
has vanished (:mod:`.replace`). Everybody agrees to take moves back (:mod:`.takeback`) or to lay all cards open after the end
(:mod:`.publishing`).
"""
