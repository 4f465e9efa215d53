"""All that takes `--cluster`, on a scheduler and two workers: the same answers as alone."""

import csv
import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("distributed")

import gridwise
from batch.poison import POISON, Poisoned
from gridwise.batch.boards import generate_shared
from gridwise.batch.cluster import ClusterExecutor
from gridwise.batch.run import run_batch
from gridwise.cli.main import run
from gridwise.puzzles.sliding.generate import random_position
from gridwise.solving.generate import generate_many

pytestmark = [
    pytest.mark.slow,
    # Dask leaves the sockets of a worker that was killed to the garbage collector.
    pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning"),
]
PAIR = "local:2"


@pytest.fixture(autouse=True)
def _collected() -> Iterator[None]:
    yield
    gc.collect()


def test_count(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["count", "queens:12:", "--cluster", PAIR]) == 0
    assert capsys.readouterr().out == "14200\n"


def test_simulate() -> None:
    asked = {"board": "5x5x4", "policy": "single_point", "guess": "random", "games": 60}
    alone = gridwise.simulate("minesweeper", **asked).rows[0]
    there = gridwise.simulate("minesweeper", cluster=PAIR, **asked).rows[0]
    assert (there.games, there.wins, there.lost) == (60, alone.wins, alone.lost)


def test_solve() -> None:
    board = random_position(4, 4, 3)
    there = gridwise.solve(board, cluster=PAIR, tables="default")
    here = gridwise.solve(board, workers=1, tables="default")
    assert (there.optimal, there.moves) == (True, here.moves)
    assert there.statistics.counters == here.statistics.counters


def test_generate() -> None:
    seeds = range(5, 25)
    there = list(generate_shared("sudoku", "2x2", seeds, cluster=PAIR))
    assert there == list(generate_many("sudoku", "2x2", seeds))


def test_compare(tmp_path: Path) -> None:
    boards, asked = ["queens:4:", "queens:5:r1c1"], {"methods": ["sat", "dpll"], "repeats": 1}
    there = gridwise.compare(boards, tmp_path / "there", cluster=PAIR, **asked)
    here = gridwise.compare(boards, **asked)
    assert [(row.key, row.end, row.claims) for row in there.rows] == [
        (row.key, row.end, row.claims) for row in here.rows
    ]


def test_a_puzzle_that_kills_its_worker_is_a_row_and_the_others_are_answered(
    tmp_path: Path,
) -> None:
    lines = [f"queens:6:r1c{n % 4 + 2}\n" for n in range(40)]
    lines[17] = POISON.decode()
    source = tmp_path / "in.txt"
    source.write_text("".join(lines))
    pool = ClusterExecutor(PAIR)
    try:
        done = run_batch(source, tmp_path / "out.csv", executor=Poisoned(pool))
    finally:
        pool.close()
    with (tmp_path / "out.csv").open(newline="") as file:
        found = list(csv.DictReader(file))
    assert [row["puzzle"] for row in found] == [line.strip() for line in lines]
    assert found[17]["error"].endswith(":18:1: a worker process died 3 times at this puzzle")
    assert all(row["status"] == "SOLVED" for at, row in enumerate(found) if at != 17)
    assert done.ends == {"answered": 39, "fault": 1}
