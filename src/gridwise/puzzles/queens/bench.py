"""The benchmarks of the engine: counts, completions, first solutions."""

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random

from gridwise.core.capabilities import Benchmarks, BenchSet, Figures, Measured
from gridwise.core.errors import ParameterError, WrongAnswerError
from gridwise.core.run import Run
from gridwise.core.views import ModelCount
from gridwise.puzzles.queens import rules
from gridwise.puzzles.queens.closed_form import closed_form
from gridwise.puzzles.queens.engine.counting import MOST_JOINED, fundamental
from gridwise.puzzles.queens.engine.repair import swaps
from gridwise.puzzles.queens.engine.search import queens_kernel
from gridwise.puzzles.queens.position import MAX_N, OccupiedLines, PlaceQueen, Position, ascending
from gridwise.reading.choose import read

_TITLES = {
    "count:16": "all solutions of the empty board of 16 rows, and up to symmetry",
    "count:17": "the same of 17 rows",
    "count:18": "the same of 18 rows (any count:N up to 22)",
    "completion:30": "boards of 30 rows with random queens fixed or squares blocked, decided",
    "completion:1000": "boards of 1,000 rows with a third of the queens fixed, decided",
    "first:1000000": "a solution of 1,000,000 rows by formula, checked (any first:N)",
    "local:1000000": "a solution of 1,000,000 rows by local search, checked (any local:N)",
}
KNOWN = (
    *(1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512),
    *(95815104, 666090624, 4968057848, 39029188884, 314666222712, 2691008701644),
)
"""The numbers of solutions for n = 1, 2, ... (OEIS A000170)."""
_SEED = 20
_SHAPES = ((3, 0.0), (10, 0.0), (17, 0.0), (18, 0.0), (0, 0.5), (0, 0.75), (5, 0.65), (10, 0.45))
"""The boards of 30 rows: the number of fixed queens and the share of blocked squares."""


def _tally(position: Position, run: Run) -> int:
    into = ModelCount()
    queens_kernel(position).count_models(run, into)
    if into.number != KNOWN[position.n - 1]:
        known = KNOWN[position.n - 1]
        raise WrongAnswerError(f"{into.number} solutions for n = {position.n}, not {known}")
    return into.number


def _sizes(boards: Sequence[Position]) -> list[Position]:
    """Return the boards that compile what counting takes; up to symmetry they are counted here."""
    n = boards[0].n
    sizes = [Position(size) for size in {8, 9, n if n <= 12 else 12 + n % 2}]
    for position in sizes:
        queens_kernel(position).count_models(Run(), ModelCount(), up_to_symmetry=True)
    return sizes


def _counted(measured: Measured) -> Figures:
    (number,) = measured.answers
    return {"count": number, "fundamental": fundamental(measured.items[0].n, number, Run())}


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


def _read(data: str) -> Iterator[Position]:
    for _, entry in read(data, puzzle="queens"):
        if entry.error is not None:
            raise entry.error
        assert entry.position is not None
        yield entry.position


Moves = tuple[PlaceQueen, ...]


def _complete(position: Position, run: Run) -> Moves | None:
    view = queens_kernel(position)
    model = next(view.models(run), None)
    return None if model is None else view.decoder.moves(model)


def _by_formula(position: Position, run: Run) -> Moves | None:
    view = closed_form(position)
    return view.decoder.moves(next(iter(view.construct(run))))


def _by_local_search(position: Position, run: Run) -> Moves | None:
    view = swaps(position)
    starts = (view.descend(run, Random(f"{_SEED} {attempt}")) for attempt in range(20))
    model = next((model for model in starts if model is not None), None)
    if model is None:
        raise WrongAnswerError(f"no solution of {position.n} rows in 20 starts")
    return view.decoder.moves(model)


def _check(measured: Measured) -> Figures:
    for position, moves in zip(measured.items, measured.answers, strict=True):
        if moves is not None and not rules.is_solved(rules.apply_all(position, moves)):
            raise WrongAnswerError("a solution that does not solve its board")
    return {}


def _completed(measured: Measured) -> Figures:
    _check(measured)
    solved = sum(moves is not None for moves in measured.answers)
    return {
        "nodes": sum(run.nodes for run in measured.runs),
        "solved": solved,
        "unsolvable": len(measured.items) - solved,
        "longest_s": max(measured.times),
    }


def _twenty_rows(boards: Sequence[Position]) -> list[Position]:
    return [Position(20), *boards[:1]]


def _few_rows(boards: Sequence[Position]) -> list[Position]:
    return [Position(min(boards[0].n, 5000))]


def _set(name: str, title: str = "") -> BenchSet | None:
    """Return the set of a name such as `count:16`."""
    kind, _, text = name.partition(":")
    most = {"count": MOST_JOINED, "completion": 1000, "first": MAX_N, "local": MAX_N}
    if kind not in most or not text.isdecimal():
        return None
    n = int(text)
    if not 4 <= n <= most[kind]:
        raise ParameterError(f"{kind}:N takes N from 4 to {most[kind]}, not {n}")
    if kind == "completion":
        number, items = 10 if n > 100 else 80, partial(boards, n)
        return BenchSet(title, number, items, _complete, _completed, _read, _twenty_rows)
    work, check, warm = {
        "count": (_tally, _counted, _sizes),
        "first": (_by_formula, _check, _few_rows),
        "local": (_by_local_search, _check, _few_rows),
    }[kind]
    return BenchSet(title, 1, lambda number: [Position(n)], work, check, warm=warm)


BENCH = Benchmarks(
    {name: made for name, title in _TITLES.items() if (made := _set(name, title))}, _set
)
