"""Inputs of batches, runs of them, and what they wrote."""

import csv
from pathlib import Path
from typing import Any

from batch.poison import Inline
from gridwise.batch.run import run_batch

ONE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
NONE = "55" + "." * 79
TWO = SOLVED.translate(str.maketrans("12", ".."))  # 1 and 2 can be exchanged
QUEENS = "queens:6:"


def write(folder: Path, text: str, name: str = "in.txt") -> Path:
    path = folder / name
    path.write_bytes(text.encode())
    return path


def ran(source: Path, name: str = "out.csv", **options: Any) -> Any:
    """Run a batch, by default in this process; its output lies beside the input."""
    options.setdefault("executor", Inline())
    return run_batch(source, source.parent / name, **options)


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


CERTIFIED = [
    ONE,
    NONE,
    "# a comment",
    "." * 81,
    "bad",
    "queens:6:r1c1",
    "minesweeper:4x3x2:--1-/--21/----",
    "sliding:3x2:1,2,5,3,4,0",
]
"""Lines with claims of each kind."""


def certified(folder: Path, name: str = "out.csv", **options: Any) -> Any:
    """Certify the boards of `in.txt`."""
    options = {"executor": Inline(200), "do": "certify"} | options
    return ran(folder / "in.txt", name, **options)
