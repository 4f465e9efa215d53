"""Reads boards, the same for all puzzles.

A text becomes tables of cells (`unwrap`), a puzzle's `interpret` makes boards of them, and `choose`
decides which puzzle it is.
"""
