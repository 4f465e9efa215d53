"""Compares Sudoku Explainer ratings with a reference, and times them.

    python benchmarks/se_rating.py [FILE] [SECONDS]

FILE has a puzzle and its ER/EP/ED on each line, by default the golden ones, or puzzles alone;
SECONDS is the time limit of a puzzle. Prints, by band of ER, how many are equal, the largest
difference, and how many were stopped; then the processor time of one rating.
"""

import sys
import time
from pathlib import Path
from statistics import median

from gridwise.core.limits import Interrupted, Limits
from gridwise.core.run import Run
from gridwise.puzzles.sudoku.position import Position
from gridwise.puzzles.sudoku.rating.se import rate

GOLDEN = Path(__file__).parents[1] / "tests" / "golden" / "sudoku" / "se_ratings.txt"


def main(path: Path, seconds: float) -> None:
    """Rate all puzzles of a file."""
    bands: dict[int, list[float | None]] = {}
    times = []
    for line in path.read_text(encoding="ascii").splitlines():
        puzzle, _, numbers = line.strip().partition(" ")
        if len(puzzle) != 81:
            continue
        wanted = float(numbers.split("/")[0]) if numbers else -1.0
        cells = bytes(0 if c in ".0" else int(c) for c in puzzle)
        began = time.process_time()
        try:
            rated = rate(Position(3, 3, cells), Run(Limits(time_s=seconds))).er
        except Interrupted:
            bands.setdefault(int(wanted), []).append(None)
            continue
        times.append(time.process_time() - began)
        if numbers:
            bands.setdefault(int(wanted), []).append(abs(rated - wanted))
    print("ER  puzzles  equal  largest difference  stopped")
    for band, offs in sorted(bands.items()):
        done = [off for off in offs if off is not None]
        equal = sum(off < 0.05 for off in done)
        worst = max(done, default=0.0)
        print(f"{band:2}{len(offs):9}{equal:7}{worst:20.1f}{len(offs) - len(done):9}")
    print(f"median {1000 * median(times):.1f} ms, slowest {max(times):.1f} s of processor time")


if __name__ == "__main__":
    main(
        Path(sys.argv[1]) if len(sys.argv) > 1 else GOLDEN,
        float(sys.argv[2]) if len(sys.argv) > 2 else 10.0,
    )
