"""Compiled kernels and tables, made before they are needed and kept on disk.

Child processes compile on all cores (`pool`) and keep each function as soon as it is done. This
process makes whatever they could not.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass

from gridwise.compiled import jit, worth
from gridwise.core import registry
from gridwise.core.capabilities import CodeTask, Preparation
from gridwise.core.errors import UnknownNameError
from gridwise.core.limits import CancelToken, Limits, check_cancel
from gridwise.core.message import Message, msg
from gridwise.core.question import typed
from gridwise.core.run import Counters, Progress, Run
from gridwise.process.usage import cores
from gridwise.solving.prepare import pool

_SURE = 0.1
"""The share of the work after which its time is used to predict the rest."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """One table that was made.

    Parameters
    ----------
    puzzle, table
        Its names.
    cpu_s
        Processor seconds without compiling.
    compile_s
        Seconds in which code was compiled, loaded or waited for, in all processes.
    """

    puzzle: str
    table: str
    cpu_s: float
    compile_s: float


@dataclass(frozen=True, slots=True)
class Compiling:
    """The progress of compiling.

    Parameters
    ----------
    puzzles
        The puzzles whose engines are compiled.
    functions, of_functions
        The number of compiled functions, one for each tuple of types, and of all functions,
        approximately.
    seconds, of_seconds
        Seconds since the start, and until the end, approximately: first by figures in the code,
        then by the speed of this machine.
    """

    puzzles: tuple[str, ...]
    functions: int
    of_functions: int
    seconds: float
    of_seconds: float

    @property
    def is_done(self) -> bool:
        """Whether all functions are compiled."""
        return self.functions >= self.of_functions

    def words(self) -> Message:
        """Return it as a line for people."""
        return msg(
            "compiling {puzzles}: {done} of about {all} functions, {spent} of about {seconds} s",
            puzzles=self.puzzles,
            done=self.functions,
            all=self.of_functions,
            spent=f"{self.seconds:.0f}",
            seconds=f"{self.of_seconds:.0f}",
        )


def available() -> dict[str, str]:
    """Return the titles of all tables by name, `puzzle:table`."""
    return {
        f"{puzzle}:{name}": text
        for puzzle, preparation in registry.capabilities(Preparation).items()
        for name, text in preparation.tables.items()
    }


def usual() -> tuple[str, ...]:
    """Return the tables that are made by default: quick to make and often used."""
    return tuple(
        f"{puzzle}:{name}"
        for puzzle, preparation in registry.capabilities(Preparation).items()
        for name in preparation.default
    )


def is_compiled(puzzle: str) -> bool:
    """Return quickly whether a puzzle's engine is compiled."""
    return not worth.missing_s(puzzle)


@typed
def prepare(
    *names: str,
    workers: int | None = None,
    cancel: CancelToken | None = None,
    progress: Progress | None = None,
    compiling: Callable[[Compiling], object] | None = None,
) -> list[Prepared]:
    """Compile engines and make tables now, for all later runs on this machine.

    Parameters
    ----------
    *names
        Puzzles or tables (`puzzle:table`); by default the usual ones of all puzzles.
    workers
        The most processes that compile; by default one for each core. With 1, this process
        compiles.
    cancel, progress
        A token that ends it; a callback about ten times a second.
    compiling
        A callback with the progress of compiling, if code is missing.
    """
    return [*Preparing(names, workers, cancel, progress, compiling)]


