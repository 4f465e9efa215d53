"""The cells of a comparison's tables: a value with its unit, or how its runs ended.

Every cell is computed from the rows, and a limit is never a number.
"""

from collections import Counter
from decimal import ROUND_DOWN, Decimal

from gridwise.comparing import measures
from gridwise.comparing.measures import END_NAMES
from gridwise.comparing.results import Comparison, PairRuns
from gridwise.comparing.significance import keeps
from gridwise.core.message import Message, msg
from gridwise.core.numbers import Numeral
from gridwise.render.screen import Text

NOTHING = "–"

_TIMES = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6))
_SIZES = (("GB", 1e9), ("MB", 1e6), ("kB", 1e3), ("B", 1.0))


def number(name: str, value: float) -> Numeral:
    """Return one value with its unit, by the measure's name: three digits of times and sizes."""
    if name.endswith(("_s", "_bytes")):
        unit, factor = _unit(name, value)
        return Numeral(f"{_three(value / factor)} {unit}")
    return Numeral(f"{int(value):,}" if float(value).is_integer() else _three(value))


def limit(comparison: Comparison, name: str) -> Numeral:
    """Return one of the limits, `time_s`, `cpu_s` or `memory_bytes`, as it was given."""
    value = float(comparison.manifest["limits"][name])
    unit, factor = _unit(name, value)
    return Numeral(f"{value / factor:.10g} {unit}")


def time_limits(comparison: Comparison) -> Text:
    """Return the limits of time of a run."""
    if comparison.manifest["limits"].get("cpu_s") is None:
        return limit(comparison, "time_s")
    return msg(
        "{cpu} of CPU time ({limit} on the clock)",
        cpu=limit(comparison, "cpu_s"),
        limit=limit(comparison, "time_s"),
    )


def bound(cell: PairRuns, name: str) -> Numeral:
    """Return what each stopped run of a pair had used at least, rounded down to three digits."""
    used = cell.bound(name) or 0.0
    unit, factor = _unit(name, used)
    digits = Decimal(used / factor)
    step = Decimal(1).scaleb(digits.adjusted() - 2 if digits else 0)
    return Numeral(f"{digits.quantize(step, ROUND_DOWN).normalize():f} {unit}")


def _unit(name: str, value: float) -> tuple[str, float]:
    """Return the largest unit that is not above the value, and how much it is."""
    units = _TIMES if name.endswith("_s") else _SIZES
    return next((pair for pair in units if value >= pair[1]), units[-1])


def _three(value: float) -> str:
    """Return a number with three digits, more where they stand before the point."""
    if value == 0:
        return "0"
    return f"{value:,.0f}" if abs(value) >= 99.95 else f"{value:#.3g}"


def cell_words(comparison: Comparison, contender: str, subject: str, name: str) -> Text:
    """Return one cell: median and spread, or how the runs ended that had no answer."""
    cell = comparison.runs_of(contender, subject)
    ends, runs = _ends(cell, name)
    middle, spread = cell.median(name), cell.spread(name)
    if not runs or not keeps(comparison, contender, name):
        return NOTHING
    if middle is None or spread is None:
        return _censored(comparison, cell, ends, runs, name) if ends else NOTHING
    shown = number(name, middle)
    low, high = number(name, spread[0]), number(name, spread[1]) if not ends else ""
    if ends:
        return msg("{median} [from {low}; {ends}]", median=shown, low=low, ends=_counted(ends))
    if low == high == shown:
        return shown
    return msg("{median} [{low} to {high}]", median=shown, low=low, high=high)


def brief_words(comparison: Comparison, contender: str, subject: str, name: str) -> Text:
    """Return one cell without its spread: the median, or how the runs ended without an answer."""
    middle = comparison.runs_of(contender, subject).median(name)
    if middle is None:
        return cell_words(comparison, contender, subject, name)
    return number(name, middle)


def _ends(cell: PairRuns, name: str) -> tuple[Counter[str], int]:
    """Return how the runs for a measure ended without an answer, and how many runs there were."""
    kind = measures.MEASURES[name][0] if name in measures.MEASURES else measures.TIME
    kinds = (kind, measures.GAMES) if kind == measures.TIME else (kind,)
    rows = [row for row in cell.rows if row.kind in kinds]
    return Counter(row.end for row in rows if row.end != measures.ANSWERED), len(rows)


def _censored(
    comparison: Comparison, cell: PairRuns, ends: Counter[str], runs: int, name: str
) -> Message:
    whole, counts = ends.total() == runs, {"n": ends.total(), "runs": runs}
    if set(ends) == {"time_limit"} and name in measures.CLOCKS and cell.bound(name):
        most = bound(cell, name)
        if whole:
            return msg("> {limit} (time)", limit=most)
        return msg("> {limit} (time; {n} of {runs} runs)", limit=most, **counts)
    if set(ends) == {"memory_limit"} and name in ("peak_bytes", "heap_bytes"):
        most = limit(comparison, "memory_bytes")
        if whole:
            return msg("> {limit} (memory)", limit=most)
        return msg("> {limit} (memory; {n} of {runs} runs)", limit=most, **counts)
    if whole and len(ends) == 1:
        return msg("no answer ({why})", why=END_NAMES[next(iter(ends))])
    return msg("no answer ({ends}; of {runs} runs)", ends=_counted(ends), runs=runs)


def _counted(ends: Counter[str]) -> tuple[Message, ...]:
    return tuple(msg("{n} × {end}", n=n, end=END_NAMES[end]) for end, n in sorted(ends.items()))
