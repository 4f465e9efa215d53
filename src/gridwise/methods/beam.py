"""Beam search: layer by layer, keeping only the most promising states of each layer."""

from collections.abc import Iterator
from typing import Any

from gridwise.core.message import msg
from gridwise.core.method import HEURISTIC, Method, Option
from gridwise.core.run import Run
from gridwise.core.views import Heuristic, Model, StateSpace


class BeamSearch(Method):
    """Expands all states of a layer at once; the ones with the least g + h are the next layer.

    Fast and near the optimum with a good heuristic and a wide beam. It may lose every path to a
    goal, and proves neither absence nor optimality by itself. The heuristic `auto` uses the
    compiled beam of a space that has one. With an admissible heuristic the result bounds how far
    from the optimum the answer is: by its cost over the root's estimate.
    """

    name = "beam"
    title = "Beam search: keep the best states of each layer"
    source = "Bisiani 1987, Encyclopedia of Artificial Intelligence (Shapiro, ed.), 56-58"
    views = (StateSpace,)
    complete = False
    counts = frozenset({"generated", "expanded", "frontier_peak", "depth", "layouts"})
    node = "one state expanded"
    options = (
        Option("width", 10_000, (), "the most states of a layer that are kept"),
        HEURISTIC,
    )
    rank = 11

    def models(
        self, view: StateSpace[Any, Any], run: Run, *, ordered: bool = False
    ) -> Iterator[Model]:
        width, name = int(self.option(run, "width")), str(self.option(run, "heuristic"))
        run.report.incomplete = True
        if not view.reachable:
            return
        if name == "auto" and view.has_beam:
            model = view.beam(width, run)
            if model is not None:
                run.count.layouts += 1
                yield model
        else:
            heuristic = view.heuristic(name, run)
            for state, path, cost in _layers(view, heuristic, width, run):
                run.count.layouts += 1
                if view.wants_path and heuristic.admissible:
                    _claim(run, cost, heuristic.estimate(view.initial()))
                yield view.model_of(state, path)
                if view.wants_path:
                    break
        if run.count.layouts == 0:
            run.report.note = msg(
                "the beam of width {width} lost every path to a goal", width=width
            )


def _claim(run: Run, cost: int, estimate: int) -> None:
    """Report how far from the optimum a cost is at most."""
    if cost == estimate:
        run.report.optimal, run.report.bound = True, 1.0
    elif estimate > 0:
        run.report.bound = cost / estimate


def _layers(
    space: StateSpace[Any, Any], heuristic: Heuristic[Any], width: int, run: Run
) -> Iterator[tuple[Any, tuple[int, ...], int]]:
    """Yield (goal state, path, cost), layer by layer; no state is expanded twice."""
    estimate = heuristic.estimate
    root = space.initial()
    run.count.generated += 1
    if space.is_goal(root):
        yield root, (), 0
        return
    seen = {root}
    # A state, its cost and its path as (operator, path before it), so that paths share memory.
    layer: list[tuple[Any, int, Any]] = [(root, 0, None)]
    depth = 0
    while layer:
        depth += 1
        children: list[tuple[int, int, Any, int, Any]] = []
        for state, cost, path in layer:
            run.tick()
            run.count.expanded += 1
            for operator, after, step in space.successors(state):
                run.count.generated += 1
                if not space.tree:
                    if after in seen:
                        continue
                    seen.add(after)
                if space.is_goal(after):
                    run.count.depth = depth
                    yield after, _path((operator, path)), cost + step
                    continue
                f = cost + step + estimate(after)
                children.append((f, len(children), after, cost + step, (operator, path)))
        children.sort(key=lambda child: child[:2])
        layer = [(state, cost, path) for _, _, state, cost, path in children[:width]]
        run.count.frontier_peak = max(run.count.frontier_peak, len(layer))


def _path(linked: Any) -> tuple[int, ...]:
    out = []
    while linked is not None:
        operator, linked = linked
        out.append(operator)
    return tuple(reversed(out))


METHOD = BeamSearch()
