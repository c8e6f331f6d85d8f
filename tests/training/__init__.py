"""Training the evaluations of the bots from nothing; no part of the program. Needs the extra ``train``."""
