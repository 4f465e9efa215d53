"""Policies that weigh risks: whole games in compiled code, and a player for single turns.

The player's turns are plain Python (`engine.choice`) until compiled code is worth getting. Both
choose the same cells, so a game ends alike either way.
"""

from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha512
from threading import local
from typing import Any, ClassVar

from gridwise.compiled import jit
from gridwise.compiled.worth import CompiledCode
from gridwise.core.errors import Fault
from gridwise.core.limits import Interrupted
from gridwise.core.policy import GameEnd, GameStatus, Policy
from gridwise.core.result import Stop
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.engine import probability
from gridwise.puzzles.minesweeper.engine.chains import TooWide
from gridwise.puzzles.minesweeper.engine.choice import Advice, TooSlow, Trial, advise
from gridwise.puzzles.minesweeper.engine.open_board import NoLayoutError
from gridwise.puzzles.minesweeper.engine.weighed_board import ChainCache
from gridwise.puzzles.minesweeper.policies._board import BoardPlayer
from gridwise.puzzles.minesweeper.position import COVERED, Move, Position, Safe
from gridwise.puzzles.minesweeper.referee import layout_seed, read_board

MODULE = "gridwise.puzzles.minesweeper.engine.kernels.play"
RULES = {"any": 0, "safe": 1, "zero": 2}
"""The kernels' codes of the rules of the first click."""
_ENTRIES = 1 << 14
_MOST_ENTRIES = 1 << 24
_MANY = 0.18
"""The density of mines from which a game begins farther from the edges."""
_AT_ONCE = 8
"""Games between two checks of the limits."""
CODE = CompiledCode(MODULE, "advise", compile_s=9.0)
"""The compiled code of single turns."""
GAMES = CompiledCode(MODULE, "play_many", compile_s=9.8)
"""The compiled code of whole games; the two share all but two seconds."""
_kept = local()
"""A table for each thread: a table is large, and every game can reuse it."""


class RiskPolicy(Policy[Position, Move]):
    """A policy that counts the layouts, and guesses if no cell is proved."""

    guesses = True
    counts = frozenset({"decisions"})
    pays_from = 20
    compile_s = GAMES.compile_s
    code: ClassVar[int]
    """One of `SAFEST`, `PSEQ` and `EXPERT` of `engine.choice`, and of the kernels."""

    def start(self, position: Position, run: Run) -> "RiskPlayer":
        return RiskPlayer(position, run, self.code)

    def is_ready(self) -> bool:
        return GAMES.is_kept

    def games(
        self,
        board: str,
        *,
        first_click: str,
        seeds: Sequence[int],
        run: Run,
        free_cells: int = 0,
    ) -> Sequence[GameEnd] | None:
        if free_cells or first_click not in RULES:
            return None
        import numpy as np

        width, height, mines = read_board(board)
        keys, lengths = seed_words([layout_seed(width, height, mines, seed) for seed in seeds])
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
        verdicts = {kernels.WON: GameStatus.WON, kernels.LOST: GameStatus.LOST}
        return [GameEnd(verdicts[code], guessed) for code, guessed in out.tolist()]


class RiskPlayer(BoardPlayer):
    """A player of one game."""

    def __init__(self, position: Position, run: Run, code: int) -> None:
        super().__init__(position, run)
        self._code, self._cache = code, ChainCache()

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
        advice = _advice(position, self.run, self._code, self._cache)
        claims = [self.claim(cell, mine=True) for cell in advice.mines if self.mine[cell] is None]
        claims += [self.claim(cell, mine=False) for cell in advice.safe if self.mine[cell] is None]
        if advice.guess is not None:
            self.run.count.decisions += 1
            self.guess = Safe(advice.guess)  # not settled: unknown until it is opened
            claims.append(self.guess)
        return claims


def _advice(position: Position, run: Run, code: int, cache: ChainCache) -> Advice:
    """Return the decision of a policy, by plain code until compiled code is worth getting.

    Both choose the same cells.
    """
    left_s = CODE.left_s()
    if left_s:
        with CODE.spared(), suppress(TooSlow):
            try:
                return advise(position, Trial(run, left_s), code, cache)
            except TooWide:
                raise Interrupted(Stop.MEMORY_LIMIT) from None
            except NoLayoutError:
                raise Fault("a board in a game has no layout") from None
    return compiled_advice(position, run, code)


def compiled_advice(position: Position, run: Run, code: int) -> Advice:
    """Return the decision of a policy, by compiled code."""
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
                break
            entries = _more(-count, entries)
    chosen = table.deal.list[: max(1, count)].tolist()
    mines = [cell for cell, known in enumerate(table.board.know.tolist()) if known == 1]
    if count:
        return Advice(chosen, mines)
    return Advice([], mines, chosen[0] if chosen[0] >= 0 else None)


def first_cell(width: int, height: int, mines: int, rule: str) -> int:
    """Return the cell to open first: the corner, or near the corner where it will show a 0.

    With many mines it is one cell farther from the edges, as the 0 opens a smaller region.
    Measured: on 9x9 with 10 mines r3c3 wins 97.2 % and r4c4 96.8 %, on 30x16 with 99 they win
    53.9 % and 54.4 %.
    """
    if rule in ("any", "safe"):
        return 0
    inwards = 2 if mines < _MANY * width * height else 3
    return min(inwards, (height - 1) // 2) * width + min(inwards, (width - 1) // 2)


def seed_words(texts: Sequence[str]) -> tuple[Any, Any]:
    """Return the 32-bit words with which `random.Random(text)` seeds itself, lowest first.

    Returns
    -------
    tuple
        A row of words for each text, padded, and the number of words in each row.
    """
    import numpy as np

    data = [text.encode() for text in texts]
    numbers = [text + sha512(text).digest() for text in data]
    size = -(-max(map(len, numbers)) // 4)
    whole = b"".join(number.rjust(4 * size, b"\0") for number in numbers)
    keys = np.frombuffer(whole, ">u4").reshape(-1, size)[:, ::-1].astype(np.uint32)
    return keys, np.array([-(-len(number) // 4) for number in numbers], np.int64)


def _table(kernels: Any, width: int, height: int, entries: int) -> Any:
    key = (width, height, entries)
    if getattr(_kept, "key", None) != key:
        _kept.key, _kept.table = key, kernels.new_table(width, height, entries)
    return _kept.table


def _more(code: int, entries: int) -> int:
    """Return the next size of the table after a kernel's code for a lack of room."""
    kernels: Any = jit.load(probability.MODULE)
    short = (kernels.MORE_ENTRIES, kernels.MORE_STEPS, kernels.MORE_SLOTS, kernels.MORE_SUMS)
    if code == kernels.NO_LAYOUT:
        raise Fault("a board in a game has no layout")
    if code not in short or 4 * entries > _MOST_ENTRIES:
        raise Interrupted(Stop.MEMORY_LIMIT)
    return 4 * entries
