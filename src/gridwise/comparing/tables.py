"""The tables of a comparison: a row a method, best first, and a column a board.

The page, the terminal, notebooks and reports show them; each adds only what it has room for. Every
cell is computed from the rows: a value with its unit, or how its runs ended. A limit is never a
number.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import ROUND_DOWN, Decimal
from typing import Any

from gridwise.agents.statistics import percent
from gridwise.comparing import measures
from gridwise.comparing.measures import END_NAMES, name_of
from gridwise.comparing.results import Comparison, Contender, PairRuns, Subject
from gridwise.comparing.significance import TIME, keeps, ranked
from gridwise.comparing.suites import CourseReport, board_name, contenders, suites
from gridwise.comparing.verdict import Standing, ratio_words, standings, verdict
from gridwise.core import numbers, registry
from gridwise.core.message import Message, as_message, msg
from gridwise.core.numbers import Numeral
from gridwise.render.screen import Text, columns
from gridwise.render.spoken import spoken
from gridwise.render.tables import ResultTable
from gridwise.render.words import before_colon, byte_size, duration

NOTHING = "–"
SHARE = "share"
"""The measure of games: the share that a player finished without a guess."""
MOST_COLUMNS = 12
"""A table has a column for each of so many boards; of more it says only how they range."""
_SHORT = {TIME: msg("cpu"), "peak_bytes": msg("memory"), "heap_bytes": msg("heap")}
"""The measures that have columns with short names."""
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


def _bound(cell: PairRuns, name: str) -> Numeral:
    """Return what each stopped run of a pair had used at least; no rounding makes it more."""
    used = cell.bound(name) or 0.0
    if not name.endswith(("_s", "_bytes")):
        return number(name, used)
    unit, factor = _unit(name, used)
    digits = Decimal(used / factor)
    step = Decimal(1).scaleb(digits.adjusted() - 2 if digits else 0)
    return Numeral(f"{digits.quantize(step, ROUND_DOWN).normalize():f} {unit}")


def _unit(name: str, value: float) -> tuple[str, float]:
    """Return the largest unit that is not above the value, and its size."""
    units = _TIMES if name.endswith("_s") else _SIZES
    return next((pair for pair in units if value >= pair[1]), units[-1])


def _three(value: float) -> str:
    """Return a number with three digits, or all digits before the point."""
    if value == 0:
        return "0"
    return f"{value:,.0f}" if abs(value) >= 99.95 else f"{value:#.3g}"


def cell_words(
    comparison: Comparison,
    contender: str,
    subject: str,
    name: str,
    *,
    spread: bool = True,
    brief: bool = False,
) -> Text:
    """Return the median of a pair and its spread, or how the runs without an answer ended.

    With `brief`, a pair without a median has what its runs used until a limit stopped them, or
    "none".
    """
    cell = comparison.runs_of(contender, subject)
    middle, ends = cell.median(name), cell.spread(name)
    if middle is not None and not spread:
        return number(name, middle)
    rows = cell.rows_of(name)
    failed = Counter(row.end for row in rows if row.end != measures.ANSWERED)
    if not rows or not keeps(comparison, contender, name):
        return NOTHING
    if brief and failed:
        used = cell.bound(name)
        return msg("> {limit}", limit=_bound(cell, name)) if used else msg("none")
    if middle is None or ends is None:
        return _censored(comparison, cell, failed, len(rows), name) if failed else NOTHING
    low, high = number(name, ends[0]), number(name, ends[1]) if not failed else ""
    if failed:
        return msg(
            "{median} [from {low}; {ends}]",
            median=number(name, middle),
            low=low,
            ends=_counted(failed),
        )
    if low == high == number(name, middle):
        return low
    return msg("{median} [{low} to {high}]", median=number(name, middle), low=low, high=high)


def _censored(
    comparison: Comparison, cell: PairRuns, ends: Counter[str], runs: int, name: str
) -> Message:
    whole, counts = ends.total() == runs, {"n": ends.total(), "runs": runs}
    if set(ends) == {"time_limit"} and name in measures.CLOCKS and cell.bound(name):
        most = _bound(cell, name)
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
    brief: bool = False,
    overall: bool = True,
) -> ResultTable:
    """Return the table of one measure.

    Parameters
    ----------
    measure
        One of `measures.MEASURES`, a counter, or `SHARE`.
    boards
        The ids of the boards that get a column; by default all of them.
    labels
        Other names of the boards.
    spread
        Whether a cell has the least and the largest value beside the median.
    brief
        Whether cells without a median are short; see `cell_words`.
    overall
        Whether the columns over all boards stand before those of the boards.
    """
    shown = [s.id for s in comparison.subjects] if boards is None else list(boards)
    names = {**comparison.labels, **(labels or {})}
    bad = {who for who, _ in _bad(comparison)}
    games = measure == SHARE
    first: list[Text] = [msg("player") if comparison.of_games else msg("method")]
    if overall and games:
        first += [msg("games"), msg("finished")]
    elif overall and len(shown) == 1:
        first.append(msg("runs"))
    elif overall:
        first.append(msg("boards answered"))
        first += [msg("times the best")] if measure == TIME else []
    rows: list[tuple[Text, ...]] = []
    bars: list[tuple[float | None, ...]] = []
    best = {one: _least(comparison, one, measure) for one in shown}
    order = _ordered(comparison, shown, measure)
    for one in order:
        cells: list[Text] = [names[one.contender]]
        if overall:
            cells += _overall(comparison, one, shown, measure)
        parts: list[float | None] = [None] * len(cells)
        for board in shown:
            value = _value(comparison, one.contender, board, measure)
            if games:
                cells.append(NOTHING if value is None else percent(value))
            else:
                cells.append(
                    cell_words(
                        comparison, one.contender, board, measure, spread=spread, brief=brief
                    )
                )
            parts.append(_part(measure, value, best[board]))
        rows.append(tuple(cells))
        bars.append(tuple(parts))
    return ResultTable(
        _title(comparison, measure),
        (*first, *(names[one] for one in shown)),
        tuple(rows),
        marked=frozenset(at for at, one in enumerate(order) if one.contender in bad),
        ids=tuple(one.contender for one in order),
        bars=tuple(bars),
    )


def _title(comparison: Comparison, measure: str) -> Message:
    if measure == SHARE:
        return msg("Share of games finished without a guess, by player, best first")
    if comparison.of_games:
        return msg("{what} by player, best first", what=name_of(measure))
    return msg("{what} by method, best first", what=name_of(measure))


def _overall(
    comparison: Comparison, one: Standing, boards: Sequence[str], measure: str
) -> list[Text]:
    """Return the cells over all boards that are shown."""
    cells = [comparison.runs_of(one.contender, board) for board in boards]
    if measure == SHARE:
        totals = zip(*(cell.games for cell in cells), strict=True)
        return [numbers.number(sum(total)) for total in totals] or [numbers.number(0)] * 2
    if len(cells) == 1:
        return [f"{cells[0].answered}/{cells[0].runs}"]
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
    cell = comparison.runs_of(contender, board)
    if measure != SHARE:
        return cell.median(measure)
    games, finished = cell.games
    return finished / games if games else None


def _least(comparison: Comparison, board: str, measure: str) -> float | None:
    values = (_value(comparison, one.id, board, measure) for one in comparison.contenders)
    return min((value for value in values if value is not None), default=None)


def _part(measure: str, value: float | None, least: float | None) -> float | None:
    """Return how long the bar of a value is; a share is as long as it says."""
    if value is None or least is None or measure == SHARE:
        return value if measure == SHARE else None
    return 1.0 if value <= least else least / value


def result_table(
    comparison: Comparison, *, width: int | None = None, words: Callable[[Text], str] = str
) -> ResultTable:
    """Return who won, and the table that it follows from: a row a method, best first.

    Parameters
    ----------
    width
        The columns of a line: where boards do not fit they get short names, and then a row each.
        Of more than `MOST_COLUMNS` boards the range of their values is shown.
    words
        Puts a text into the language in which it has to fit.
    """
    for table in _forms(comparison):
        if width is None or max(columns(line) for line, _ in table.lines(words)) <= width:
            break
    return table


def _forms(comparison: Comparison) -> Iterator[ResultTable]:
    """Yield the table in all its forms, the widest first."""
    subjects = comparison.subjects
    if len(subjects) == 1 and not comparison.of_games:
        metrics, board = list(comparison.manifest.get("metrics", ())), subjects[0]
        key = (msg("Board: {board}", board=board.source or comparison.labels[board.id]),)
        pairs = [(who, board.id) for who in method_table(comparison, TIME).ids]
        for many in range(len(metrics), -1, -1):
            yield _measured(comparison, pairs, metrics[:many], key, names=1)
        return
    if len(subjects) <= MOST_COLUMNS:
        yield _of_boards(comparison, {})
        short = {s.id: f"B{at}" for at, s in enumerate(subjects, 1)}
        if any(len(s.label) > len(short[s.id]) for s in subjects):
            yield _of_boards(comparison, short)
        yield by_size(comparison)
    else:
        yield _summary(comparison)


def rows_table(comparison: Comparison) -> ResultTable:
    """Return medians and ranges, a row for each board and method."""
    subjects = comparison.subjects
    key = [msg("{name}: {text}", name=s.label, text=s.source) for s in subjects if s.source]
    pairs = [(one.id, s.id) for s in subjects for one in comparison.contenders]
    return _measured(comparison, pairs, comparison.manifest.get("metrics", ()), key, names=2)


def _measured(
    comparison: Comparison,
    pairs: Iterable[tuple[str, str]],
    metrics: Sequence[str],
    key: Sequence[Text],
    names: int,
) -> ResultTable:
    """Return a row for each pair that was run, with its method or with board and method."""
    run = [pair for pair in pairs if comparison.runs_of(*pair).runs]
    labels, bad = comparison.labels, _bad(comparison)
    named: tuple[Text, ...] = (msg("board"), msg("method"))
    first = (msg("answered"), msg("cpu"), msg("range"), msg("memory"), msg("heap"))
    table = ResultTable(
        "",
        (*named[-names:], *first, *map(name_of, metrics)),
        tuple(
            (*(labels[board], labels[who])[-names:], *_cells(comparison, who, board, metrics))
            for who, board in run
        ),
        names,
        marked=frozenset(at for at, pair in enumerate(run) if pair in bad),
    )
    return _described(comparison, table, (*_SHORT, *metrics), key)


def _of_boards(comparison: Comparison, labels: Mapping[str, str]) -> ResultTable:
    table = method_table(comparison, first_measure(comparison), labels=labels)
    names = [(labels.get(s.id, s.label), s.source or s.label) for s in comparison.subjects]
    key = [msg("{name}: {text}", name=name, text=text) for name, text in names if name != text]
    if not comparison.of_games:
        key.insert(0, msg("Below the name of a board: the median of the CPU times on it."))
        rows = zip(table.ids, table.rows, strict=True)
        table = replace(
            table,
            head=(*table.head, msg("memory, at most")),
            rows=tuple((*row, _most_memory(comparison, who)) for who, row in rows),
        )
    return _described(comparison, table, _told(comparison), key)


def by_size(comparison: Comparison) -> ResultTable:
    """Return the table of CPU times, of games that of shares: a row a board, a column a method.

    Methods have short names, which a key below explains.
    """
    table = method_table(comparison, first_measure(comparison), brief=True, overall=False)
    short = [f"M{at}" for at in range(1, len(table.rows) + 1)]
    columns = zip(table.head, *table.rows, strict=True)
    (_, *names), *rows = ((head, *cells) for head, *cells in columns)
    clashing = {board for _, board in _bad(comparison)}
    key = [
        msg("{name}: {text}", name=name, text=who) for name, who in zip(short, names, strict=True)
    ]
    table = replace(
        table,
        head=(msg("board"), *short),
        rows=tuple(rows),
        marked=frozenset(
            at for at, board in enumerate(comparison.subjects) if board.id in clashing
        ),
        ids=tuple(board.id for board in comparison.subjects),
        bars=(),
    )
    shown = () if comparison.of_games else (TIME,)
    return _described(comparison, table, shown, key)


def _summary(comparison: Comparison) -> ResultTable:
    """Return the table without a column a board: over how much the medians range."""
    table = method_table(comparison, first_measure(comparison))
    at = len(table.head) - len(comparison.subjects)
    if comparison.of_games:
        heads, more = [msg("share, least to largest")], _share_range
    else:
        heads, more = [msg("cpu, least to largest"), msg("memory, at most")], _ranges
    rows = zip(table.ids, table.rows, strict=True)
    cells = tuple((*row[:at], *more(comparison, who)) for who, row in rows)
    table = replace(table, head=(*table.head[:at], *heads), rows=cells)
    return _described(comparison, table, _told(comparison))


def _told(comparison: Comparison) -> tuple[str, ...]:
    """Return the measures in a table of several boards."""
    return () if comparison.of_games else (TIME, "peak_bytes")


def _share_range(comparison: Comparison, contender: str) -> list[Text]:
    shares = _values(comparison, contender, SHARE)
    if not shares:
        return [NOTHING]
    return [msg("{low} to {high}", low=percent(min(shares)), high=percent(max(shares)))]


def _ranges(comparison: Comparison, contender: str) -> list[Text]:
    times = _values(comparison, contender, TIME)
    said: Text = NOTHING
    if times:
        said = msg("{low} to {high}", low=duration(min(times)), high=duration(max(times)))
    return [said, _most_memory(comparison, contender)]


def _most_memory(comparison: Comparison, contender: str) -> str:
    sizes = _values(comparison, contender, "peak_bytes")
    return byte_size(int(max(sizes))) if sizes else NOTHING


def _values(comparison: Comparison, contender: str, measure: str) -> list[float]:
    """Return the known values of a method on all boards."""
    values = (_value(comparison, contender, s.id, measure) for s in comparison.subjects)
    return [value for value in values if value is not None]


def _bad(comparison: Comparison) -> set[tuple[str, str]]:
    """Return the pairs that failed or whose answers exclude those of others."""
    bad = {(row.contender, row.subject) for row in comparison.faults()}
    return bad | {
        (who, one.subject) for one in comparison.disagreements() for who in one.contenders
    }


def _described(
    comparison: Comparison, table: ResultTable, shown: Sequence[str], key: Sequence[Text] = ()
) -> ResultTable:
    """Return a table with the comparison's title, its verdict, and how its columns are measured."""
    return replace(
        table,
        title=title_of(comparison),
        notes=(*reading_notes(comparison.subjects), *_how_measured(comparison, shown)),
        lead=verdict(comparison),
        key=tuple(key),
        wrong=tuple(_what_is_wrong(comparison)),
    )


