"""The template puzzle is registered for the whole session, so that every suite covers it."""

import template_puzzle
from gridwise.core import registry

if "latin" not in registry.puzzles():
    registry.register(template_puzzle)
