"""The policies for Minesweeper, one a file, each found by its `POLICY`."""
