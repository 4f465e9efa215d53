"""What the compiled policies share: whole games in one call, and a player for games turn by turn.

Both ask the same compiled code, so that a game ends alike either way.
"""

from collections.abc import Sequence
from threading import local
from typing import Any, ClassVar

from gridwise.compiled import jit
from gridwise.core.errors import Fault
from gridwise.core.limits import Interrupted, Run
from gridwise.core.policy import NEVER, Ended, Policy, Verdict
from gridwise.core.result import Stop
from gridwise.puzzles.minesweeper.engine import probability
from gridwise.puzzles.minesweeper.policies._board import BoardPlayer
from gridwise.puzzles.minesweeper.policies._whole import RULES, words
from gridwise.puzzles.minesweeper.position import COVERED, Move, Position, Safe
from gridwise.puzzles.minesweeper.referee import layout_seed, read_board

MODULE = "gridwise.puzzles.minesweeper.engine.kernels.play"
END_MODULE = "gridwise.puzzles.minesweeper.engine.kernels.end"
_ENTRIES = 1 << 14
_MOST_ENTRIES = 1 << 24
_MANY = 0.18
"""Mines a cell from which on a game begins farther from the edges."""
_AT_ONCE = 8
"""Games between two looks at the limits."""
_kept = local()
"""One table a thread: they are large, and each game fills it anew."""


class Weighing(Policy[Position, Move]):
    """A policy that weighs risks in compiled code."""

    guesses = True
    counts = frozenset({"decisions"})
    code: ClassVar[int]
    """What the kernels call it."""

    def start(self, position: Position, run: Run) -> "WeighingPlayer":
        return WeighingPlayer(position, run, self.code)

    def is_at_hand(self, *, whole: bool) -> bool:
        return is_at_hand("play_many" if whole else "advise")

    def games(
        self,
        board: str,
        *,
        first_click: str,
        seeds: Sequence[int],
        run: Run,
        free_cells: int = 0,
        guess: str = NEVER,
    ) -> Sequence[Ended] | None:
        if free_cells:
            return None
        import numpy as np

        width, height, mines = read_board(board)
        keys, lengths = words([layout_seed(width, height, mines, seed) for seed in seeds])
        out = np.zeros((len(seeds), 2), np.int64)
        rule, first = RULES[first_click], first_cell(width, height, mines, first_click)
        entries, done = _ENTRIES, 0
        with jit.compiling(run):
            kernels: Any = jit.load(MODULE)
            table = _table(kernels, width, height, entries)
            while done < len(seeds):
                run.check()
                upto = min(done + _AT_ONCE, len(seeds))
                done = kernels.play_many(
                    table, keys, lengths[:upto], done, mines, rule, self.code, first, out
                )
                if done < upto:
                    entries = _more(int(out[done, 0]), entries)
                    table = _table(kernels, width, height, entries)
        said = {kernels.WON: Verdict.WON, kernels.LOST: Verdict.LOST}
        return [Ended(said[code], guessed) for code, guessed in out.tolist()]


class WeighingPlayer(BoardPlayer):
    """One game, turn by turn."""

    def __init__(self, position: Position, run: Run, code: int) -> None:
        super().__init__(position, run)
        self._code = code

    def conclude(self, position: Position, fresh: list[int]) -> Sequence[Move]:
        if position.shown.count(COVERED) == len(position.shown):
            self.run.count.decisions += 1
            rule = str(self.run.options.get("first_click", "safe"))
            first = first_cell(position.width, position.height, position.mines or 0, rule)
            self.guess = Safe(first)
            return [self.guess]
        if COVERED not in position.shown:
            return []
        if position.mines is None:
            raise Fault("a game has a total")
        table, count = _advised(position, self.run, self._code)
        known = table.board.know.tolist()
        claims = [
            self.claim(cell, mine=True)
            for cell, mine in enumerate(self.mine)
            if mine is None and known[cell] == 1
        ]
        chosen = table.deal.list[: max(1, count)].tolist()
        if count:
            claims += [self.claim(cell, mine=False) for cell in chosen if self.mine[cell] is None]
        elif chosen[0] >= 0:
            self.run.count.decisions += 1
            self.guess = Safe(chosen[0])  # not settled: it is not known before it is seen
            claims.append(self.guess)
        return claims


def _advised(position: Position, run: Run, code: int) -> tuple[Any, int]:
    """Return the table after the kernel `advise`, and what that returned."""
    import numpy as np

    entries = _ENTRIES
    with jit.compiling(run):
        kernels: Any = jit.load(MODULE)
        while True:
            run.check()
            table = _table(kernels, position.width, position.height, entries)
            table.board.shown[:] = np.frombuffer(position.shown, np.uint8)
            count = int(kernels.advise(table, position.mines, code))
            if count >= 0:
                return table, count
            entries = _more(-count, entries)


def is_at_hand(kernel: str = "advise") -> bool:
    """Return whether a kernel, else that for advice, takes no compiling."""
    return jit.is_ready(MODULE, kernel) or jit.is_kept(MODULE, kernel)


def guess(position: Position, run: Run, code: int) -> int | None:
    """Return the cell that a policy opens where nothing is proved, None where something is.

    The total is known and no cell is marked as safe.
    """
    jit.warm(run)
    table, count = _advised(position, run, code)
    cell = int(table.deal.list[0])
    return cell if count == 0 and cell >= 0 else None


def end(position: Position, run: Run, layouts: int, nodes: int) -> tuple[int, int] | None:
    """Return the cell that wins the most of a few layouts, and how many; None where it takes long.

    Parameters
    ----------
    position
        As for `guess`, which is called before.
    layouts
        How many there are.
    nodes
        Sets of layouts that are looked at, at the most.
    """
    import numpy as np

    jit.warm(run)
    with jit.compiling(run):
        table, _ = _advised(position, run, 0)  # the policy that leaves the counts as they are
        kernels: Any = jit.load(END_MODULE)
        if layouts > len(table.ends.name):
            return None
        cell, won = kernels.best_play(table.board, table.ends, np.int64(position.mines or 0), nodes)
    return None if cell < 0 else (int(cell), int(won))


def first_cell(width: int, height: int, mines: int, rule: str) -> int:
    """Return where to begin: in the corner, or where a 0 is promised near one.

    Where there are many mines the 0 is one cell farther from the edges, as it opens less far. Which
    cell wins the most games was found by playing them: on 9x9 with 10 mines r3c3 wins 97.2 % and
    r4c4 96.8 %, on 30x16 with 99 they win 53.9 % and 54.4 %.
    """
    if rule != "zero":
        return 0
    inwards = 2 if mines < _MANY * width * height else 3
    return min(inwards, (height - 1) // 2) * width + min(inwards, (width - 1) // 2)


def _table(kernels: Any, width: int, height: int, entries: int) -> Any:
    key = (width, height, entries)
    if getattr(_kept, "key", None) != key:
        _kept.key, _kept.table = key, kernels.new_table(width, height, entries)
    return _kept.table


def _more(code: int, entries: int) -> int:
    """Return how many states to make room for after a kernel ended with this code."""
    kernels: Any = jit.load(probability.MODULE)
    short = (kernels.MORE_ENTRIES, kernels.MORE_STEPS, kernels.MORE_SLOTS, kernels.MORE_SUMS)
    if code == kernels.NO_LAYOUT:
        raise Fault("a board in a game has no layout")
    if code not in short or 4 * entries > _MOST_ENTRIES:
        raise Interrupted(Stop.MEMORY_LIMIT)
    return 4 * entries
