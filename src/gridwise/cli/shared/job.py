"""What `solve` and `count` share: read, ask, show, write, and sum up in one exit status."""

import traceback
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gridwise.cli.shared import prefetch as ahead
from gridwise.cli.shared.cancel import Cancel
from gridwise.cli.shared.outputs import Outputs
from gridwise.cli.shared.progress import ProgressLine
from gridwise.cli.shared.show import count_line, show
from gridwise.cli.shared.terminal import Terminal, debug
from gridwise.cli.shared.traces import write_traces
from gridwise.core import registry
from gridwise.core.errors import (
    Fault,
    GridwiseError,
    InputError,
    NoSharedViewError,
    ParameterError,
    UnknownNameError,
    UsageError,
)
from gridwise.core.limits import NO_LIMITS, Limits
from gridwise.core.method import Method
from gridwise.core.puzzle import Puzzle, Question
from gridwise.core.result import Count, Result, Solutions, Status, Stop
from gridwise.core.views import EngineView
from gridwise.render.words import number
from gridwise.solving.inputs import Item, read_inputs
from gridwise.solving.result_json import error_record, record
from gridwise.solving.solve import choose_method, count, solve

EACH = "each"
_COUNT_S = 1.0
"""How long is counted, seconds, to say of how many solutions one is the k-th."""
ANSWERED, NO_SOLUTION, LIMIT, CANCELLED, FAULT = 0, 10, 20, 21, 31
"""Exit statuses; those of errors stand in `core.errors`."""
_LIMITS = frozenset({Stop.TIME_LIMIT, Stop.NODE_LIMIT, Stop.MEMORY_LIMIT, Stop.INCOMPLETE})


@dataclass(frozen=True, slots=True)
class Job:
    """One command: its inputs, its question, and where the answers go."""

    inputs: tuple[str, ...]
    puzzle: str | None = None
    method: str = "auto"
    question: Question | None = None
    counting: bool = False
    fundamental: bool = False
    nth: int | None = None
    all_solutions: bool = False
    limits: Limits = NO_LIMITS
    seed: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    json: bool = False
    ascii: bool = False
    trace: Path | None = None
    output: Path | None = None
    style: str | None = None

    @property
    def plain(self) -> bool:
        """Whether only the answer itself is asked for, and nothing limits or changes the run."""
        limits = self.limits
        limited = (limits.time_s, limits.nodes, limits.memory_bytes) != (None, None, None)
        listed = self.all_solutions or self.nth is not None or self.trace is not None
        forced = self.question is Question.FORCED
        # A count in JSON tells the guesses of two looks at the puzzle.
        looks = self.counting and (self.json or self.fundamental)
        return not (limited or listed or forced or looks or self.options or self.method == EACH)

    def check(self) -> None:
        """Refuse what cannot be before anything is read; raise `UsageError`."""
        if not self.inputs:
            raise UsageError("no input: name a file, a notation such as sudoku:2x2:1..., or -")
        if self.puzzle is not None:
            registry.puzzle(self.puzzle)
        if self.method not in ("auto", EACH):
            name, colon, options = self.method.partition(":")
            registry.method(name)
            if colon:
                given = " ".join(f"--set {one}" for one in options.split(":") if one)
                raise ParameterError(f"options go apart here: --method {name} {given}".rstrip())
        if self.method == EACH and self.trace is not None:
            raise ParameterError("--trace records one method: name it with --method")
        if self.limits.solutions is not None and not (self.all_solutions or self.counting):
            raise ParameterError("--limit goes with --all or --count")


