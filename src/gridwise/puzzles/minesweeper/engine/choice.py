"""Makes the decision of a weighing policy on a board, as `kernels.play.advise` does.

All that one number or the count of layouts proves comes first; if nothing is proved, a policy
chooses a cell.
"""

import time
from dataclasses import dataclass, replace
from math import exp, log

from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.engine import ends, plain
from gridwise.puzzles.minesweeper.engine.chains import StepBudget, TooManyStates
from gridwise.puzzles.minesweeper.engine.foresight import ForcedGuesses, probe
from gridwise.puzzles.minesweeper.engine.open_board import MINED, SAFE, UNDECIDED
from gridwise.puzzles.minesweeper.engine.weighed_board import ChainCache, WeighedBoard
from gridwise.puzzles.minesweeper.position import COVERED, MINE, Position

SAFEST, PSEQ, EXPERT = 0, 1, 2
"""The policies."""

_SURE = 1.0 - 1e-12
_EQUAL = 1e-9
_MOST_ELSEWHERE = 8
_END_AT, _END_SETS, _END_CELLS = 1500, 150_000, 128
_END_STEPS = 2_000_000
_RISKIER, _ENDS, _GUESS, _NEXT, _DEAD = 0.15, 0.6, 0.69, 1.25, 0.8


class TooSlow(Exception):  # noqa: N818  (control flow, not an error)
    """The time that plain code was given is used up."""


class Trial(Run):
    """A run that also ends, with `TooSlow`, after some processor time of this thread."""

    def __init__(self, run: Run, seconds: float) -> None:
        super().__init__(run.limits)
        self._run, self._until = run, time.thread_time() + seconds

    def check(self) -> None:
        self._run.check()
        if time.thread_time() >= self._until:
            raise TooSlow


@dataclass(frozen=True, slots=True)
class Advice:
    """A decision: open the cells that are proved safe, or guess one.

    `mines` are proved. `guess` is None if cells are safe, or if every cell is known.
    """

    safe: list[int]
    mines: list[int]
    guess: int | None = None


def advise(position: Position, run: Run, policy: int, cache: ChainCache | None = None) -> Advice:
    """Return the decision of a policy on a board of a game.

    Parameters
    ----------
    position
        A board with a known total that some layout fits.
    policy
        One of `SAFEST`, `PSEQ`, `EXPERT`.
    cache
        Kept by the player of a game: most components stay as they are from turn to turn.
    """
    board = WeighedBoard(position, run, cache or ChainCache())
    board.deduce()
    safe = [
        cell
        for cell, know in enumerate(board.know)
        if know == SAFE and board.shown[cell] == COVERED
    ]
    if safe or not board.undecided:
        return Advice(safe, _mines(board))
    board.weigh()
    safe = _certain(board)
    if safe or not board.undecided:
        return Advice(safe, _mines(board))
    guess = _choose(board, policy)
    return Advice([], _mines(board), guess)


def _mines(board: WeighedBoard) -> list[int]:
    return [cell for cell, know in enumerate(board.know) if know == MINED]


def _certain(board: WeighedBoard) -> list[int]:
    """Settle the mines that the risks prove, and return the cells that they prove safe.

    If there are none but new mines, the board is weighed again.
    """
    mines = [cell for cell in board.cells if board.risk[cell] >= _SURE]
    for cell in mines:
        board.settle(cell, mine=True)
    safe = [c for c in board.cells if board.know[c] == UNDECIDED and board.risk[c] == 0.0]
    if mines and not safe:
        board.weigh()
    return safe


def _choose(board: WeighedBoard, policy: int) -> int:
    """Return the cell to open if nothing is proved."""
    least = min(board.risk[cell] for cell in board.cells)
    if policy == SAFEST:
        low = [c for c in board.cells if board.risk[c] <= least * (1 + _EQUAL)]
        return min(low, key=lambda cell: len(board.near[cell]))
    if policy == PSEQ:
        return _by_progress(board, least)
    return _by_survival(board, least)


def _candidates(board: WeighedBoard, limit: float) -> list[int]:
    """Return undecided cells with at most this risk, least risk first.

    Of the cells that no number speaks of, only those most likely to show a 0.
    """
    risk, beside = board.risk, board.beside
    candidates = [cell for cell in board.cells if beside[cell] and risk[cell] <= limit]
    if board.rest > 0 and board.weighed.elsewhere <= limit:
        far: list[tuple[int, float]] = []
        for cell in board.cells:
            if beside[cell]:
                continue
            zero = 1.0
            for other in board.near[cell]:
                know = board.know[other]
                if know == UNDECIDED:
                    zero *= 1.0 - risk[other]
                elif know == MINED:
                    zero = 0.0
            at = len(far)
            while at > 0 and far[at - 1][1] < zero - _EQUAL:
                at -= 1
            if at < _MOST_ELSEWHERE:
                far.insert(at, (cell, zero))
                del far[_MOST_ELSEWHERE:]
        candidates += [cell for cell, _ in far]
    return sorted(candidates, key=risk.__getitem__)


