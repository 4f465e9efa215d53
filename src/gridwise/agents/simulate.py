"""Many games, counted: how often a policy wins, with what certainty, in what time.

The seed of a game is made of the seed of the simulation, the board, the free cells, the repeat and
the number of the game: the same for every policy, so that policies play the same games, and
independent between settings, as the intervals suppose.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from gridwise.agents.parallel import Setting, in_processes, in_threads, one_by_one
from gridwise.agents.play import GUESSES, Game, turns
from gridwise.agents.statistics import Comparison, Row, compared, pooled
from gridwise.core import registry
from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.core.limits import CancelToken
from gridwise.core.message import Message
from gridwise.core.policy import NEVER, Policy
from gridwise.core.result import Stop
from gridwise.core.run import Run

Progress = Callable[[int, int], None]
"""Called after each game with the number of games played and of all."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played; `planned` makes and checks it.

    Parameters
    ----------
    puzzle, policy, first_click, guess, options
        As in `play.turns`.
    boards, free_cells
        Every board is played with each of these numbers of units of free cells.
    games, repeats
        So many games a row, so many rows a setting.
    seed
        All games follow from it.
    """

    puzzle: str
    boards: tuple[str, ...]
    policy: str
    first_click: str
    free_cells: tuple[int, ...]
    games: int
    repeats: int
    seed: int
    guess: str
    options: Mapping[str, str | int]

    @property
    def total(self) -> int:
        """The games of all rows."""
        return len(self.boards) * len(self.free_cells) * self.repeats * self.games

    @property
    def guessing(self) -> bool:
        """Whether guesses are made, by the policy or for it."""
        return self.guess != NEVER or registry.policy(self.puzzle, self.policy).guesses

    @property
    def at_once(self) -> bool:
        """Whether whole games are asked of the policy, as there are enough of them."""
        policy = registry.policy(self.puzzle, self.policy)
        return type(policy).games is not Policy.games and self.total >= policy.pays_from

    def as_dict(self) -> dict[str, Any]:
        """Return what is the same for all rows, for their JSON objects."""
        return {
            "puzzle": self.puzzle,
            "policy": self.policy,
            "first_click": self.first_click,
            "guess": self.guess,
            "seed": self.seed,
        }

    def seed_of(self, board: str, free: int, repeat: int, game: int) -> int:
        """Return the seed of a game, the same on every platform; repeat and game count from 1."""
        text = f"simulate/1:{self.puzzle}:{board}:{free}:{repeat}:{game}:{self.seed}"
        return int.from_bytes(sha256(text.encode()).digest()[:7], "big")

    def game(self, board: str, free: int, repeat: int, game: int, **more: Any) -> Game:
        """Play one game of the plan; `more` goes to `play.turns`. The turns are not kept."""
        steps = turns(
            self.puzzle,
            board=board,
            policy=self.policy,
            first_click=self.first_click,
            free_cells=free,
            guess=self.guess,
            seed=self.seed_of(board, free, repeat, game),
            options=self.options,
            **more,
        )
        while True:
            try:
                next(steps)
            except StopIteration as end:
                played: Game = end.value
                return played


@dataclass(frozen=True, slots=True)
class Simulation:
    """What came of a plan: the rows in order, the settings pooled, and what follows."""

    plan: Plan
    rows: tuple[Row, ...]
    stop: Stop = Stop.COMPLETED

    @property
    def pooled(self) -> tuple[Row, ...]:
        """One row a setting, over all repeats."""
        return pooled(self.rows)

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        """Every two settings of one board."""
        return compared(self.pooled)

    @property
    def conclusion(self) -> tuple[Message, ...]:
        """What follows from the numbers, by the rule of `tally`."""
        return tuple(comparison.words() for comparison in self.comparisons)


def planned(
    puzzle: str,
    *,
    board: str | Sequence[str] | None = None,
    policy: str | None = None,
    first_click: str | None = None,
    free_cells: int | Sequence[int] = 0,
    games: int = 100,
    repeat: int = 1,
    seed: int = 0,
    guess: str = "never",
    options: Mapping[str, str | int] | None = None,
) -> Plan:
    """Return a plan with everything checked and all defaults filled in. No game is dealt.

    Parameters
    ----------
    puzzle
        A kind that has a referee.
    board
        One or several: parameters such as `levels` of the referee have, or a level's name. The
        first level by default.
    policy
        The highest-ranked by default.
    first_click
        The referee's first rule by default.
    free_cells
        One or several numbers of units of safe cells that are told at the start.
    games, repeat
        Games a row, rows a setting.
    seed
        All games follow from it.
    guess
        One of `play.GUESSES`.
    options
        The policy's options by name.

    Raises
    ------
    UnknownNameError, ParameterError
        What cannot be.
    """
    referee = registry.referee(puzzle)
    chosen = registry.policy(puzzle, policy)
    if guess not in GUESSES:
        raise UnknownNameError("way to guess", guess, GUESSES)
    if games < 1 or repeat < 1:
        raise ParameterError(f"{games} games, {repeat} times: both are to be at least 1")
    boards = [next(iter(referee.levels))] if board is None else board
    names = [boards] if isinstance(boards, str) else list(boards)
    factors = [free_cells] if isinstance(free_cells, int) else list(free_cells)
    rule = next(iter(referee.first_clicks)) if first_click is None else first_click
    plan = Plan(
        puzzle=puzzle,
        boards=tuple(dict.fromkeys(referee.levels.get(name, name) for name in names)),
        policy=chosen.name,
        first_click=rule,
        free_cells=tuple(dict.fromkeys(factors)),
        games=games,
        repeats=repeat,
        seed=seed,
        guess=guess,
        options=dict(options or {}),
    )
    if not plan.boards or not plan.free_cells:
        raise ParameterError("no board or no number of free cells is given")
    for name in plan.boards:
        for factor in plan.free_cells:
            referee.check(name, first_click=rule, free_cells=factor)
    return plan


def rows(
    plan: Plan,
    *,
    cancel: CancelToken | None = None,
    progress: Progress | None = None,
    workers: int | None = None,
    compiling: bool = True,
) -> Iterator[Row]:
    """Play a plan and yield each row when it is done; when cancelled, the last row as it stands.

    Parameters
    ----------
    cancel
        Looked at before every game and while a policy thinks.
    progress
        Called after each game, or each few.
    workers
        How many play at once. A policy that plays whole games in compiled code has threads, by
        default as many as there are processors; any other, and one that is to play only a few
        games, has processes, by default one, which is this one.
    compiling
        Whether there is time to compile what is not kept on this machine yet. Without, a policy
        plays turn by turn where that takes none.

    Raises
    ------
    ParameterError
        There is no time to compile, and the policy plays in compiled code only.

    Notes
    -----
    The results do not depend on `workers`: each game follows from its own seed.
    """
    total = plan.total
    played = 0
    referee = registry.referee(plan.puzzle)
    policy = registry.policy(plan.puzzle, plan.policy)
    for board in plan.boards:
        unit = referee.free_unit(board)
        for free in plan.free_cells:
            whole = (
                plan.at_once
                and (compiling or policy.is_ready(whole_games=True))
                and _compiled(plan, board, free)
            )
            if not (whole or compiling or policy.is_ready(whole_games=False)):
                raise ParameterError(
                    f"the policy {plan.policy} has to be compiled once on this machine, which"
                    " takes minutes and no time limit leaves room for; run"
                    f" 'gridwise prepare {plan.puzzle}' there first, or choose another policy"
                )
            for repeat in range(1, plan.repeats + 1):
                setting = Setting(plan, board, free, repeat)
                row = Row(board, free, free * unit, repeat)
                if whole:
                    parts = in_threads(setting, workers, cancel)
                elif workers is None or workers == 1:
                    parts = one_by_one(setting, cancel)
                else:
                    parts = in_processes(setting, workers, cancel)
                for part in parts:
                    row = row.plus(part)
                    played += part.games
                    if progress is not None and part.games:
                        progress(played, total)
                yield row
                if row.games < plan.games:
                    return


def _compiled(plan: Plan, board: str, free: int) -> bool:
    """Return whether the policy plays whole games; compiles what is needed, off the clock."""
    policy = registry.policy(plan.puzzle, plan.policy)
    known = [option.name for option in policy.options]
    if any(name not in known for name in plan.options):
        return False  # the first game says so
    ends = policy.games(
        board,
        first_click=plan.first_click,
        seeds=[0],
        run=Run(options=plan.options),
        free_cells=free,
        guess=plan.guess,
    )
    return ends is not None


def simulate(
    puzzle: str,
    *,
    cancel: CancelToken | None = None,
    progress: Progress | None = None,
    workers: int | None = None,
    **asked: Any,
) -> Simulation:
    """Play many games and count; takes what `planned` takes, and what `rows` takes.

    Examples
    --------
    >>> import gridwise
    >>> done = gridwise.simulate("minesweeper", board="9x9x10", free_cells=(1, 2), games=20)
    >>> [row.games for row in done.rows]
    [20, 20]
    """
    plan = planned(puzzle, **asked)
    done = tuple(rows(plan, cancel=cancel, progress=progress, workers=workers))
    return Simulation(plan, done, stopped(plan, done))


def stopped(plan: Plan, done: Sequence[Row]) -> Stop:
    """Return COMPLETED where all games of a plan were played, else CANCELLED."""
    return Stop.COMPLETED if sum(row.games for row in done) == plan.total else Stop.CANCELLED
