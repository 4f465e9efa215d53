"""Rates 9x9 Sudokus on the scale of Sudoku Explainer 1.2."""
