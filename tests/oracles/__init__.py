"""Slow, obvious twins of what the package does, written from the rules and the notations alone.

A puzzle's oracle is the module of its name. It works on the text that `Puzzle.format` gives and
imports nothing of ours:

- `solutions(notation)`: every solution as a tuple of ints, one a cell, in the defined order;
- `reading(notation)`: what a text says of each cell in the same ints, None where it says nothing;
- `breaks(before, after)`: why the solved text is no solution of the other, or None;
- `holds(solution, cell, value)`: whether a mark (cell, value) is true of a solution;
- `said(notation, solution, move)`: whether a move, as text, is true of a solution.
"""
