"""Fair dealing without a dealer: nobody, the host included, can see or choose a hidden card or a lot.

==================== =============================================================================================
:mod:`.group`        points and scalars of secp256k1, and how they get in from outside
:mod:`.elgamal`      a card sealed under a key whose parts the peers hold
:mod:`.proofs`       a peer knows its secret; a share was made with it
:mod:`.shuffle`      a pile was re-encrypted in another order, and no card was changed
:mod:`.legacy`       secrets sealed for one other peer, such as a part of a deposit
:mod:`.bequest`      what a peer hands over to its heir when it leaves
:mod:`.escrow`       a secret in parts, of which all are needed
:mod:`.deposit`      a peer's secrets in parts with the others, should it vanish
:mod:`.renewal`      new keys for a returning peer, and new seals for the cards that its old key had a part in
:mod:`.contribution` what one entry of the dealing holds
:mod:`.card`         a sealed card in its slot
:mod:`.parting`      peers that go: what is under way until an heir has their secrets
:mod:`.standing`     where the dealing stands: one value that every step replaces
:mod:`.lineage`      all secrets that a peer has had
:mod:`.duties`       what has to be written by whom, in which order, how it is checked, and what it answers
:mod:`.old_leaving`  leaving as earlier versions wrote it
:mod:`.dealer`       the dealer
:mod:`.audit`        the dealer with a look under every seal, once all secrets are known
==================== =============================================================================================
"""
