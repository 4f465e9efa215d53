"""Patterns of one digit: two strong links and the cells that see both of their ends."""