def reading_notes(subjects: Iterable[Subject]) -> tuple[Message, ...]:
    """Return what was assumed to read the boards, each with the name of its board."""
    return tuple(
        msg("{name}: {text}", name=subject.source or subject.label, text=note)
        for subject in subjects
        for note in subject.notes
    )


def _cells(
    comparison: Comparison, contender: str, subject: str, metrics: Sequence[str]
) -> tuple[Text, ...]:
    """Return the numbers of one row; of runs that were stopped, `>` what they had used."""
    cell = comparison.runs_of(contender, subject)
    above = f"> {_bound(cell, TIME)}"
    ends = msg("{parts}", parts=tuple(END_NAMES[end] for end in cell.censored))
    middle, spread = cell.median("cpu_s"), cell.spread("cpu_s")
    time: Text
    reach: Text
    peak, heap = cell.median("peak_bytes"), cell.median("heap_bytes")
    if middle is None or spread is None:
        only_time = set(cell.censored) == {"time_limit"}
        ended: Text = ends if cell.censored else "-"
        time, reach = above if only_time and cell.bound(TIME) else ended, ""
    else:
        time = duration(middle)
        top = duration(spread[1]) if math.isfinite(spread[1]) else above
        reach = msg("{low} to {high}", low=duration(spread[0]), high=top)
    values = [cell.median(name) for name in metrics]
    return (
        f"{cell.answered}/{cell.runs}",
        time,
        reach,
        "-" if peak is None else byte_size(int(peak)),
        "-" if heap is None else byte_size(int(heap)),
        *("-" if value is None else f"{value:,.10g}" for value in values),
    )


