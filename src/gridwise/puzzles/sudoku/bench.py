"""Measures the speed of the compiled engine on sets of boards.

Boards are solved and proved unique or not unique, all side by side (`lanes`); the time begins with
the boards as an array in memory and ends with the answers in one.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from gridwise.core import registry
from gridwise.core.capabilities import Benchmarks, BenchSet, Figures, Measured
from gridwise.core.errors import Fault, ParameterError
from gridwise.core.message import msg
from gridwise.core.run import Run
from gridwise.puzzles.sudoku.cases import TechniqueCase, by_code, read_cases
from gridwise.puzzles.sudoku.engine import minimal
from gridwise.puzzles.sudoku.engine import solver as engine
from gridwise.puzzles.sudoku.rules import shuffled_grid

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SEED = 20


def _load(run: Run) -> None:
    """Compile the engine; loading it where it is compiled does not count."""
    engine.load(Run() if engine.CODE.is_kept else run)


def _read(data: str) -> "NDArray[np.uint8]":
    return engine.read_digits(data).reshape(-1, 81)


def _solved(measured: Measured) -> Figures:
    seen, *again = measured.answers
    engine.check(measured.items, seen)
    if any((many.found != seen.found).any() for many in again):
        raise Fault("the second run gave another answer")
    return {
        "unique": int((seen.found == 1).sum()),
        "several": int((seen.found > 1).sum()),
        "none": int((seen.found == 0).sum()),
        "guesses": seen.statistics.counters["decisions"],
        "lanes": engine.lanes(),
    }


def _boards(givens: int, *, unique: bool = True) -> "Callable[[int], NDArray[np.uint8]]":
    def made(number: int) -> "NDArray[np.uint8]":
        import numpy as np

        random = Random(SEED)
        grids = b"".join(shuffled_grid(3, 3, random) for _ in range(number))
        full = np.frombuffer(bytearray(grids), np.uint8).reshape(-1, 81)
        orders = np.array([random.sample(range(81), 81) for _ in range(number)])
        return thinned(full, orders, givens, unique=unique)

    return made


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


def _minimal(numbers: Sequence[int], run: Run) -> "NDArray[np.uint8]":
    return minimal.minimal_boards(len(numbers), SEED, run)


def _made(measured: Measured) -> Figures:
    boards = measured.answers[0]
    many = engine.solve_many(boards, Run())
    engine.check(boards, many)
    if not (many.found == 1).all():
        raise Fault("generator: a board has not exactly one solution")
    givens = round(float((boards > 0).sum(axis=1).mean()), 2)
    return {"givens": givens, "lanes": engine.lanes()}


def _no_cases(number: int) -> Iterator[TechniqueCase]:
    raise ParameterError(msg("the set techniques needs a file of cases"))


def _passes(case: TechniqueCase, run: Run) -> bool:
    known = by_code(registry.techniques("sudoku"))
    return case.code in known and case.passes(known[case.code])


def _passed(measured: Measured) -> Figures:
    outcomes = list(zip(measured.items, measured.answers, strict=True))
    passed = Counter(case.code for case, passes in outcomes if passes)
    total = Counter(case.code for case, _ in outcomes)
    return {
        "passed": passed.total(),
        "codes": [f"{code} {passed[code]}/{total[code]}" for code in sorted(total)],
        "failed": [f":{case.line}: {case.code}" for case, passes in outcomes if not passes],
    }


def _other(name: str) -> BenchSet:
    """Return the set of cases for the techniques, or that of a file of boards."""
    if name == "techniques":
        return BenchSet("", 1, _no_cases, _passes, _passed, read_cases)
    return replace(BENCH.sets["minimal"], number=0)


def _set(title: str, number: int, givens: int, *, unique: bool = True) -> BenchSet:
    boards = _boards(givens, unique=unique)
    return BenchSet(title, number, boards, engine.solve_many, _solved, _read, together=True)


BENCH = Benchmarks(
    {
        "minimal": _set("1,000 generated boards with one solution that need every given", 1000, 0),
        "easy": _set("2,000 generated boards with one solution and 36 givens", 2000, 36),
        "open": _set(
            *("2,000 generated boards with 22 givens and mostly many solutions", 2000, 22),
            unique=False,
        ),
        "generator": BenchSet(
            *("makes 5,000 boards with one solution that need every given", 5000, range),
            *(_minimal, _made),
            together=True,
        ),
    },
    _other,
    _load,
)
