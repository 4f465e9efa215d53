"""Drives the compiled 9x9 engine: many boards at once, or all solutions of one.

`kernels.lanes` does the work; this module owns the arrays, checks the limits between two slices of
work, and reads boards.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import add
from typing import TYPE_CHECKING, Any, Self

from gridwise.compiled import jit
from gridwise.compiled.worth import CompiledCode
from gridwise.core import registry
from gridwise.core.capabilities import BatchResult, LineAnswers
from gridwise.core.errors import Fault, ParameterError, ParseError
from gridwise.core.limits import Interrupted
from gridwise.core.position import further_rules, refuse_rules
from gridwise.core.result import Stop
from gridwise.core.run import Run
from gridwise.core.views import CompiledPart, EngineView, Model, ModelCount
from gridwise.puzzles.sudoku.decoders import DomainDecoder
from gridwise.puzzles.sudoku.position import FURTHER_RULES, PlaceDigit, Position

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TAKES = (
    "9x9 positions, lines of 81 characters, a text of such lines, an array of digits (number x 81 "
    "or number x 9 x 9, 0 empty) or of candidate masks (uint16, bit d for digit d)"
)
COUNTS = frozenset({"decisions", "layouts"})
EMPTY = ".0*_-xX"
"""The characters that stand for an empty cell in a line."""
ROWS = 128
"""How many solutions are collected before they are yielded."""
_CELLS = 81
_ZERO = 48  # the character of the digit 0
_ALL = 511
_NO_CELL = 0xFFFF  # as in the kernels
_MODULE = "gridwise.puzzles.sudoku.engine.kernels.lanes"
CODE = CompiledCode(_MODULE, "run", compile_s=4.3)
_SHARE = 10  # passes that lanes wait in total before they guess: 8 to 20 are nearly as good
_SLICE, _MOST = 256, 8192  # passes between two checks of the limits: 0.1 ms at first, then 4 ms
_ALONE = 4096  # passes that one board is worked on by one lane: 2 ms, the hardest need 1,000
_NO_LIMIT = 1 << 62
_CHECKED = 1024  # boards that are checked together
_LINE = 64  # bytes of a line of the cache
_compiled: list[Any] = []  # the module of kernels, once this process has compiled or loaded them


def fits(position: Position) -> bool:
    """Return whether the engine works on boards of this shape."""
    known = further_rules(position, Position) <= FURTHER_RULES
    return known and position.box_height == 3 and position.box_width == 3


def _masks(position: Position) -> tuple[int, ...]:
    """Return what each cell may hold, bit d - 1 for digit d."""
    masks = tuple(1 << digit - 1 if digit else _ALL for digit in position.cells)
    if not position.removed_candidates:
        return masks
    removed = position.removed_candidates
    return tuple(mask & ~(gone >> 1) for mask, gone in zip(masks, removed, strict=True))


@lru_cache(maxsize=2)
def _digits(characters: bool) -> "NDArray[np.uint16]":
    """Return the mask that each byte of a board stands for, `_NO_CELL` for one that is none."""
    import numpy as np

    masks = np.full(256, _NO_CELL, np.uint16)
    for digit in range(1, 10):
        masks[digit + 48 * characters] = 1 << digit - 1
    for empty in EMPTY if characters else "\0":
        masks[ord(empty)] = _ALL
    return masks


def load(run: Run) -> Any:
    """Return the module of kernels, compiled; what that took stands in `run.compile_s`."""
    if not _compiled:
        with jit.compiling(run):
            kernels: Any = jit.load(_MODULE)
            LaneSolver(Run(), kernels=kernels, masks=_digits(True)[:0]).step()
        _compiled.append(kernels)
    return _compiled[0]


def lanes() -> int:
    """Return how many boards are worked on side by side: as many lanes as this processor has."""
    return int(jit.load(_MODULE).LANES)


def _lined(size: int) -> "NDArray[np.uint16]":
    """Return words that begin where a line of the processor's cache does.

    Else each vector as long as such a line lies on two of them, and takes twice as long to load.
    """
    import numpy as np

    room = np.empty(size + _LINE // 2, np.uint16)
    skip = -room.ctypes.data % _LINE // 2
    return room[skip : skip + size]


class LaneSolver:
    """One run of the kernels over a number of boards; it goes on where it stopped.

    Parameters
    ----------
    run
        Whose limits hold, and where guesses are counted.
    text, masks
        81 bytes a board, read by `digits`; or 81 masks a board (bit d - 1 for digit d).
    limit
        A board is done when it has this many solutions.
    ordered
        Find the solutions in the order of the boards (for one board, without `taking`).
    taking
        Whether lanes without a board take over open guesses of others.
    rows
        Keep every solution, this many at a time; 0 keeps the first one of each board.
    kernels
        Their module, where it is not to be compiled first.
    after
        A run that has ended, whose arrays to work in are used again.
    """

    def __init__(
        self,
        run: Run,
        *,
        text: "NDArray[np.uint8] | None" = None,
        masks: "NDArray[np.uint16] | None" = None,
        digits: "NDArray[np.uint16] | None" = None,
        limit: int = _NO_LIMIT,
        ordered: bool = False,
        taking: bool = True,
        rows: int = 0,
        kernels: Any = None,
        after: "LaneSolver | None" = None,
    ) -> None:
        import numpy as np

        kernels = kernels or load(run)
        self._kernels, self._run = kernels, run
        lanes, word = kernels.LANES, np.uint16
        given = text if text is not None else masks
        assert given is not None
        count = given.size // _CELLS
        self.found = np.zeros(count, np.int64)
        """Of each board, how many solutions were found; -1 where it cannot be read."""
        self.working = np.full(count, -1, np.int32)
        """Of each board, how many lanes work at it: -1 not begun, 0 done."""
        self.shared = np.zeros(count, np.int8)
        """Of each board, whether several lanes worked at it: chance made one solution the first."""
        self.spent = np.zeros(count, np.int64)
        """Of each board, how many guesses were made."""
        self.out = np.zeros((max(rows, lanes) if rows else count, _CELLS), np.uint8)
        """The solutions, digits 1 to 9."""
        self._state = np.zeros(12, np.int64)
        self._state[kernels.TAKING] = taking
        self._slice = _SLICE
        self._arguments: tuple[Any, ...] = (
            (after._arguments[0] if after else self._boards())._replace(
                work=np.zeros((4, lanes), np.int64), state=self._state
            ),
            kernels.Puzzles(
                np.zeros(0, np.uint8) if text is None else text,
                np.zeros(0, word) if masks is None else masks,
                _digits(True) if digits is None else digits,
            ),
            kernels.Wanted(limit, ordered, _SHARE, rows > 0),
            kernels.Answers(
                self.found, self.working, self.shared, self.spent, self.out.reshape(-1)
            ),
        )

    def _boards(self) -> Any:
        """Return the arrays to work in."""
        import numpy as np

        kernels, lanes, word = self._kernels, self._kernels.LANES, np.uint16
        return kernels.Lanes(
            cells=_lined(_CELLS * lanes),
            singles=_lined(27 * lanes),
            ring=_lined(kernels.RING * _CELLS * lanes),
            held=np.zeros(kernels.RING, np.int64),
            kept=np.empty(lanes * kernels.DEPTH * _CELLS, word),
            guesses=np.empty(lanes * kernels.DEPTH, np.int64),
            before=_lined(lanes),
            pairs=_lined(_CELLS * lanes),
            crowds=_lined(54 * lanes),
            keys=_lined(2 * lanes),
            oldest=_lined(lanes),
            work=np.empty((4, lanes), np.int64),
            state=self._state,
        )

    def step(self) -> bool:
        """Work for a few milliseconds at most; return whether all is done.

        Raises
        ------
        Interrupted
            One guess more than allowed is wanted, or another limit is reached.
        """
        run, state, kernels = self._run, self._state, self._kernels
        limit = run.limits.nodes
        state[kernels.ALLOWED] = _NO_LIMIT if limit is None else limit - run.nodes
        state[kernels.PAUSE] = state[kernels.PASSES] + self._slice
        before = int(state[kernels.GUESSES])
        ended = kernels.run(*self._arguments)
        guesses = int(state[kernels.GUESSES]) - before
        run.nodes += guesses
        run.count.decisions += guesses
        self._slice = min(2 * self._slice, _MOST)
        if ended == kernels.NO_GUESS_LEFT:
            raise Interrupted(Stop.NODE_LIMIT)
        run.check()
        return bool(ended == kernels.ALL_DONE)

    def take_over(self) -> None:
        """Let lanes without a board take over guesses, once a board has had its time alone.

        Until then its solutions come in the same order on every processor.
        """
        if self._state[self._kernels.PASSES] >= _ALONE:
            self._state[self._kernels.TAKING] = 1

    def written(self) -> list[list[int]]:
        """Return the solutions that were kept since the last call, and make room for others."""
        at = self._kernels.WRITTEN
        rows: list[list[int]] = self.out[: self._state[at]].tolist()
        self._state[at] = 0
        return rows


_BASE = 10
_OFFSETS = tuple(range(0, _CELLS * _BASE, _BASE))


@dataclass(frozen=True)
class BoardKernel(EngineView[PlaceDigit]):
    """The compiled engine at work on one 9x9 board.

    The fact of a cell and a digit is cell * 10 + digit, as in the domain model, and so are the
    models and their order.

    Parameters
    ----------
    masks
        What each cell may hold, bit d - 1 for digit d.
    """

    masks: tuple[int, ...]
    decoder: DomainDecoder

    @classmethod
    def of(cls, position: Position) -> "BoardKernel":
        """Return the view of a position."""
        return cls(_masks(position), DomainDecoder(position, _BASE))

    def fact(self, subject: int, value: int) -> int:
        return subject * _BASE + value

    def without(self, fact: int) -> Self:
        cell, digit = divmod(fact, _BASE)
        masks = list(self.masks)
        masks[cell] &= ~(1 << digit - 1)
        return replace(self, masks=tuple(masks))

    def load(self, run: Run) -> None:
        jit.warm(run)

    def code(self, *, counting: bool) -> CompiledPart:
        return CODE

    def models(self, run: Run, *, ordered: bool = False) -> Iterator[Model]:
        engine = self._engine(run, ordered=ordered, taking=False, rows=ROWS)
        done = False
        while not done:
            ended: Interrupted | None = None
            try:
                done = engine.step()
            except Interrupted as end:  # what was found before is still an answer
                ended = end
            for row in engine.written():
                run.count.layouts += 1
                yield tuple(map(add, _OFFSETS, row))
            if ended is not None:
                raise ended
            if not ordered:
                engine.take_over()

    def count_models(self, run: Run, into: ModelCount, *, up_to_symmetry: bool = False) -> bool:
        engine = self._engine(run)
        done = False
        try:
            while not done:
                done = engine.step()
                into.number = int(engine.found[0])
        finally:
            into.number = int(engine.found[0])
            run.count.layouts += into.number
        return True

    def _engine(
        self, run: Run, *, ordered: bool = False, taking: bool = True, rows: int = 0
    ) -> LaneSolver:
        import numpy as np

        masks = np.array(self.masks, np.uint16)
        return LaneSolver(run, masks=masks, ordered=ordered, taking=taking, rows=rows)


def solve_many(puzzles: object, run: Run, *, limit: int = 2, alone: bool = False) -> BatchResult:
    """Solve many 9x9 boards side by side (see `Puzzle.solve_many`).

    With `alone` no lane helps another: `guesses` are those that a board takes by itself.

    Raises
    ------
    ParseError
        A line that is no board: the first one, with its line and column.
    ParameterError
        Something else that is no 9x9 board.
    """
    import numpy as np

    if limit < 1:
        raise ParameterError(f"limit must be more than 0, not {limit}")
    text, masks, digits = _read(puzzles)
    engine, stop = _solved(run, text, masks, digits, limit, alone=alone)
    if text is not None and engine.found.size and engine.found.min() < 0:
        raise _misread(text, int(np.argmin(engine.found)), puzzles)
    run.count.layouts += int(engine.found.sum())
    return BatchResult(
        solutions=engine.out,
        found=engine.found,
        settled=(engine.working == 0) | (engine.found >= limit),
        limit=limit,
        stop=stop,
        puzzle="sudoku",
        guesses=engine.spent,
        statistics=run.statistics(COUNTS),
    )


def solve_lines(lines: "NDArray[np.uint8]", run: Run, limit: int) -> LineAnswers:
    """Solve boards that are rows of 81 characters (see `LineSolver.solve`)."""
    engine, _ = _solved(run, _writable(lines).reshape(-1), None, _digits(True), limit)
    engine.out += _ZERO
    settled = (engine.working == 0) | (engine.found >= limit)
    engine.found[_with_zero_for_9(lines)] = -1
    return LineAnswers(engine.out, engine.found, settled)


def _with_zero_for_9(lines: "NDArray[np.uint8]") -> Any:
    """Return the boards whose 0 may be a 9: another sign is empty, or each row has a single 0.

    Quick for boards with one sign for empty cells, as nearly all are: the signs of all of them say
    so, and then the first row of each is enough to pass it over.
    """
    import numpy as np

    if b"0" not in lines.tobytes():
        return np.zeros(0, np.intp)
    at = np.arange(len(lines))
    if lines.min() == _ZERO and lines.max() <= _ZERO + 9:
        first = np.ascontiguousarray(lines[:, :9].T)
        at = np.flatnonzero((first == _ZERO).sum(0, dtype=np.uint8) == 1)
        if not at.size:
            return at
    rows = lines[at].reshape(-1, 9, 9)
    zeros = rows == _ZERO
    others = [ord(sign) for sign in EMPTY if sign != "0"]
    mixed = np.isin(rows, others).any((1, 2)) & zeros.any((1, 2))
    return at[(mixed | (zeros.sum(2) == 1).all(1)) & ~(rows == _ZERO + 9).any((1, 2))]


def _with_nines(text: "NDArray[np.uint8]") -> "NDArray[np.uint8]":
    """Return boards of 81 characters, with 9 for 0 where the reader of boards takes it so."""
    lines = text.reshape(-1, _CELLS)
    for begin in range(0, len(lines), _CHECKED):
        part = lines[begin : begin + _CHECKED]
        for at in _with_zero_for_9(part):
            with suppress(ParseError):  # a wrong sign is an error of the engine, with its place
                position = registry.puzzle("sudoku").parse(part[at].tobytes().decode("latin-1"))
                part[at] = [digit + _ZERO for digit in position.cells]
    return text


def _solved(
    run: Run,
    text: "NDArray[np.uint8] | None",
    masks: "NDArray[np.uint16] | None",
    digits: "NDArray[np.uint16]",
    limit: int,
    *,
    alone: bool = False,
) -> tuple[LaneSolver, Stop]:
    """Return the engine after its work, and why that ended."""
    engine = LaneSolver(run, text=text, masks=masks, digits=digits, limit=limit, taking=not alone)
    try:
        while not engine.step():
            pass
        return engine, _settle(engine, run, text, masks, digits, limit)
    except Interrupted as end:
        return engine, end.stop


def _settle(
    engine: LaneSolver,
    run: Run,
    text: "NDArray[np.uint8] | None",
    masks: "NDArray[np.uint16] | None",
    digits: "NDArray[np.uint16]",
    limit: int,
) -> Stop:
    """Make the first solution of each board the one that a lane alone comes to first.

    Lanes that are done before others help those; then chance, the other boards and the number of
    lanes would decide which of several solutions is the first one.
    """
    import numpy as np

    chance = np.flatnonzero((engine.shared > 0) & ((engine.found > 1) | (engine.found == limit)))
    if not chance.size:
        return Stop.COMPLETED
    again = LaneSolver(
        run,
        text=None if text is None else text.reshape(-1, _CELLS)[chance].flatten(),
        masks=None if masks is None else masks.reshape(-1, _CELLS)[chance].flatten(),
        digits=digits,
        limit=1,
        taking=False,
        after=engine,
    )
    try:
        while not again.step():
            pass
    except Interrupted as end:
        return end.stop
    engine.out[chance] = again.out
    return Stop.COMPLETED


def check(boards: "NDArray[np.uint8]", many: BatchResult) -> None:
    """Raise `Fault` unless each board that was solved keeps its givens and the rules.

    `boards` holds digits, 0 where a cell is empty, as the answers do.
    """
    rows = many.solutions[many.found > 0]
    given = boards[many.found > 0]
    if not keeps_rules(given, rows).all():
        raise Fault("the engine answered a board that breaks the rules")


def keeps_rules(
    given: "NDArray[np.uint8]", solved: "NDArray[np.uint8]", zero: int = 0
) -> "NDArray[np.bool]":
    """Return of each row whether it keeps its givens and holds every digit once in each house.

    `zero` is what stands for the digit 0; what is no digit from 1 to 9 is no given.

    Notes
    -----
    Works on `_CHECKED` boards at a time, a row of the array a cell, so that all stays in the
    cache and one instruction takes many boards.
    """
    import numpy as np

    kept = np.empty(len(given), bool)
    for begin in range(0, len(given), _CHECKED):
        part = slice(begin, begin + _CHECKED)
        clashes = (given[part] != solved[part]) & (given[part] - np.uint8(zero + 1) < 9)
        digits = np.ascontiguousarray(solved[part].T) - np.uint8(zero)
        bits = np.left_shift(np.uint16(1), digits.astype(np.uint16)).reshape(9, 9, -1)
        thirds = bits[:, 0::3] | bits[:, 1::3] | bits[:, 2::3]  # of the rows: row, band of columns
        bands = thirds.reshape(3, 3, 3, -1)
        boxes = (bands[:, 0] | bands[:, 1] | bands[:, 2]).reshape(9, -1)
        rows = thirds[:, 0] | thirds[:, 1] | thirds[:, 2]
        houses = boxes & rows & np.bitwise_or.reduce(bits, axis=0)
        kept[part] = np.bitwise_and.reduce(houses, axis=0) == 1022
        if clashes.any():
            kept[part] &= ~clashes.any(axis=1)
    return kept


def unique_among(positions: Sequence[Position], run: Run) -> list[tuple[Position, int] | None]:
    """Return the only solution and the guesses of boards that have one (see `Puzzle`)."""
    import numpy as np

    answers: list[tuple[Position, int] | None] = [None] * len(positions)
    fitting = [
        index
        for index, position in enumerate(positions)
        if fits(position) and not position.removed_candidates
    ]
    if not fitting:
        return answers
    cells = b"".join([positions[index].cells for index in fitting])
    boards = np.frombuffer(cells, np.uint8).reshape(-1, _CELLS)
    many = solve_many(boards, run, alone=True)
    check(boards, many)
    assert many.guesses is not None
    unique = many.settled & (many.found == 1)
    rows = zip(fitting, unique.tolist(), many.solutions, many.guesses.tolist(), strict=True)
    for index, only, row, guesses in rows:
        if only:
            answers[index] = Position(3, 3, row.tobytes()), guesses
    return answers


_Boards = tuple["NDArray[np.uint8] | None", "NDArray[np.uint16] | None", "NDArray[np.uint16]"]


def _read(puzzles: Any) -> _Boards:
    """Return the bytes or the masks of all boards, and what bytes stand for."""
    import numpy as np

    if isinstance(puzzles, np.ndarray):
        if puzzles.shape[-2:] == (9, 9):
            puzzles = puzzles.reshape(-1, _CELLS)
        if puzzles.dtype.kind == "i" and puzzles.size and 0 <= puzzles.min() <= puzzles.max() <= 9:
            puzzles = puzzles.astype(np.uint8)
        if puzzles.ndim != 2 or puzzles.shape[1] != _CELLS:
            raise ParameterError(f"boards of shape {puzzles.shape}, not (number, {_CELLS})")
        if puzzles.dtype == np.uint8:
            if puzzles.size and puzzles.max() > 9:
                raise ParameterError(f"digit {puzzles.max()} on a board of digits 0 to 9")
            return _writable(puzzles).reshape(-1), None, _digits(False)
        if puzzles.dtype == np.uint16:
            if puzzles.size and (puzzles & np.uint16(0xFC01)).any():
                raise ParameterError("candidate masks have bits 1 to 9 only, bit d for digit d")
            return None, (puzzles >> np.uint16(1)).flatten(), _digits(False)
        raise ParameterError(f"boards of {puzzles.dtype}: digits 0 to 9 or uint16 candidate masks")
    if isinstance(puzzles, str | bytes | bytearray | memoryview):
        text = puzzles if isinstance(puzzles, str) else bytes(puzzles)
        return _with_nines(_lines(text)), None, _digits(True)
    items: Sequence[Any] = puzzles if isinstance(puzzles, list | tuple) else list(puzzles)
    if items and isinstance(items[0], str):
        return _with_nines(_joined(items)), None, _digits(True)
    for item in items:
        if not isinstance(item, Position) or not fits(item):
            if isinstance(item, Position):
                refuse_rules("solve_many", further_rules(item, Position), FURTHER_RULES)
            raise ParameterError("solve_many takes 9x9 boards with 3x3 boxes, all of one form")
    if any(item.removed_candidates for item in items):
        masks = np.array([_masks(item) for item in items], np.uint16)
        return None, masks.flatten(), _digits(False)
    cells = b"".join([item.cells for item in items])
    return _bytes(cells), None, _digits(False)


def _lines(text: str | bytes) -> "NDArray[np.uint8]":
    """Return the boards of a text of one line each; blank lines and comments (#) are left out."""
    rows = _rows(text)
    if rows is not None:
        return rows
    return _by_line(text.encode("ascii", "replace") if isinstance(text, str) else text)


def _by_line(data: bytes) -> "NDArray[np.uint8]":
    boards = []
    for number, line in enumerate(data.split(b"\n"), 1):
        board = line.strip()
        if not board or board.startswith(b"#"):
            continue
        if len(board) != _CELLS:
            raise ParseError(f"{len(board)} characters", f"{_CELLS} cells", line=number)
        boards.append(board)
    return _bytes(b"".join(boards))


def _rows(text: str | bytes) -> "NDArray[np.uint8] | None":
    """Return the boards of a text that is nothing but lines of 81 characters, None of another one.

    That is the common case. A part at a time stays in the cache and is 20 times as fast as to go
    from line to line.
    """
    import numpy as np

    width = _CELLS + 1
    number, rest = divmod(len(text) + 1, width)  # with a line break at the end or without
    if rest > 1 or ("#" in text if isinstance(text, str) else b"#" in text):
        return None
    rows = np.empty((number, _CELLS), np.uint8)
    for begin in range(0, number, _CHECKED):
        part = text[begin * width : (begin + _CHECKED) * width]
        data = part.encode("ascii", "replace") if isinstance(part, str) else part
        table = np.frombuffer(data.ljust(-(-len(data) // width) * width, b"\n"), np.uint8)
        table = table.reshape(-1, width)
        if (table[:, _CELLS] != 10).any():
            return None
        rows[begin : begin + _CHECKED] = table[:, :_CELLS]
    return rows.reshape(-1)


def read_digits(text: str) -> "NDArray[np.uint8]":
    """Return the digits of boards of one line each, 0 where a cell is empty, in one row."""
    import numpy as np

    data = _with_nines(_lines(text))
    masks = _digits(True)
    odd = np.flatnonzero(masks[data] == _NO_CELL)
    if odd.size:
        raise _misread(data, int(odd[0]) // _CELLS, text)
    return np.where(masks[data] == _ALL, np.uint8(0), data - np.uint8(48))


def _joined(lines: Sequence[Any]) -> "NDArray[np.uint8]":
    try:
        joined = "".join(lines)
    except TypeError:
        raise ParameterError("solve_many takes 9x9 boards, all of one form") from None
    if len(joined) != _CELLS * len(lines) or set(map(len, lines)) != {_CELLS}:
        bad = next((i for i, line in enumerate(lines) if len(line) != _CELLS), 0)
        found = f"{len(lines[bad])} characters"
        raise ParseError(found, f"{_CELLS} cells", line=bad + 1)
    return _bytes(joined.encode("ascii", "replace"))


def _writable(boards: "NDArray[np.uint8]") -> "NDArray[np.uint8]":
    """Return boards as they have to lie for kernels: a copy only where they lie otherwise."""
    import numpy as np

    return np.require(boards, requirements=["C", "W"])


def _bytes(data: bytes) -> "NDArray[np.uint8]":
    """Return bytes as an array that may be written: kernels are compiled for one sort only."""
    import numpy as np

    return np.frombuffer(bytearray(data), np.uint8)


def _misread(text: "NDArray[np.uint8]", board: int, puzzles: Any) -> ParseError:
    """Return the error of a board with a character that is no cell."""
    cells = bytes(text[board * _CELLS : (board + 1) * _CELLS])
    known = EMPTY.encode() + b"123456789"
    column = next(i for i, byte in enumerate(cells) if byte not in known)
    line, found = board + 1, chr(cells[column])
    if isinstance(puzzles, str | bytes | bytearray | memoryview):
        data = puzzles.encode("ascii", "replace") if isinstance(puzzles, str) else bytes(puzzles)
        _by_line(data)  # raises where a break is among what was taken for 81 cells
        numbered = enumerate(data.split(b"\n"), 1)
        boards = [
            (n, row) for n, row in numbered if row.strip() and not row.strip().startswith(b"#")
        ]
        line, row = boards[board]
        column += len(row) - len(row.lstrip())
        if isinstance(puzzles, str):
            found = puzzles.split("\n")[line - 1][column]
    elif isinstance(puzzles, list | tuple):
        found = puzzles[board][column]
    return ParseError(repr(found), "a digit or an empty cell", line=line, column=column + 1)
