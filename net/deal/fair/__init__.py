"""Fair dealing without a dealer: nobody, the host included, can see or choose a hidden card or a lot.

==================== =============================================================================================
:mod:`.group`        points and scalars of secp256k1, and how they are read from outside
:mod:`.rows`         long rows of products, made in the way that the program chooses
:mod:`.elgamal`      a card sealed under a key whose parts the peers hold
:mod:`.proofs`       proofs that a peer knows its secret, and that a share was made with it
:mod:`.ahead`        the part of a shuffle that a peer can do before its turn
:mod:`.shuffle`      a pile re-encrypted in another order, with the proof that no card was changed
:mod:`.legacy`       secrets sealed for one other peer, such as a part of a deposit
:mod:`.bequest`      what a peer hands over to its heir when it leaves
:mod:`.escrow`       a secret split into parts, all of which are needed
:mod:`.deposit`      a peer's secrets in parts with the others, in case it vanishes
:mod:`.renewal`      new keys for a returning peer, and new seals for the cards that its old key had a part in
:mod:`.contribution` what one entry of the dealing holds
:mod:`.card`         a sealed card in its slot
:mod:`.parting`      peers that leave or vanish: the state until an heir has their secrets
:mod:`.standing`     the state of the dealing: one value that every step replaces
:mod:`.lineage`      all secrets that a peer has had
:mod:`.duties`       which peer has to write what, in which order, how it is checked, and which deal it answers
:mod:`.old_leaving`  leaving as earlier versions wrote it
:mod:`.dealer`       the dealer
:mod:`.audit`        a dealer that also looks under every seal, once all secrets are known
==================== =============================================================================================
"""
