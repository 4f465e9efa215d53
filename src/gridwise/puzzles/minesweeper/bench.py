"""The benchmarks of this puzzle's engine."""

from collections.abc import Iterator, Sequence
from random import Random
from statistics import median
from typing import Any

from gridwise.core.capabilities import Benchmarks, BenchSet, Figures, GenerationContext, Measured
from gridwise.core.errors import Fault
from gridwise.core.policy import GameEnd, GameStatus, Policy
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper import generate as making
from gridwise.puzzles.minesweeper import ratings
from gridwise.puzzles.minesweeper.engine import probability
from gridwise.puzzles.minesweeper.policies import expert, pseq, safest
from gridwise.puzzles.minesweeper.position import COVERED, SAFE, Position, Safe
from gridwise.puzzles.minesweeper.referee import REFEREE, GameState, read_board
from gridwise.reading.choose import read


class _SeededContext(GenerationContext):
    def __init__(self, random: Random) -> None:
        self.random = random

    def check(self) -> None:
        """Never ends."""

    def count(self, position: Any, limit: int) -> int:
        raise NotImplementedError

    def solution(self, position: Any) -> Any:
        raise NotImplementedError


def positions(number: int = 318) -> Iterator[Position]:
    """Yield the same boards in mid-game at every call: 8x8 to 30x24, 12 to 22 % mines."""
    for seed in range(number):
        random = Random(f"minesweeper/bench/1:{seed}")
        width, height = random.randint(8, 30), random.randint(8, 24)
        mines = round(width * height * random.uniform(0.12, 0.22))
        opened = random.randint(15, 75)
        generated = making.generate(
            f"{width}x{height}x{mines}", _SeededContext(random), {"opened": opened}
        )
        assert generated is not None
        yield generated.position


def large(seed: int) -> Position:
    """Return a board of 100x100 with 2,000 mines and half of its safe cells open at random."""
    from gridwise.core.grid import neighbours

    random = Random(f"minesweeper/bench/large/1:{seed}")
    cells = random.sample(range(10_000), 6_000)
    mines = set(cells[:2_000])
    shown = bytearray([COVERED]) * 10_000
    for cell in cells[2_000:]:
        shown[cell] = sum(near in mines for near in neighbours(cell, 100, 100))
    return Position(100, 100, bytes(shown), 2_000)


def _read(data: str) -> Iterator[Position]:
    return (
        entry.position
        for _, entry in read(data, puzzle="minesweeper")
        if entry.position is not None
    )


def _tallied(measured: Measured) -> Figures:
    for position, answer in zip(measured.items, measured.answers, strict=True):
        if answer is None or not answer.layouts:
            raise Fault("a board in mid-game has no layout")
        if position.mines is not None and sum(answer.mines) != answer.layouts * position.mines:
            raise Fault("the probabilities do not add up to the mines")
    return {}


def _games(title: str, policy: Policy[Any, Any], rule: str = "safe") -> BenchSet:
    def played(seeds: range, run: Run) -> Sequence[GameEnd]:
        ends = policy.games("30x16x99", first_click=rule, seeds=seeds, run=run)
        assert ends is not None
        return ends

    def check(measured: Measured) -> Figures:
        ends = [end for part in measured.answers for end in part]
        return {"wins": sum(end.verdict is GameStatus.WON for end in ends)}

    warm = lambda _: [range(1)]  # noqa: E731  (one line)
    return BenchSet(title, 5000, range, played, check, warm=warm, together=True)


def _times(measured: Measured) -> Figures:
    return {"median_s": median(measured.times), "longest_s": max(measured.times)}


def _no_guess(title: str, power: str, board: str = "30x16x99") -> BenchSet:
    """Return the set that deals boards without a guess; each is then won by the policy."""
    width, height, _ = read_board(board)

    def dealt(seed: int, run: Run) -> GameState:
        state = REFEREE.deal(board, seed=seed, first_click=f"no_guess_{power}")
        return REFEREE.reply(state, Safe(height // 2 * width + width // 2)).state

    def check(measured: Measured) -> Figures:
        for game in measured.answers:
            if not making.wins(game, making.POLICIES[power], Run()):
                raise Fault("a board without guesses needs one")
        return _times(measured)

    return BenchSet(title, 200, range, dealt, check)


def _layouts(number: int) -> Iterator[Position]:
    """Yield layouts to rate, the first without guesses for `single_point`."""
    first = 8 * 30 + 15
    for seed in range(number):
        rule = "zero" if seed else "no_guess_single_point"
        game = REFEREE.reply(REFEREE.deal("30x16x99", seed=seed, first_click=rule), Safe(first))
        assert game.state.hidden is not None
        shown = bytearray(game.state.hidden)
        shown[first] = SAFE
        yield Position(30, 16, bytes(shown), 99)


def _rated(measured: Measured) -> Figures:
    if measured.answers[0]["hardest"] != "counting":
        raise Fault("a board that counting wins is rated higher")
    return _times(measured)


_COUNT = (probability.tally, _tallied, _read)
_TITLES = {
    "exact": "318 boards in mid-game, up to 30x24: exact counts of every cell",
    "large": "100x100 with 2,000 mines, half of the safe cells open at random: exact counts",
    "safest": "30x16x99, first click safe in the corner: games of the policy safest",
    "no_guess_single_point": "30x16x99, first click in the middle: boards without a guess for it",
    "no_guess_large": "30x24 with 144 mines: boards without a guess for sat",
    "ladder": "30x16x99, first click a 0 in the middle: layouts rated by the ladder",
}
BENCH = Benchmarks(
    {
        "exact": BenchSet(_TITLES["exact"], 318, positions, *_COUNT),
        "large": BenchSet(_TITLES["large"], 1, lambda number: map(large, range(number)), *_COUNT),
        "safest": _games(_TITLES["safest"], safest.POLICY),
        "pseq": _games("the same games: pseq", pseq.POLICY),
        "expert": _games("the same games: expert", expert.POLICY),
        "expert_zero": _games("30x16x99, first click a zero: expert", expert.POLICY, "zero"),
        "no_guess_single_point": _no_guess(_TITLES["no_guess_single_point"], "single_point"),
        "no_guess_subset": _no_guess("the same for subset", "subset"),
        "no_guess_sat": _no_guess("the same for sat", "sat"),
        "no_guess_large": _no_guess(_TITLES["no_guess_large"], "sat", "30x24x144"),
        "ladder": BenchSet(_TITLES["ladder"], 200, _layouts, ratings.rate, _rated),
    }
)
