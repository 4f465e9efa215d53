"""Kernel: the compiled engine that a puzzle brings for what it is known for."""

from collections.abc import Iterable, Iterator
from typing import Any

from gridwise.core.method import Backbone, Method
from gridwise.core.run import Run
from gridwise.core.trace import Query
from gridwise.core.views import CnfModel, EngineView, Model, ModelCount


class CompiledKernel(Method):
    """Runs the puzzle's own compiled code; the first run on a machine compiles it.

    What it does is the view's: each puzzle's page names the algorithm and its paper. It gives the
    same answers in the same order as the plain methods, and cannot be watched.
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

    def tally(
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
