"""Uniqueness: patterns that a board with just one solution cannot end in."""
