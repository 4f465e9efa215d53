"""How boards are read as people write them down: right, refused, or as another board.

    python benchmarks/reading.py [--number N] [--seed S] [--show KIND] [--by GROUP] [--only TEXT]
    python benchmarks/reading.py --mutate 200000
    python benchmarks/reading.py --large 3

The layouts are those of `tests/layouts`: random boards of the four puzzles in many forms, with
other signs, titles, wraps, encodings and file names. Each is written to a file and read by
`gridwise.read_boards`. What is refused should name the right puzzle, or ask which of a few it is;
another board is a wrong answer, and without a note nobody sees that. `--show` prints the files of
one kind (`right`, `may`, `named`, `refused`, `noted`, `another`, `fault`); `--by` counts by puzzle,
form, signs or wrap; `--only` keeps layouts with a text in one of these.

`--mutate` reads texts made of such layouts by random changes: a text is read or refused, nothing
else is raised. `--large` reads texts of so many megabytes that have made readers slow. Times are
CPU seconds.
"""

import argparse
import sys
import tempfile
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random

import gridwise
from gridwise.comparing.machine import machine

TESTS = Path(__file__).parents[1] / "tests"
sys.path.insert(0, str(TESTS))

from fuzz.mutation import edited, mutated  # noqa: E402  (the tests are not installed)
from layouts import Layout, layout  # noqa: E402

KINDS = {
    "right": "read right",
    "may": "refused, and rightly so",
    "named": "refused: the right puzzle is named, or it asks",
    "refused": "refused otherwise",
    "noted": "another board, with a note",
    "another": "ANOTHER BOARD WITHOUT A NOTE",
    "fault": "FAULT",
}
GROUPS: dict[str, Callable[[Layout], tuple[str, ...]]] = {
    "puzzle": lambda item: (item.puzzle,),
    "form": lambda item: (item.form,),
    "signs": lambda item: (f"{item.puzzle}: {item.signs}",),
    "wrap": lambda item: item.wraps,
}
WORDS = {
    "sudoku": ("sudoku",),
    "minesweeper": ("minesweeper",),
    "queens": ("queens",),
    "sliding": ("sliding", "8-puzzle", "15-puzzle"),
}
NASTY: dict[str, str] = {
    "'-\\n\\n'": "-\n\n",
    "'['": "[",
    "'1,'": "1,",
    "' '": " ",
    "bars": "|",
    "'#'": "#",
    "'\\n'": "\n",
    "'\\t'": "\t",
    "'0 '": "0 ",
    "'1\\n'": "1\n",
    "'. . .\\n'": ". . .\n",
    "'>'": ">",
    "'> '": "> ",
    "'```\\n'": "```\n",
    "'-'": "-",
    "'+-'": "+-",
    "'│'": "│",
    "'9'": "9",
    "'a'": "a",
    "'a '": "a ",
    "'\"'": '"',
    '\'"""\'': '"""',
    "'{'": "{",
    "'()'": "()",
    "'[1],'": "[1],",
    "'<td>'": "<td>",
    "':'": ":",
    "'/'": "/",
    "'8/'": "8/",
    "'r1c1 '": "r1c1 ",
    "'Q.\\n'": "Q.\n",
    "'1 2 3\\n\\n'": "1 2 3\n\n",
    "'1: '": "1: ",
    "81 dots": "." * 81 + "\n",
    "81 dots, one line": "." * 81,
    "'\\\\'": "\\",
    "'\\0'": "\0",
    "'é'": "é",
    "'1\\t\\t'": "1\t\t",
    "'mines: 1\\n'": "mines: 1\n",
    "'0x'": "0x",
    "'1e'": "1e",
}


def reading(path: Path) -> tuple[list[str], bool] | gridwise.InputError:
    """Return the boards of a file and whether there are notes, or the error."""
    try:
        boards = gridwise.read_boards(path)
    except gridwise.InputError as error:
        return error
    notes = any(getattr(board, "notes", ()) for board in boards)
    return [board.notation for board in boards], notes


def names(puzzle: str, text: str) -> bool:
    """Return whether an error names the puzzle, or some to choose from, not simply all."""
    text = text.lower()
    mentioned = [name for name, words in WORDS.items() if any(word in text for word in words)]
    return puzzle in mentioned and len(mentioned) < len(WORDS)


def kind_of(item: Layout, path: Path) -> tuple[str, str]:
    """Return how a layout is read, and what was read or raised."""
    try:
        outcome = reading(path)
    except Exception:
        return "fault", traceback.format_exc()
    if isinstance(outcome, gridwise.InputError):
        text = str(outcome)
        if item.unclear:
            return "may", text
        phrase = f"{text.replace(str(path), '')} {getattr(outcome, 'puzzle', '')}"
        return ("named" if names(item.puzzle, phrase) else "refused"), text
    boards, notes = outcome
    shown = "\n".join(boards)
    if tuple(boards) in item.meanings:
        return "right", shown
    return ("noted" if notes else "another"), shown


def head() -> str:
    """Return the line that says what was measured with."""
    return " · ".join(f"{name} {value}" for name, value in machine().items())


