"""Calls a function of a Python file, and prints what it returns; run as a script.

`driver.py FILE` reads a notation from standard input, calls `solve(board)`, and prints three lines
of JSON: before the file is loaded, and before `solve` is entered, the CPU seconds until then; and
the answer, with the seconds that `solve` measured for itself. `driver.py FILE decide` reads a
line of JSON for each move of a game, calls `decide(view)`, and prints a line with the claims;
before the first it prints the CPU seconds until the file was loaded. The file's own prints go to
standard error.
"""

import json
import os
import random
import sys
import time
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from types import SimpleNamespace
from typing import IO, Any


def as_json(answer: Any) -> Any:
    """Return an answer as JSON: None, the text of a board, a list of moves, or a dict with it."""
    moves = getattr(answer, "moves", None)
    if isinstance(moves, list | tuple):  # what `gridwise.solve` returns
        answer = moves
    if answer is None or isinstance(answer, str):
        return answer
    if hasattr(answer, "notation"):
        return answer.notation
    if isinstance(answer, dict):  # the moves, with counters of the search
        return {str(k): v if isinstance(v, int) else as_json(v) for k, v in answer.items()}
    return [
        move if isinstance(move, int) else getattr(move, "notation", str(move)) for move in answer
    ]


def loaded(path: str) -> Any:
    """Return the module of a file; it may import the files beside it."""
    sys.path.insert(0, os.getcwd())  # noqa: PTH109
    spec = spec_from_file_location("solver", path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["solver"] = module
    spec.loader.exec_module(module)
    return module


def solve(path: str, out: IO[str]) -> None:
    """Answer one board."""
    from gridwise import Board

    board = Board(sys.stdin.read().strip())
    begin(out)
    function = loaded(path).solve
    begin(out)
    answer(function, board, out)


def begin(out: IO[str]) -> None:
    """Write the CPU seconds so far: before anything of somebody else, and before its `solve`."""
    out.write(json.dumps({"cpu_s": time.process_time()}) + "\n")
    out.flush()


LINES_OF_FILE, LINES_OF_FUNCTION, LINES_OF_POLICY = 2, 1, 1
"""Lines that are written before `solve` or `decide` is entered."""


def answer(function: Callable[[Any], Any], board: Any, out: IO[str]) -> None:
    """Write the answer of a function to a board, and the seconds that it took."""
    cpu, wall = time.process_time(), time.perf_counter()
    found = as_json(function(board))
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    out.write(json.dumps({"answer": found, "cpu_s": cpu, "wall_s": wall}) + "\n")


def decide(path: str, out: IO[str]) -> None:
    """Answer every view until the game ends."""
    random.seed(0)  # a rerun is the same
    module = loaded(path)
    if "gridwise" in sys.modules:  # it loads when it is asked for a name: not at a player's cost
        from gridwise import Board  # noqa: F401
    begin(out)
    for line in sys.stdin:
        claims = module.decide(SimpleNamespace(**json.loads(line)))
        if isinstance(claims, str):
            claims = [claims]
        out.write(json.dumps([str(claim) for claim in claims or ()]) + "\n")
        out.flush()


def main(path: str, what: str = "solve") -> None:
    """Call the function of that name, and end at once."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    {"solve": solve, "decide": decide}[what](path, out)
    out.close()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)  # threads that still run must not hold the answer up


if __name__ == "__main__":
    main(*sys.argv[1:])
