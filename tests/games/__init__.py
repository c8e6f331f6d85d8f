"""Games that exist for tests alone."""
