"""The one table of a comparison: a row a method, best first, and a column a board.

The page, the terminal, notebooks and reports show it; each adds only what it has room for.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gridwise.agents.statistics import percent
from gridwise.comparing.cells import NOTHING, brief_words, cell_words
from gridwise.comparing.charts import games_of
from gridwise.comparing.measures import name_of
from gridwise.comparing.results import Comparison
from gridwise.comparing.significance import TIME, ranked
from gridwise.comparing.verdict import Standing, ratio_words, standings
from gridwise.core.message import Message, msg
from gridwise.core.numbers import number
from gridwise.render.screen import Text

SHARE = "share"
"""The measure of games: the share that a player finished without a guess."""


@dataclass(frozen=True, slots=True)
class MethodRow:
    """One method, or player.

    Parameters
    ----------
    contender
        Its id.
    cells
        The texts, its name first.
    parts
        For each cell how much of the best value of its column it reaches, above 0 up to 1; None
        where there is no value to compare.
    marked
        Whether a run of it failed or its answers exclude those of another.
    """

    contender: str
    cells: tuple[Text, ...]
    parts: tuple[float | None, ...]
    marked: bool


@dataclass(frozen=True, slots=True)
class MethodTable:
    """Methods by one measure; `caption` says which, `head` has a text a column."""

    caption: Message
    head: tuple[Text, ...]
    rows: tuple[MethodRow, ...]


def first_measure(comparison: Comparison) -> str:
    """Return the measure that says who won: CPU time, of games the share finished."""
    return SHARE if comparison.of_games else TIME


def method_table(
    comparison: Comparison,
    measure: str,
    boards: Sequence[str] | None = None,
    *,
    labels: Mapping[str, str] | None = None,
    spread: bool = False,
    overall: bool = True,
) -> MethodTable:
    """Return the table of one measure.

    Parameters
    ----------
    measure
        One of `measures.MEASURES`, a counter, or `SHARE`.
    boards
        The ids of the boards that get a column; all of them without.
    labels
        Other names of the boards.
    spread
        Whether a cell has the least and the largest value beside the median.
    overall
        Whether the columns over all boards stand before those of the boards.
    """
    shown = [s.id for s in comparison.subjects] if boards is None else list(boards)
    names = {**comparison.labels, **(labels or {})}
    bad = {who for one in comparison.disagreements() for who in one.contenders}
    bad |= {row.contender for row in comparison.faults()}
    games = measure == SHARE
    first: list[Text] = [msg("player") if comparison.of_games else msg("method")]
    if overall and games:
        first += [msg("games"), msg("finished")]
    elif overall and len(shown) == 1:
        first.append(msg("runs"))
    elif overall:
        first.append(msg("boards answered"))
        first += [msg("times the best")] if measure == TIME else []
    rows = []
    least = {one: _least(comparison, one, measure) for one in shown}
    for one in _ordered(comparison, shown, measure):
        cells: list[Text] = [names[one.contender]]
        if overall:
            cells += _overall(comparison, one, shown, measure)
        parts: list[float | None] = [None] * len(cells)
        for board in shown:
            if games:
                cells.append(_share_words(comparison, one.contender, board))
            else:
                say = cell_words if spread else brief_words
                cells.append(say(comparison, one.contender, board, measure))
            value = _value(comparison, one.contender, board, measure)
            parts.append(_part(measure, value, least[board]))
        rows.append(MethodRow(one.contender, tuple(cells), tuple(parts), one.contender in bad))
    return MethodTable(
        caption(comparison, measure), (*first, *(names[one] for one in shown)), tuple(rows)
    )


def caption(comparison: Comparison, measure: str) -> Message:
    """Return what a table of a measure shows."""
    if measure == SHARE:
        return msg("Share of games finished without a guess, by player, best first")
    if comparison.of_games:
        return msg("{what} by player, best first", what=name_of(measure))
    return msg("{what} by method, best first", what=name_of(measure))


def _overall(
    comparison: Comparison, one: Standing, boards: Sequence[str], measure: str
) -> list[Text]:
    """Return the cells over all boards that are shown."""
    if measure == SHARE:
        counted = [games_of(comparison, one.contender, board) for board in boards]
        return [number(sum(n for n, _ in counted)), number(sum(n for _, n in counted))]
    if len(boards) == 1:
        cell = comparison.runs_of(one.contender, boards[0])
        return [f"{cell.answered}/{cell.runs}"]
    counts: list[Text] = [f"{len(one.answered)}/{len(one.boards)}"]
    if measure == TIME:
        counts.append(NOTHING if math.isnan(one.slower) else ratio_words(one.slower))
    return counts


def _ordered(comparison: Comparison, boards: Sequence[str], measure: str) -> list[Standing]:
    """Return the standings, sorted by one board's values where only one is shown."""
    order = list(standings(comparison))
    if len(boards) == 1 and measure != SHARE:
        places = {who: at for at, (who, _) in enumerate(ranked(comparison, boards[0], measure))}
        order.sort(key=lambda one: places[one.contender])
    elif len(boards) == 1:
        order.sort(key=lambda one: -(_value(comparison, one.contender, boards[0], measure) or 0.0))
    return order


def _value(comparison: Comparison, contender: str, board: str, measure: str) -> float | None:
    if measure != SHARE:
        return comparison.runs_of(contender, board).median(measure)
    games, finished = games_of(comparison, contender, board)
    return finished / games if games else None


def _least(comparison: Comparison, board: str, measure: str) -> float | None:
    found = (_value(comparison, one.id, board, measure) for one in comparison.contenders)
    return min((value for value in found if value is not None), default=None)


def _part(measure: str, value: float | None, least: float | None) -> float | None:
    """Return how long the bar of a value is; a share is as long as it says."""
    if value is None or least is None or measure == SHARE:
        return value if measure == SHARE else None
    return 1.0 if value <= least else least / value


def _share_words(comparison: Comparison, contender: str, board: str) -> str:
    share = _value(comparison, contender, board, SHARE)
    return NOTHING if share is None else percent(share)
