"""The bounds of iterative deepening, and the progress of each search below them at a step."""

from array import array
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from gridwise.core.trace import Kind, TraceRow


@dataclass(frozen=True, slots=True)
class BoundStage:
    """A search under one bound, with its progress.

    Parameters
    ----------
    bound
        The bound; states with a greater f are cut.
    generated, expanded
        The numbers of states generated and expanded.
    above
        The least f beyond the bound so far, which is the next bound, or None.
    """

    bound: int
    generated: int
    expanded: int
    above: int | None


class BoundTimeline:
    """The searches of a trace with BOUND rows, at each of its steps.

    As in IDA*, the f of a state is the greatest g + h on its path.
    """

    def __init__(self, rows: Iterable[TraceRow]) -> None:
        self._begins, self._bounds = array("i"), array("i")
        self._first = array("i")  # by search: the first search of its series
        self._generated, self._expanded = array("i", [0]), array("i", [0])
        self._above = array("i", [0])
        tops: dict[int, int] = {}
        generated = expanded = above = first = 0
        for step, row in enumerate(rows, 1):
            match row.kind:
                case Kind.BOUND:
                    self._begins.append(step)
                    self._bounds.append(row.measure)
                    self._first.append(first)
                    generated = expanded = above = 0
                case Kind.BACKTRACK if row.depth < 0:
                    first = len(self._begins)
                case Kind.GENERATE:
                    generated += 1
                    top = max(row.depth + row.measure, tops.get(row.cause - 1, 0))
                    tops[row.subject] = top
                    if self._bounds and top > self._bounds[-1]:
                        above = min(above, top) if above else top
                case Kind.EXPAND:
                    expanded += 1
                case _:
                    pass
            self._generated.append(generated)
            self._expanded.append(expanded)
            self._above.append(above)

    def searches(self, step: int) -> list[BoundStage]:
        """Return the searches of this series up to a step, the running search last."""
        count = bisect_right(self._begins, step)
        stages = []
        for at in range(self._first[count - 1] if count else 0, count):
            end = min(step, self._begins[at + 1] - 1) if at + 1 < len(self._begins) else step
            made, above = self._generated[end], self._above[end]
            stages.append(BoundStage(self._bounds[at], made, self._expanded[end], above or None))
        return stages
