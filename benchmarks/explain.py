"""Times `explain` on lists of Sudoku boards, and counts the steps by technique.

    python benchmarks/explain.py [--every N] FILE...

Each line of a FILE begins with a board of 81 characters; every N-th board is taken. Prints for each
list the processor time of one board, once all is loaded, and how many boards end in the solution;
then how often each technique was found; then how many facts the nested nets have.
"""

import argparse
import time
from collections import Counter
from pathlib import Path
from statistics import median

import gridwise as gw
from gridwise.comparing.machine import machine
from gridwise.core.step import Step


def boards(path: Path) -> list[str]:
    """Return the boards of a list."""
    lines = path.read_text(encoding="ascii").splitlines()
    found = [line.strip()[:81] for line in lines if not line.startswith("#")]
    return [line for line in found if len(line) == 81 and not set(line) - set("0123456789.")]


def facts(step: Step) -> int:
    """Return how many assumptions and singles the sentence of a nested net tells."""
    text = str(step.text)
    return 1 + text.count("(last ") + text.count("(if also ")


def quantiles(values: list[float]) -> tuple[float, float, float]:
    """Return the median, what nine of ten are not above, and the largest."""
    values = sorted(values)
    return median(values), values[(9 * len(values) - 1) // 10], values[-1]


def main(paths: list[Path], every: int) -> None:
    """Explain the boards of some lists."""
    print(", ".join(f"{name} {value}" for name, value in machine().items()))
    steps: Counter[str] = Counter()
    nets: list[float] = []
    gw.explain(boards(paths[0])[0])
    print(f"{'list':28}{'boards':>7}{'solved':>7}{'median':>9}{'90 %':>9}{'worst':>9} ms")
    for path in paths:
        times = []
        solved = 0
        for board in boards(path)[::every]:
            began = time.process_time()
            found = gw.explain(board)
            times.append(1000 * (time.process_time() - began))
            solved += found.solved
            for step in found.steps:
                steps[step.technique] += 1
                if step.technique == "nested_net":
                    nets.append(facts(step))
        figures = "".join(f"{value:9.1f}" for value in quantiles(times))
        print(f"{path.stem:28}{len(times):7}{solved:7}{figures}", flush=True)
    print()
    for name, count in steps.most_common():
        print(f"{name:28}{count:7}")
    if nets:
        middle, most, worst = quantiles(nets)
        print(f"\nfacts of a nested net: median {middle:g}, 90 % {most:g}, most {worst:g}")


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("files", metavar="FILE", type=Path, nargs="+")
    options.add_argument("--every", metavar="N", type=int, default=1)
    chosen = options.parse_args()
    main(chosen.files, chosen.every)
