"""What a setter of puzzles asks of a position."""
