"""The inputs of a command, read ahead so that similar puzzles are answered side by side."""

from collections import deque
from collections.abc import Iterator
from typing import Any

from gridwise.cli.shared import count_lines, prefetch
from gridwise.cli.shared.cancel import Cancel
from gridwise.cli.shared.count_lines import CountedLines
from gridwise.cli.shared.solve_request import SolveRequest
from gridwise.compiled import worth
from gridwise.core.method import Method
from gridwise.core.puzzle import Puzzle
from gridwise.core.result import Result
from gridwise.solving.inputs import Inputs, Item


class ReadAhead:
    """Yields inputs, and holds the answers to those that were answered with others."""

    def __init__(self, request: SolveRequest, cancel: Cancel) -> None:
        self.several = False
        """Whether there are several inputs; known when the first one is yielded."""
        self._inputs = Inputs(request.inputs, puzzle=request.puzzle, goal=request.goal)
        self._request, self._cancel = request, cancel
        self._queue: deque[Item] = deque()
        self._engine: tuple[Puzzle[Any, Any], Method] | None = None
        self._counts: Puzzle[Any, Any] | None = None
        self._counted: Iterator[CountedLines | Item] | None = None
        self._tried: str | None = None  # the text whose lines were looked at
        self._last: Item | None = None
        self._answers: dict[int, Result[Any]] = {}

    def answer(self, item: Item) -> Result[Any] | None:
        """Return the answer of an item that was answered ahead, else None."""
        return self._answers.pop(item.index, None)

    def answered_alone(self, puzzle: Puzzle[Any, Any], method: Method) -> None:
        """Note the method that answered one puzzle; its engine for many answers the next ones."""
        request = self._request
        helps = prefetch.helps(puzzle, method)
        if helps:
            self._engine = puzzle, method
        if request.counting and (
            helps or (request.method == "auto" and not worth.missing_s(puzzle.name))
        ):
            self._counts = puzzle

    def items(self) -> Iterator[tuple[Item | CountedLines, bool]]:
        """Yield the inputs, each with whether it is the only one of its source."""
        before: Item | CountedLines | None = None
        item = self._next()
        while item is not None:
            after = self._next()
            self.several = self.several or after is not None
            yield item, item.source not in (before and before.source, after and after.source)
            before, item = item, after

    def _next(self) -> Item | CountedLines | None:
        """Return the next input; answer more of its source ahead where an engine can."""
        if self._queue:
            return self._queue.popleft()
        if self._counts_lines() and self._counted is not None:
            counted = next(self._counted, None)
            if counted is not None:
                return counted
            self._counted = None
        first = item = self._read()
        if self._engine is None or first is None or self._counts_lines():
            return first
        while item is not None and item.source == first.source:
            self._queue.append(item)
            item = self._read() if len(self._queue) < prefetch.MOST else None
        puzzle, method = self._engine
        asked = [i for i in self._queue if i.puzzle is puzzle and i.entry.error is None]
        found = prefetch.answers(
            puzzle,
            [item.entry.position for item in asked],
            method,
            counting=self._request.counting,
            cancel=self._cancel,
        )
        for one, result in zip(asked, found, strict=True):
            if result is not None:
                self._answers[one.index] = result
        if item is not None:
            self._queue.append(item)
        return self._queue.popleft()

    def _counts_lines(self) -> bool:
        """Return whether what follows the last input in its source is counted by the line."""
        last, inputs = self._last, self._inputs
        puzzle = self._counts
        new = self._counted is None and self._tried is not inputs.text
        if new and puzzle is not None and last is not None and last.puzzle is puzzle:
            self._tried = inputs.text
            limit = self._request.limits.solutions
            self._counted = count_lines.of_source(
                inputs, puzzle, last.entry.line, limit, self._cancel
            )
        return self._counted is not None

    def _read(self) -> Item | None:
        self._cancel.at_once = True  # reading standard input does not check the token
        try:
            self._last = next(self._inputs, None)
        except KeyboardInterrupt:
            if not self._cancel.is_set():
                raise
            self._last = None
        finally:
            self._cancel.at_once = False
        return self._last
