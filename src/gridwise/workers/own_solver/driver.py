"""Calls `solve(board)` of a Python file, and prints the answer; run as a script.

`driver.py FILE` reads a notation from standard input, and prints one JSON object: the answer, and
the seconds that `solve` took by its own word. What the file prints goes to standard error.
"""

import json
import os
import sys
import time
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any


def as_json(answer: Any) -> Any:
    """Return an answer as JSON: None, the text of a board, or a list of moves."""
    moves = getattr(answer, "moves", None)
    if isinstance(moves, list | tuple):  # what `gridwise.solve` returns
        answer = moves
    if answer is None or isinstance(answer, str):
        return answer
    if hasattr(answer, "notation"):
        return answer.notation
    return [move if isinstance(move, int) else str(move) for move in answer]


def main(path: str) -> None:
    """Answer one board."""
    out = os.dup(1)
    os.dup2(2, 1)
    from gridwise import Board

    board = Board(sys.stdin.read().strip())
    sys.path.insert(0, os.getcwd())  # noqa: PTH109  a file may import those beside it
    spec = spec_from_file_location("solver", path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["solver"] = module
    spec.loader.exec_module(module)
    cpu, wall = time.process_time(), time.perf_counter()
    answer = as_json(module.solve(board))
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    text = json.dumps({"answer": answer, "cpu_s": cpu, "wall_s": wall})
    with os.fdopen(out, "w", encoding="utf-8") as file:
        file.write(text + "\n")
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)  # threads that still run must not hold the answer up


if __name__ == "__main__":
    main(sys.argv[1])
