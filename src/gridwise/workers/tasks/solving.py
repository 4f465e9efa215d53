"""What a child can be asked to do: a fixed table of names, each with the arguments it takes.

The arguments come as JSON, perhaps from a stranger over a network, so every one is checked; what
cannot be raises `UsageError` or `InputError`, as the use cases themselves do.
"""

import os
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.core.limits import CancelToken, Limits
from gridwise.core.result import Result
from gridwise.core.run import Progress

FAULTS = "GRIDWISE_TEST_FAULTS"
"""Where this variable is 1 there are also the tasks of `_faults`, which misbehave on purpose."""

_LEAST_S = 0.001  # a limit that has passed already still needs a number above 0


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a task: the JSON object of the command of that name, and why it ended."""

    value: dict[str, Any] | None
    stop: str | None = None


@dataclass(slots=True)
class Call:
    """One task as the child sees it: checked arguments, what is left of its limits, a meter."""

    args: Mapping[str, Any]
    cancel: CancelToken
    time_s: float | None = None
    memory_bytes: int | None = None
    progress: Progress | None = None
    began: float = field(default_factory=time.perf_counter)
    wall_s: float = 0.0
    cpu_s: float = 0.0
    compile_s: float = 0.0
    heap_bytes: int | None = None

    def left_s(self) -> float | None:
        """Return the seconds left, None without a limit."""
        if self.time_s is None:
            return None
        return max(_LEAST_S, self.time_s - (time.perf_counter() - self.began))

    def limits(self, *, nodes: int | None = None, solutions: int | None = None) -> Limits:
        """Return what the use case is to keep to by itself."""
        return Limits(self.left_s(), nodes, self.memory_bytes, solutions)

    def token(self) -> CancelToken:
        """Return a token that is also set when the time is up, for what takes no limits."""
        left = self.left_s()
        until = None if left is None else time.perf_counter() + left
        return _Until(self.cancel, until)

    @contextmanager
    def measured(self) -> Iterator[None]:
        """Measure what is done inside: the use case alone, without reading and writing."""
        heap = self.flag("heap")
        if heap:
            tracemalloc.start()
        with compiling() as compiled:
            wall, cpu = time.perf_counter(), time.process_time()
            try:
                yield
            finally:
                wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
                self.compile_s = compiled.wall_s
                self.wall_s = max(0.0, wall - compiled.wall_s)
                self.cpu_s = max(0.0, cpu - compiled.cpu_s)
                if heap:
                    self.heap_bytes = tracemalloc.get_traced_memory()[1]
                    tracemalloc.stop()

    def compiled(self, seconds: float) -> None:
        """Note what the method itself says of compiling, where that is more than was seen."""
        more = max(0.0, seconds - self.compile_s)
        self.compile_s += more
        self.wall_s, self.cpu_s = max(0.0, self.wall_s - more), max(0.0, self.cpu_s - more)

    def prepared(self, seconds: float) -> None:
        """Leave out the time in which the method made its tables."""
        self.wall_s, self.cpu_s = max(0.0, self.wall_s - seconds), max(0.0, self.cpu_s - seconds)

    def only(self, *names: str) -> None:
        """Refuse arguments that the task does not know."""
        for name in self.args:
            if name not in (*names, "heap"):
                raise UnknownNameError("argument", str(name), names)

    def text(self, name: str, default: str | None = None) -> str:
        """Return an argument that is text."""
        value = self.args.get(name)
        value = default if value is None else value
        if not isinstance(value, str):
            raise ParameterError(f"{name} is a text, not {value!r}")
        return value

    def maybe(self, name: str) -> str | None:
        """Return an argument that is text or absent."""
        return None if self.args.get(name) is None else self.text(name)

    def whole(self, name: str, default: int | None = None, *, least: int = 1) -> int | None:
        """Return an argument that is a whole number, or the default."""
        value = self.args.get(name)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise ParameterError(f"{name} is a whole number from {least} on, not {value!r}")
        return value

    def flag(self, name: str) -> bool:
        """Return an argument that is true or false; false where it is absent."""
        value = self.args.get(name)
        if value not in (None, True, False):
            raise ParameterError(f"{name} is true or false, not {value!r}")
        return bool(value)

    def options(self) -> dict[str, str | int]:
        """Return the argument `options`: words or whole numbers by name."""
        given = self.args.get("options") or {}
        if not isinstance(given, Mapping):
            raise ParameterError(f"options are values by name, not {given!r}")
        for value in given.values():
            if not isinstance(value, str | int):
                raise ParameterError(f"an option is a word or a number, not {value!r}")
        return {str(name): value for name, value in given.items()}

    def position(self, name: str = "notation") -> Any:
        """Return the position that an argument holds, as a notation or any other form of text."""
        from gridwise.solving.inputs import parse

        return parse(self.text(name), puzzle=self.maybe("puzzle"))


@dataclass(slots=True)
class Compiled:
    """What compiling took; several compilations inside each other are one."""

    wall_s: float = 0.0
    cpu_s: float = 0.0


@contextmanager
def compiling() -> Iterator[Compiled]:
    """Measure the compiling of kernels inside the block, where Numba is loaded at all.

    `jit.compiling` measures wall time; to be taken off processor time, that is needed too.
    """
    total = Compiled()
    if "numba" not in sys.modules:
        yield total
        return
    from numba.core import event

    class Listener(event.Listener):
        depth, wall, cpu = 0, 0.0, 0.0

        def on_start(self, event: object) -> None:
            if not self.depth:
                self.wall, self.cpu = time.perf_counter(), time.process_time()
            self.depth += 1

        def on_end(self, event: object) -> None:
            self.depth -= 1
            if not self.depth:
                total.wall_s += time.perf_counter() - self.wall
                total.cpu_s += time.process_time() - self.cpu

    with event.install_listener("numba:compile", Listener()):
        yield total


class _Until:
    def __init__(self, token: CancelToken, until: float | None) -> None:
        self._token, self._until = token, until

    def is_set(self) -> bool:
        late = self._until is not None and time.perf_counter() >= self._until
        return late or self._token.is_set()


def _ping(call: Call) -> Answer:
    call.only("echo")
    with call.measured():
        return Answer({"pid": os.getpid(), "echo": call.args.get("echo")})


def _solve(call: Call) -> Answer:
    from gridwise.core.puzzle import Question
    from gridwise.solving.solve import solve

    if call.flag("count"):
        return _count(call)
    call.only(*_ASKED, "question", "all", "nth", "count")
    position = call.position()
    asked = call.maybe("question")
    words = {question.value: question for question in Question}
    if asked is not None and asked not in words:
        raise UnknownNameError("question", asked, words)
    options, seed = call.options(), call.whole("seed", 0, least=0)
    method, nth, all_solutions = call.text("method", "auto"), call.whole("nth"), call.flag("all")
    limits = call.limits(nodes=call.whole("nodes"), solutions=call.whole("limit"))
    with call.measured():
        result = solve(
            position,
            method=method,
            question=None if asked is None else words[asked],
            nth=nth,
            all_solutions=all_solutions,
            limits=limits,
            cancel=call.cancel,
            progress=call.progress,
            seed=seed or 0,
            options=options,
        )
    call.compiled(result.statistics.compile_s)
    call.prepared(result.statistics.tables_s)
    return _recorded(call, result)


def _count(call: Call) -> Answer:
    from gridwise.solving.solve import count

    call.only(*_ASKED, "count", "up_to_symmetry")
    position = call.position()
    options, seed = call.options(), call.whole("seed", 0, least=0)
    method, symmetry = call.text("method", "auto"), call.flag("up_to_symmetry")
    limits = call.limits(nodes=call.whole("nodes"), solutions=call.whole("limit"))
    with call.measured():
        result = count(
            position,
            method=method,
            limits=limits,
            cancel=call.cancel,
            progress=call.progress,
            seed=seed or 0,
            options=options,
            up_to_symmetry=symmetry,
        )
    call.compiled(result.statistics.compile_s)
    call.prepared(result.statistics.tables_s)
    return _recorded(call, result)


def _recorded(call: Call, result: Result[Any]) -> Answer:
    from gridwise.solving.result_json import as_json

    value = as_json(result)
    if call.flag("messages") and result.conflict is not None:
        value["conflict"]["message"] = result.conflict.text.as_json()
    return Answer(value, result.stop.value)


_ASKED = ("notation", "puzzle", "method", "limit", "nodes", "seed", "options", "messages")
"""`messages` asks for the reason of a conflict as a message too, for a page in any language."""


def _hint(call: Call) -> Answer:
    from gridwise.solving.hint import DEFAULT_S, as_json, hint
    from gridwise.solving.inputs import origin_error

    call.only("notation", "puzzle", "origin", "level")
    position = call.position()
    origin = None if call.args.get("origin") is None else call.position("origin")
    wrong = origin_error(position, origin)
    if wrong is not None:
        raise wrong
    level = call.whole("level", 4, least=0)
    assert level is not None
    if level > 4:
        raise ParameterError(f"level is from 0 to 4, not {level}")
    left = call.left_s()
    budget = DEFAULT_S if left is None else min(DEFAULT_S, left)
    with call.measured():
        found = hint(position, origin=origin, time_s=budget, cancel=call.cancel)
    return Answer(as_json(found, position, level=level))


def _generate(call: Call) -> Answer:
    from gridwise.solving.generate import DEFAULT_S, as_json, generate

    call.only("puzzle", "params", "seed", "options")
    puzzle, seed = call.text("puzzle"), call.whole("seed", 0, least=0) or 0
    params, options = call.text("params", ""), call.options()
    left = call.left_s()
    budget = DEFAULT_S if left is None else left
    with call.measured():
        made = generate(
            puzzle, params, seed=seed, time_s=budget, cancel=call.cancel, options=options
        )
    # Nothing found may mean that there is nothing; that the time was up is told by the clock.
    late = made is None and time.perf_counter() - call.began >= budget
    return Answer(as_json(made, puzzle, seed, round(budget, 3)), "TIME_LIMIT" if late else None)


def _probabilities(call: Call) -> Answer:
    from gridwise.solving.probabilities import as_json, probabilities

    call.only("notation", "puzzle")
    position = call.position()
    limits = call.limits()
    with call.measured():
        result = probabilities(position, limits=limits, cancel=call.cancel, progress=call.progress)
    call.compiled(result.statistics.compile_s)
    return Answer(as_json(result), result.stop.value)


def _simulate(call: Call) -> Answer:
    from gridwise.agents.plan import planned
    from gridwise.agents.simulate import Simulation, rows, stopped
    from gridwise.core.result import Stop

    names = ("board", "policy", "first_click", "free_cells", "games", "repeat", "seed", "guess")
    call.only("puzzle", *names, "options")
    given = {name: call.args[name] for name in names if call.args.get(name) is not None}
    for name, value in given.items():
        many = value if isinstance(value, list) else [value]
        kind = str if name in ("board", "policy", "first_click", "guess") else int
        if not all(isinstance(one, kind) and not isinstance(one, bool) for one in many) or (
            isinstance(value, list) and name not in ("board", "free_cells")
        ):
            raise ParameterError(f"{name} cannot be {value!r}")
    plan = planned(call.text("puzzle"), options=call.options(), **given)
    with call.measured():
        done = tuple(rows(plan, cancel=call.token(), compiling=call.time_s is None))
    records = [{**row.as_dict(), **plan.as_dict()} for row in done]
    ended = stopped(plan, done)
    if records and ended is Stop.COMPLETED:
        compared = Simulation(plan, done).comparisons
        records[-1]["conclusion"] = [one.as_dict() for one in compared]
    late = ended is Stop.CANCELLED and not call.cancel.is_set()
    totals = {name: sum(record[name] for record in records) for name in _GAMES}
    return Answer({**totals, "rows": records}, "TIME_LIMIT" if late else ended.value)


_GAMES = ("games", "wins", "finished", "stuck", "lost", "guesses")

_TABLE: Mapping[str, Callable[[Call], Answer]] = {
    "ping": _ping,
    "solve": _solve,
    "count": _count,
    "hint": _hint,
    "generate": _generate,
    "probabilities": _probabilities,
    "simulate": _simulate,
}


def tasks() -> Mapping[str, Callable[[Call], Answer]]:
    """Return what can be asked, by name."""
    from gridwise.workers.tasks import games as _game_tasks
    from gridwise.workers.tasks import pages as _page_tasks
    from gridwise.workers.tasks import replay as _replay_tasks

    table = {**_TABLE, **_page_tasks.TABLE, **_game_tasks.TABLE, **_replay_tasks.TABLE}
    if os.environ.get(FAULTS) == "1":
        from gridwise.workers.tasks.faults import TABLE

        return {**table, **TABLE}
    return table


def task(name: str) -> Callable[[Call], Answer]:
    """Return one task, or raise `UnknownNameError`."""
    known = tasks()
    if name not in known:
        raise UnknownNameError("task", name, known)
    return known[name]
