"""Whole games in compiled code: what all compiled policies share, and those that never guess."""

import time
from collections.abc import Sequence
from hashlib import sha512
from threading import local
from typing import Any, ClassVar

from gridwise.compiled import jit
from gridwise.compiled.worth import CompiledCode
from gridwise.core.policy import (
    NEVER,
    RANDOM,
    GameEnd,
    GameStatus,
    Policy,
    guess_seed_text,
)
from gridwise.core.run import Run
from gridwise.core.trace import Kind
from gridwise.puzzles.minesweeper.position import Move, Position
from gridwise.puzzles.minesweeper.referee import REFEREE, layout_seed, read_board

RULES = {"any": 0, "safe": 1, "zero": 2}
"""The kernels' codes of the rules of the first click."""
_ROOM = 1 << 12
_LOOK_S = 0.004
"""The time between two checks of the limits, about."""
_kept = local()
"""One table a thread."""


SIMPLE = CompiledCode(
    "gridwise.puzzles.minesweeper.engine.kernels.simple", "play_many", compile_s=3.1
)
"""The compiled code of the policies that count."""


class LogicPolicy(Policy[Position, Move]):
    """A policy that never guesses; compiled code plays its whole games."""

    guesses = False
    counts = frozenset({"decisions", "propagations"})
    emits = frozenset({Kind.PREMISE, Kind.IMPLY})
    pays_from = 1000
    compile_s = SIMPLE.compile_s
    module: ClassVar[str] = SIMPLE.module
    """Where the compiled code is."""

    strategy: ClassVar[int]
    """The kernel's code of the policy."""

    def kernel_strategy(self, run: Run) -> int | None:
        """Return the kernel's code under the run's options; None where the kernel has none."""
        return self.strategy

    def is_ready(self, *, whole_games: bool) -> bool:
        kernel = "play_many"
        return (
            not whole_games or jit.is_ready(self.module, kernel) or jit.is_kept(self.module, kernel)
        )

    def games(
        self,
        board: str,
        *,
        first_click: str,
        seeds: Sequence[int],
        run: Run,
        free_cells: int = 0,
        guess: str = NEVER,
    ) -> Sequence[GameEnd] | None:
        strategy = self.kernel_strategy(run)
        if guess not in (NEVER, RANDOM) or strategy is None or first_click not in RULES:
            return None
        import numpy as np

        width, height, mines = read_board(board)
        revealed = free_cells * REFEREE.free_unit(board)
        layouts = seed_words([layout_seed(width, height, mines, seed) for seed in seeds])
        guesses = seed_words([guess_seed_text(seed) for seed in seeds])
        out = np.zeros((len(seeds), 2), np.int64)
        done, many = 0, 8
        with jit.compiling(run):
            kernels: Any = jit.load(self.module)
            dice = kernels.Seeds(*layouts, *guesses)
            rules = kernels.Rules(mines, RULES[first_click], revealed, guess == RANDOM, strategy)
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
        return game_ends(kernels, out)


def game_ends(kernels: Any, out: Any) -> list[GameEnd]:
    """Return the ends of games that a kernel wrote as rows of its code and the guesses."""
    verdicts = {kernels.WON: GameStatus.WON, kernels.LOST: GameStatus.LOST}
    if hasattr(kernels, "STUCK"):  # not in kernels that always guess
        verdicts[kernels.STUCK] = GameStatus.STUCK
    return [GameEnd(verdicts[code], guessed) for code, guessed in out.tolist()]


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


def _table(kernels: Any, width: int, height: int, room: int = 0) -> Any:
    key = (kernels, width, height)
    if getattr(_kept, "key", None) != key or _kept.room < room:
        _kept.key, _kept.room = key, max(room, _ROOM)
        _kept.table = kernels.new_table(width, height, _kept.room)
    return _kept.table
