"""The benchmarks of the engine: counts, completions, first solutions."""

import time
from collections.abc import Callable, Iterator
from random import Random

from gridwise.core.capabilities import Benchmarks, Figures, figures
from gridwise.core.errors import ParameterError, UnknownNameError, WrongAnswerError
from gridwise.core.run import Run
from gridwise.core.views import ModelCount
from gridwise.puzzles.queens import rules
from gridwise.puzzles.queens.closed_form import closed_form
from gridwise.puzzles.queens.engine.counting import MOST_JOINED, fundamental
from gridwise.puzzles.queens.engine.repair import swaps
from gridwise.puzzles.queens.engine.search import queens_kernel
from gridwise.puzzles.queens.position import MAX_N, OccupiedLines, PlaceQueen, Position, ascending
from gridwise.puzzles.queens.text import files

SETS: dict[str, str] = {
    "count:16": "all solutions of the empty board of 16 rows, and up to symmetry",
    "count:17": "the same of 17 rows",
    "count:18": "the same of 18 rows (any count:N up to 22)",
    "completion:30": "boards of 30 rows with random queens fixed or squares blocked, decided",
    "completion:1000": "boards of 1,000 rows with a third of the queens fixed, decided",
    "first:1000000": "a solution of 1,000,000 rows by formula, checked (any first:N)",
    "local:1000000": "a solution of 1,000,000 rows by local search, checked (any local:N)",
}
"""The sets, each with its description."""
KNOWN = (
    *(1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512),
    *(95815104, 666090624, 4968057848, 39029188884, 314666222712, 2691008701644),
)
"""The numbers of solutions for n = 1, 2, ... (OEIS A000170)."""
_SEED = 20
_SHAPES = ((3, 0.0), (10, 0.0), (17, 0.0), (18, 0.0), (0, 0.5), (0, 0.75), (5, 0.65), (10, 0.45))
"""The boards of 30 rows: the number of fixed queens and the share of blocked squares."""


def run(name: str, *, data: str | None = None, scale: float = 1.0) -> Figures:
    """Measure one set, after compiling and a checked warm-up.

    `name` is one of `SETS`, or one of them with another number. Completions also have `nodes`,
    `solved`, `unsolvable` and `longest_s`, counts `count` and `fundamental`.
    """
    kind, _, text = name.partition(":")
    kinds: dict[str, tuple[int, Callable[[str, int, str | None, float], Figures]]] = {
        "count": (MOST_JOINED, _count),
        "completion": (1000, _completion),
        "first": (MAX_N, _first),
        "local": (MAX_N, _first_by_local_search),
    }
    if kind not in kinds or not text.isdecimal():
        raise UnknownNameError("set", name, tuple(SETS))
    most, measure = kinds[kind]
    n = int(text)
    if not 4 <= n <= most:
        raise ParameterError(f"{kind}:N takes N from 4 to {most}, not {n}")
    return measure(name, n, data, scale)


def _count(name: str, n: int, data: str | None, scale: float) -> Figures:
    warm = Run()
    for size in {8, 9, n if n <= 12 else 12 + n % 2}:
        for up_to_symmetry in (False, True):
            _tally(size, warm, up_to_symmetry)
    began = time.process_time()
    number = _tally(n, Run())
    cpu_s = time.process_time() - began
    same = fundamental(n, number, Run())
    return figures(name, 1, cpu_s, warm.compile_s, count=number, fundamental=same)


def _tally(n: int, run: Run, up_to_symmetry: bool = False) -> int:
    into = ModelCount()
    queens_kernel(Position(n)).count_models(run, into, up_to_symmetry=up_to_symmetry)
    if not up_to_symmetry and into.number != KNOWN[n - 1]:
        raise WrongAnswerError(f"{into.number} solutions for n = {n}, not {KNOWN[n - 1]}")
    return into.number


def boards(n: int, number: int) -> Iterator[Position]:
    """Yield the same random boards at every call; above 100 rows a third of the queens fixed."""
    for index in range(number):
        random = Random(f"{_SEED} {n} {index}")
        fixed, share = _SHAPES[index % len(_SHAPES)]
        if n > 100:
            fixed, share = n // 3, 0.0
        queens: list[int] = []
        lines, tries = OccupiedLines(n), 0
        while len(queens) < fixed and tries < 100 * n:
            tries += 1
            row, column = random.randrange(n), random.randrange(n)
            if not lines.attacked(row, column):
                queens.append(row * n + column)
                lines.add(queens[-1:])
        blocked = set(random.sample(range(n * n), int(share * n * n))).difference(queens)
        yield Position(n, ascending(queens), ascending(blocked))


def _completion(name: str, n: int, data: str | None, scale: float) -> Figures:
    if data is None:
        positions = list(boards(n, max(1, round((10 if n > 100 else 80) * scale))))
    else:
        positions = []
        for entry in files.read(data):
            if entry.error is not None:
                raise entry.error
            assert entry.position is not None
            positions.append(entry.position)
    warm = Run()
    for position in (Position(20), *positions[:1]):
        _complete(position, warm)
    run = Run()
    most, solved, began = 0.0, 0, time.process_time()
    for position in positions:
        before = time.process_time()
        solved += _complete(position, run)
        most = max(most, time.process_time() - before)
    cpu_s = time.process_time() - began
    return figures(
        *(name, len(positions), cpu_s, warm.compile_s),
        nodes=run.nodes,
        solved=solved,
        unsolvable=len(positions) - solved,
        longest_s=most,
    )


def _complete(position: Position, run: Run) -> bool:
    """Return whether a board has a solution, and check it."""
    view = queens_kernel(position)
    model = next(view.models(run), None)
    if model is not None:
        _check(position, view.decoder.moves(model))
    return model is not None


def _check(position: Position, moves: tuple[PlaceQueen, ...]) -> None:
    if not rules.is_solved(rules.apply_all(position, moves)):
        raise WrongAnswerError("a solution that does not solve its board")


def _first(name: str, n: int, data: str | None, scale: float) -> Figures:
    def once(n: int) -> None:
        view = closed_form(Position(n))
        for model in view.construct(Run()):
            _check(view.position, view.decoder.moves(model))

    return _measured(name, once, n, scale)


def _first_by_local_search(name: str, n: int, data: str | None, scale: float) -> Figures:
    def once(n: int) -> None:
        view = swaps(Position(n))
        model = None
        for attempt in range(20):
            model = view.descend(Run(), Random(f"{_SEED} {attempt}"))
            if model is not None:
                _check(view.position, view.decoder.moves(model))
                return
        raise WrongAnswerError(f"no solution of {n} rows in 20 starts")

    return _measured(name, once, n, scale)


def _measured(name: str, once: Callable[[int], None], n: int, scale: float) -> Figures:
    once(min(n, 5000))
    items = max(1, round(scale))
    began = time.process_time()
    for _ in range(items):
        once(n)
    return figures(name, items, time.process_time() - began, 0.0)


BENCH = Benchmarks(SETS, run)
