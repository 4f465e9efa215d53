"""One run of `solve` or `count`: read, ask, show, write, and sum up in one exit status."""

import traceback
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from itertools import repeat
from pathlib import Path
from typing import Any

from gridwise.cli.shared.answer_files import AnswerFiles
from gridwise.cli.shared.cancel import Cancel
from gridwise.cli.shared.count_lines import CountedLines
from gridwise.cli.shared.exit_status import ANSWERED, CANCELLED, exit_status
from gridwise.cli.shared.language import error_words, sentence
from gridwise.cli.shared.progress import ProgressLine
from gridwise.cli.shared.read_ahead import ReadAhead
from gridwise.cli.shared.solve_request import EACH, SolveRequest
from gridwise.cli.shared.terminal import Terminal, debug
from gridwise.core import registry
from gridwise.core.errors import (
    Fault,
    GridwiseError,
    InputError,
    NoSharedViewError,
    ParameterError,
    UnknownNameError,
)
from gridwise.core.files import check_writable
from gridwise.core.limits import Limits
from gridwise.core.message import msg
from gridwise.core.method import Method
from gridwise.core.puzzle import Question
from gridwise.core.result import Count, Result, Solutions, Status, Stop
from gridwise.core.views import compile_notice
from gridwise.render.result_text import known, show
from gridwise.render.words import in_sentence, number
from gridwise.solving.inputs import NOTATION, Item
from gridwise.solving.instance import Instance
from gridwise.solving.result_json import as_json, error_as_json
from gridwise.solving.solve import count, solve
from gridwise.solving.takeover import Choice

_COUNT_S = 1.0
"""How long the solutions are counted, seconds, to say of how many one is the k-th."""


