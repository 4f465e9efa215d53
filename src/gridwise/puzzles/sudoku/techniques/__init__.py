"""The techniques for Sudoku, each found by its `TECHNIQUE` or in the `TECHNIQUES` of its family."""
