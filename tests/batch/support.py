"""Inputs of batches, runs of them, and what they wrote."""

import csv
from pathlib import Path
from typing import Any

import pytest

import gridwise
from batch.poison import Inline
from gridwise.batch import run
from gridwise.batch.run import BatchSummary

ONE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
NONE = "55" + "." * 79
TWO = SOLVED.translate(str.maketrans("12", ".."))  # 1 and 2 can be exchanged
QUEENS = "queens:6:"


def write(folder: Path, text: str, name: str = "in.txt") -> Path:
    path = folder / name
    path.write_bytes(text.encode())
    return path


class _Kept:
    """An executor that others use after this run."""

    def __init__(self, executor: Any) -> None:
        self._executor = executor

    def __getattr__(self, name: str) -> Any:
        return getattr(self._executor, name)

    def close(self) -> None:
        pass


def run_batch(source: Any, output: Any, *, executor: Any = None, **options: Any) -> BatchSummary:
    """Run a batch, by default on the executor that its options ask for."""
    with pytest.MonkeyPatch.context() as patch:
        if executor is not None:
            patch.setattr(run, "open_executor", lambda *_, **__: _Kept(executor))
        return gridwise.batch(source, output, **options)


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
