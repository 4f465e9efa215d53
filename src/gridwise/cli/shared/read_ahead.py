"""The inputs of a command, read ahead so that similar puzzles are answered side by side."""

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

from gridwise.cli.shared import prefetch
from gridwise.cli.shared.cancel import Cancel
from gridwise.core.method import Method
from gridwise.core.puzzle import Puzzle
from gridwise.core.result import Result
from gridwise.solving.inputs import Item, read_inputs


class ReadAhead:
    """Yields inputs, and holds the answers to those that were answered with others."""

    def __init__(
        self, inputs: Sequence[str], puzzle: str | None, counting: bool, cancel: Cancel
    ) -> None:
        self.several = False
        """Whether there are several inputs; known when the first one is yielded."""
        self._items = read_inputs(inputs, puzzle=puzzle)
        self._counting, self._cancel = counting, cancel
        self._queue: deque[Item] = deque()
        self._engine: tuple[Puzzle[Any, Any], Method] | None = None
        self._answers: dict[int, Result[Any]] = {}

    def answer(self, item: Item) -> Result[Any] | None:
        """Return the answer of an item that was answered ahead, else None."""
        return self._answers.pop(item.index, None)

    def answered_alone(self, puzzle: Puzzle[Any, Any], method: Method) -> None:
        """Note the method that answered one puzzle; its engine for many answers the next ones."""
        if prefetch.helps(puzzle, method):
            self._engine = puzzle, method

    def items(self) -> Iterator[tuple[Item, bool]]:
        """Yield the inputs, each with whether it is the only one of its source."""
        before: Item | None = None
        item = self._next()
        while item is not None:
            after = self._next()
            self.several = self.several or after is not None
            yield item, item.source not in (before and before.source, after and after.source)
            before, item = item, after

    def _next(self) -> Item | None:
        """Return the next input; answer more of its source ahead where an engine can."""
        if self._queue:
            return self._queue.popleft()
        first = item = self._read()
        if self._engine is None or first is None:
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
            counting=self._counting,
            cancel=self._cancel,
        )
        for one, result in zip(asked, found, strict=True):
            if result is not None:
                self._answers[one.index] = result
        if item is not None:
            self._queue.append(item)
        return self._queue.popleft()

    def _read(self) -> Item | None:
        self._cancel.at_once = True  # reading standard input does not check the token
        try:
            return next(self._items, None)
        except KeyboardInterrupt:
            if not self._cancel.is_set():
                raise
            return None
        finally:
            self._cancel.at_once = False
