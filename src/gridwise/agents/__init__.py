"""Policies that play a puzzle: one game, many games, and their statistics."""
