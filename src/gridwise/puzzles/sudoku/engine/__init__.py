"""The compiled Sudoku solver."""
