"""The text formats of programs that Sudoku boards are read from, one a module."""
