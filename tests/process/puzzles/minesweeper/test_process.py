"""What is loaded and compiled in a process of its own."""

import os
import subprocess
import sys
from math import comb
from pathlib import Path

from oracles import minesweeper as oracle
from process.puzzles import uncompiled
from puzzles.minesweeper.support import EXPERT


def test_importing_it_loads_nothing_heavy():
    code = (
        "import sys; import gridwise.puzzles.minesweeper, gridwise.solving.encoding.dimacs;"
        "print({'numpy', 'numba', 'pysat', 'rich'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_a_first_answer_waits_for_no_compiler(tmp_path: Path) -> None:
    """On a new machine nothing is compiled, nor Numba loaded, to count, solve or hint."""
    code = (
        "import sys, gridwise\n"
        "from gridwise.solving.hint import hint\n"
        f"board = gridwise.parse({EXPERT!r})\n"
        "print(gridwise.count(board).answer.number)\n"
        "print(gridwise.solve(board).method, hint(board).technique)\n"
        "print(gridwise.probabilities(board).answer.layouts)\n"
        "print('numba' in sys.modules)\n"
    )
    environment = {k: v for k, v in os.environ.items() if k != "NUMBA_CACHE_DIR"}
    environment |= {"XDG_CACHE_HOME": str(tmp_path), "HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    number, method, chances, loaded = done.stdout.splitlines()
    assert number == chances
    assert int(number) > comb(400, 80)
    assert method.split() == ["kernel", "one_two_one"]
    assert loaded == "False"


def test_the_kernels_answer_without_compiling_too() -> None:
    code = (
        "from random import Random\n"
        "from gridwise.core.run import Run\n"
        "from gridwise.puzzles.minesweeper.engine import probability\n"
        "from gridwise.puzzles.minesweeper.puzzle import PUZZLE, SAMPLER\n"
        "for seed in range(40):\n"
        "    position = SAMPLER.sample(Random(seed))\n"
        "    found = probability.tally(position, Run())\n"
        "    print(PUZZLE.format(position), None if found is None else found.mines)\n"
    )
    lines = uncompiled.run(code).splitlines()
    assert len(lines) == 40
    for line in lines:
        notation, _, mines = line.partition(" ")
        layouts = oracle.solutions(notation)
        columns = tuple(map(sum, zip(*layouts, strict=True)))
        assert mines == str(columns if layouts else None)
