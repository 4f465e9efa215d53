"""Patterns of one digit: two strong links and what sees both of their ends."""
