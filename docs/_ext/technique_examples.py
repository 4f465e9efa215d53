"""Finds a puzzle for each technique whose explanation uses it.

`python docs/_ext/technique_examples.py NAME SECONDS PUZZLES...` reads files of one puzzle a line
and writes `examples/sudoku/techniques/*.txt` where there is none yet, or none that still uses its
technique. NAME says where the puzzles come from. A file names the techniques of its explanation,
so that techniques which are added later do not change it.
"""

import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from gridwise.core import registry
from gridwise.core.run import Run
from gridwise.core.step import Step
from gridwise.puzzles.sudoku import Position
from gridwise.puzzles.sudoku.candidates import CandidateGrid
from gridwise.puzzles.sudoku.cases import read_cases
from gridwise.puzzles.sudoku.deduction import SudokuDeduction

EXAMPLES = Path(__file__).parents[2] / "examples" / "sudoku" / "techniques"
CHAINS = (
    "x_chain",
    "xy_chain",
    "nice_loop",
    "grouped_nice_loop",
    "als_nice_loop",
    "forcing_chain",
    "forcing_net",
    "nested_net",
)
SETS = ("als_xz", "als_xy_wing", "als_chain", "death_blossom")
TEMPLATES = ("template_set", "template_delete")
LEFT_OUT: tuple[tuple[str, ...], ...] = ((), CHAINS, (*CHAINS, *SETS, *TEMPLATES))
"""Chains, almost locked sets and templates find so much that what is harder gets no turn."""
NAMED = "# Techniques: "


def steps(
    position: Position, techniques: Sequence[str] | None = None
) -> Iterator[tuple[CandidateGrid, Step]]:
    """Yield the steps of an explanation by these techniques, each with the board before it."""
    view = SudokuDeduction(position, techniques=techniques)
    board, run = view.begin(), Run()
    while not board.is_solved() and (step := view.next_step(board, run)) is not None:
        yield board, step
        view.apply(board, step)


def first_step(name: str) -> tuple[Position, CandidateGrid, Step] | None:
    """Return the givens of an example, the board before its technique's step, and that step.

    An example is a puzzle whose explanation uses the technique, or a board with its candidates in
    the form of a case (`gridwise.puzzles.sudoku.cases`). None where there is no step.
    """
    path = EXAMPLES / f"{name}.txt"
    text = path.read_text("utf-8") if path.exists() else ""
    if NAMED in text:
        position, techniques = read(text)
        for board, step in steps(position, techniques):
            if step.technique == name:
                return position, board, step
    else:
        for case in read_cases(text):
            for step in registry.techniques("sudoku")[name].find(case.grid()):
                if frozenset(step.conclusions) == case.conclusions:
                    return case.origin, case.grid(), step
    return None


def read(text: str) -> tuple[Position, list[str]]:
    """Return the puzzle of an example file and the techniques of its explanation."""
    lines = text.splitlines()
    (named,) = (line.removeprefix(NAMED) for line in lines if line.startswith(NAMED))
    return puzzle("".join(line for line in lines if not line.startswith("#"))), named.split(",")


def puzzle(text: str) -> Position:
    """Return the 9x9 board of 81 characters."""
    return Position(3, 3, bytes(0 if sign in ".0" else int(sign) for sign in text.strip()))


def shown(position: Position) -> dict[str, list[str]]:
    """Return each technique that a puzzle can show, with the techniques used until then.

    A technique that is not used changes no step, so these alone give the same steps. What the
    explanation by all techniques does not show, one by fewer may.
    """
    found: dict[str, list[str]] = {}
    known = registry.techniques("sudoku")
    for left_out in LEFT_OUT:
        used: set[str] = set()
        for _, step in steps(position, [name for name in known if name not in left_out]):
            used.add(step.technique)
            found.setdefault(step.technique, [name for name in known if name in used])
    return found


def main(source: str, seconds: str, *files: str) -> None:
    """Write the examples that are missing."""
    known = registry.techniques("sudoku")
    wanted = {name for name in known if first_step(name) is None}
    EXAMPLES.mkdir(exist_ok=True)
    end = time.process_time() + float(seconds)
    for path in files:
        for line in Path(path).read_text("utf-8").splitlines():
            if not wanted or time.process_time() > end:
                break
            if len(line.strip()) != 81:
                continue
            found = shown(puzzle(line))
            for name in sorted(wanted & set(found)):
                wanted.discard(name)
                write(name, source, found[name], line.strip())
    print("no example:", *sorted(wanted))


def write(name: str, source: str, techniques: Sequence[str], line: str) -> None:
    """Write the example of a technique."""
    title = registry.techniques("sudoku")[name].title
    (EXAMPLES / f"{name}.txt").write_text(
        f"# Its explanation uses {title}. From {source}.\n{NAMED}{','.join(techniques)}\n{line}\n",
        "utf-8",
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
