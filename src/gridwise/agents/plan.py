"""The plan of a simulation: which games are played, the seed of each, and a row of them played.

The seed of a game is made of the seed of the simulation, the board, the free cells, the repeat and
the number of the game: the same for every policy, so that policies play the same games, and
independent between settings, as the intervals suppose.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from gridwise.agents.play import GUESSES, PlayedGame, finished, turns
from gridwise.agents.statistics import GameCounts
from gridwise.core import registry
from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.core.limits import CancelToken
from gridwise.core.message import msg
from gridwise.core.policy import NEVER, GameStatus, Policy
from gridwise.core.result import Stop


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """The games of a simulation; `planned` makes and checks it.

    Parameters
    ----------
    puzzle, policy, first_click, guess, options
        As in `play.turns`.
    boards, free_cells
        Every board is played with each of these numbers of units of free cells: a setting.
    games, repeats
        The number of games in a row of counts, and of rows in each setting.
    seed
        The seed of all games.
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
        """The number of games of all rows."""
        return len(self.boards) * len(self.free_cells) * self.repeats * self.games

    @property
    def guessing(self) -> bool:
        """Whether the policy guesses, or guesses are made for it."""
        return self.guess != NEVER or registry.policy(self.puzzle, self.policy).guesses

    @property
    def at_once(self) -> bool:
        """Whether there are enough games for the policy to play them whole in compiled code."""
        policy = registry.policy(self.puzzle, self.policy)
        return type(policy).games is not Policy.games and self.total >= policy.pays_from

    def as_dict(self) -> dict[str, Any]:
        """Return the values that all rows share, for their JSON objects."""
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

    def game(self, board: str, free: int, repeat: int, game: int, **more: Any) -> PlayedGame:
        """Play one game of the plan; `more` goes to `play.turns`. The turns are not kept."""
        return finished(
            turns(
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
        )


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
) -> SimulationPlan:
    """Return a plan, checked and with all defaults filled in. No game is dealt.

    The parameters are those of `simulate`.
    """
    referee = registry.referee(puzzle)
    chosen = registry.policy(puzzle, policy)
    if guess not in GUESSES:
        raise UnknownNameError("rule for guesses", guess, GUESSES)
    boards = [next(iter(referee.levels))] if board is None else board
    names = [boards] if isinstance(boards, str) else list(boards)
    factors = [free_cells] if isinstance(free_cells, int) else list(free_cells)
    rule = next(iter(referee.first_clicks)) if first_click is None else first_click
    plan = SimulationPlan(
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
        raise ParameterError(msg("no board or no number of free cells is given"))
    for name in plan.boards:
        for factor in plan.free_cells:
            referee.check(name, first_click=rule, free_cells=factor)
    return plan


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
        row = row.with_game(game).numbered([number] if game.outcome is GameStatus.FINISHED else [])
    return replace(row, cpu_s=time.process_time() - began)
