"""What policies share that play whole games in compiled code, and those that never guess."""

import time
from abc import abstractmethod
from collections.abc import Sequence
from hashlib import sha512
from threading import local
from typing import Any, ClassVar

from gridwise.compiled import jit
from gridwise.core.limits import Run
from gridwise.core.policy import NEVER, RANDOM, Ended, Policy, Verdict, guess_seed
from gridwise.puzzles.minesweeper.position import Move, Position
from gridwise.puzzles.minesweeper.referee import REFEREE, layout_seed, read_board

RULES = {"any": 0, "safe": 1, "zero": 2}
"""What kernels call the rules of the first click."""
_ROOM = 1 << 12
_LOOK_S = 0.004
"""How long games are played between two looks at the limits, about."""
_kept = local()
"""One table a thread."""


class Concluding(Policy[Position, Move]):
    """A policy that never guesses, and whose whole games compiled code plays."""

    guesses = False
    pays_from = 1000
    module: ClassVar[str] = "gridwise.puzzles.minesweeper.engine.kernels.simple"
    """Where the compiled code is."""

    @abstractmethod
    def how(self, run: Run) -> int | None:
        """Return what the compiled code needs to know of how to play; None: it cannot play so."""

    def is_at_hand(self, *, whole: bool) -> bool:
        kernel = "play_many"
        return not whole or jit.is_ready(self.module, kernel) or jit.is_kept(self.module, kernel)

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
        how = self.how(run)
        if guess not in (NEVER, RANDOM) or how is None:
            return None
        import numpy as np

        width, height, mines = read_board(board)
        told = free_cells * REFEREE.free_unit(board)
        layouts = words([layout_seed(width, height, mines, seed) for seed in seeds])
        guesses = words([guess_seed(seed) for seed in seeds])
        out = np.zeros((len(seeds), 2), np.int64)
        done, many = 0, 8
        with jit.compiling(run):
            kernels: Any = jit.load(self.module)
            dice = kernels.Seeds(*layouts, *guesses)
            rules = kernels.Rules(mines, RULES[first_click], told, guess == RANDOM, how)
            table = _table(kernels, width, height)
            while done < len(seeds):
                run.check()
                began = time.perf_counter()
                upto = min(done + many, len(seeds))
                done = kernels.play_many(table, dice, done, upto, rules, out)
                if done < upto:
                    table = _table(kernels, width, height, 2 * _kept.room)
                elif time.perf_counter() - began < _LOOK_S / 2:
                    many *= 2
                else:
                    many = max(8, many // 2)
        said = {kernels.WON: Verdict.WON, kernels.LOST: Verdict.LOST, kernels.STUCK: Verdict.OPEN}
        return [Ended(said[code], guessed) for code, guessed in out.tolist()]


def words(texts: Sequence[str]) -> tuple[Any, Any]:
    """Return the 32-bit words that `random.Random(text)` is seeded with, the lowest first.

    Returns
    -------
    tuple
        A row of words for each text, and how many of them are its own.
    """
    import numpy as np

    data = [text.encode() for text in texts]
    numbers = [text + sha512(text).digest() for text in data]
    size = -(-max(map(len, numbers)) // 4)
    whole = b"".join(number.rjust(4 * size, b"\0") for number in numbers)
    keys = np.frombuffer(whole, ">u4").reshape(-1, size)[:, ::-1].astype(np.uint32)
    return keys, np.array([-(-len(number) // 4) for number in numbers], np.int64)


def _table(kernels: Any, width: int, height: int, room: int = 0) -> Any:
    key = (kernels, width, height)
    if getattr(_kept, "key", None) != key or _kept.room < room:
        _kept.key, _kept.room = key, max(room, _ROOM)
        _kept.table = kernels.new_table(width, height, _kept.room)
    return _kept.table
