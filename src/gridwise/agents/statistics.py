"""The games of a simulation, counted, and the conclusions from the counts.

The games of a setting (a board and a number of free cells) are pooled over the repeats, and every
two settings of one board are compared by the 95 % interval of the difference of their shares of
games won (Newcombe's method 10). If it includes 0, the two cannot be told apart; else the setting
with the larger share wins more often. Each interval is at 95 % on its own, without a correction for
multiple comparisons.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

from gridwise.agents.intervals import Interval, newcombe, wilson
from gridwise.agents.play import PlayedGame
from gridwise.core.message import Message, msg
from gridwise.core.numbers import Numeral
from gridwise.core.policy import GameEnd, GameStatus

MOST_NUMBERED = 10_000
"""The number of games of a row up to which `which` is kept."""


def outcome_of(end: GameEnd) -> GameStatus:
    """Return the outcome of a game of a policy that plays whole games."""
    clean = end.verdict is GameStatus.WON and not end.guesses
    return GameStatus.FINISHED if clean else end.verdict


@dataclass(frozen=True, slots=True)
class GameCounts:
    """The games of one board with one number of free cells, of one repeat or of all.

    Parameters
    ----------
    board, free_cells, revealed
        The board's parameters, the units of safe cells revealed at the start, and the number of
        these cells.
    repeat
        1, 2, ...; None for all repeats together.
    games
        Games played to their end.
    wins
        Games in which every safe cell was opened.
    finished
        Wins without a guess: every claim but the first click was concluded.
    stuck
        Games in which at some point nothing could be concluded: the player stopped, or guessed.
    lost
        Games that ended with the wrong cell.
    guesses
        The number of guesses in all games.
    cpu_s
        Processor seconds of this process, dealing included.
    failed, fault
        The number of lost games in which somebody's own policy failed, and its first failure.
    which
        The finished games: bit n - 1 stands for game n. 0 for more than `MOST_NUMBERED` games.
    """

    board: str
    free_cells: int
    revealed: int
    repeat: int | None
    games: int = 0
    wins: int = 0
    finished: int = 0
    stuck: int = 0
    lost: int = 0
    guesses: int = 0
    cpu_s: float = 0.0
    failed: int = 0
    fault: Message | None = None
    which: int = field(default=0, compare=False, repr=False)

    @property
    def win_rate(self) -> float | None:
        """The share of games won, or None without games."""
        return self.wins / self.games if self.games else None

    @property
    def ci95(self) -> Interval | None:
        """The 95 % Wilson interval of the share of games won."""
        return wilson(self.wins, self.games) if self.games else None

    @property
    def games_per_cpu_s(self) -> float | None:
        """Games played in a processor second, or None if no time was measured."""
        return self.games / self.cpu_s if self.cpu_s > 0 else None

    def as_dict(self) -> dict[str, Any]:
        """Return the row as a JSON object."""
        interval = self.ci95
        failed = {"failed": self.failed, "fault": str(self.fault)} if self.failed else {}
        return {
            "games": self.games,
            "wins": self.wins,
            "finished": self.finished,
            "stuck": self.stuck,
            "lost": self.lost,
            "guesses": self.guesses,
            "win_rate": self.win_rate,
            "ci95": None if interval is None else list(interval),
            "cpu_s": self.cpu_s,
            "games_per_cpu_s": self.games_per_cpu_s,
            "board": self.board,
            "free_cells": self.free_cells,
            "told": self.revealed,
            "repeat": self.repeat,
            **failed,
        }

    def with_game(self, game: PlayedGame) -> "GameCounts":
        """Return the row with one more game that was played to its end."""
        row = self.with_end(game.outcome, game.guesses)
        if game.fault is None:
            return row
        return replace(row, failed=row.failed + 1, fault=row.fault or game.fault)

    def with_end(self, outcome: GameStatus | None, guesses: int, many: int = 1) -> "GameCounts":
        """Return the row with more games of this outcome and number of guesses."""
        won = outcome in (GameStatus.FINISHED, GameStatus.WON)
        return replace(
            self,
            games=self.games + many,
            wins=self.wins + many * won,
            finished=self.finished + many * (outcome is GameStatus.FINISHED),
            stuck=self.stuck + many * (outcome is GameStatus.STUCK or guesses > 0),
            lost=self.lost + many * (outcome is GameStatus.LOST),
            guesses=self.guesses + many * guesses,
        )

    def plus(self, part: "GameCounts") -> "GameCounts":
        """Return the row with the games and the seconds of another row."""
        names = ("games", "wins", "finished", "stuck", "lost", "guesses", "cpu_s", "failed")
        sums = {name: getattr(self, name) + getattr(part, name) for name in names}
        which = self.which | part.which
        return replace(self, **sums, fault=self.fault or part.fault, which=which)

    def with_games(self, ends: Sequence[GameEnd]) -> "GameCounts":
        """Return the row with games of a policy that plays whole games."""
        row = self
        for end, many in Counter(ends).items():
            row = row.with_end(outcome_of(end), end.guesses, many)
        return row

    def numbered(self, numbers: Iterable[int]) -> "GameCounts":
        """Return the row with the numbers of the finished games."""
        kept = (number for number in numbers if number <= MOST_NUMBERED)
        return replace(self, which=self.which | sum(1 << (number - 1) for number in set(kept)))


@dataclass(frozen=True, slots=True)
class SettingComparison:
    """Two settings of one board, by the difference of their shares of games won."""

    first: GameCounts
    second: GameCounts
    difference: float
    """The second's share less the first's."""
    ci95: Interval

    @property
    def told_apart(self) -> bool:
        """Whether the interval leaves out 0."""
        return not self.ci95[0] <= 0 <= self.ci95[1]

    def as_dict(self) -> dict[str, Any]:
        """Return the comparison as a JSON object."""
        return {
            "board": self.first.board,
            "free_cells": [self.first.free_cells, self.second.free_cells],
            "difference": self.difference,
            "ci95": list(self.ci95),
            "told_apart": self.told_apart,
            "text": self.words().sentence(),
        }

    def words(self) -> Message:
        """Return the conclusion, with the numbers that it is drawn from."""
        one, two = self.first, self.second
        assert one.win_rate is not None and two.win_rate is not None
        numbers: dict[str, Any] = {
            "board": one.board,
            "one": one.free_cells,
            "two": two.free_cells,
            "rate1": percent(one.win_rate),
            "rate2": percent(two.win_rate),
            "difference": _points(self.difference),
            "low": _points(self.ci95[0]),
            "high": _points(self.ci95[1]),
        }
        if not self.told_apart:
            return msg(
                "{board}: free cells x {one} ({rate1} won) and x {two} ({rate2}) cannot be told "
                "apart: difference {difference} points, 95 % interval {low} to {high} includes 0",
                **numbers,
            )
        if self.difference > 0:
            return msg(
                "{board}: free cells x {two} ({rate2} won) win more often than x {one} ({rate1}): "
                "difference {difference} points, 95 % interval {low} to {high}",
                **numbers,
            )
        return msg(
            "{board}: free cells x {two} ({rate2} won) win less often than x {one} ({rate1}): "
            "difference {difference} points, 95 % interval {low} to {high}",
            **numbers,
        )


def pooled(done: Sequence[GameCounts]) -> tuple[GameCounts, ...]:
    """Return one row a setting: the sums over its repeats."""
    out: dict[tuple[str, int], GameCounts] = {}
    for row in done:
        key = (row.board, row.free_cells)
        if key not in out:
            out[key] = replace(row, repeat=None)
            continue
        out[key] = out[key].plus(row)
    out = {key: replace(row, which=0) for key, row in out.items()}  # numbers repeat in each row
    return tuple(out.values())


def compared(settings: Sequence[GameCounts]) -> tuple[SettingComparison, ...]:
    """Compare every two settings of one board in which games were played."""
    out = []
    for one, two in combinations([row for row in settings if row.games], 2):
        if one.board == two.board:
            share = two.wins / two.games - one.wins / one.games
            interval = newcombe((two.wins, two.games), (one.wins, one.games))
            out.append(SettingComparison(one, two, share, interval))
    return tuple(out)


def percent(share: float) -> Numeral:
    """Return a share as a percentage with one digit: 0.4567 is 45.7 %."""
    return Numeral(f"{100 * share:.1f} %")


def _points(share: float) -> Numeral:
    return Numeral(f"{100 * share:+.1f}")
