"""Minesweeper boards as text."""
