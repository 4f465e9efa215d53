"""One board on several processes or machines: counts its solutions, or searches a shortest one."""

import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import dataclass
from math import ceil
from typing import Any, ClassVar

from gridwise.core import registry
from gridwise.core.capabilities import CountInParts, Searched, SearchInParts, Subtrees
from gridwise.core.errors import ParameterError
from gridwise.core.limits import Limits
from gridwise.core.message import msg
from gridwise.core.method import Method
from gridwise.core.run import Run
from gridwise.core.views import EngineView, Model, ModelCount
from gridwise.process.sharing import Executor, open_executor, shared

PARTS_A_WORKER = 64
"""Parts for each worker: they differ in size, and so no worker waits long for the last."""
_AHEAD = 8  # parts of each worker that are given out before one of them is done
SUBTREES = 2048
"""Subtrees of one search; the number does not depend on the workers, so that any number of them
finds the same path."""
_SLICE_NODES = 1 << 24  # nodes of one call, about a second
_HEAVY_NODES = 1 << 24  # expected nodes above which a subtree is split
_PIECES = 2  # times as many subtrees as so large ones; they differ in size
_GROWTH = 8  # expected nodes, in times of the nodes to the bound before


def in_parts(
    position: object,
    method: str | Method,
    workers: int | None,
    cluster: str | None,
    *,
    counting: bool = False,
    traced: bool = False,
) -> AbstractContextManager[str | Method]:
    """Return the answerer of a question about one board: `method`, or the engine on many processes.

    Raises
    ------
    ParameterError
        Processes are wanted, and the board is not cut into parts, another method is named, or the
        steps are traced.
    """
    if workers is None and cluster is None:
        return nullcontext(method)
    named = method if isinstance(method, str) else method.name
    if named not in ("auto", _engine().name):
        raise ParameterError(
            msg("--workers and --cluster share out the engine's work: leave --method out")
        )
    if traced:
        raise ParameterError(
            msg("steps are traced in one process only: leave --workers and --cluster out")
        )
    return _opened(position, workers, cluster, SharedCount if counting else SharedSearch)


@contextmanager
def _opened(
    position: object, workers: int | None, cluster: str | None, kind: type["_SharedEngine"]
) -> Iterator["_SharedEngine"]:
    kind.check(position)
    with closing(open_executor(workers, cluster)) as executor:
        yield kind(position, executor)


def _engine() -> Method:
    return registry.methods_on({EngineView})[0]  # type: ignore[type-abstract]  # a key


class _SharedEngine(Method):
    """The compiled engine on an executor; a method.

    Parameters
    ----------
    position
        The board.
    executor
        The executor of its parts. A run that ends before they are done leaves it to the caller to
        close it.

    Raises
    ------
    ParameterError
        The board is not cut into parts.
    """

    title: ClassVar[str] = "the compiled engine, on several processes"
    source: ClassVar[str] = "`core.capabilities`"
    views = (EngineView,)
    complete = True
    counts = frozenset({"layouts"})
    node: ClassVar[str] = "a node of the engine"

    def __init__(self, position: object, executor: Executor) -> None:
        self.check(position)
        self.puzzle = registry.puzzle_of(position).name
        self.engine = _engine()
        self.executor = executor

    @classmethod
    def check(cls, position: object) -> None:
        """Raise `ParameterError` if the board's puzzle is not cut into such parts."""

    @property
    def name(self) -> str:  # type: ignore[override]  # the engine's, since that works
        """The name of the engine."""
        return self.engine.name

    def models(self, view: Any, run: Run, *, ordered: bool = False) -> Iterator[Model]:
        return self.engine.models(view, run, ordered=ordered)


@dataclass(frozen=True, slots=True)
class PartCount:
    """The number of solutions of a part, and the CPU seconds that counting it took."""

    number: int
    cpu_s: float


def count_part(puzzle: str, part: Any) -> PartCount:
    """Count the solutions of a part, in a worker."""
    began = time.process_time()
    counter = registry.capability(puzzle, CountInParts)
    assert counter is not None
    number = counter.count(part, Run())
    return PartCount(number, time.process_time() - began)


class SharedCount(_SharedEngine):
    """Counts the solutions of a board part by part."""

    def __init__(self, position: object, executor: Executor) -> None:
        super().__init__(position, executor)
        counter = registry.capability(self.puzzle, CountInParts, position)
        cut = () if counter is None else counter.parts(position, PARTS_A_WORKER * executor.workers)
        if not cut:
            raise ParameterError(
                msg("this board is not counted in parts: leave --workers and --cluster out")
            )
        self.parts = cut
        self._counted = False

    def count_models(
        self, view: Any, run: Run, into: ModelCount, *, up_to_symmetry: bool = False
    ) -> bool:
        """Count all parts; a limit on nodes or symmetries are left to the engine alone."""
        if up_to_symmetry or run.limits.nodes is not None:
            return self.engine.count_models(view, run, into, up_to_symmetry=up_to_symmetry)
        calls = ((count_part, self.puzzle, part) for part in self.parts)
        for _, found in shared(self.executor, calls, run.check, ahead=_AHEAD):
            into.number += found.number
            run.count.layouts = into.number
            run.add_cpu(found.cpu_s)
            run.check()
        self._counted = True
        return True

    def models(self, view: Any, run: Run, *, ordered: bool = False) -> Iterator[Model]:
        """Yield every model; after a count a worker finds the first, as its engine is loaded."""
        example = None
        if self._counted and not ordered:
            calls = iter([(first_model, view, run.seed)])
            for _, (example, cpu_s) in shared(self.executor, calls, run.check):
                run.add_cpu(cpu_s)
                if example is None:
                    return
                yield example
        for model in super().models(view, run, ordered=ordered):
            if model != example:
                yield model