def _how_measured(comparison: Comparison, shown: Sequence[str]) -> Iterator[Message]:
    """Yield the number of runs and their limit, the machine, and what the columns are."""
    manifest, n = comparison.manifest, int(comparison.manifest["repeats"])
    most = time_limits(comparison)
    trust = Message(manifest.get("measurement_class", ""))
    if n == 1:
        yield msg("Each pair was run once, limit {limit} a run; {trust}", limit=most, trust=trust)
    else:
        yield msg(
            "Each pair was run {n} times in random order, limit {limit} a run; {trust}",
            n=numbers.number(n),
            limit=most,
            trust=trust,
        )
    if "packages" in manifest:
        yield msg("{text}", text=_machine(manifest))
    for name in shown:
        text = measures.definition(name)
        if text is not None:
            yield msg("  {name}: {text}", name=_SHORT.get(name) or name_of(name), text=text)
    if "peak_bytes" in shown and comparison.own:
        yield measures.OWN_MEMORY


def _what_is_wrong(comparison: Comparison) -> Iterator[Message]:
    """Yield the answers that exclude each other and the runs that failed."""
    labels = comparison.labels
    for clash in comparison.disagreements():
        one, other = (labels[name] for name in clash.contenders)
        yield msg(
            "{one} and {other} disagree on {board}: {why}",
            one=one,
            other=other,
            board=labels[clash.subject],
            why=clash.text,
        )
    for row in comparison.faults():
        who, board = labels[row.contender], labels[row.subject]
        yield msg("{who} failed on {board}: {why}", who=who, board=board, why=row.error or "")