class SolveRun:
    """Answers a request. Used once."""

    def __init__(self, request: SolveRequest) -> None:
        self.request = request
        self.terminal = Terminal(json=request.json, ascii=request.ascii)
        for path in (request.output, request.trace):
            if path is not None:
                check_writable(path, request.inputs)
        self.files = AnswerFiles(self.terminal, request.output, request.style)
        self.cancel = Cancel()
        self.status = ANSWERED
        self._inputs = ReadAhead(request, self.cancel)
        self._progress = ProgressLine(self.terminal)
        self._traces: list[tuple[int, Result[Any]]] = []
        self._said: dict[tuple[str, int, bool], str] = {}

    def run(self) -> int:
        """Do everything and return the exit status: of several inputs the highest."""
        done = 0
        try:
            with self.cancel:
                try:
                    for item, alone in self._inputs.items():
                        if isinstance(item, CountedLines):
                            self._show_numbers(item)
                            done += len(item.lines)
                        else:
                            self._one(item, alone)
                            done += 1
                        if self.cancel.is_set():
                            break
                        self._progress.done(done)
                finally:
                    self.files.finish()
                self._raise_to(self.files.status)
                self._write_traces()
        finally:
            self.terminal.clear()
        if self.cancel.is_set():
            self._raise_to(CANCELLED)
        return self.status

    def ask(
        self, instance: Instance, method: str | Method, limits: Limits, options: Mapping[str, str]
    ) -> Any:
        """Put the question to one method; the result of `solve` or `count`."""
        request = self.request
        traced = request.trace is not None
        counting = request.counting
        question = Question.SOLUTION if counting else request.question_for(instance.puzzle)
        choice = Choice.of(
            instance,
            method,
            question=question,
            traced=traced,
            counting=counting,
            options=options,
        )
        self._progress.begin(choice.method.name, limits.time_s)
        more: dict[str, Any] = {
            "limits": limits,
            "cancel": self.cancel,
            "progress": self._progress,
            "seed": request.seed,
            "options": options,
        }
        with (
            compile_notice.heard_by(self._progress.compiling),
            self._shared(instance, method, choice) as more["method"],
        ):
            if counting:
                return count(instance, up_to_symmetry=request.up_to_symmetry, **more)
            return solve(
                instance,
                question=question,
                nth=request.nth,
                all_solutions=request.all_solutions,
                trace=traced,
                **more,
            )

    def _shared(
        self, instance: Instance, method: str | Method, choice: Choice
    ) -> AbstractContextManager[str | Method | Choice]:
        """Return the choice of a method, or the engine on several processes."""
        request = self.request
        if request.workers is None and request.cluster is None:
            return nullcontext(choice)
        from gridwise.batch.parts import in_parts

        return in_parts(
            instance.position,
            "auto" if method == "auto" else choice.method,
            request.workers,
            request.cluster,
            counting=request.counting,
            traced=request.trace is not None,
        )

    def _one(self, item: Item, alone: bool) -> None:
        """Answer one puzzle, or report why it cannot be.

        Only usage that is wrong for every input ends the whole run: a name that nothing has, the
        ending of an output file. What a single board does not allow (it is too large for an
        encoding, say) is that board's error.
        """
        self.terminal.board(item.place, item.entry.notes)
        try:
            if item.entry.error is not None:
                raise item.entry.error
            self._answer(item, alone)
        except (InputError, NoSharedViewError, Fault) as error:
            self._report(item, error)
        except UnknownNameError:
            raise
        except ParameterError as error:
            if not self._inputs.several:
                self._json_error(item, error)
                raise
            self._report(item, error)
        except (GridwiseError, OSError):  # wrong usage; a standard output that takes no more
            raise
        except Exception as error:
            self._report(item, Fault(f"{type(error).__name__}: {error}"))
            if debug():
                traceback.print_exc()

    def _answer(self, item: Item, alone: bool) -> None:
        request, terminal, several = self.request, self.terminal, self._inputs.several
        puzzle, position = item.puzzle, item.entry.position
        assert puzzle is not None
        label = self._label(item, alone) if several else ""
        spaced = several and (request.method == EACH or not request.counting)
        if request.counting:
            self.files.finish()
        else:
            self.files.begin(item.source, puzzle, position)
        if spaced:
            terminal.line(label, "bold")
        result: Result[Any] | None
        if request.method == EACH:
            from gridwise.cli.shared.each import EveryMethod

            every = EveryMethod(terminal, self.cancel, request, self.ask)
            status, result = every.answer(item.index, Instance.of(position, puzzle))
            self._raise_to(status)
            value = None if result is None else as_json(result, index=item.index)
        else:
            result = self._inputs.answer(item)
            if result is None:
                instance = Instance.of(position, puzzle)
                result = self.ask(instance, request.method, request.limits, request.options)
                if request.plain:
                    self._inputs.answered_alone(puzzle, registry.method(result.method))
            self._raise_to(exit_status(result))
            if request.certificate is not None:
                result = self._certified(item.index, result, request.certificate)
            value = None
            if terminal.json or self.files.takes_json:
                value = as_json(result, index=item.index)
                terminal.json_line(value)
            if not terminal.json:
                self._show(result, label)
            if request.trace is not None:
                self._traces.append((item.index, result))
        if result is not None:
            self.files.add(puzzle, result, None if value is None else terminal.noted(value))
        if spaced:
            terminal.line()

    def _show_numbers(self, counted: CountedLines) -> None:
        """Print the numbers of solutions of boards, in the words of each answered alone."""
        puzzle, source, said = counted.puzzle, counted.source, self._said
        for key in set(zip(repeat(puzzle), counted.numbers, counted.exact)) - said.keys():
            _, found, exact = key
            stop = Stop.COMPLETED if exact else Stop.SOLUTION_LIMIT
            answer = Count(found, exact)
            one = Result(Status.SOLVED, stop, answer, puzzle=puzzle, question="count")
            said[key] = in_sentence(known(one))
        rows = zip(counted.lines, counted.numbers, counted.exact, strict=True)
        lines = [f"{source}:{line}: {said[puzzle, found, ok]}" for line, found, ok in rows]
        self.files.finish()
        self.terminal.line("\n".join(lines))

    def _certified(self, index: int, result: Result[Any], folder: Path) -> Result[Any]:
        """Write the certificates of an answer, and return it with what the checker said."""
        from gridwise.solving.certificates.writing import certified

        limits = self.request.limits
        return certified(result, folder, index=index, limits=limits, cancel=self.cancel)

    def _show(self, result: Result[Any], label: str) -> None:
        self._show_answer(result, label)
        for one in result.certificate or ():
            self.terminal.line(one.words)

    def _show_answer(self, result: Result[Any], label: str) -> None:
        limits = self.request.limits
        if self.request.counting:
            said = sentence(known(result, limits=limits))
            self.terminal.line(f"{label}: {said}" if label else said)
            return
        show(self.terminal, result, limits=limits)
        if result.question == "nth" and isinstance(result.answer, Solutions):
            self._of_how_many(result, result.answer)

    def _of_how_many(self, result: Result[Any], answer: Solutions[Any, Any]) -> None:
        """Say the number of a solution and of how many it is, as far as a short count shows."""
        nth = answer.nth
        if not answer.items or nth is None:
            return  # it is said that there are fewer
        limits = Limits(time_s=_COUNT_S, memory_bytes=self.request.limits.memory_bytes)
        total = count(result.position, limits=limits, cancel=self.cancel).answer
        if total is not None and total.exact:
            of = number(total.number)
            text = msg("solution {nth} of {number}", nth=number(nth), number=of)
        else:
            least = number(nth if total is None else max(nth, total.number))
            text = msg(
                "solution {nth} of at least {number}: the count was not finished",
                nth=number(nth),
                number=least,
            )
        self.terminal.line(text, "bold")

    def _label(self, item: Item, alone: bool) -> str:
        """Return the heading of an input where there are several."""
        if item.source == NOTATION:
            assert item.puzzle is not None
            return item.puzzle.format(item.entry.position)
        return item.source if alone else item.place

    def _report(self, item: Item, error: GridwiseError) -> None:
        place = "" if isinstance(error, InputError) else f"{item.place}: "
        self.terminal.error(place + error_words(error))
        self._json_error(item, error)
        self._raise_to(error.exit_status)

    def _json_error(self, item: Item, error: GridwiseError) -> None:
        kind = None if item.puzzle is None else item.puzzle.name
        value = error_as_json(error, index=item.index, puzzle=kind)
        self.terminal.json_line(value)
        self.files.add_json(value)

    def _write_traces(self) -> None:
        path = self.request.trace
        if path is None or not self._traces:
            return
        from gridwise.recording.trace_file import write_traces

        write_traces(path, self._traces)
        traces = [result.trace for _, result in self._traces if result.trace is not None]
        dropped = sum(trace.dropped for trace in traces)
        text = msg("{path} written: {n} steps", path=str(path), n=number(sum(map(len, traces))))
        if dropped:
            text = msg("{said}; the {n} after them were not kept", said=text, n=number(dropped))
        self.terminal.note(text)

    def _raise_to(self, status: int) -> None:
        self.status = max(self.status, status)


def run(request: SolveRequest) -> int:
    """Answer a request and return the exit status."""
    return SolveRun(request).run()
