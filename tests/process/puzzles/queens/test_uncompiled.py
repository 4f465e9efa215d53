"""The engine where nothing is compiled."""

from process.puzzles import uncompiled

PROGRAM = """
import gridwise
from itertools import islice
from gridwise.core.run import Run
from gridwise.core.views import EngineView
from gridwise.puzzles.queens import PUZZLE, Position
from gridwise.puzzles.queens.engine import search
import numba
assert numba.config.DISABLE_JIT
for n, number, classes in ((5, 10, 2), (6, 4, 1), (7, 40, 6), (8, 92, 12)):
    assert gridwise.count(Position(n)).answer.number == number
    assert gridwise.count(Position(n), up_to_symmetry=True).answer.number == classes
assert gridwise.count(PUZZLE.parse("queens:7:r1c2,xr3c3"), method="kernel").answer.number == \
    gridwise.count(PUZZLE.parse("queens:7:r1c2,xr3c3"), method="sat").answer.number
assert gridwise.solve(Position(14)).status.name == "SOLVED"
view = PUZZLE.views(Position(8))[EngineView].make()
models = list(islice(view.models(Run(), ordered=True), 3))
assert [cell % 8 for cell in models[0]] == [0, 4, 7, 5, 2, 6, 1, 3]
"""


def test_it_works_with_the_compiler_off():
    uncompiled.run(PROGRAM, "-W", "error")
