"""Measures the speed of the compiled engine on sets of boards."""

import time
from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from gridwise.core import registry
from gridwise.core.capabilities import Benchmarks, Figures, figures
from gridwise.core.errors import Fault, ParameterError, UnknownNameError
from gridwise.core.message import msg
from gridwise.core.run import Run
from gridwise.puzzles.sudoku.cases import by_code, read_cases
from gridwise.puzzles.sudoku.engine import minimal
from gridwise.puzzles.sudoku.engine import solver as engine
from gridwise.puzzles.sudoku.rules import shuffled_grid

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SETS: dict[str, str] = {
    "minimal": "1,000 generated boards with one solution that need every given",
    "easy": "2,000 generated boards with one solution and 36 givens",
    "open": "2,000 generated boards with 22 givens and mostly many solutions",
    "generator": "makes 5,000 boards with one solution that need every given",
}
"""The generated sets, the same in every run; `data` is any other set."""
TECHNIQUES = "techniques"
"""The set of cases for the techniques; it has no built-in ones."""
SEED = 20
LEAST_S = 0.3
"""Processor seconds, at least, for which a set is solved repeatedly."""
_GENERATED = 5000
_MADE = {"minimal": 1000, "easy": 2000, "open": 2000}
_GIVENS = {"minimal": 0, "easy": 36, "open": 22}


def run(name: str, *, data: str | None = None, scale: float = 1.0) -> Figures:
    """Measure how many boards a second are solved and proved unique or not unique.

    `data` holds boards of one line each, `name` is then the set's name, and a scale above 1 repeats
    them. Found are `unique` boards, `several` and `none`; `guesses` for one time through the set,
    and `lanes`, the boards side by side.

    The set `techniques` runs cases for the techniques (`cases`), which `data` holds, and says how
    many `passed`, the same for each `code`, and which lines `failed`.

    Notes
    -----
    The set is solved once before, and every answer is checked. `compile_s` is 0 if the kernels were
    compiled before: loading them does not count. The time is this process's processor time, over
    `LEAST_S` or more; it begins with the boards as an array in memory and ends with the answers in
    one.
    """
    if name == TECHNIQUES:
        return _techniques(data, scale)
    first = Run()
    engine.load(Run() if engine.CODE.is_kept else first)
    if data is None and name == "generator":
        return _generator(first, scale)
    text = _boards(name, data, scale)
    boards = text.reshape(-1, 81)
    seen = engine.solve_many(boards, first)
    engine.check(boards, seen)
    spent, items, rounds = 0.0, 0, 0
    while spent < LEAST_S or not rounds:
        start = time.process_time()
        many = engine.solve_many(boards, Run())
        spent += time.process_time() - start
        items += len(many)
        rounds += 1
        if (many.found != seen.found).any():
            raise Fault(f"{name}: the second run gave another answer")
        if not items:
            break
    return figures(
        *(name, items, spent, first.compile_s),
        unique=int((seen.found == 1).sum()),
        several=int((seen.found > 1).sum()),
        none=int((seen.found == 0).sum()),
        guesses=seen.statistics.counters["decisions"],
        lanes=engine.lanes(),
    )


def _generator(first: Run, scale: float) -> Figures:
    """Measure how many minimal boards a second are made."""
    count = max(1, round(_GENERATED * scale))
    spent, items, rounds = 0.0, 0, 0
    while spent < LEAST_S or not rounds:
        start = time.process_time()
        boards = minimal.minimal_boards(count, SEED + rounds, Run())
        spent += time.process_time() - start
        items += count
        rounds += 1
    many = engine.solve_many(boards, Run())
    engine.check(boards, many)
    if not (many.found == 1).all():
        raise Fault("generator: a board has not exactly one solution")
    return figures(
        *("generator", items, spent, first.compile_s),
        givens=round(float((boards > 0).sum(axis=1).mean()), 2),
        lanes=engine.lanes(),
    )


def _techniques(data: str | None, scale: float) -> Figures:
    """Run cases, and say which pass."""
    if data is None:
        raise ParameterError(msg("the set techniques needs a file of cases"))
    cases = list(read_cases(data))
    cases = cases[: max(1, round(len(cases) * scale))]
    known = by_code(registry.techniques("sudoku"))
    passed, total = Counter[str](), Counter(case.code for case in cases)
    failed: list[str] = []
    start = time.process_time()
    for case in cases:
        if case.code in known and case.passes(known[case.code]):
            passed[case.code] += 1
        else:
            failed.append(f":{case.line}: {case.code}")
    spent = time.process_time() - start
    return figures(
        *(TECHNIQUES, len(cases), spent, 0.0),
        passed=passed.total(),
        codes=[f"{code} {passed[code]}/{total[code]}" for code in sorted(total)],
        failed=failed,
    )


def _boards(name: str, data: str | None, scale: float) -> "NDArray[np.uint8]":
    """Return the digits of a set, 0 for an empty cell."""
    import numpy as np

    if data is not None:
        return np.tile(engine.read_digits(data), max(1, round(scale)))
    if name not in _MADE:
        raise UnknownNameError("set", name, SETS)
    count = max(1, round(_MADE[name] * scale))
    random = Random(SEED)
    grids = b"".join(shuffled_grid(3, 3, random) for _ in range(count))
    full = np.frombuffer(bytearray(grids), np.uint8).reshape(-1, 81)
    orders = np.array([random.sample(range(81), 81) for _ in range(count)])
    return thinned(full, orders, _GIVENS[name], unique=name != "open").reshape(-1)


def thinned(
    full: "NDArray[np.uint8]", orders: "NDArray[np.int64]", givens: int, *, unique: bool
) -> "NDArray[np.uint8]":
    """Remove givens of all boards side by side, each in its own order.

    Stops at `givens`; where `unique`, keeps each given without which a second solution appears.
    """
    import numpy as np

    boards = full.copy()
    each = np.arange(len(boards))
    for step in range(81):
        cells = orders[:, step]
        trial = boards.copy()
        trial[each, cells] = 0
        taken = (boards > 0).sum(axis=1) > givens
        if unique:
            taken &= engine.solve_many(trial, Run()).found == 1
        boards[taken] = trial[taken]
    return boards


BENCH = Benchmarks(SETS, run)
