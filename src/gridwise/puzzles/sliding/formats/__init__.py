"""The text formats of programs that sliding puzzles are read from, one a module."""
