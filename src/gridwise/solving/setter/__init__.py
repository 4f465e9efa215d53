"""Questions of a setter of puzzles about a position."""
