"""Which contenders differ significantly, by one stated rule.

On one board, one contender's runs are below another's when the largest of them is less than the
least of the other's, and when each has so many runs that chance alone would part two alike ones so
at most one time in twenty: 2 / C(n + m, n) <= 5 %, four runs each. Of a run that a limit stopped
only a bound is known: its time is above what it had used until then, by the same clock. Where a
method gave up by itself there is no time to compare. Counts that are the same in all runs of both
are equal. Else the two cannot be told apart on that board.

Over all boards, one is below the other when it is on every board; or when, of the boards on which
the two were told apart, it is on so many that a fair coin would do so at most one time in twenty
(the sign test, two-sided).

How many times one is the other is estimated by the median of all quotients of their runs, and its
interval is that of the same test: the quotients that it does not refuse at 5 %.

Sources: Wilcoxon 1945, Biometrics Bulletin 1(6), 80-83, whose test this is at its most extreme
rank sums; Hodges and Lehmann 1963, Annals of Mathematical Statistics 34, 598-611 (the quotient);
Conover 1999, Practical Nonparametric Statistics, sections 3.4 (sign test) and 5.4 (its interval).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from statistics import median

from gridwise.agents.intervals import Interval, mean_interval, newcombe, newcombe_paired
from gridwise.comparing import measures
from gridwise.comparing.results import Comparison, PairRuns, RunRow

LEVEL = 0.05
TIME = "cpu_s"
NOISE_BYTES = 1_000_000
"""Resident memory differs by so much for no reason of the method: pages, and memory used again."""
_LEFT_OUT = frozenset({measures.FAULT, "cancelled"})


class Above(float):
    """A bound: the value of a run that was stopped lies above it."""


class Side(Enum):
    """Which of two contenders is below the other on one board."""

    FIRST = "first"
    SECOND = "second"
    NEITHER = "neither"
    """The two cannot be told apart."""
    EQUAL = "equal"
    """All runs of both have the same count."""
    UNKNOWN = "unknown"
    """There is nothing to compare."""


def side(first: Sequence[float], second: Sequence[float], noise: float = 0.0) -> Side:
    """Return which runs are below the others.

    Parameters
    ----------
    first, second
        The values of all runs of each on one board; an `Above` of a run that was stopped.
    noise
        Values are told apart only where they differ by more.
    """
    if not first or not second or not any(map(_known, (*first, *second))):
        return Side.UNKNOWN
    if 2 / math.comb(len(first) + len(second), len(first)) > LEVEL:
        return Side.NEITHER
    if all(map(_known, first)) and max(first) + noise < min(second):
        return Side.FIRST
    below = all(map(_known, second)) and max(second) + noise < min(first)
    return Side.SECOND if below else Side.NEITHER


def _known(value: float) -> bool:
    return not isinstance(value, Above) and math.isfinite(value)


def values(cell: PairRuns, name: str) -> list[float]:
    """Return the values of a pair's runs; none where they cannot be compared.

    Of times, a run that was stopped is above what it had used; where a run gave up by itself there
    are none. Of all else, a cell with a run without an answer has no values: what was used until a
    limit is no measure of the work. Cancelled runs and faults say nothing and are left out.
    """
    out = []
    for row in cell.rows_of(name):
        if row.end in _LEFT_OUT:
            continue
        value = row.value(name)
        if row.end == measures.ANSWERED and value is not None:
            out.append(value)
        elif row.end in measures.STOPPED and name in measures.CLOCKS:
            out.append(Above(value or 0.0))
        else:
            return []
    return out


def compared(comparison: Comparison, one: str, other: str, subject: str, name: str) -> Side:
    """Return which of two contenders is below the other on a board.

    Memory is compared above its noise alone, and that of somebody's own solver, which holds an
    interpreter, with none of ours.
    """
    first = values(comparison.runs_of(one, subject), name)
    second = values(comparison.runs_of(other, subject), name)
    if name not in measures.MEASURES and first and second and len({*first, *second}) == 1:
        return Side.EQUAL
    if name != "peak_bytes":
        return side(first, second)
    own = comparison.own
    if (one in own) != (other in own) or max((*first, *second), default=0.0) < NOISE_BYTES:
        return Side.UNKNOWN
    return side(first, second, NOISE_BYTES)


def keeps(comparison: Comparison, contender: str, name: str) -> bool:
    """Return whether any run of a contender has a measure or counter."""
    return name in measures.MEASURES or any(
        row.contender == contender and row.value(name) is not None for row in comparison.rows
    )


class Extent(Enum):
    """On how many boards the first of a pair is below the second."""

    EVERYWHERE = "everywhere"
    """`first` is below on every board."""
    EQUAL = "equal"
    """The two are equal on every board."""
    MOSTLY = "mostly"
    """`first` is below by the sign test."""
    SOMEWHERE = "somewhere"
    """`first` is below on some boards, and above on none."""
    MIXED = "mixed"
    """Each is below somewhere, and over all boards the two cannot be told apart."""
    NOWHERE = "nowhere"
    """Neither is below on any board, and on some they are not equal."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two contenders by one measure, `first` the one that is below on more boards.

    `below`, `above`, `level` and `equal` are the boards on which `first` is below, above, not told
    apart, and equal; boards on which there is nothing to compare are in none of them.
    """

    name: str
    first: str
    second: str
    below: tuple[str, ...]
    above: tuple[str, ...]
    level: tuple[str, ...]
    equal: tuple[str, ...] = ()

    @property
    def boards(self) -> int:
        """The number of boards compared."""
        return len(self.below) + len(self.above) + len(self.level) + len(self.equal)

    @property
    def chance(self) -> float:
        """The two-sided probability of the sign test."""
        return sign_test(len(self.below), len(self.above))

    @property
    def extent(self) -> Extent:
        """The extent over all boards; `boards` is at least 1."""
        if not self.below:
            return Extent.NOWHERE if self.level else Extent.EQUAL
        if len(self.below) == self.boards:
            return Extent.EVERYWHERE
        if self.chance <= LEVEL:
            return Extent.MOSTLY
        return Extent.MIXED if self.above else Extent.SOMEWHERE


def sign_test(wins: int, losses: int) -> float:
    """Return the probability that a fair coin falls at least as unevenly, on either side."""
    tosses, most = wins + losses, max(wins, losses)
    tail = sum(math.comb(tosses, k) for k in range(most, tosses + 1))
    return min(1.0, 2 * tail / (1 << tosses))


def pair(
    comparison: Comparison,
    one: str,
    other: str,
    name: str,
    subjects: Sequence[str] | None = None,
) -> Pair | None:
    """Compare two contenders over some boards, by default all; return None if none allows it."""
    found: dict[Side, list[str]] = {each: [] for each in Side}
    for subject in [s.id for s in comparison.subjects] if subjects is None else subjects:
        found[compared(comparison, one, other, subject, name)].append(subject)
    below, above = tuple(found[Side.FIRST]), tuple(found[Side.SECOND])
    alike = tuple(found[Side.NEITHER]), tuple(found[Side.EQUAL])
    if not (below or above or any(alike)):
        return None
    if len(above) > len(below):
        return Pair(name, other, one, above, below, *alike)
    return Pair(name, one, other, below, above, *alike)


def ranked(comparison: Comparison, subject: str, name: str) -> Sequence[tuple[str, float | None]]:
    """Return the contenders of a subject with their medians, least first, censored ones last."""
    cells = [(c.id, comparison.runs_of(c.id, subject).median(name)) for c in comparison.contenders]
    return sorted(cells, key=lambda item: math.inf if item[1] is None else item[1])


@dataclass(frozen=True, slots=True)
class Least:
    """The contender with the least median on a board, those not told apart from it, and its equals.

    `without` are those with runs that had no answer, and so nothing to compare.
    """

    subject: str
    best: str
    median: float
    level: tuple[str, ...]
    equal: tuple[str, ...]
    without: tuple[str, ...]


def least(comparison: Comparison, subject: str, name: str) -> Least | None:
    """Return the least median of a board, or None if no contender has one to compare."""
    cells = {c.id: comparison.runs_of(c.id, subject) for c in comparison.contenders}
    if name == "peak_bytes":
        cells = {who: cell for who, cell in cells.items() if who not in comparison.own}
    known = {one: found for one, cell in cells.items() if (found := values(cell, name))}
    if name == "peak_bytes" and max(map(max, known.values()), default=0.0) < NOISE_BYTES:
        return None
    known_medians = [
        (found, contender)
        for contender, found in ranked(comparison, subject, name)
        if found is not None and contender in known
    ]
    if not known_medians or (
        name in measures.CLOCKS and ranked(comparison, subject, name)[0][0] not in known
    ):  # one that gave up in some runs has the least median, and is not compared
        return None
    median, best = known_medians[0]
    sides = {who: compared(comparison, best, who, subject, name) for who in known if who != best}
    level = tuple(who for who, found in sides.items() if found is Side.NEITHER)
    equal = tuple(who for who, found in sides.items() if found is Side.EQUAL)
    without = tuple(
        one
        for one, cell in cells.items()
        if one not in known
        and keeps(comparison, one, name)
        and any(row.end != measures.ANSWERED for row in cell.rows)
    )
    return Least(subject, best, median, level, equal, without)


@dataclass(frozen=True, slots=True)
class Ratio:
    """The ratio of one contender's values to another's, over the same boards.

    `ci95` is its interval; too few runs give none.
    """

    times: float
    ci95: Interval | None

    @property
    def told_apart(self) -> bool:
        """Whether the interval leaves out 1."""
        return self.ci95 is not None and not self.ci95[0] <= 1 <= self.ci95[1]

    @property
    def inverse(self) -> "Ratio":
        """The ratio of the other's values to the first one's."""
        ends = None if self.ci95 is None else (1 / self.ci95[1], 1 / self.ci95[0])
        return Ratio(1 / self.times, ends)


def ratio(
    comparison: Comparison, one: str, other: str, name: str, subjects: Sequence[str]
) -> Ratio | None:
    """Return how many times `one` has the values of `other`, each board weighing the same.

    A round, which runs every pair once, is summed up by the geometric mean over the boards. So the
    interval is that of the measurement: it holds for these boards. A run without an answer, or a
    value of 0, leaves no ratio, and None is returned.
    """
    first, second = (_rounds(comparison, who, name, subjects) for who in (one, other))
    if not first or not second:
        return None
    quotients = sorted(a - b for a in first for b in second)
    cut = _rank(len(first), len(second))
    ends = None if cut is None else (math.exp(quotients[cut]), math.exp(quotients[-1 - cut]))
    return Ratio(math.exp(median(quotients)), ends)


def _rounds(
    comparison: Comparison, contender: str, name: str, subjects: Sequence[str]
) -> list[float]:
    """Return the mean logarithm of each round, as many as all boards have; else none."""
    boards = [values(comparison.runs_of(contender, subject), name) for subject in subjects]
    least = min(map(len, boards), default=0)
    if not all(_known(value) and value > 0 for found in boards for value in found):
        return []
    return [sum(math.log(found[at]) for found in boards) / len(boards) for at in range(least)]


def _rank(first: int, second: int) -> int | None:
    """Return how many of the ordered quotients lie outside the interval on each side.

    It is the largest number that the rank sum test, at `LEVEL`, refuses for one less. The test may
    refuse nothing; then None is returned.
    """
    ways = [1] + [0] * (first * second)  # ways[u]: orders in which u pairs are the other way round
    for k in range(1, first + 1):  # the Gaussian binomial coefficient of first + second
        for u in range(first * second, second + k - 1, -1):
            ways[u] -= ways[u - second - k]
        for u in range(k, first * second + 1):
            ways[u] += ways[u - k]
    most, below, cut = LEVEL / 2 * math.comb(first + second, first), 0, 0
    while below + ways[cut] <= most:
        below += ways[cut]
        cut += 1
    return cut - 1 if cut else None


@dataclass(frozen=True, slots=True)
class Shares:
    """Two shares of games finished, `first` the larger, and the interval of their difference."""

    first: str
    second: str
    first_counts: tuple[int, int]
    """Finished, and played."""
    second_counts: tuple[int, int]
    ci95: Interval

    @property
    def told_apart(self) -> bool:
        """Whether the interval leaves out 0."""
        return not self.ci95[0] <= 0 <= self.ci95[1]

    @property
    def difference(self) -> float:
        """The first share less the second."""
        return self.share_of(self.first) - self.share_of(self.second)

    def share_of(self, who: str) -> float:
        """Return the share of one of the two."""
        finished, games = self.first_counts if who == self.first else self.second_counts
        return finished / games


def shares(comparison: Comparison, one: tuple[str, str], other: tuple[str, str]) -> Shares | None:
    """Compare two (contender, subject) by their games; return None if they have none to compare.

    Two contenders are compared on a board by the rounds that both ended, game by game; two boards
    of one contender by all its games. `first` and `second` of what is returned are contenders where
    these differ, else subjects.
    """
    if one[0] != other[0]:
        return _same_games(comparison, one[0], other[0], one[1])
    sides = []
    for who, where in (one, other):
        games, finished = comparison.runs_of(who, where).games
        if not games:
            return None
        sides.append((finished / games, where, (finished, games)))
    (_, first, counts1), (_, second, counts2) = sides if sides[0][0] >= sides[1][0] else sides[::-1]
    return Shares(first, second, counts1, counts2, newcombe(counts1, counts2))


def _same_games(comparison: Comparison, one: str, other: str, subject: str) -> Shares | None:
    """Compare two contenders by the games of a board that both played."""
    rounds = _rounds_of_both(comparison, one, other, subject)
    games = sum(int(row.counters["games"]) for row, _ in rounds)
    if not games:
        return None
    counts = [sum(int(pair[at].counters["finished"]) for pair in rounds) for at in (0, 1)]
    pairs = [_paired(*pair) for pair in rounds]
    known = [both for both in pairs if both is not None]
    order = (one, other)
    if counts[1] > counts[0]:
        order, counts = (other, one), counts[::-1]
        known = [(both, second, first) for both, first, second in known]
    sides = (counts[0], games), (counts[1], games)
    if len(known) < len(pairs):  # it was not kept which games were finished
        return Shares(*order, *sides, newcombe(*sides))
    both, first, second = (sum(pair[at] for pair in known) for at in range(3))
    interval = newcombe_paired(both, first, second, games - both - first - second)
    return Shares(*order, *sides, interval)


def _rounds_of_both(
    comparison: Comparison, one: str, other: str, subject: str
) -> list[tuple[RunRow, RunRow]]:
    """Return the rounds of equally many games that two contenders ended on a board."""
    rows = [
        {
            row.repeat: row
            for row in comparison.runs_of(who, subject).rows
            if row.end == measures.ANSWERED and row.counters.get("games")
        }
        for who in (one, other)
    ]
    pairs = [(rows[0][at], rows[1][at]) for at in rows[0] if at in rows[1]]
    return [(a, b) for a, b in pairs if a.counters["games"] == b.counters["games"]]


def _paired(one: RunRow, other: RunRow) -> tuple[int, int, int] | None:
    """Return how many games both finished, and each alone, or None if that was not kept."""
    if one.finished_games is None or other.finished_games is None:
        return None
    first, second = int(one.finished_games, 16), int(other.finished_games, 16)
    for row, games in ((one, first), (other, second)):
        if games.bit_count() != row.counters["finished"]:
            return None
    return (
        (first & second).bit_count(),
        (first & ~second).bit_count(),
        (second & ~first).bit_count(),
    )


@dataclass(frozen=True, slots=True)
class MeanShares:
    """The shares of two contenders over the same games, each board weighing the same.

    `first` is the one with the larger mean share.
    """

    first: str
    second: str
    means: tuple[float, float]
    boards: int
    games: int
    ci95: Interval

    @property
    def told_apart(self) -> bool:
        """Whether the interval leaves out 0."""
        return not self.ci95[0] <= 0 <= self.ci95[1]


def mean_shares(comparison: Comparison, one: str, other: str) -> MeanShares | None:
    """Compare two contenders by the means of their shares over boards with games of both."""
    found = [
        shares
        for subject in comparison.subjects
        if (shares := _same_games(comparison, one, other, subject.id)) is not None
    ]
    if not found:
        return None
    parts = [
        (s.difference, s.ci95) if s.first == one else (-s.difference, (-s.ci95[1], -s.ci95[0]))
        for s in found
    ]
    low, high = mean_interval(parts)
    means = [sum(s.share_of(who) for s in found) / len(found) for who in (one, other)]
    games = sum(s.first_counts[1] for s in found)
    if means[1] > means[0]:
        one, other, means, low, high = other, one, means[::-1], -high, -low
    return MeanShares(one, other, (means[0], means[1]), len(found), games, (low, high))
