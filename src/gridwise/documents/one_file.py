"""Solve boards by the methods of a comparison; the modules that it needs are below it.

    python solve.py                     asks for a board and a method
    python solve.py Input1.txt 2        solves a file by the second method

The answer is printed and written to OutputX.txt beside InputX.txt.
"""

# ruff: noqa: T201  (a program that is handed in, which prints)
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

Method = tuple[str, str, dict[str, str]]
"""A method: how it is called in the tables, its name, its options."""
METHODS: list[Method] = []
QUESTION = ""
MODULES: dict[str, str] = {}
"""The text of each module by its path."""


def main() -> int:
    """Ask for what the command line does not say, solve, and return the exit status."""
    boards = sorted((Path(__file__).resolve().parent.parent / "BOARDS").glob("Input*.txt"))
    if len(sys.argv) > 1:
        board = Path(sys.argv[1])
    else:
        board = boards[chosen("Board", [path.name for path in boards])]
    if len(sys.argv) > 2:
        method = METHODS[int(sys.argv[2]) - 1]
    else:
        method = METHODS[chosen("Method", [label for label, _, _ in METHODS])]
    with TemporaryDirectory() as folder:
        for name, text in MODULES.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        sys.path.insert(0, folder)
        return solved(board, *method)


def chosen(what: str, names: list[str]) -> int:
    """Return the index of the name that the user chooses."""
    for at, name in enumerate(names, 1):
        print(f"{at}. {name}")
    return int(input(f"{what}, 1 to {len(names)}: ")) - 1


def solved(board: Path, label: str, name: str, options: dict[str, str]) -> int:
    """Solve a file by a method; print and write the answer."""
    from gridwise.core import registry
    from gridwise.core.puzzle import Question
    from gridwise.solving.inputs import parse
    from gridwise.solving.solve import count, solve

    position = parse(board.read_text("utf-8"))
    begun = process_time()
    if QUESTION == "count":
        counted = count(position, method=name, options=options)
        status, text = counted.status, str(counted.answer and counted.answer.number)
    else:
        result = solve(position, question=Question(QUESTION), method=name, options=options)
        items = getattr(result.answer, "items", ())
        status, text = result.status, ""
        if items:
            text = registry.puzzle_of(position).format(items[0].position, "grid").rstrip()
    print(text or status.value)
    print(f"{label}: {process_time() - begun:.3f} s of CPU time")
    output = board.with_name(board.name.replace("Input", "Output"))
    if text and output != board:
        output.write_text(text + "\n", "utf-8")
    return 0 if text else 1


if __name__ == "__main__":
    sys.exit(main())
