"""Kernel: a puzzle's own compiled engine."""

from collections.abc import Iterable, Iterator
from typing import Any

from gridwise.core.method import Method
from gridwise.core.run import Run
from gridwise.core.trace import Query
from gridwise.core.views import Backbone, CnfModel, EngineView, Model, ModelCount


class CompiledKernel(Method):
    """Runs the compiled code of the puzzle's engine view; the first run on a machine compiles it.

    Each puzzle's page names the algorithm and its paper. The engine gives the same answers in the
    same order as the plain methods; it has no trace.
    """

    name = "kernel"
    title = "Kernel: the puzzle's own compiled engine, the fastest"
    source = "each puzzle's page names the algorithms of its engine"
    views = (EngineView,)
    complete = True
    counts = frozenset(
        {"decisions", "expanded", "generated", "reopened", "frontier_peak", "depth", "layouts"}
    )
    node = "one guess (Sudoku), one queen placed, one state expanded (sliding), "
    node += "one board counted (Minesweeper)"
    rank = 100

    def models(self, view: EngineView[Any], run: Run, *, ordered: bool = False) -> Iterator[Model]:
        view.load(run)
        return view.models(run, ordered=ordered)

    def count_models(
        self, view: EngineView[Any], run: Run, into: ModelCount, *, up_to_symmetry: bool = False
    ) -> bool:
        if up_to_symmetry and not view.counts_symmetry:
            return False
        view.load(run)
        return view.count_models(run, into, up_to_symmetry=up_to_symmetry)

    def backbone(self, view: EngineView[Any], run: Run, into: Backbone) -> None:
        view.load(run)
        if not view.backbone(run, into):
            super().backbone(view, run, into)

    def proved(
        self, view: EngineView[Any] | CnfModel[Any], queries: Iterable[Query[Any]], run: Run
    ) -> Iterator[Query[Any]]:
        assert isinstance(view, EngineView)
        return view.proved(queries, run)


METHOD = CompiledKernel()
