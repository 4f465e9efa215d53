"""The results of a comparison: its rows, their medians, and the files that keep them.

A run that a limit ended is a *censored* value: it would have taken longer, or more, than it had
used until then, by the clock that is compared. It is never turned into a number. A median that
depends on how much longer is itself censored.
"""

import hashlib
import json
import math
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields
from functools import cached_property
from pathlib import Path
from re import fullmatch
from statistics import median
from typing import TYPE_CHECKING, Annotated, Any, Self, get_type_hints

from gridwise.comparing.measures import (
    ANSWERED,
    CLOCKS,
    ENDS,
    FAULT,
    GAMES,
    KINDS,
    MEASURES,
    STOPPED,
    TIME,
)
from gridwise.core.errors import ParseError, UnknownNameError, UsageError
from gridwise.core.message import Message, from_json, msg
from gridwise.core.numbers import dumps
from gridwise.core.question import Arg, check
from gridwise.jobs.folder import read_lines
from gridwise.render.display import charts_of, table_of, verdict_of
from gridwise.render.extras import needed
from gridwise.render.plots import figure
from gridwise.render.screen import TEXT_WIDTH
from gridwise.solving.agreement import disagreements

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MANIFEST, RUNS = "manifest.json", "runs.jsonl"


@dataclass(frozen=True, slots=True)
class Subject:
    """A board that is solved, or a kind of game that is played.

    `size` is the number of cells. The notation of a game is the board's measures, and `options`
    are those of the simulation. `source` is the full name of a board whose label is a short one.
    `notes` say what was assumed to read the board.
    """

    id: str
    puzzle: str
    notation: str
    label: str
    size: int
    options: Mapping[str, Any] = field(default_factory=dict)
    source: str = ""
    notes: tuple[Message, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return it for the manifest, without an empty `source` and empty `notes`."""
        notes = [note.as_json() for note in self.notes]
        value = {**asdict(self), "notes": notes}
        return {key: part for key, part in value.items() if part or key not in ("source", "notes")}

    @classmethod
    def of(cls, value: Mapping[str, Any]) -> Self:
        """Return the subject of `as_dict`."""
        return cls(**{**value, "notes": tuple(map(from_json, value.get("notes", ())))})


@dataclass(frozen=True, slots=True)
class Contender:
    """A method, or a policy, with its options."""

    id: str
    method: str
    options: Mapping[str, str] = field(default_factory=dict)
    label: str = ""

    @property
    def is_own(self) -> bool:
        """Whether it is somebody's own solver: a Python file, a command, or a function."""
        return names_own_solver(self.method)

    @property
    def is_program(self) -> bool:
        """Whether it is a command, whose times have the start of its process in them."""
        return self.is_own and not self.method.endswith((".py", "(board)"))


def names_own_solver(text: str) -> bool:
    """Return whether a text names a Python file, a command or a function: no method's name can."""
    return text.endswith(".py") or any(sign in text for sign in "/\\ {(")


_MOST = int(sys.float_info.max)
Real = Annotated[float, Arg(least=-_MOST, most=_MOST)]
Whole = Annotated[int, Arg(least=-_MOST, most=_MOST)]


@dataclass(frozen=True, slots=True)
class RunRow:
    """One run; a value that is not measured in that kind of run is None."""

    subject: str
    contender: str
    repeat: Whole
    kind: Annotated[str, Arg(names=lambda: KINDS)]
    end: Annotated[str, Arg(names=lambda: ENDS)]
    status: str | None = None
    stop: str | None = None
    cpu_s: Real | None = None
    wall_s: Real | None = None
    compile_s: Real | None = None
    tables_s: Real | None = None
    compile_cpu_s: Real | None = None
    tables_cpu_s: Real | None = None
    peak_bytes: Whole | None = None
    heap_bytes: Whole | None = None
    counters: Mapping[str, float] = field(default_factory=dict)
    finished_games: str | None = None
    """Of a player, which games it finished: bit n - 1 of this hexadecimal number is game n."""
    claims: Mapping[str, Any] = field(default_factory=dict)
    error: str | None = None
    lost: bool = False
    """Whether its process died or was killed from outside; a resumed comparison repeats it."""

    @property
    def key(self) -> tuple[str, str, int, str]:
        """The identity of the run in its comparison."""
        return self.subject, self.contender, self.repeat, self.kind

    def value(self, name: str) -> float | None:
        """Return a measure or a counter; None if it was not measured."""
        found = getattr(self, name) if name in MEASURES else self.counters.get(name)
        return None if found is None else float(found)


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two answers that exclude each other."""

    subject: str
    contenders: tuple[str, str]
    text: Message


@dataclass(frozen=True)
class PairRuns:
    """All runs of one contender on one subject."""

    contender: str
    subject: str
    rows: tuple[RunRow, ...]

    @property
    def runs(self) -> int:
        """The number of runs for time, or of games."""
        return len(self.rows_of(TIME))

    @property
    def answered(self) -> int:
        """The number of those that ended with an answer."""
        return sum(row.end == ANSWERED for row in self.rows_of(TIME))

    @property
    def censored(self) -> Mapping[str, int]:
        """The number of the others by how they ended."""
        return Counter(row.end for row in self.rows_of(TIME) if row.end != ANSWERED)

    @property
    def games(self) -> tuple[int, int]:
        """The number of games played in the runs that ended, and of those finished."""
        ended = [row.counters for row in self.rows if row.end == ANSWERED]
        return (
            sum(int(counters.get("games", 0)) for counters in ended),
            sum(int(counters.get("finished", 0)) for counters in ended),
        )

    def median(self, name: str) -> float | None:
        """Return the median of a measure or counter over the runs.

        A run without an answer counts as infinite. None if the median is infinite, or would be
        another if a stopped run had needed no more than it used; where a run was not measured, and
        where there is no run.
        """
        values = self._values(name)
        if not values or any(math.isnan(value) for value in values):
            return None
        middle = median(values)
        known = math.isfinite(middle) and middle == median(self._values(name, least=True))
        return middle if known else None

    def spread(self, name: str) -> tuple[float, float] | None:
        """Return the least and the largest value; infinity where a run had no answer.

        The least is also not above what a stopped run had used.
        """
        values = self._values(name)
        if not values or any(math.isnan(value) for value in values):
            return None
        return min(self._values(name, least=True)), max(values)

    def bound(self, name: str) -> float | None:
        """Return the least that a stopped run had used; None if none was stopped."""
        return min(
            (row.value(name) or 0.0 for row in self.rows_of(name) if row.end in STOPPED),
            default=None,
        )

    def rows_of(self, name: str) -> tuple[RunRow, ...]:
        """Return the runs in which a measure or counter is taken; players have runs of games."""
        kind = MEASURES[name][0] if name in MEASURES else TIME
        kinds = (kind, GAMES) if kind == TIME else (kind,)
        return tuple(row for row in self.rows if row.kind in kinds)

    def _values(self, name: str, *, least: bool = False) -> list[float]:
        """Return a value a run; with `least`, of one that was stopped what it had used."""
        out = []
        for row in self.rows_of(name):
            value = row.value(name)
            if least and row.end in STOPPED and name in CLOCKS:
                out.append(value or 0.0)
            elif row.end != ANSWERED:
                out.append(math.inf)
            else:
                out.append(math.nan if value is None else value)
        return out


@dataclass(frozen=True, repr=False)
class Comparison:
    """The manifest and the rows of one comparison; it shows itself as a table.

    `print` writes what the terminal shows, and a notebook shows the same as HTML.

    Examples
    --------
    >>> import gridwise as gw
    >>> found = gw.Comparison.load("out")  # doctest: +SKIP
    >>> print(found.verdict)  # doctest: +SKIP
    >>> found.to_pandas()[["board", "method", "cpu_s"]]  # doctest: +SKIP
    >>> found.plot("cactus")  # doctest: +SKIP
    """

    manifest: Mapping[str, Any]
    rows: tuple[RunRow, ...]
    names: Mapping[str, str] = field(default_factory=dict)
    """Contenders and subjects by id under other names: `tables.in_spoken_names`."""

    @cached_property
    def subjects(self) -> tuple[Subject, ...]:
        """The boards, in the order of the plan."""
        return tuple(map(Subject.of, self.manifest["subjects"]))

    @cached_property
    def contenders(self) -> tuple[Contender, ...]:
        """The methods or policies, in the order of the plan."""
        return tuple(Contender(**one) for one in self.manifest["contenders"])

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """The labels of contenders and subjects by id."""
        labels = {one.id: one.label for one in self.contenders}
        return labels | {one.id: one.label for one in self.subjects} | dict(self.names)

    @cached_property
    def own(self) -> frozenset[str]:
        """The ids of the contenders that are somebody's own solvers."""
        return frozenset(one.id for one in self.contenders if one.is_own)

    @cached_property
    def of_games(self) -> bool:
        """Whether policies played games, instead of methods answering a question."""
        of_games = any(row.kind == GAMES for row in self.rows)
        return of_games or self.manifest.get("question") == "games"

    @cached_property
    def _pairs(self) -> Mapping[tuple[str, str], PairRuns]:
        sorted_rows: dict[tuple[str, str], list[RunRow]] = {}
        for row in self.rows:
            sorted_rows.setdefault((row.contender, row.subject), []).append(row)
        return {key: PairRuns(*key, tuple(rows)) for key, rows in sorted_rows.items()}

    def runs_of(self, contender: str, subject: str) -> PairRuns:
        """Return the runs of one pair; it is empty where the pair was not run."""
        return self._pairs.get((contender, subject), PairRuns(contender, subject, ()))

    def disagreements(self) -> tuple[Disagreement, ...]:
        """Return the pairs of answers that exclude each other, one for two contenders a subject.

        The rule is that of `gridwise.solving.agreement`.
        """
        found: dict[tuple[str, str, str], Disagreement] = {}
        settled: dict[str, dict[str, dict[str, RunRow]]] = {}
        for row in self.rows:
            if row.claims and row.end not in (FAULT, "cancelled"):
                said = dumps(row.claims, sort_keys=True)
                settled.setdefault(row.subject, {}).setdefault(row.contender, {})[said] = row
        for subject, by_contender in settled.items():
            rows = [row for said in by_contender.values() for row in said.values()]
            for one, other, text in disagreements((row.contender, row.claims) for row in rows):
                pair = (one, other)
                found.setdefault((subject, *pair), Disagreement(subject, pair, text))
        return tuple(found.values())

    def faults(self) -> tuple[RunRow, ...]:
        """Return the runs that died, or whose answer failed its check."""
        return tuple(row for row in self.rows if row.end == FAULT)

    @cached_property
    def verdict(self) -> str:
        """Who won, by how much and how sure that is: English sentences, each on its line."""
        return "\n".join(map(str, verdict_of(self)))

    @cached_property
    def data_hash(self) -> str:
        """16 hex digits of all rows and of the plan; the order of the rows makes no difference."""
        rows = (asdict(row) for row in self.rows)
        measured = ({k: v for k, v in row.items() if k != "lost"} for row in rows)
        lines = sorted(dumps(row, sort_keys=True) for row in measured)
        plan = json.dumps([self.manifest["subjects"], self.manifest["contenders"]], sort_keys=True)
        return hashlib.sha256("\n".join([plan, *lines]).encode()).hexdigest()[:16]

    def __str__(self) -> str:
        return str(table_of(self, width=TEXT_WIDTH))

    def __repr__(self) -> str:
        who, where = len(self.contenders), len(self.subjects)
        return f"<Comparison of {who} methods on {where} boards, {len(self.rows)} runs>"

    def _repr_html_(self) -> str:
        return table_of(self).html()

    def to_dict(self) -> dict[str, Any]:
        """Return the manifest, all runs, and the medians of each pair, as one JSON object."""
        return {
            "manifest": dict(self.manifest),
            "runs": [asdict(row) for row in self.rows],
            "table": list(records(self)),
        }

    def to_pandas(self, *, runs: bool = False) -> Any:
        """Return a `pandas.DataFrame`: a row for each board and method, with medians.

        Parameters
        ----------
        runs
            A row for each run instead.

        Raises
        ------
        UsageError
            pandas is not installed.

        Notes
        -----
        What a limit ended has no number: its cell is NaN, and the column `censored` (of runs,
        `end`) says how it ended.
        """
        pandas = needed("pandas", extra="notebook", purpose="to_pandas()")
        labels = self.labels
        lines = []
        if runs:
            for row in self.rows:
                line = asdict(row)
                line = {"board": labels[line.pop("subject")]} | {
                    "method": labels[line.pop("contender")],
                    **{name: line[name] for name in line if name not in ("counters", "claims")},
                    **row.counters,
                }
                lines.append(line)
            return pandas.DataFrame(lines)
        for one in records(self):
            ends = ", ".join(f"{many} {end}" for end, many in sorted(one["censored"].items()))
            lines.append(
                {
                    "board": labels[one["subject"]],
                    "method": labels[one["contender"]],
                    "runs": one["runs"],
                    "answered": one["answered"],
                    "censored": ends,
                    **one["median"],
                }
            )
        return pandas.DataFrame(lines)

    @property
    def plots(self) -> tuple[str, ...]:
        """The names of the charts that `plot` draws."""
        return tuple(chart.name for chart in charts_of(self))

    def plot(self, name: str | None = None) -> "Figure":
        """Return a chart as a figure of matplotlib, which a notebook shows.

        Parameters
        ----------
        name
            One of `plots`; by default the first of them.

        Raises
        ------
        UnknownNameError
            The runs allow no chart of this name.
        UsageError
            matplotlib is not installed.
        """
        drawn = {chart.name: chart for chart in charts_of(self)}
        name = next(iter(drawn), "") if name is None else name
        if name not in drawn:
            raise UnknownNameError("chart", name, drawn)
        return figure(drawn[name])

    @classmethod
    def load(cls, folder: str | Path) -> Self:
        """Read a comparison from its folder.

        Raises
        ------
        ParseError
            A file is missing, or this program did not write it.
        """
        return cls(read_manifest(Path(folder)), read_rows(Path(folder)))


def records(comparison: Comparison) -> Iterator[dict[str, Any]]:
    """Yield the JSON object of each board and contender: how often it answered, and medians."""
    metrics = list(comparison.manifest["metrics"])
    names = ("cpu_s", "wall_s", "compile_s", "peak_bytes", "heap_bytes", *metrics)
    clashes = comparison.disagreements()
    for subject in comparison.subjects:
        for contender in comparison.contenders:
            cell = comparison.runs_of(contender.id, subject.id)
            if not cell.runs:
                continue
            yield {
                "subject": subject.id,
                "contender": contender.id,
                "runs": cell.runs,
                "answered": cell.answered,
                "censored": dict(cell.censored),
                "median": {name: cell.median(name) for name in names},
                "disagreements": [
                    one.text.sentence()
                    for one in clashes
                    if one.subject == subject.id and contender.id in one.contenders
                ],
                **({"notes": [str(note) for note in subject.notes]} if subject.notes else {}),
            }


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return the manifest of a folder; raise `ParseError`."""
    path = folder / MANIFEST
    try:
        found = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise ParseError(
            msg("no {file}", file=MANIFEST), msg("a comparison's folder"), source=str(folder)
        ) from None
    except (OSError, ValueError) as error:
        why = (getattr(error, "strerror", None) or str(error)).lower()
        raise ParseError(why, msg("the manifest of a comparison"), source=str(path)) from None
    needed = {"subjects", "contenders", "limits", "repeats", "seed"}
    if not isinstance(found, dict) or not needed <= found.keys():
        raise ParseError("another JSON value", "the manifest of a comparison", source=str(path))
    return found


def read_rows(folder: Path) -> tuple[RunRow, ...]:
    """Return the rows of a folder, without an incomplete last line; raise `ParseError`."""
    return tuple(read_lines(folder / RUNS, row_of, "the runs of a comparison", "a run"))


def row_of(value: Any) -> RunRow:
    """Return the row of a JSON object; raise `ValueError`, which says what is wrong."""
    if not isinstance(value, dict):
        raise ValueError(f"a {type(value).__name__}")
    needed = {one.name for one in fields(RunRow) if one.default is one.default_factory is MISSING}
    wrong = next((name for name in value if name not in _ROW), None)
    if wrong is not None:
        raise ValueError(f"an unknown key {wrong!r}")
    if not needed <= value.keys():
        raise ValueError(f"no {min(needed - value.keys())}")
    claims = value.get("claims") or {}
    parts = [(name, value[name], _ROW[name]) for name in value]
    if isinstance(claims, dict) and claims:
        parts += [(f"claims.{name}", claims.get(name), _CLAIMS[name]) for name in _CLAIMS]
    counters = value.get("counters")
    if isinstance(counters, dict):
        parts += [(f"counters.{name}", number, Real) for name, number in counters.items()]
    for name, part, hint in parts:
        try:
            check(name, part, hint)
            fits = name != "finished_games" or part is None or fullmatch("[0-9a-f]+", part)
        except UsageError:
            fits = False
        if not fits:
            raise ValueError(f"{json.dumps(part)[:60]} for {name}")
    return RunRow(**value)


_ROW = get_type_hints(RunRow, include_extras=True)
_CLAIMS: Mapping[str, Any] = {
    "status": str,
    **dict.fromkeys(("question", "stop", "answer"), str | None),
    **dict.fromkeys(("unique", "optimal", "exact"), bool | None),
    **dict.fromkeys(("bound", "count", "moves"), Real | None),
}
"""The type of each of `claims_of`."""


def write_csv(comparison: Comparison, folder: Path) -> None:
    """Write `runs.csv`, a line a run, and `table.csv`, a line a contender and subject."""
    import csv

    names = sorted({name for row in comparison.rows for name in row.counters})
    plain = ("subject", "contender", "repeat", "kind", "end", "status", "stop")
    with (folder / "runs.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow([*plain, *MEASURES, *names, "error"])
        for row in comparison.rows:
            values = [row.value(name) for name in (*MEASURES, *names)]
            writer.writerow([*(getattr(row, name) for name in plain), *values, row.error])
    with (folder / "table.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        measures = [*MEASURES, *names]
        head = [f"{name}_{part}" for name in measures for part in ("median", "low", "high")]
        writer.writerow(["subject", "contender", "runs", "answered", "censored", *head])
        for subject in comparison.subjects:
            for contender in comparison.contenders:
                cell = comparison.runs_of(contender.id, subject.id)
                ends = " ".join(f"{end}:{n}" for end, n in sorted(cell.censored.items()))
                line: list[Any] = [subject.id, contender.id, cell.runs, cell.answered, ends]
                for name in measures:
                    low, high = cell.spread(name) or (None, None)
                    line += [cell.median(name), *map(_finite, (low, high))]
                writer.writerow(line)


def _finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None


def unique_ids(labels: Iterable[str]) -> list[str]:
    """Return an id for each label: letters, digits, `_`, `-`, `=` and `.`, none of them twice."""
    out: list[str] = []
    for label in labels:
        base = "".join(c if c.isascii() and (c.isalnum() or c in "_-=.") else "-" for c in label)
        base = base.strip("-")[:60] or "x"
        name, number = base, 1
        while name in out:
            number += 1
            name = f"{base}-{number}"
        out.append(name)
    return out