class Session:
    """Runs a job. Used once."""

    def __init__(self, job: Job) -> None:
        job.check()
        self.job = job
        self.terminal = Terminal(json=job.json, ascii=job.ascii)
        self.outputs = Outputs(self.terminal, job.output, job.style)
        self.cancel = Cancel()
        self.status = ANSWERED
        self.several = False
        self._progress = ProgressLine(self.terminal)
        self._traces: list[tuple[int, Result[Any]]] = []
        self._queue: deque[Item] = deque()
        self._engine: tuple[Puzzle[Any, Any], Method] | None = None
        """What answers the next puzzles side by side, once the first one was answered alone."""
        self._answers: dict[int, Result[Any]] = {}

    def run(self) -> int:
        """Do everything and return the exit status: of several inputs the highest."""
        done = 0
        try:
            with self.cancel:
                try:
                    for item, alone in self._items():
                        self._one(item, alone)
                        done += 1
                        if self.cancel.is_set():
                            break
                        self._progress.done(done)
                finally:
                    self.outputs.finish()
                self._raise_to(self.outputs.status)
                self._write_traces()
        finally:
            self.terminal.clear()
        if self.cancel.is_set():
            self._raise_to(CANCELLED)
        self.terminal.flush()
        return self.status

    def ask(self, position: Any, method: str, limits: Limits, options: Mapping[str, str]) -> Any:
        """Put the job's question to one method; the result of `solve` or `count`."""
        job = self.job
        traced = job.trace is not None
        method = choose_method(
            position, method, traced=traced, counting=job.counting, options=options
        ).name
        self._progress.begin(method, limits.time_s)
        if self._compiles(position, method):
            self._progress.compiling()
        if job.counting:
            return count(
                position,
                method=method,
                limits=limits,
                cancel=self.cancel,
                progress=self._progress,
                seed=job.seed,
                options=options,
                up_to_symmetry=job.fundamental,
            )
        return solve(
            position,
            method=method,
            question=self._question(registry.puzzle_of(position)),
            nth=job.nth,
            all_solutions=job.all_solutions,
            limits=limits,
            cancel=self.cancel,
            trace=job.trace is not None,
            progress=self._progress,
            seed=job.seed,
            options=options,
        )

    def _compiles(self, position: Any, method: str) -> bool:
        """Return whether the method begins by compiling, on this machine for the first time."""
        chosen = registry.method(method)
        offers = registry.puzzle_of(position).views(position)
        kind = chosen.view_for(frozenset(offers))
        if kind is None or not issubclass(kind, EngineView):
            return False
        from gridwise.compiled import jit

        if not jit.is_cold():
            return False
        view = offers[kind].make()
        return isinstance(view, EngineView) and view.compiled

    def _items(self) -> Iterator[tuple[Item, bool]]:
        """Yield the inputs, each with whether it is the only one of its source.

        Looks one ahead, and so knows at the first whether there are several.
        """
        items = read_inputs(self.job.inputs, puzzle=self.job.puzzle)
        before: Item | None = None
        item = self._next(items)
        while item is not None:
            after = self._next(items)
            self.several = self.several or after is not None
            yield item, item.source not in (before and before.source, after and after.source)
            before, item = item, after

    def _next(self, items: Iterator[Item]) -> Item | None:
        """Return the next input; read some ahead where they can be answered side by side."""
        if self._queue:
            return self._queue.popleft()
        first = item = self._read(items)
        if self._engine is None or first is None:
            return first
        while item is not None and item.source == first.source:
            self._queue.append(item)
            item = self._read(items) if len(self._queue) < ahead.MOST else None
        puzzle, method = self._engine
        asked = [i for i in self._queue if i.puzzle is puzzle and i.entry.error is None]
        found = ahead.answers(
            puzzle,
            [item.entry.position for item in asked],
            method,
            counting=self.job.counting,
            cancel=self.cancel,
        )
        for one, result in zip(asked, found, strict=True):
            if result is not None:
                self._answers[one.index] = result
        if item is not None:
            self._queue.append(item)
        return self._queue.popleft()

    def _read(self, items: Iterator[Item]) -> Item | None:
        self.cancel.at_once = True  # reading standard input does not look at the token
        try:
            return next(items, None)
        except KeyboardInterrupt:
            if not self.cancel.is_set():
                raise
            return None
        finally:
            self.cancel.at_once = False

    def _one(self, item: Item, alone: bool) -> None:
        """Answer one puzzle, or report why it cannot be.

        Only usage that is wrong for every input ends the whole run: a name that nothing has, the
        ending of an output file. What a single board does not allow (it is too large for an
        encoding, say) is that board's error.
        """
        try:
            if item.entry.error is not None:
                raise item.entry.error
            assert item.puzzle is not None
            self._answer(item, item.puzzle, item.entry.position, alone)
        except (InputError, NoSharedViewError, Fault) as error:
            self._report(item, error)
        except UnknownNameError:
            raise
        except ParameterError as error:
            if not self.several:
                self._record_error(item, error)
                raise
            self._report(item, error)
        except (GridwiseError, OSError):  # wrong usage; a standard output that takes no more
            raise
        except Exception as error:
            self._report(item, Fault(f"internal fault: {type(error).__name__}: {error}"))
            if debug():
                traceback.print_exc()

    def _answer(self, item: Item, puzzle: Puzzle[Any, Any], position: Any, alone: bool) -> None:
        job, terminal = self.job, self.terminal
        label = self._label(item, position, alone) if self.several else ""
        if job.counting:
            self.outputs.finish()
        else:
            self.outputs.begin(item.source, puzzle, position)
        if label and (job.method == EACH or not job.counting):
            terminal.line(label, "bold")
        if job.method == EACH:
            from gridwise.cli.shared.each import each

            status, result = each(self, item.index, puzzle, position)
            self._raise_to(status)
            value = None if result is None else record(result, index=item.index)
        else:
            result = self._answers.pop(item.index, None)
            if result is None:
                result = self.ask(position, job.method, job.limits, job.options)
                method = registry.method(result.method)
                if job.plain and ahead.helps(puzzle, method):
                    self._engine = puzzle, method
            self._raise_to(exit_status(result))
            value = None
            if terminal.json or self.outputs.takes_records:
                value = record(result, index=item.index)
                terminal.record(value)
            if not terminal.json:
                self._show(puzzle, position, result, label)
            if job.trace is not None:
                self._traces.append((item.index, result))
        if result is not None:
            self.outputs.add(puzzle, result, value)
        if self.several and (job.method == EACH or not job.counting):
            terminal.line()

    def _show(self, puzzle: Puzzle[Any, Any], position: Any, result: Any, label: str) -> None:
        time_s = self.job.limits.time_s
        if self.job.counting:
            self.terminal.line((f"{label}: " if label else "") + count_line(result, time_s))
        else:
            show(self.terminal, puzzle, position, result, time_s=time_s)
            if result.question == "nth" and isinstance(result.answer, Solutions):
                self._of_how_many(position, result.answer)

    def _of_how_many(self, position: Any, answer: Solutions[Any, Any]) -> None:
        """Say the number of a solution and of how many it is, as far as a short count tells."""
        if not answer.items:
            return  # it is said that there are fewer
        limits = Limits(time_s=_COUNT_S, memory_bytes=self.job.limits.memory_bytes)
        total = count(position, limits=limits, cancel=self.cancel).answer
        nth = self.job.nth
        assert nth is not None
        words = f"solution {number(nth)} of at least {number(nth)}: the count was not finished"
        if total is not None and total.exact:
            words = f"solution {number(nth)} of {number(total.number)}"
        elif total is not None and total.number > nth:
            least = number(total.number)
            words = f"solution {number(nth)} of at least {least}: the count was not finished"
        self.terminal.line(words, "bold")

    def _label(self, item: Item, position: Any, alone: bool) -> str:
        """Return what to call an input where there are several."""
        if item.source == "<notation>":
            assert item.puzzle is not None
            return item.puzzle.format(position)
        return item.source if alone else f"{item.source}:{item.entry.line}"

    def _report(self, item: Item, error: GridwiseError) -> None:
        text = str(error)
        if isinstance(error, Fault) and not text.startswith("internal fault"):
            text = f"internal fault: {text}"
        place = "" if isinstance(error, InputError) else f"{item.source}:{item.entry.line}: "
        self.terminal.error(place + text)
        self._record_error(item, error)
        self._raise_to(error.exit_status)

    def _record_error(self, item: Item, error: GridwiseError) -> None:
        kind = None if item.puzzle is None else item.puzzle.name
        value = error_record(error, index=item.index, puzzle=kind)
        self.terminal.record(value)
        self.outputs.add_record(value)

    def _question(self, puzzle: Puzzle[Any, Any]) -> Question | None:
        if self.job.question is not None and self.job.question not in puzzle.questions:
            raise ParameterError(f"{puzzle.name} is not asked for a {self.job.question.value}")
        return self.job.question

    def _write_traces(self) -> None:
        if self.job.trace is None or not self._traces:
            return
        write_traces(self.job.trace, self._traces)
        rows = sum(len(result.trace) for _, result in self._traces if result.trace is not None)
        dropped = sum(r.trace.dropped for _, r in self._traces if r.trace is not None)
        missing = f", {dropped:,} later ones dropped" if dropped else ""
        self.terminal.note(f"{self.job.trace} written: {rows:,} steps{missing}")

    def _raise_to(self, status: int) -> None:
        self.status = max(self.status, status)


def exit_status(result: Result[Any]) -> int:
    """Return the exit status of one result."""
    if result.stop is Stop.CANCELLED:
        return CANCELLED
    if result.status is Status.UNKNOWN:
        return LIMIT
    if result.status is Status.UNSATISFIABLE:
        return NO_SOLUTION
    answer = result.answer
    if isinstance(answer, Solutions):
        if not answer.items:
            return NO_SOLUTION
        if result.question == "all" and result.stop in _LIMITS:
            return LIMIT
    if isinstance(answer, Count) and not answer.exact and result.stop in _LIMITS:
        return LIMIT
    return ANSWERED


def run(job: Job) -> int:
    """Run a job and return its exit status."""
    return Session(job).run()
