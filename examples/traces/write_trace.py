"""Writes a trace that `gridwise replay` plays: copy these ten lines into a program of your own."""

import json
import sys
from pathlib import Path


class TraceFile:
    """A trace: `event("assign", cell=[1, 2])` adds a line, rows and columns from 1."""

    def __init__(self, path, board, program, **more):
        self.file = Path(path).open("w", 1, "utf-8")  # noqa: SIM115  (open for the whole run)
        self.line(gridwise_trace=1, board=board, program=program, **more)

    def line(self, **fields):
        self.file.write(json.dumps(fields, ensure_ascii=False) + "\n")

    def event(self, kind, **fields):
        self.line(kind=kind, **fields)


def attacked(queens, column):
    """Return the square of a queen that attacks the next row's square in a column, or None."""
    row = len(queens) + 1
    for r, c in enumerate(queens, 1):
        if c == column or abs(c - column) == row - r:
            return [r, c]
    return None


def search(n, queens, trace):
    """Place the queens of the rows that are left, depth first."""
    if len(queens) == n:
        trace.event("solution")
        return True
    for column in range(1, n + 1):
        by = attacked(queens, column)
        square = [len(queens) + 1, column]
        if by:
            trace.event("eliminate", cell=square, cause=[by], note="a queen attacks it")
            continue
        trace.event("assign", cell=square)
        if search(n, [*queens, column], trace):
            return True
        trace.event("undo", note="no square is left in the next rows")
    return False


if __name__ == "__main__":
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 6
    path = sys.argv[2] if len(sys.argv) > 2 else "queens.jsonl"
    search(n, [], TraceFile(path, f"queens:{n}:", "depth-first search"))
