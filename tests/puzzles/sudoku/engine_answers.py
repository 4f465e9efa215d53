"""Prints what the engine answers about some boards; run with other settings of Numba too."""

import json
import sys
from pathlib import Path

import gridwise
from gridwise.compiled import jit

GOLDEN = Path(__file__).parents[2] / "golden" / "sudoku"
FILES = ("seventeen.txt", "magictour.txt", "norvig.txt", "qqwing.sdm")
OPEN = "9..7..3...5..2..1...7.....93..6..7...6..5..3...2..8...1..4..6...4..6..8...6..3..4"
RECTANGLE = "916.8.742482697351375214986631859427547132698298476513124.6.879753928164869741235"
BROKEN = "5.5" + "." * 78


def lines(name: str) -> list[str]:
    text = (GOLDEN / name).read_text(encoding="utf-8")
    return [line for line in text.split() if len(line) == 81 and set(line) <= set(".0123456789")]


def answers(each: int) -> dict[str, object]:
    boards = [board for name in FILES for board in lines(name)[:each]] + [OPEN, BROKEN]
    many = gridwise.solve_many(boards, limit=3)
    two = gridwise.solve_many([OPEN, RECTANGLE, BROKEN])
    position = gridwise.parse(f"sudoku:3x3:{OPEN}")
    listed = gridwise.solve(position, method="kernel", all_solutions=True).answer
    assert listed is not None
    return {
        "found": many.found.tolist(),
        "two": two.found.tolist(),
        "solutions": ["".join(map(str, row)) for row in many.solutions.tolist()],
        "verdicts": [known.value for known in many.uniqueness],
        "all": ["".join(map(str, item.position.cells)) for item in listed.items],
    }


if __name__ == "__main__":
    kernels = jit.load("gridwise.puzzles.sudoku.engine.kernels.lanes")
    json.dump({"lanes": kernels.LANES, **answers(int(sys.argv[1]))}, sys.stdout)