def first_model(view: EngineView[Any], seed: int) -> tuple[Model | None, float]:
    """Return the first model that a view finds, in a worker, and the CPU seconds that it took."""
    began = time.process_time()
    model = next(view.models(Run(seed=seed)), None)
    return model, time.process_time() - began


def search_subtrees(
    puzzle: str, common: Any, subtrees: Sequence[Any], bound: int, time_s: float | None
) -> tuple[Searched, float]:
    """Search subtrees to a bound, in a worker; return the result, and the CPU seconds."""
    began = time.process_time()
    searcher = registry.capability(puzzle, SearchInParts)
    assert searcher is not None
    searched = searcher.search(common, subtrees, bound, Run(Limits(time_s=time_s)))
    return searched, time.process_time() - began


class SharedSearch(_SharedEngine):
    """Searches a cheapest path: subtrees to one bound, then all of them to the next.

    The first subtree with an answer decides, in the order of the subtrees, and nodes are counted
    up to it; so neither depends on the number of workers.
    """

    counts = frozenset({"expanded", "generated", "depth", "layouts"})

    @classmethod
    def check(cls, position: object) -> None:
        puzzle = registry.puzzle_of(position).name
        if registry.capability(puzzle, SearchInParts, position) is None:
            raise ParameterError(
                msg(
                    "one board of {puzzle} is not solved in parts: leave --workers and --cluster "
                    "out; `gridwise batch` shares out many boards",
                    puzzle=puzzle,
                )
            )

    def models(self, view: Any, run: Run, *, ordered: bool = False) -> Iterator[Model]:
        """Search on the executor; a limit on nodes is left to the engine alone."""
        if run.limits.nodes is not None:
            yield from self.engine.models(view, run, ordered=ordered)
            return
        searcher = registry.capability(self.puzzle, SearchInParts)
        assert searcher is not None
        view.load(run)
        cut = searcher.cut(view, SUBTREES, run)
        if cut is None:
            return
        run.report.optimal = True
        model = cut.found
        if model is None:
            model = self._searched(searcher, cut, run)
        run.count.depth = len(model)
        run.count.layouts += 1
        yield model

    def _searched(self, searcher: SearchInParts, cut: Subtrees, run: Run) -> Model:
        """Search to one bound after the other; return the first answer."""
        iterations: list[dict[str, float]] = []
        run.report.tables["iterations"] = iterations
        parts = [_WeighedSubtree(*subtree) for subtree in zip(cut.subtrees, cut.least, strict=True)]
        bound = cut.bound
        while True:
            run.count.depth = bound
            row: dict[str, float] = {"bound": bound, "generated": 0, "expanded": 0}
            iterations.append(row)
            parts = [piece for part in parts for piece in _split(searcher, cut.common, part, run)]
            above = [part.least for part in parts if part.least > bound]
            slices = _slices([part for part in parts if part.least <= bound])
            calls = (
                (
                    *(search_subtrees, self.puzzle, cut.common),
                    *([part.subtree for part in one], bound, run.remaining_s()),
                )
                for one in slices
            )
            results = shared(self.executor, calls, run.check)
            for one, (_, (found, cpu_s)) in zip(slices, results, strict=True):
                run.add_cpu(cpu_s)
                expanded = sum(found.expanded)
                run.count.expanded += expanded
                run.count.generated += found.generated
                row["expanded"] += expanded
                row["generated"] += found.generated
                run.spend(expanded)
                path: Model | None = found.found
                if path is not None:
                    return path
                for part, nodes in zip(one, found.expanded, strict=True):
                    part.weight = nodes + 1
                above.append(found.next_bound)
            bound = min(above)


@dataclass(slots=True)
class _WeighedSubtree:
    """A subtree, a lower bound of its paths, and its nodes to the bound before."""

    subtree: Any
    least: int
    weight: int = 1


def _split(
    searcher: SearchInParts, common: Any, part: _WeighedSubtree, run: Run
) -> list[_WeighedSubtree]:
    """Return a subtree, or its pieces if it would take one worker long.

    The split depends on nodes alone, not on workers or seconds, and so do the path and the totals.
    """
    most = part.weight * _GROWTH / _HEAVY_NODES
    if most <= 1:
        return [part]
    pieces = searcher.split(common, part.subtree, _PIECES * ceil(most), run)
    return [_WeighedSubtree(*piece, part.weight // len(pieces) + 1) for piece in pieces]


def _slices(parts: Sequence[_WeighedSubtree]) -> list[list[_WeighedSubtree]]:
    """Return subtrees in slices, by the nodes of each to the bound before."""
    slices: list[list[_WeighedSubtree]] = []
    room = 0
    for one in parts:
        room -= one.weight * _GROWTH
        if room < 0 or not slices:
            slices.append([])
            room = _SLICE_NODES - one.weight * _GROWTH
        slices[-1].append(one)
    return slices
