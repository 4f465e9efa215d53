"""Plays the games of a simulation on several processes or machines."""

import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial
from typing import Self

from gridwise.agents.plan import Setting, play_one_by_one
from gridwise.agents.statistics import GameCounts
from gridwise.agents.whole_games import next_size, play_whole
from gridwise.core import registry
from gridwise.core.limits import CancelToken, Interrupted, check_cancel
from gridwise.process.sharing import Executor, open_executor, shared
from gridwise.workers.own_solver.agent import OwnPolicy, PolicyFiles


def sharing(
    workers: int | None, cluster: str | None, cancel: CancelToken | None = None
) -> AbstractContextManager["SharedGames | None"]:
    """Return an executor of games, or None if one process of this machine is enough."""
    if cluster is None and (workers is None or workers == 1):
        return nullcontext()
    return SharedGames(workers, cluster, cancel)


class SharedGames:
    """Plays rows of games on an executor that it opens for the first row.

    Parameters
    ----------
    workers, cluster
        The number of processes of this machine, or the address of a cluster.
    cancel
        A token that ends it early; the games of unfinished parts are lost.
    """

    def __init__(
        self, workers: int | None, cluster: str | None, cancel: CancelToken | None = None
    ) -> None:
        self.workers, self.cluster, self.cancel = workers, cluster, cancel
        self._executor: Executor | None = None
        self._size = 1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._executor is not None:
            self._executor.close()

    def __call__(self, setting: Setting, *, whole: bool) -> Iterator[GameCounts]:
        """Yield the counts of the parts that workers played."""
        if self._executor is None:
            self._executor = open_executor(self.workers, self.cluster)
        try:
            policy = registry.policy(setting.plan.puzzle, setting.plan.policy)
            own = policy.files if isinstance(policy, OwnPolicy) else None
            parts = self._parts(setting, whole, self._executor.workers)
            calls = ((play_part, *part, own) for part in parts)
            check = partial(check_cancel, self.cancel)
            for _, (counts, seconds) in shared(self._executor, calls, check):
                self._size = next_size(self._size, seconds)
                yield counts
        except Interrupted:
            return

    def _parts(
        self, setting: Setting, whole: bool, workers: int
    ) -> Iterator[tuple[Setting, range, bool]]:
        first, games = setting.after + 1, setting.plan.games
        while first <= games:
            many = min(self._size, -(-(games - first + 1) // workers))
            yield setting, range(first, first + many), whole
            first += many


def play_part(
    setting: Setting, numbers: Sequence[int], whole: bool, own: PolicyFiles | None
) -> tuple[GameCounts, float]:
    """Play some games of a row; return their counts and the seconds that they took.

    `own` is somebody's own policy, if one plays.
    """
    if own is not None:
        own.offer()
    began, used = time.perf_counter(), time.process_time()
    play = play_whole if whole else play_one_by_one
    counts = play(setting, numbers, None)
    return replace(counts, cpu_s=time.process_time() - used), time.perf_counter() - began
