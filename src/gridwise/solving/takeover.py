"""`auto` begins with a plain method, and lets compiled code take over if that pays off.

A plain method gets a position whose engine is not loaded in this process, for as long as loading
takes, or compiling if this machine never did. Then the engine begins again from the start. So
the whole takes at most about twice as long as the better choice in hindsight; see
`compiled.worth`.

The promises of `auto` hold for both methods alike: status, uniqueness, numbers of solutions, the
length of a shortest path, forced moves, and the k-th and all solutions in the puzzle's order. Of
several solutions or shortest paths another may be found first, as between any two methods.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from gridwise.core.limits import Limits
from gridwise.core.method import Method
from gridwise.core.result import Result, Statistics, Stop
from gridwise.core.views import CompiledPart, Question, compile_notice
from gridwise.solving.instance import Instance

_LARGEST = frozenset({"depth", "frontier_peak"})
"""Counters whose maximum counts; other counters are summed."""
_LEAST_S = 0.001

Ask = Callable[[Method, Limits], Result[Any]]


@dataclass(frozen=True, slots=True)
class Choice:
    """The method that begins, and the engine that may take over from it.

    Parameters
    ----------
    method
        The method that begins.
    engine, code
        The engine and its code, or None. `code` is also set if `method` has to be compiled.
    """

    method: Method
    engine: Method | None = None
    code: CompiledPart | None = None

    @classmethod
    def of(
        cls,
        instance: Instance,
        name: "str | Method | Choice",
        *,
        question: Question | None = None,
        traced: bool = False,
        counting: bool = False,
        options: Any = None,
    ) -> "Choice":
        """Return the choice for a name, and a choice unchanged; raise as `Instance.choose` does."""
        if isinstance(name, Choice):
            return name
        method = instance.choose(
            name, question=question, traced=traced, counting=counting, options=options
        )
        code = instance.missing_code(method, counting=counting)
        if name != "auto" or code is not None or question is Question.WINNER:
            return cls(method, None, code)
        engine = instance.engine(traced=traced, counting=counting, options=options)
        if engine is None or engine == method:
            return cls(method)
        return cls(method, engine, instance.missing_code(engine, counting=counting))

    def answer(self, puzzle: str, limits: Limits, ask: Ask) -> Result[Any]:
        """Ask the method, and then the engine if it takes over.

        A limit on nodes holds for the method alone, as a node of the engine is another thing.
        """
        code = self.code
        if self.engine is None or code is None or limits.nodes is not None:
            if code is not None and self.engine is None:
                compile_notice.tell(puzzle, code.missing_s)
            return ask(self.method, limits)
        left_s = max(_LEAST_S, code.left_s())
        with code.spared():
            first = ask(self.method, replace(limits, time_s=_least(left_s, limits.time_s)))
        if first.stop is not Stop.TIME_LIMIT:
            return first
        if limits.cpu_s is not None:
            left_cpu_s = limits.cpu_s - first.statistics.cpu_s - first.statistics.tables_cpu_s
            if left_cpu_s <= 0:
                return first
            limits = replace(limits, cpu_s=left_cpu_s)
        if limits.time_s is not None:
            if limits.time_s <= left_s:
                return first
            spent_s = first.statistics.wall_s + first.statistics.tables_s
            limits = replace(limits, time_s=max(_LEAST_S, limits.time_s - spent_s))
        compile_notice.tell(puzzle, code.missing_s)
        second = ask(self.engine, limits)
        kept = second if _weight(second) >= _weight(first) else first
        return replace(
            kept,
            stop=second.stop,
            statistics=_together(first.statistics, second.statistics),
            began_with=self.method.name if kept is second else "",
        )


def _least(seconds: float, other: float | None) -> float:
    return seconds if other is None else min(seconds, other)


def _weight(result: Result[Any]) -> tuple[bool, int]:
    """Return the weight of a result, to compare two: more is known with a larger one."""
    answer = result.answer if result.answer is not None else result.best
    items = getattr(answer, "items", ())
    number = getattr(answer, "number", None)
    moves = sum(len(item.moves) for item in items)
    known = result.stop in (Stop.COMPLETED, Stop.SOLUTION_LIMIT) or result.answer is not None
    return known, number if number is not None else moves


def _together(first: Statistics, second: Statistics) -> Statistics:
    """Return the statistics of two runs together."""
    counters = dict(first.counters)
    for name, value in second.counters.items():
        before = counters.get(name, 0)
        counters[name] = max(before, value) if name in _LARGEST else before + value
    return Statistics(
        counters=counters,
        wall_s=first.wall_s + second.wall_s,
        cpu_s=first.cpu_s + second.cpu_s,
        compile_s=first.compile_s + second.compile_s,
        tables_s=first.tables_s + second.tables_s,
        compile_cpu_s=first.compile_cpu_s + second.compile_cpu_s,
        tables_cpu_s=first.tables_cpu_s + second.tables_cpu_s,
        peak_bytes=max(first.peak_bytes, second.peak_bytes),
        searches=first.searches + second.searches,
    )
