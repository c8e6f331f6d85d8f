"""Whole evenings in a simulated internet: people come and go, and the ledger of knowledge hears every frame."""