def _by_progress(board: WeighedBoard, least: float) -> int:
    """Return the cell by least risk, chance of a safe cell next, how many, what it tells."""
    cells = _candidates(board, least * (1 + _EQUAL))
    if len(cells) == 1:
        return cells[0]
    best, high, many, most = -1, -1.0, -1.0, -1.0
    for cell in cells:
        effects = probe(board, cell, None)
        progress = expected = entropy = 0.0
        for shows, risk, free in zip(effects.shows, effects.least, effects.free, strict=True):
            if shows > 0.0:
                if risk == 0.0:
                    progress += shows
                expected += shows * free
                entropy -= shows * log(shows)
        if progress > high + _EQUAL or (
            progress > high - _EQUAL
            and (expected > many + _EQUAL or (expected > many - _EQUAL and entropy > most + _EQUAL))
        ):
            best, high, many, most = cell, progress, expected, entropy
    return best


def _by_survival(board: WeighedBoard, least: float) -> int:
    """Return the cell that leaves the best hope to win; see `kernels.play`."""
    weighed = board.weighed
    if log(weighed.total) + weighed.scale <= log(_END_AT + 0.5):
        cell = _end(board)
        if cell is not None:
            return cell
    outlook = ForcedGuesses(board)
    bound = {
        cell: (1.0 - board.risk[cell]) * exp(_GUESS * outlook.ends[cell]) for cell in board.cells
    }
    limit = least + _RISKIER
    cells = _candidates(board, limit)
    cells += [
        cell for cell in board.cells if outlook.ends[cell] > _ENDS and board.risk[cell] > limit
    ]
    cells.sort(key=lambda cell: -bound[cell])
    best, high, second = -1, -1.0, -1.0
    for cell in cells:
        if bound[cell] < high - _EQUAL:
            break
        effects = probe(board, cell, outlook)
        value = progress = 0.0
        kinds = 0
        for shows, risk, forced in zip(effects.shows, effects.least, effects.forced, strict=True):
            if shows > 0.0:
                kinds += 1
                alive = max(0.0, 1.0 - risk) ** _NEXT
                value += shows * alive * exp(_GUESS * (outlook.total - forced))
                if risk == 0.0:
                    progress += shows
        if kinds == 1:
            value *= _DEAD
        if value > high + _EQUAL or (value > high - _EQUAL and progress > second):
            best, high, second = cell, value, progress
    return best


def estimate(position: Position, run: Run, cell: int) -> float:
    """Return about how often a guess wins, as `EXPERT` weighs it.

    It is the chance to survive this guess and the next, and those guesses that are likely to be
    forced in the end.

    Parameters
    ----------
    position
        As for `advise`; no cell is proved safe.
    cell
        An undecided cell.
    """
    board = WeighedBoard(position, run, ChainCache())
    board.deduce()
    board.weigh()
    _certain(board)
    effects = probe(board, cell, ForcedGuesses(board))
    wins = 0.0
    for shows, risk, forced in zip(effects.shows, effects.least, effects.forced, strict=True):
        # A risk of 1: no other cell tells anything, so that only forced guesses are left.
        wins += shows * (1.0 if risk >= 1.0 else (1.0 - risk) ** _NEXT) * exp(-_GUESS * forced)
    return wins


def _end(board: WeighedBoard) -> int | None:
    """Return the cell that wins the most layouts, or None if that takes too long."""
    if len(board.cells) > _END_CELLS:
        return None
    shown = bytearray(board.position.shown)
    for cell in _mines(board):
        shown[cell] = MINE
    position = replace(board.position, shown=bytes(shown))
    of, first = board.open_boxes.of, [box for part in board.components for box in part.chain]
    place = {box: i for i, box in enumerate(first)}
    # The order of the boxes decides between cells that are as good.
    order = sorted(board.cells, key=lambda cell: place.get(of.get(cell, -1), len(place)))
    try:
        every = plain.layouts(position, board.run, StepBudget(_END_STEPS))
        return ends.best_play(position, every, board.run, _END_SETS, order)[0]
    except (ends.TooManySets, TooManyStates):
        return None
