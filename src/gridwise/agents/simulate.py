"""Many games, counted: a policy's rate of wins with its interval, and its speed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from gridwise.agents.plan import SimulationPlan, planned
from gridwise.agents.play import GUESSES, game_of
from gridwise.agents.statistics import GameCounts, SettingComparison, compared, pooled
from gridwise.agents.whole_games import Players, Share
from gridwise.core import registry
from gridwise.core.limits import CancelToken
from gridwise.core.message import Message
from gridwise.core.policy import NEVER
from gridwise.core.question import Arg, Names, Source, names_of, typed
from gridwise.core.result import Stop
from gridwise.render.display import charts_of, table_of
from gridwise.render.extras import needed
from gridwise.render.plots import figure
from gridwise.solving.listing import policies_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Games = Annotated[int, Arg(least=1, most_remote=10_000)]
Repeat = Annotated[
    int,
    Arg("Play every setting R times: R rows of the table.", least=1, most_remote=20, metavar="R"),
]
GuessName = Annotated[
    str,
    Arg(
        "What a player does who can conclude nothing more: stop, or guess.",
        names=lambda: GUESSES,
        what="rule for guesses",
        metavar="never|random",
    ),
]


def _policies() -> list[str]:
    return [policy.name for _, policy in policies_of()]


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
            players = Players(plan, board, free, workers, share, cancel, compiling)
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


@typed
def simulate(
    puzzle: Source,
    *,
    board: Annotated[
        Names | None,
        Arg("Width, height, mines; or easy, medium, hard. 9x9x10 by default.", metavar="WxHxM"),
    ] = None,
    policy: Annotated[
        str | None,
        Arg(
            "One of `gridwise policies`, or a Python file; resolution by default.",
            metavar="NAME",
            completions=_policies,
        ),
    ] = None,
    first_click: Annotated[
        str | None,
        Arg(
            "The first cell: any, never a mine (the default), or with no mine around it either.",
            metavar="any|safe|zero",
            completions=lambda: ("any", "safe", "zero"),
        ),
    ] = None,
    free_cells: Annotated[
        int | Sequence[int],
        Arg(
            "Reveal S x round(sqrt(cells)) safe cells at the start; 1,2,3 plays all three.",
            metavar="S",
        ),
    ] = 0,
    games: Games = 100,
    repeat: Repeat = 1,
    seed: Annotated[int, Arg("All games are made from it.", metavar="S")] = 0,
    guess: GuessName = NEVER,
    workers: int | None = None,
    cluster: str | None = None,
    cancel: CancelToken | None = None,
    progress: Progress | None = None,
    options: Mapping[str, str | int] | None = None,
    **more: str | int,
) -> Simulation:
    """Let a policy play many games of a puzzle with hidden cells, and count how they end.

    Parameters
    ----------
    puzzle
        The kind, or a covered board of it: then `board` is its size.
    board
        Sizes, such as `"9x9x10"`, or names of levels, as a list or with commas between; by default
        the first level.
    policy
        A name of `gridwise.policies(puzzle)`, or the path of a Python file with `decide(view)`,
        which plays in a process apart; by default the best.
    first_click, free_cells
        The rule of the first click; the units of safe cells that are revealed at the start.
    games, repeat
        The number of games in a row of counts, and of rows in each setting.
    seed
        The seed of all games.
    guess
        The rule for a player who can conclude nothing: `never` (it stops) or `random`.
    workers, cluster
        The number of games at a time; or the address of a Dask cluster that plays them.
    cancel, progress
        A token that ends it; a callback with the number of games played, and of all.
    options, **more
        Options of the policy, by name.

    Examples
    --------
    >>> done = simulate("minesweeper", board="9x9x10", free_cells=(1, 2), games=20)
    >>> [row.games for row in done.rows]
    [20, 20]
    """
    from gridwise.batch.games import sharing

    kind, size = game_of(puzzle, policy)
    plan = planned(
        kind,
        board=size if board is None else names_of("board", board),
        policy=policy,
        first_click=first_click,
        free_cells=free_cells,
        games=games,
        repeat=repeat,
        seed=seed,
        guess=guess,
        options={**(options or {}), **more},
    )
    with sharing(workers, cluster, cancel) as share:
        played = rows(plan, cancel=cancel, progress=progress, workers=workers, share=share)
        done = tuple(played)
    return Simulation(plan, done, stopped(plan, done))


def stopped(plan: SimulationPlan, done: Sequence[GameCounts]) -> Stop:
    """Return COMPLETED if all games of a plan were played, else CANCELLED."""
    return Stop.COMPLETED if sum(row.games for row in done) == plan.total else Stop.CANCELLED
