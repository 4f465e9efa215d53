"""Prepares the compiled code and the larger pattern databases before their first use."""

from math import inf

from gridwise.compiled import jit
from gridwise.core.capabilities import CodeTask, Preparation, TableCode
from gridwise.core.run import Run
from gridwise.puzzles.sliding.engine import a_star, beam, ida_star, windows
from gridwise.puzzles.sliding.engine.turned import turn
from gridwise.puzzles.sliding.generate import random_position
from gridwise.puzzles.sliding.pdb import additive, patterns
from gridwise.puzzles.sliding.position import Position, blank_first

TABLES: dict[str, str] = {
    "kernels": "compiled code of all searches, the automaton, the default tables of the 4x4: 16 MB",
    patterns.TABLE: "4x4: 12 MB, 1 minute; for the heuristic pattern_database, all four corners",
    "6-6-3": "4x4: 3 MB, 1 s",
    "7-8": "4x4: 204 MB, half a minute; needs 1.7 GB of memory",
    "5-5-5-5-4": "5x5: 5 MB, 1 s",
    "6-6-6-6": "5x5: 94 MB, 16 s; needs 0.4 GB of memory",
}
"""The parts to prepare, with the size on disk and the CPU time."""


def prepare(name: str, run: Run) -> None:
    """Make a pattern database unless it exists; an interrupted one leaves nothing.

    They are for goals with the blank in a corner.
    """
    if name == patterns.TABLE:
        for blank in patterns.CORNERS:
            patterns.tables(blank, run.check)
        return
    side, _ = additive.NAMED[name]
    goal = Position(side, side, blank_first(side * side))
    with jit.compiling(run):
        ida_star.search_of(turn(goal), name, run.check)


def deepen(run: Run) -> None:
    """Compile IDA*, each of its searches, and make the default tables of the 4x4."""
    for width, height, tables in ((4, 4, "default"), (4, 3, "default"), (3, 3, "none")):
        tiles = (1, 0, *range(2, width * height))
        ida_star.shortest(Position(width, height, tiles), run, tables)


def search(run: Run) -> None:
    """Compile A*."""
    a_star.shortest(random_position(4, 4, 1), run)


def widen(run: Run) -> None:
    """Compile the beam search."""
    beam.beam(random_position(4, 3, 1), 100, run, "default")


def shorten(run: Run) -> None:
    """Compile the search in windows, and the beams that it begins with."""
    windows.shorten(random_position(4, 4, 1), 24, inf, run)


_KERNELS = "gridwise.puzzles.sliding.engine.kernels."
CODE = {
    "kernels": TableCode(
        {
            _KERNELS + "tables": (12, 2.2),
            _KERNELS + "a_star": (8, 1.6),
            _KERNELS + "line_beam": (2, 1.4),
            _KERNELS + "automaton": (7, 1.3),
            _KERNELS + "windows": (5, 1.1),
            _KERNELS + "patterns": (4, 1.1),
            _KERNELS + "beam": (5, 1.1),
            _KERNELS + "lines": (2, 0.9),
            _KERNELS + "transitions": (1, 0.3),
        },
        (
            CodeTask((ida_star.TRANSITIONS, ida_star.PATTERNS, ida_star.LINES), deepen),
            CodeTask((a_star.CODE,), search),
            CodeTask((beam.CODE,), widen),
            CodeTask((windows.CODE,), shorten),
        ),
    )
}
PREPARE = Preparation(TABLES, ("kernels",), CODE, prepare)
