"""Rating models: how hard a Sudoku is for a person."""
