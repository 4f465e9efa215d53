"""The benchmarks of this puzzle's engine."""

import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from statistics import median
from typing import Any

from gridwise.compiled import jit
from gridwise.core.capabilities import Benchmarks, Figures, GenerationContext, figures
from gridwise.core.errors import Fault, UnknownNameError
from gridwise.core.policy import GameEnd, GameStatus, Policy
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper import generate as making
from gridwise.puzzles.minesweeper import ratings
from gridwise.puzzles.minesweeper.engine import probability
from gridwise.puzzles.minesweeper.policies import expert, pseq, safest
from gridwise.puzzles.minesweeper.position import COVERED, SAFE, Position, Safe
from gridwise.puzzles.minesweeper.referee import REFEREE, GameState, read_board
from gridwise.puzzles.minesweeper.text import notation

SETS: dict[str, str] = {
    "exact": "318 boards in mid-game, up to 30x24: exact counts of every cell",
    "floats": "the same 318 boards: chances in floats, checked against the exact ones",
    "large": "100x100 with 2,000 mines, half of the safe cells open at random: exact counts",
    "safest": "30x16x99, first click safe in the corner: games of the policy safest",
    "pseq": "the same games: pseq",
    "expert": "the same games: expert",
    "expert_zero": "30x16x99, first click a zero: expert",
    "no_guess_single_point": "30x16x99, first click in the middle: boards without a guess for it",
    "no_guess_subset": "the same for subset",
    "no_guess_sat": "the same for sat",
    "no_guess_large": "30x24 with 144 mines: boards without a guess for sat",
    "ladder": "30x16x99, first click a 0 in the middle: layouts rated by the ladder",
}
_POLICIES: dict[str, tuple[Policy[Any, Any], str]] = {
    "safest": (safest.POLICY, "safe"),
    "pseq": (pseq.POLICY, "safe"),
    "expert": (expert.POLICY, "safe"),
    "expert_zero": (expert.POLICY, "zero"),
}
_GAMES = 5000
_DEALT = 200


def run(name: str, *, data: str | None = None, scale: float = 1.0) -> Figures:
    """Measure one set, after a warm-up, and check the answers."""
    if name not in SETS:
        raise UnknownNameError("set", name, SETS)
    run_ = Run()
    if name in _POLICIES:
        return _games(name, max(1, round(_GAMES * scale)), run_)
    if name.startswith("no_guess"):
        return _no_guess(name, max(1, round(_DEALT * scale)), run_)
    if name == "ladder":
        return _ladder(max(1, round(_DEALT * scale)), run_)
    if data is not None:
        entries = notation.read(data)
        boards = [entry.position for entry in entries if entry.position is not None]
    elif name == "large":
        boards = [large(seed) for seed in range(max(1, round(scale)))]
    else:
        boards = list(positions(max(1, round(318 * scale))))
    answers: list[Any] = []
    measure: Callable[[Position], Any] = lambda board: probability.tally(board, run_)  # noqa: E731  (one line)
    if name == "floats":
        measure = Floats(run_)
    measure(boards[0])
    began = time.process_time()
    for board in boards:
        answers.append(measure(board))
    took = time.process_time() - began
    for board, answer in zip(boards, answers, strict=True):
        _check(board, answer, run_)
    return figures(name, len(boards), took, run_.compile_s)


def _games(name: str, number: int, run_: Run) -> Figures:
    policy, rule = _POLICIES[name]

    def played(seeds: range) -> Sequence[GameEnd]:
        ends = policy.games("30x16x99", first_click=rule, seeds=seeds, run=run_)
        assert ends is not None
        return ends

    played(range(1))
    began = time.process_time()
    ends = played(range(number))
    took = time.process_time() - began
    wins = sum(end.verdict is GameStatus.WON for end in ends)
    return figures(name, number, took, run_.compile_s, wins=wins)


