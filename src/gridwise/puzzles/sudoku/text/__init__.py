"""Sudokus as text."""
