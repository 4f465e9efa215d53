"""The games of one row of counts, played one by one or in threads."""

import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.thread import ThreadPoolExecutor
from dataclasses import dataclass, replace

from gridwise.agents.plan import SimulationPlan
from gridwise.agents.statistics import GameCounts, outcome_of
from gridwise.core import registry
from gridwise.core.limits import CancelToken, Interrupted
from gridwise.core.policy import GameStatus
from gridwise.core.result import Stop
from gridwise.core.run import Run

A_PART_S = 0.15
"""Seconds of play of a worker between two checks whether to go on."""
LARGEST = 1 << 14
_FINISHED = GameStatus.FINISHED


@dataclass(frozen=True)
class Setting:
    """The games of one row."""

    plan: SimulationPlan
    board: str
    free: int
    repeat: int
    after: int = 0
    """The number of games played before."""

    @property
    def empty(self) -> GameCounts:
        """A row of no games, to add to."""
        return GameCounts(self.board, self.free, 0, self.repeat)


def one_by_one(setting: Setting, cancel: CancelToken | None) -> Iterator[GameCounts]:
    """Play in this process and yield each game as a row; end early when cancelled."""
    for number in range(setting.after + 1, setting.plan.games + 1):
        row = play_one_by_one(setting, (number,), cancel)
        yield row
        if not row.games:
            return


def in_threads(
    setting: Setting, workers: int | None, cancel: CancelToken | None
) -> Iterator[GameCounts]:
    """Let compiled code play whole games; it does not hold the interpreter's lock."""
    number = workers or os.cpu_count() or 1
    last = time.process_time()
    with ThreadPoolExecutor(number) as pool:
        for part in _parts(pool, setting, number, cancel):
            now = time.process_time()  # of all threads together
            yield replace(part, cpu_s=now - last)
            last = now


def _parts(
    pool: ThreadPoolExecutor,
    setting: Setting,
    workers: int,
    cancel: CancelToken | None,
) -> Iterator[GameCounts]:
    """Hand out the games in parts that take about `A_PART_S`; yield a row for each part."""
    games = setting.plan.games
    given, size = setting.after, 1
    waiting: dict[Future[GameCounts], float] = {}
    while waiting or given < games:
        stopped = cancel is not None and cancel.is_set()
        while not stopped and given < games and len(waiting) < workers:
            many = min(size, -(-(games - given) // workers))
            numbers = range(given + 1, given + many + 1)
            waiting[pool.submit(play_whole, setting, numbers, cancel)] = time.perf_counter()
            given += many
        if not waiting:
            return
        done, _ = wait(waiting, timeout=0.1, return_when=FIRST_COMPLETED)
        for future in done:
            passed = time.perf_counter() - waiting.pop(future)
            if passed < A_PART_S / 2:
                size = min(2 * size, LARGEST)
            elif passed > 2 * A_PART_S:
                size = max(1, size // 2)
            yield future.result()


def play_whole(setting: Setting, numbers: Sequence[int], cancel: CancelToken | None) -> GameCounts:
    """Let compiled code play some whole games; none if cancelled."""
    plan = setting.plan
    policy = registry.policy(plan.puzzle, plan.policy)
    seeds = [plan.seed_of(setting.board, setting.free, setting.repeat, n) for n in numbers]
    run = Run(cancel=cancel, options=plan.options)
    try:
        ends = policy.games(
            setting.board,
            first_click=plan.first_click,
            seeds=seeds,
            run=run,
            free_cells=setting.free,
        )
    except Interrupted:
        return setting.empty
    assert ends is not None
    finished = (n for n, end in zip(numbers, ends, strict=True) if outcome_of(end) is _FINISHED)
    return setting.empty.with_games(ends).numbered(finished)


def play_one_by_one(
    setting: Setting, numbers: Sequence[int], cancel: CancelToken | None
) -> GameCounts:
    """Play some games turn by turn; end early when cancelled."""
    row = setting.empty
    began = time.process_time()
    for number in numbers:
        game = setting.plan.game(setting.board, setting.free, setting.repeat, number, cancel=cancel)
        if game.stop is not Stop.COMPLETED:
            break
        row = row.with_game(game).numbered([number] if game.outcome is _FINISHED else [])
    return replace(row, cpu_s=time.process_time() - began)
