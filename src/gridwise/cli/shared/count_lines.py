"""Counts the solutions of boards that stand one a line, without reading each board by itself.

What an engine for lines counts to the end is a number at once. Every other board is one of the
inputs, answered like any other.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from gridwise.core import registry
from gridwise.core.capabilities import BatchSolver, LineSolver
from gridwise.core.limits import CancelToken, Limits
from gridwise.core.puzzle import Puzzle
from gridwise.core.reading import split_lines
from gridwise.core.run import Run
from gridwise.solving.inputs import Inputs, Item

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LEAST = 100
"""So many boards repay loading the engine."""
MANY = 10_000
"""A board with so many solutions is asked alone, with progress."""
_FIRST, _MOST, _GROWTH = 256, 8192, 4  # boards that are counted together
_MOST_S = 0.5


@dataclass(frozen=True, slots=True)
class CountedLines:
    """The numbers of solutions of boards, each with its line in a source, from 1.

    `exact` is False for a board that has more than the limit, which is then its number.
    """

    source: str
    puzzle: str
    lines: list[int]
    numbers: list[int]
    exact: list[bool]


def of_source(
    inputs: Inputs, puzzle: Puzzle[Any, Any], line: int, limit: int | None, cancel: CancelToken
) -> "Iterator[CountedLines | Item] | None":
    """Return what counts the rest of the source at hand, None if that is not done in lines.

    Parameters
    ----------
    line
        That of the last puzzle that was read, from 1.
    limit
        The most solutions that are counted of a board.

    Notes
    -----
    Up to `line` and as far as boards are counted, the source holds nothing but lines of one board,
    comments and blank lines, so that no line says how another one is read.
    """
    known = registry.capability(puzzle.name, BatchSolver)
    if known is None:
        return None
    engine, texts = known.lines, split_lines(inputs.text)
    at, end = _boards(texts, engine.width)
    after = next((i for i, index in enumerate(at) if index >= line), len(at))
    if end < line or len(at) - after < LEAST:
        return None
    table = _table([texts[index] for index in at], engine.width)
    if (engine.solve(table[:after], Run(cancel=cancel), 1).found < 0).any():
        return None
    counter = _LineCounter(inputs, puzzle, engine, texts, limit, cancel)
    return counter.counted(at[after:], table[after:], line - 1)


def _boards(texts: list[str], width: int) -> tuple[list[int], int]:
    """Return the indices of the lines of one board, and that of the first line which is none."""
    at = []
    for index, text in enumerate(texts):
        if len(text) == width and text.isascii():
            at.append(index)
        elif text and not text.isspace() and text[0] != "#":
            return at, index
    return at, len(texts)


def _table(boards: list[str], width: int) -> "NDArray[np.uint8]":
    import numpy as np

    return np.frombuffer("".join(boards).encode("ascii"), np.uint8).reshape(-1, width)


@dataclass(frozen=True, slots=True)
class _LineCounter:
    inputs: Inputs
    puzzle: Puzzle[Any, Any]
    engine: LineSolver
    texts: list[str]
    limit: int | None
    cancel: CancelToken

    def counted(
        self, at: list[int], table: "NDArray[np.uint8]", last: int
    ) -> Iterator[CountedLines | Item]:
        """Yield the numbers of boards, and as items the boards that have to be asked alone.

        `last` is the index of the line of the board before them.
        """
        import numpy as np

        begin, size = 0, _FIRST
        while begin < len(at) and not self.cancel.is_set():
            run = Run(Limits(time_s=_MOST_S), cancel=self.cancel)
            part = table[begin : begin + size]
            most = MANY if self.limit is None else min(MANY, self.limit + 1)
            found = self.engine.solve(part, run, most)
            late = np.flatnonzero(~found.settled & (found.found >= 0))
            number = int(late[0]) if late.size else len(part)
            size = _FIRST if late.size else min(_MOST, size * _GROWTH)
            digits = (part - np.uint8(49) < 9).any(axis=1)  # signs alone may be a ruling
            sure = digits & found.settled & (found.found > 0)
            if self.limit is None or self.limit >= MANY:
                sure &= found.found < MANY
            sure &= self.engine.keeps_rules(part, found.solutions)
            alone = np.flatnonzero(~sure[:number]).tolist()
            if not number and not self.cancel.is_set():
                alone, number = [0], 1
            done = 0
            for one in [*alone, number]:
                if one > done:
                    yield self._block(at[begin + done : begin + one], found.found[done:one])
                if one < number:
                    item = self._item(at[begin + one])
                    if item is None:
                        self.inputs.go_on(self.texts, [last, *at][begin + one])
                        return
                    yield item
                done = one + 1
            begin += number
        if begin >= len(at):
            self.inputs.go_on(self.texts, at[-1])

    def _block(self, at: list[int], found: "NDArray[np.int64]") -> CountedLines:
        limit = MANY if self.limit is None else self.limit
        self.inputs.index += len(at)
        return CountedLines(
            self.inputs.source,
            self.puzzle.name,
            [index + 1 for index in at],
            found.clip(max=limit).tolist(),
            (found <= limit).tolist(),
        )

    def _item(self, index: int) -> Item | None:
        """Return the board of a line; None if the line by itself does not say what it is."""
        entries = list(self.puzzle.read(self.texts[index], source=self.inputs.source))
        if len(entries) != 1 or entries[0].error is not None:
            return None
        self.inputs.index += 1
        entry = replace(entries[0], line=index + 1)
        return Item(self.inputs.index - 1, self.inputs.source, self.puzzle, entry)
