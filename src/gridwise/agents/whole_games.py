"""Whole games of a policy in compiled code, in threads, and the choice between them and turns."""

import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.thread import ThreadPoolExecutor
from dataclasses import replace
from typing import Protocol

from gridwise.agents.plan import Setting, SimulationPlan, one_by_one
from gridwise.agents.statistics import GameCounts, outcome_of
from gridwise.core import registry
from gridwise.core.limits import CancelToken, Interrupted
from gridwise.core.policy import GameStatus
from gridwise.core.run import Run
from gridwise.core.views import compile_notice

_PART_S = 0.15
"""Seconds of play of a worker between two checks whether to go on."""
_LARGEST = 1 << 14
_TRIED_S = 0.5
"""Processor seconds of games after which the time of the rest can be predicted."""
_SURE = 4
"""The ratio of the predicted time to that of compiling at which fewer games will do."""


class Share(Protocol):
    """Plays the games of a row on other processes or machines."""

    @property
    def cluster(self) -> str | None:
        """The address of the cluster, or None for processes of this machine."""
        ...

    def __call__(self, setting: Setting, *, whole: bool) -> Iterator[GameCounts]:
        """Yield the counts of the games, some at a time; compiled code plays `whole` games."""
        ...


class Players:
    """Plays the games of a board: turn by turn, or whole games in compiled code.

    Compiled code plays if it is there, or if compiling it takes less time than the games left, by
    the speed of the first games, which are played turn by turn.
    """

    def __init__(
        self,
        plan: SimulationPlan,
        board: str,
        free: int,
        workers: int | None,
        share: Share | None,
        cancel: CancelToken | None,
        compiling: bool,
    ) -> None:
        self.plan, self.board, self.free, self.cancel = plan, board, free, cancel
        self.workers, self.share = workers, share
        self.policy = registry.policy(plan.puzzle, plan.policy)
        ready = self.policy.is_ready()
        self.whole = plan.at_once and ready and _compiled(plan, board, free)
        self._open = plan.at_once and compiling and not ready
        self._left = plan.games * plan.repeats
        self._played, self._spent_s = 0, 0.0

    def play(self, repeat: int) -> Iterator[GameCounts]:
        """Play the games of one row and yield their counts, part by part."""
        setting = Setting(self.plan, self.board, self.free, repeat)
        if self._open and not self.whole:
            for part in one_by_one(setting, self.cancel):
                yield part
                if not part.games:
                    return
                setting = replace(setting, after=setting.after + part.games)
                if self._decided(part):
                    break
        if setting.after == self.plan.games:
            return
        if self.share is not None and not (self.whole and self.share.cluster is None):
            yield from self.share(setting, whole=self.whole)
        elif self.whole:
            yield from in_threads(setting, self.workers, self.cancel)
        else:
            yield from one_by_one(setting, self.cancel)

    def _decided(self, part: GameCounts) -> bool:
        """Compile the game loop if that pays off; return whether the trial games are over."""
        self._left -= part.games
        self._played += part.games
        self._spent_s += part.cpu_s
        ahead_s = self._spent_s / self._played * self._left
        if self._spent_s < _TRIED_S and ahead_s < _SURE * self.policy.compile_s:
            return False
        if max(ahead_s, self._spent_s) >= self.policy.compile_s:
            if self._left:
                compile_notice.tell(self.plan.puzzle, self.policy.compile_s)
                self.whole = _compiled(self.plan, self.board, self.free)
            self._open = False
            return True
        # With several processes they play the rest; else the rest may still turn out to be long.
        return self.share is not None


def _compiled(plan: SimulationPlan, board: str, free: int) -> bool:
    """Return whether the policy plays whole games; compile its code before any game is timed."""
    policy = registry.policy(plan.puzzle, plan.policy)
    known = [option.name for option in policy.options]
    if any(name not in known for name in plan.options):
        return False  # the first game raises the error
    ends = policy.games(
        board,
        first_click=plan.first_click,
        seeds=[0],
        run=Run(options=plan.options),
        free_cells=free,
    )
    return ends is not None


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
    """Hand out the games in parts that take about `_PART_S`; yield a row for each part."""
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
            size = next_size(size, passed)
            yield future.result()


def next_size(size: int, seconds: float) -> int:
    """Return the number of games of the next part, by the seconds that one of this size took."""
    if seconds < _PART_S / 2:
        return min(2 * size, _LARGEST)
    return max(1, size // 2) if seconds > 2 * _PART_S else size


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
    finished = (
        n for n, end in zip(numbers, ends, strict=True) if outcome_of(end) is GameStatus.FINISHED
    )
    return setting.empty.with_games(ends).numbered(finished)
