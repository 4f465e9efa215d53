"""The searches where nothing is compiled: the same answers."""

import numpy as np

from gridwise.core.run import Run
from gridwise.puzzles.sliding import Position, random_position, walked
from gridwise.puzzles.sliding.engine import a_star, ida_star, line_beam, windows
from process.puzzles import uncompiled

SAME = """
from gridwise.puzzles.sliding import walked
from gridwise.puzzles.sliding.engine.automaton import make
from gridwise.puzzles.sliding.engine.ida_star import shortest
from gridwise.core.run import Run
from gridwise.puzzles.sliding.pdb import additive
print(len(make(6, lambda: None)[1]))
part = additive.Partition(3, 2, 0, ((1, 2, 4), (3, 5)), "plain")
print({k: int(v.sum()) for k, v in sorted(additive.bits_of(part, lambda: None).items())})
print(len(shortest(walked(3, 3, 14, 5), Run())))
for tables in ("default", "6-6-3"):
    run = Run()
    print(len(shortest(walked(4, 4, 20, 5), run, tables)), run.nodes, run.count.generated)
"""
ALONE = """
from numba import config
assert config.DISABLE_JIT
import numpy as np
from gridwise.puzzles.sliding import Position, random_position
from gridwise.puzzles.sliding.engine import a_star, ida_star, line_beam, windows
run = Run()
print(len(a_star.shortest(Position(2, 2, (3, 2, 1, 0)), run)), run.count.expanded)
every_way = np.array([15] * 4, np.uint32)  # making the automaton would take long
windows.automaton = ida_star.automaton = lambda check: every_way
print(len(windows.shorten(random_position(3, 3, 2), 12, 60, Run())))
line_beam._WIDEST = 20
print(len(line_beam.build(random_position(4, 3, 2), line_beam.RECIPES[0], Run(), lambda: False)))
"""


def test_the_same_without_the_compiler(capfd, monkeypatch):
    """The tables of the 4x4 are those of this process: without the compiler they take minutes."""
    for tables in ("default", "6-6-3"):
        ida_star.shortest(walked(4, 4, 4, 1), Run(), tables)
    found = uncompiled.run(SAME + ALONE)
    exec(compile(SAME, "same", "exec"), {})
    run = Run()
    print(len(a_star.shortest(Position(2, 2, (3, 2, 1, 0)), run)), run.count.expanded)
    print(len(windows.shorten(random_position(3, 3, 2), 12, 60, Run())))
    every_way = np.array([15] * 4, np.uint32)
    monkeypatch.setattr(ida_star, "automaton", lambda check: every_way)
    monkeypatch.setattr(line_beam, "_WIDEST", 20)
    board = random_position(4, 3, 2)
    print(len(line_beam.build(board, line_beam.RECIPES[0], Run(), lambda: False)))
    assert capfd.readouterr().out == found
