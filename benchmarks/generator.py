"""How often and how fast Sudokus of a kind are made: levels, bands of ratings, techniques.

Run as::

    python benchmarks/generator.py --seeds 20
    python benchmarks/generator.py --seeds 2 technique=x_wing hardest=x_wing difficulty=se:3.0-4.5
    python benchmarks/generator.py --seeds 1 --techniques

Each seed is a board; the budget and the times are processor seconds, so that other work on the
machine does not count. A board that has not been found in the budget counts with all of it. The
kernels that are compiled already are used; with an empty `XDG_CACHE_HOME` there are none, and what
compiling takes beyond the budget is in `longest`.
"""

import argparse
import statistics
import time

from gridwise.core import registry
from gridwise.core.step import LEVELS
from gridwise.questions.generate import generate
from gridwise.solving.generate import DEFAULT_S

BANDS = ("se:1.2-2.0", "se:3.0-4.5", "se:5.0-6.5", "se:7.0-7.5", "se:8.3-8.9")


def measure(asked: str, seeds: int, size: str, budget_s: float) -> str:
    """Return one line: the options, boards found, median and longest seconds."""
    options = dict(part.split("=", 1) for part in asked.split(",") if part)
    spent, found = [], 0
    for seed in range(seeds):
        began = time.process_time()
        made = generate("sudoku", size, seed=seed, time_s=budget_s, options=options)
        spent.append(time.process_time() - began)
        found += made is not None
    median, longest = statistics.median(spent), max(spent)
    return f"{asked or '-':32} {found:3}/{seeds:<3} {median:8.3f} {longest:8.3f}"


def main() -> None:
    """Measure what is asked for, by default the levels and some bands."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("asked", nargs="*", help="options, NAME=VALUE,NAME=VALUE")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--size", default="")
    parser.add_argument("--time", type=float, default=DEFAULT_S)
    parser.add_argument("--techniques", action="store_true", help="each technique, both ways")
    args = parser.parse_args()
    asked = args.asked or ["", *(f"difficulty={name}" for name in (*LEVELS, *BANDS))]
    if args.techniques:
        names = registry.techniques("sudoku")
        asked = [f"{way}={name}" for name in names for way in ("technique", "hardest")]
    time.perf_counter = time.process_time  # the clock of the budget
    print(f"{'options':32} {'found':>7} {'median':>8} {'longest':>8}")
    for one in asked:
        print(measure(one, args.seeds, args.size, args.time), flush=True)


if __name__ == "__main__":
    main()