def _machine(manifest: Any) -> str:
    versions = (f"{name} {text}" for name, text in manifest["packages"].items())
    parts = (manifest["cpu"], f"python {manifest['python']}", *versions)
    return " · ".join((*parts, f"gridwise {manifest['gridwise']}", manifest["date"][:10]))


def in_spoken_names(comparison: Comparison, words: Callable[[Message], str]) -> Comparison:
    """Return the same comparison, whose methods, players and boards have names in one language.

    So a method is "A* (heuristic: linear conflict)" and no id; `words` translates. Of boards only
    the names of a suite are translated: what a user named keeps its name.
    """
    names = {one.id: spoken_name(one, words) for one in comparison.contenders}
    ready = suites().get(str(comparison.manifest.get("suite")))
    if ready is not None:
        known = {(one.id, one.label) for one in ready.subjects()}
        named = (one for one in comparison.subjects if (one.id, one.label) in known)
        names |= {one.id: words(board_name(one.label)) for one in named}
        if ready.report is not None:
            names |= _names_of_examples(ready.report, words)
    return replace(comparison, names=names)


def _names_of_examples(report: CourseReport, words: Callable[[Message], str]) -> dict[str, str]:
    """Return the names of methods and boards in a report's worked examples, by their labels."""
    names: dict[str, str] = {}
    for example in report.worked:
        if isinstance(example.get("options"), list) and "method" in example:
            forms = [(example["method"], one) for one in example["options"]]
            names |= {one.label: spoken_name(one, words) for one in contenders(forms)}
    return names | {label: words(board_name(label)) for label in report.board_labels()}


def title_of(comparison: Comparison) -> Text:
    """Return the title of a comparison: a message where it is one of Gridwise's own."""
    usual = msg("Comparison of methods")
    title = str(comparison.manifest.get("title") or usual)
    own = comparison.manifest.get("suite") in suites() or title == usual.template
    return as_message(title) if own else title


def spoken_name(one: Contender, words: Callable[[Message], str]) -> str:
    """Return the short title of a method or a player, with its options in words."""
    title = _registered_title(one.method)
    if title is None:
        return one.label
    name = before_colon(words(Message(title)))
    said = [f"{words(spoken(key))}: {words(spoken(value))}" for key, value in one.options.items()]
    return f"{name} ({', '.join(said)})" if said else name


def _registered_title(name: str) -> str | None:
    """Return the title of a method or a policy, None of what is not registered here."""
    known = registry.methods().get(name)
    if known is not None:
        return known.title
    for kind in registry.puzzles():
        policy = registry.policies(kind).get(name)
        if policy is not None:
            return policy.title
    return None
