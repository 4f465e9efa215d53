"""The techniques for Sudoku, one a file, in folders by family, each found by its `TECHNIQUE`."""