class Preparing:
    """Makes tables, and yields each when it is made, the compiled ones first; see `prepare`.

    Child processes compile, and end at once when the work is cancelled; this process stops after
    the kernel that it compiles.
    """

    def __init__(
        self,
        names: Sequence[str] = (),
        workers: int | None = None,
        cancel: CancelToken | None = None,
        progress: Progress | None = None,
        compiling: Callable[[Compiling], object] | None = None,
    ) -> None:
        known = available()
        wanted: list[str] = []
        for name in names or ("",):
            if name in known:
                wanted.append(name)
            elif name in registry.puzzles() or not name:
                wanted += [full for full in usual() if not name or full.startswith(f"{name}:")]
            else:
                raise UnknownNameError("table", name, (*known, *registry.puzzles()))
        self.names, self.workers = list(dict.fromkeys(wanted)), workers or cores()
        self.cancel, self.progress, self.compiling = cancel, progress, compiling
        self.preparations = registry.capabilities(Preparation)
        tasks = {name: self._tasks(name) for name in self.names}
        self.missing = {n: ones for n, ones in tasks.items() if any(one.missing_s for one in ones)}

    def __iter__(self) -> Iterator[Prepared]:
        todo = list(self.names)
        tell = None
        if self.missing:
            check_cancel(self.cancel)
            tell = self._teller()
            tell()
            if self.workers > 1:
                for one in self._in_children(tell):
                    todo.remove(f"{one.puzzle}:{one.table}")
                    yield one
        for name in todo:
            check_cancel(self.cancel)
            puzzle, _, table = name.partition(":")
            run = Run(Limits(), cancel=self.cancel, progress=self.progress)
            with jit.telling(tell) if tell and name in self.missing else nullcontext():
                self.preparations[puzzle].make(table, run)
            if tell is not None:
                tell()
            spent = run.statistics(frozenset())
            yield Prepared(puzzle, table, spent.cpu_s, run.compile_s)

    def _in_children(self, tell: Callable[[], None]) -> Iterator[Prepared]:
        """Compile the missing code, and yield each table that needs nothing more."""
        tables = {
            pool.CompileJob(name.partition(":")[0], task.missing_s, task.make): name
            for name, tasks in self.missing.items()
            for task in tasks
        }
        left = {name: len(tasks) for name, tasks in self.missing.items()}
        cost = dict.fromkeys(left, pool.Made(0.0, 0.0))
        began = time.perf_counter()

        def poll() -> None:
            check_cancel(self.cancel)
            tell()
            if self.progress is not None and self.compiling is None:
                self.progress(time.perf_counter() - began, Counters().as_dict())

        workers = min(self.workers, len(tables))
        for task, made in pool.compile_all(list(tables), workers, poll):
            name = tables[task]
            if made is None:
                continue  # so the table is made here, after all others
            left[name] -= 1
            cost[name] = pool.Made(*map(sum, zip(cost[name], made, strict=True)))
            if not left[name]:
                puzzle, _, table = name.partition(":")
                yield Prepared(puzzle, table, *cost[name])

    def _tasks(self, name: str) -> tuple[CodeTask, ...]:
        puzzle, _, table = name.partition(":")
        code = self.preparations[puzzle].code.get(table)
        return code.tasks if code else ()

    def _teller(self) -> Callable[[], None]:
        """Return the function that reports the progress of compiling."""
        if self.compiling is None:
            return lambda: None
        heard = self.compiling
        kernels: dict[str, tuple[int, float]] = {}
        for name in self.missing:
            puzzle, _, table = name.partition(":")
            for module, figures in self.preparations[puzzle].code[table].kernels.items():
                kernels[module] = max(figures, kernels.get(module, figures))
        puzzles = tuple(dict.fromkeys(name.partition(":")[0] for name in self.missing))
        began, (_, first) = time.perf_counter(), _done(kernels)
        whole = sum(seconds for _, seconds in kernels.values())
        workers = min(self.workers, sum(map(len, self.missing.values())))

        def tell() -> None:
            functions, done = _done(kernels)
            passed = time.perf_counter() - began
            rest = (whole - done) / workers
            if done - first > _SURE * whole:
                rest = passed * (whole - done) / (done - first)
            total = sum(number for number, _ in kernels.values())
            heard(Compiling(puzzles, functions, total, passed, passed + rest))

        return tell


def _done(kernels: Mapping[str, tuple[int, float]]) -> tuple[int, float]:
    """Return the number of functions compiled on disk, and the seconds that they take."""
    functions, seconds = 0, 0.0
    for module, (number, cpu_s) in kernels.items():
        kept = min(jit.count_kept(module), number)
        functions += kept
        seconds += cpu_s * kept / number
    return functions, seconds
