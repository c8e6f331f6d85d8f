"""Fair dealing without a dealer: nobody, the host included, can see or choose a hidden card or a lot.

==================== =============================================================================================
:mod:`.group`        points and scalars of secp256k1, and how they get in from outside
:mod:`.elgamal`      a card sealed under a key whose parts the peers hold
:mod:`.proofs`       a peer knows its secret; a share was made with it
:mod:`.shuffle`      a pile was re-encrypted in another order, and no card was changed
:mod:`.legacy`       secrets sealed for one other peer, such as what a peer leaves to its heir when it goes
:mod:`.escrow`       a secret in parts, of which all are needed
:mod:`.deposit`      a peer's secrets in parts with the others, should it vanish
:mod:`.renewal`      new keys for who comes back, and new seals for the cards that its old key had a part in
:mod:`.dealer`       the dealer: what has to be written by whom for each deal, and what it answers
==================== =============================================================================================
"""
