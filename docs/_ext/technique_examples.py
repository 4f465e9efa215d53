"""Finds a puzzle for each technique whose explanation uses it.

`python docs/_ext/technique_examples.py NAME SECONDS PUZZLES...` reads files of one puzzle a line
and writes `examples/sudoku/techniques/*.txt` where there is none yet, or none that still uses its
technique. NAME says where the puzzles come from.
"""

import sys
import time
from collections.abc import Iterator
from pathlib import Path

from gridwise.core import registry
from gridwise.core.run import Run
from gridwise.core.step import Step
from gridwise.puzzles.sudoku import Position
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.deduction import SudokuDeduction

EXAMPLES = Path(__file__).parents[2] / "examples" / "sudoku" / "techniques"


def steps(position: Position) -> Iterator[tuple[CandidateGrid, Step]]:
    """Yield the steps of an explanation by named techniques, each with the board before it."""
    view = SudokuDeduction(position)
    board, run = view.begin(), Run()
    while not board.is_solved() and (step := view.next_step(board, run)) is not None:
        yield board, step
        view.apply(board, step)


def example(name: str) -> Position | None:
    """Return the example of a technique, None where there is none."""
    path = EXAMPLES / f"{name}.txt"
    return read(path.read_text("utf-8")) if path.exists() else None


def read(text: str) -> Position:
    """Return the puzzle of an example file, without its comment."""
    return puzzle("".join(line for line in text.splitlines() if not line.startswith("#")))


def puzzle(text: str) -> Position:
    """Return the 9x9 board of 81 characters."""
    return Position(3, 3, bytes(0 if sign in ".0" else int(sign) for sign in text.strip()))


def main(source: str, seconds: str, *files: str) -> None:
    """Write the examples that are missing."""
    wanted = set()
    for name in registry.techniques("sudoku"):
        position = example(name)
        if position is None or not any(step.technique == name for _, step in steps(position)):
            wanted.add(name)
    EXAMPLES.mkdir(exist_ok=True)
    end = time.process_time() + float(seconds)
    for path in files:
        for line in Path(path).read_text("utf-8").splitlines():
            if not wanted or time.process_time() > end:
                break
            if len(line.strip()) != 81:
                continue
            for name in sorted({step.technique for _, step in steps(puzzle(line))} & wanted):
                wanted.discard(name)
                title = registry.techniques("sudoku")[name].title
                (EXAMPLES / f"{name}.txt").write_text(
                    f"# Its explanation uses {title}. From {source}.\n{line.strip()}\n", "utf-8"
                )
    print("no example:", *sorted(wanted))


if __name__ == "__main__":
    main(*sys.argv[1:])
