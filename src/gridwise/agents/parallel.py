"""The games of one row of counts, played one by one, in threads or in processes."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from concurrent.futures.thread import ThreadPoolExecutor
from dataclasses import dataclass, replace

from gridwise.agents.plan import SimulationPlan
from gridwise.agents.statistics import GameCounts
from gridwise.core import registry
from gridwise.core.limits import CancelToken, Interrupted
from gridwise.core.result import Stop
from gridwise.core.run import Run
from gridwise.solving.end_with_parent import end_pool_with_parent

_A_PART_S = 0.15
"""How long a worker plays, seconds, before it is checked whether to go on."""
_LARGEST = 1 << 14


@dataclass(frozen=True)
class Setting:
    """The games of one row."""

    plan: SimulationPlan
    board: str
    free: int
    repeat: int
    after: int = 0
    """How many of them were played before."""

    @property
    def empty(self) -> GameCounts:
        """A row of no games, to add to."""
        return GameCounts(self.board, self.free, 0, self.repeat)


def one_by_one(setting: Setting, cancel: CancelToken | None) -> Iterator[GameCounts]:
    """Play in this process and yield each game as a row; end early when cancelled."""
    for number in range(setting.after + 1, setting.plan.games + 1):
        row = _played(setting, (number,), cancel)
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
        for part in _parts(pool, _whole, setting, number, cancel):
            now = time.process_time()  # of all threads together
            yield replace(part, cpu_s=now - last)
            last = now


def in_processes(
    setting: Setting, workers: int, cancel: CancelToken | None
) -> Iterator[GameCounts]:
    """Let other processes play; they end when this process does, however it ends."""
    from concurrent.futures import ProcessPoolExecutor  # it loads multiprocessing
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    with ProcessPoolExecutor(
        workers,
        mp_context=get_context("spawn"),
        initializer=end_pool_with_parent,
        initargs=(os.getpid(),),
    ) as pool:
        try:
            yield from _parts(pool, _played, setting, workers, cancel)
        except BrokenProcessPool:
            if cancel is None or not cancel.is_set():
                raise  # else Ctrl-C ended them before they ignored it


def _parts(
    pool: Executor,
    play: Callable[[Setting, Sequence[int], CancelToken | None], GameCounts],
    setting: Setting,
    workers: int,
    cancel: CancelToken | None,
) -> Iterator[GameCounts]:
    """Hand out the games in parts that take about `_A_PART_S`; yield a row for each part."""
    games = setting.plan.games
    token = cancel if isinstance(pool, ThreadPoolExecutor) else None  # a token stays in its process
    given, size = setting.after, 1
    waiting: dict[Future[GameCounts], float] = {}
    while waiting or given < games:
        stopped = cancel is not None and cancel.is_set()
        while not stopped and given < games and len(waiting) < workers:
            many = min(size, -(-(games - given) // workers))
            numbers = range(given + 1, given + many + 1)
            waiting[pool.submit(play, setting, numbers, token)] = time.perf_counter()
            given += many
        if not waiting:
            return
        done, _ = wait(waiting, timeout=0.1, return_when=FIRST_COMPLETED)
        for future in done:
            passed = time.perf_counter() - waiting.pop(future)
            if passed < _A_PART_S / 2:
                size = min(2 * size, _LARGEST)
            elif passed > 2 * _A_PART_S:
                size = max(1, size // 2)
            yield future.result()


def _whole(setting: Setting, numbers: Sequence[int], cancel: CancelToken | None) -> GameCounts:
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
            guess=plan.guess,
        )
    except Interrupted:
        return setting.empty
    assert ends is not None
    return setting.empty.with_games(ends)


def _played(setting: Setting, numbers: Sequence[int], cancel: CancelToken | None) -> GameCounts:
    row = setting.empty
    began = time.process_time()
    for number in numbers:
        game = setting.plan.game(setting.board, setting.free, setting.repeat, number, cancel=cancel)
        if game.stop is not Stop.COMPLETED:
            break
        row = row.with_game(game)
    return replace(row, cpu_s=time.process_time() - began)
