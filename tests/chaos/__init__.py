"""Whole evenings in a played internet at which the ledger of knowledge hears every frame, while people come and go."""
