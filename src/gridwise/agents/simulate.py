"""Many games, counted: a policy's rate of wins with its interval, and its speed."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

from gridwise.agents.parallel import Setting, in_threads, one_by_one
from gridwise.agents.plan import SimulationPlan, planned
from gridwise.agents.statistics import GameCounts, SettingComparison, compared, pooled
from gridwise.core import registry
from gridwise.core.limits import CancelToken
from gridwise.core.message import Message
from gridwise.core.result import Stop
from gridwise.core.run import Run
from gridwise.core.views import compile_notice
from gridwise.render.display import charts_of, table_of
from gridwise.render.extras import needed
from gridwise.render.plots import figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_TRIED_S = 0.5
"""Processor seconds of games after which the time of the rest can be predicted."""
_SURE = 4
"""The ratio of the predicted time to that of compiling at which fewer games will do."""

Progress = Callable[[int, int], None]
"""Callback after each game, with the number of games played and of all games."""


@dataclass(frozen=True, slots=True, repr=False)
class Simulation:
    """The rows of a plan in order, the settings pooled, and the conclusions.

    `print` writes the tables of the terminal, and a notebook shows the same as HTML.
    """

    plan: SimulationPlan
    rows: tuple[GameCounts, ...]
    stop: Stop = Stop.COMPLETED

    @property
    def pooled(self) -> tuple[GameCounts, ...]:
        """One row a setting, over all repeats."""
        return pooled(self.rows)

    @property
    def comparisons(self) -> tuple[SettingComparison, ...]:
        """Every two settings of one board."""
        return compared(self.pooled)

    @property
    def conclusion(self) -> tuple[Message, ...]:
        """The conclusions in words, by the rule of `agents.statistics`."""
        return tuple(comparison.words() for comparison in self.comparisons)

    def __str__(self) -> str:
        return str(table_of(self))

    def __repr__(self) -> str:
        games = sum(row.games for row in self.rows)
        return f"<Simulation of {games} games by the policy {self.plan.policy}>"

    def _repr_html_(self) -> str:
        return table_of(self).html()

    def to_dict(self) -> dict[str, Any]:
        """Return the rows, the settings pooled and the conclusions, as one JSON object."""
        return {
            **self.plan.as_dict(),
            "stop": self.stop.value,
            "rows": [row.as_dict() for row in self.rows],
            "pooled": [row.as_dict() for row in self.pooled],
            "conclusion": [comparison.as_dict() for comparison in self.comparisons],
        }

    def to_pandas(self) -> Any:
        """Return a `pandas.DataFrame`: a row for each board, number of free cells and repeat.

        Raises
        ------
        UsageError
            pandas is not installed.
        """
        pandas = needed("pandas", extra="notebook", purpose="to_pandas()")
        lines = []
        for row in self.rows:
            line = row.as_dict()
            low, high = line.pop("ci95") or (None, None)
            first = {name: line.pop(name) for name in ("board", "free_cells", "told", "repeat")}
            lines.append({**first, **line, "ci95_low": low, "ci95_high": high})
        return pandas.DataFrame(lines)

    def plot(self) -> "Figure":
        """Return the shares of games won, with 95 % intervals, as a figure of matplotlib.

        Raises
        ------
        UsageError
            matplotlib is not installed.
        """
        return figure(charts_of(self)[0])


class Share(Protocol):
    """Plays the games of a row on other processes or machines."""

    @property
    def cluster(self) -> str | None:
        """The address of the cluster, or None for processes of this machine."""
        ...

    def __call__(self, setting: Setting, *, whole: bool) -> Iterator[GameCounts]:
        """Yield the counts of the games, some at a time; compiled code plays `whole` games."""
        ...


def rows(
    plan: SimulationPlan,
    *,
    cancel: CancelToken | None = None,
    progress: Progress | None = None,
    workers: int | None = None,
    share: Share | None = None,
    compiling: bool = True,
) -> Iterator[GameCounts]:
    """Play a plan and yield each row when it is done; a cancelled row is incomplete.

    Parameters
    ----------
    cancel
        A token, checked before every game and while a policy thinks.
    progress
        Called after each game, or every few games.
    workers
        Threads of a policy that plays whole games in compiled code; by default one a processor.
    share
        An executor for the games of other policies, and with `share.cluster` for all games. Without
        it they are played one by one.
    compiling
        Whether there is time to compile missing code. Otherwise a policy plays turn by turn.

    Notes
    -----
    The results do not depend on who plays: each game follows from its own seed.
    """
    total = plan.total
    played = 0
    referee = registry.referee(plan.puzzle)
    for board in plan.boards:
        unit = referee.free_unit(board)
        for free in plan.free_cells:
            players = _Players(plan, board, free, workers, share, cancel, compiling)
            for repeat in range(1, plan.repeats + 1):
                row = GameCounts(board, free, free * unit, repeat)
                for part in players.play(repeat):
                    row = row.plus(part)
                    played += part.games
                    if progress is not None and part.games:
                        progress(played, total)
                yield row
                if row.games < plan.games:
                    return


class _Players:
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


def simulate(
    puzzle: str,
    *,
    cancel: CancelToken | None = None,
    progress: Progress | None = None,
    workers: int | None = None,
    share: Share | None = None,
    **asked: Any,
) -> Simulation:
    """Play many games and count them; takes the parameters of `planned` and of `rows`.

    Examples
    --------
    >>> import gridwise
    >>> done = gridwise.simulate("minesweeper", board="9x9x10", free_cells=(1, 2), games=20)
    >>> [row.games for row in done.rows]
    [20, 20]
    """
    plan = planned(puzzle, **asked)
    done = tuple(rows(plan, cancel=cancel, progress=progress, workers=workers, share=share))
    return Simulation(plan, done, stopped(plan, done))


def stopped(plan: SimulationPlan, done: Sequence[GameCounts]) -> Stop:
    """Return COMPLETED if all games of a plan were played, else CANCELLED."""
    return Stop.COMPLETED if sum(row.games for row in done) == plan.total else Stop.CANCELLED
