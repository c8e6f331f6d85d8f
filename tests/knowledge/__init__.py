"""What every peer of a simulated game has been sent, and what any coalition could compute from it."""