def _no_guess(name: str, number: int, run_: Run) -> Figures:
    """Deal boards without a guess, then win each of them by the policy."""
    board, power = "30x16x99", name.removeprefix("no_guess_")
    if power == "large":
        board, power = "30x24x144", "sat"
    width, height, _ = read_board(board)
    first = Safe(height // 2 * width + width // 2)
    times: list[float] = []
    games: list[GameState] = []
    for seed in range(number):
        began = time.process_time()
        state = REFEREE.deal(board, seed=seed, first_click=f"no_guess_{power}")
        games.append(REFEREE.reply(state, first).state)
        times.append(time.process_time() - began)
    for game in games:
        if not making.wins(game, making.POLICIES[power], run_):
            raise Fault("a board without guesses needs one")
    more = {"median_s": median(times), "longest_s": max(times)}
    return figures(name, number, sum(times), run_.compile_s, **more)


def _ladder(number: int, run_: Run) -> Figures:
    """Rate layouts; the rating of a board without guesses for single_point is checked."""
    first = 8 * 30 + 15
    layouts: list[Position] = []
    for seed in range(number):
        rule = "zero" if seed else "no_guess_single_point"
        game = REFEREE.reply(REFEREE.deal("30x16x99", seed=seed, first_click=rule), Safe(first))
        assert game.state.hidden is not None
        shown = bytearray(game.state.hidden)
        shown[first] = SAFE
        layouts.append(Position(30, 16, bytes(shown), 99))
    if ratings.rate(layouts[0], run_)["hardest"] != "counting":
        raise Fault("a board that counting wins is rated higher")
    times: list[float] = []
    for position in layouts:
        began = time.process_time()
        ratings.rate(position, run_)
        times.append(time.process_time() - began)
    more = {"median_s": median(times), "longest_s": max(times)}
    return figures("ladder", number, sum(times), run_.compile_s, **more)


class Floats:
    """Computes the mine probabilities of a board in floats, by cell."""

    def __init__(self, run_: Run) -> None:
        with jit.compiling(run_):
            self.kernels: Any = jit.load(probability.MODULE)
        self.run = run_
        self.states = self.kernels.new_states(1, 1 << 10)
        self.sums = self.kernels.new_sums(1)
        self.room = 1 << 10
        self.cells = 1

    def __call__(self, position: Position) -> list[float]:
        """Return the probabilities, 0 for a cell that is not covered."""
        import numpy as np

        kernels = self.kernels
        with jit.compiling(self.run):
            board = kernels.new_board(position.width, position.height)
            board.shown[:] = np.frombuffer(position.shown, np.uint8)
            code = kernels.read(board)
            while code == kernels.DONE:
                if len(position.shown) > self.cells:
                    self.cells = len(position.shown)
                    self._grow(1)
                left = -1 if position.mines is None else position.mines
                code = kernels.chances(board, self.states, self.sums, left)
                if code in (kernels.DONE, kernels.NO_LAYOUT, kernels.TOO_WIDE):
                    break
                self._grow(4)
                code = kernels.DONE
        if code != kernels.DONE:
            raise Fault("a board of the bench cannot be counted")
        chance = np.append(self.sums.chance, self.sums.found[kernels.ELSEWHERE])
        by_cell = np.where(board.know == kernels.UNDECIDED, chance[board.box], board.know == 1)
        probabilities: list[float] = by_cell.tolist()
        return probabilities

    def _grow(self, factor: int) -> None:
        self.room *= factor
        self.states = self.kernels.new_states(self.cells, self.room)
        self.sums = self.kernels.new_sums(self.cells, self.room, max(self.room, 1 << 14))


def _check(position: Position, answer: Any, run_: Run) -> None:
    """Raise `Fault` for an answer that a check refutes."""
    if isinstance(answer, list):
        exact = probability.tally(position, run_)
        assert exact is not None
        for cell, code in enumerate(position.shown):
            if code == COVERED and abs(answer[cell] - exact.mines[cell] / exact.layouts) > 1e-12:
                raise Fault("a probability is off by more than 1e-12")
        return
    if answer is None or not answer.layouts:
        raise Fault("a board in mid-game has no layout")
    if position.mines is not None and sum(answer.mines) != answer.layouts * position.mines:
        raise Fault("the probabilities do not add up to the mines")


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


BENCH = Benchmarks(SETS, run)