def items(seed: int, number: int, only: str) -> Iterator[Layout]:
    """Yield layouts, each by a seed of its own."""
    for at in range(number):
        item = layout(Random(f"{seed} {at}"))
        words = " ".join((item.puzzle, item.form, item.signs, *item.wraps))
        if only in words:
            yield item


def in_files(layouts: Iterable[Layout]) -> Iterator[tuple[Layout, Path]]:
    """Write each layout to a file by its own name, and yield its path."""
    with tempfile.TemporaryDirectory() as folder:
        for item in layouts:
            path = Path(folder) / item.name
            path.write_bytes(item.data)
            yield item, path
            path.unlink()


def measure(options: argparse.Namespace) -> None:
    """Read the layouts, and print how."""
    total: Counter[str] = Counter()
    groups: dict[str, dict[str, Counter[str]]] = {name: defaultdict(Counter) for name in GROUPS}
    spent = 0.0
    for item, path in in_files(items(options.seed, options.number, options.only)):
        began = time.process_time()
        kind, outcome = kind_of(item, path)
        spent += time.process_time() - began
        total[kind] += 1
        for name, rows in GROUPS.items():
            for row in rows(item):
                groups[name][row][kind] += 1
        if kind in options.show:
            print(shown(item, kind, outcome))
    number = sum(total.values())
    print(f"{number:,} layouts, seed {options.seed}, {spent:.1f} s of CPU\n")
    for kind, words in KINDS.items():
        print(f"{total[kind]:6,} {total[kind] / max(1, number):7.1%}  {words}")
    for name in options.by:
        print(f"\n| {name} | layouts | {' | '.join(KINDS)} |")
        print(f"| --- | {' | '.join('---:' for _ in range(len(KINDS) + 1))} |")
        for row, counts in sorted(groups[name].items(), key=lambda pair: -sum(pair[1].values())):
            cells = [str(counts[kind] or "") for kind in KINDS]
            print(f"| {row} | {sum(counts.values())} | {' | '.join(cells)} |")


def shown(item: Layout, kind: str, outcome: str) -> str:
    """Return a layout, what it means and how it was read."""
    meant = " or ".join(", ".join(meaning) for meaning in item.meanings) or "no board"
    about = " · ".join((item.puzzle, item.form, item.signs, *item.wraps))
    return (
        f"===== {kind} · {item.name} · {about}\n{item.text.rstrip()}\n"
        f"----- meant: {meant}\n----- read:  {outcome.rstrip()}\n"
    )


def mutate(options: argparse.Namespace) -> None:
    """Read mutated layouts; print what is raised beside the documented errors, and the slowest."""
    random = Random(options.seed)
    seeds = [item.text for item in items(options.seed, 400, options.only)]
    counts: Counter[str] = Counter()
    slowest, longest = "", 0.0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "board.txt"
        for at in range(options.mutate):
            text = edited(random, random.choice(seeds)) if at % 2 else mutated(random, seeds)
            path.write_bytes(text.encode("utf-8", "surrogatepass"))
            began = time.process_time()
            try:
                outcome = reading(path)
                kind = "refused" if isinstance(outcome, gridwise.InputError) else "read"
            except Exception:
                kind = "fault"
                print(f"===== fault\n{text!r}\n{traceback.format_exc()}")
            spent = time.process_time() - began
            counts[kind] += 1
            if spent > longest:
                slowest, longest = text, spent
    print(f"{options.mutate:,} mutated texts, seed {options.seed}: {dict(counts)}")
    print(f"the slowest took {longest:.3f} s: {len(slowest):,} characters, {slowest[:80]!r}")


def large(options: argparse.Namespace) -> None:
    """Read texts of some megabytes that repeat a piece."""
    size = int(options.large * 1e6)
    print("| text | s a MB | outcome |")
    print("| --- | ---: | --- |")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "board.txt"
        for name, piece in NASTY.items():
            text = piece * (size // len(piece.encode()))
            path.write_text(text, "utf-8", newline="")
            began = time.process_time()
            try:
                outcome = reading(path)
                words = str(outcome)[-70:]
                if not isinstance(outcome, gridwise.InputError):
                    words = f"{len(outcome[0])} boards"
            except Exception as error:
                words = f"FAULT: {error!r}"
            rate = (time.process_time() - began) / (len(text.encode()) / 1e6)
            print(f"| {name} | {rate:.2f} | {words!r} |", flush=True)


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--number", type=int, default=2_000, metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="S")
    parser.add_argument("--show", choices=KINDS, action="append", default=[], metavar="KIND")
    parser.add_argument("--by", choices=GROUPS, nargs="+", default=["puzzle"], metavar="GROUP")
    parser.add_argument("--only", default="", metavar="TEXT")
    parser.add_argument("--mutate", type=int, default=0, metavar="N")
    parser.add_argument("--large", type=float, default=0, metavar="MB")
    options = parser.parse_args()
    work: Callable[[argparse.Namespace], None] = measure
    if options.mutate:
        work = mutate
    elif options.large:
        work = large
    print(head())
    work(options)


if __name__ == "__main__":
    main()
