"""Questions about one board: solve, count, hint, check, generate, encode."""
