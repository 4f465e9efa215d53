"""Boards of the four puzzles as people write them down, each with what it means.

A layout is a random board in one of many forms, with signs for its cells, something round it, and
an encoding. Nothing here knows how Gridwise reads.
"""

from layouts.compose import Layout, layout

__all__ = ["Layout", "layout"]
