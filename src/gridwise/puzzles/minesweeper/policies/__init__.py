"""Who plays Minesweeper: one policy a file, found by its `POLICY`."""
