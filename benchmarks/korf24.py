"""The first ten 24-puzzles of Korf and Felner (2002) by IDA* with 6-6-6-6: nodes and seconds.

    python benchmarks/korf24.py --only 1,5,4 --time 3600

Prints a row of Markdown for each: slides, nodes expanded, CPU seconds, nodes a second. Boards and
lengths are those of table 2 of the paper, and each length is checked. An instance that the limit
ends is a row with the length that is proved to be too short. The tables are made first, if they
are not on disk yet.
"""

import argparse
import time

from gridwise.core.limits import Interrupted, Limits
from gridwise.core.run import Run
from gridwise.puzzles.sliding.bench import KORF24
from gridwise.puzzles.sliding.engine.ida_star import shortest
from gridwise.puzzles.sliding.position import Position


def measure(number: int, limit_s: float) -> str:
    """Return the row of one instance."""
    slides, text = KORF24[number]
    tiles = tuple(map(int, text.split()))
    board = Position(5, 5, tiles)
    run = Run(Limits(time_s=limit_s))
    began = time.process_time()
    try:
        found = len(shortest(board, run, "6-6-6-6"))
        assert found == slides, (found, slides)
        said = str(found)
    except Interrupted:
        said = f"more than {run.report.tables['iterations'][-1]['bound'] - 2}"
    cpu = time.process_time() - began
    nodes = run.count.expanded
    return f"| {number} | {said} | {nodes:,} | {cpu:,.0f} | {nodes / cpu / 1e6:.1f} million |"


def main() -> None:
    """Measure the instances that are named."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--only", default="1,5,4,3,6,7,8,2,10,9", help="numbers, 1 to 10")
    asked.add_argument("--time", type=float, default=600.0, help="limit of each, seconds")
    given = asked.parse_args()
    for number in map(int, given.only.split(",")):
        print(measure(number, given.time), flush=True)


if __name__ == "__main__":
    main()
