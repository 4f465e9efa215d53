"""Compare methods on the same boards, fairly: supervised, repeated, interleaved and checked."""

import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

from gridwise.comparing import results as model
from gridwise.comparing.bench import cpu_name
from gridwise.comparing.results import Comparison, Contender, RunRow, Subject
from gridwise.comparing.suites import contenders, suite, suites
from gridwise.comparing.worked_examples import WORKED, worked, write
from gridwise.core import registry
from gridwise.core.errors import ParameterError, ParseError
from gridwise.core.limits import CancelToken, Interrupted
from gridwise.core.message import msg
from gridwise.core.method import Method
from gridwise.core.puzzle import Question
from gridwise.core.result import Stop
from gridwise.core.views import EngineView
from gridwise.solving.agreement import claims_of
from gridwise.solving.files import write_whole
from gridwise.solving.inputs import parse, read_inputs
from gridwise.solving.prepare import prepare
from gridwise.workers.supervisor import Supervisor, Task, TaskOutcome

REPEATS, TIME_S, MEMORY_BYTES = 5, 10.0, 2_000_000_000
"""What is taken where nothing is said."""
HEAP_FACTOR = 30
"""How much longer a run may take in which the Python heap is traced: so much slower it is."""
LOCK = ".lock"
"""The file in a comparison's folder that is locked while it runs."""
LONGEST_LABEL = 16
"""Where a board has a longer name than this, all boards get short ones: B1, B2, ..."""
_PACKAGES = ("numpy", "numba", "llvmlite", "python-sat")

Progress = Callable[[int, int, RunRow], None]
"""Called after each run with how many are done and planned, and its row."""


@dataclass(frozen=True)
class Plan:
    """What is compared, and under which limits."""

    title: str
    suite: str | None
    question: str
    subjects: tuple[Subject, ...]
    contenders: tuple[Contender, ...]
    metrics: tuple[str, ...] = ()
    repeats: int = REPEATS
    seed: int = 0
    time_s: float = TIME_S
    memory_bytes: int = MEMORY_BYTES
    pairs: frozenset[tuple[str, str]] = field(default=frozenset())
    """(contender, subject) that share a view; the others are not run."""

    def jobs(self) -> Iterator[tuple[Contender, Subject, int, str]]:
        """Yield every run in its order: each round holds all pairs once, in random order.

        So a machine that is slow for a while slows all contenders, not one. The runs that trace
        the Python heap come last, as tracing slows what it measures; they have `HEAP_FACTOR` times
        the time, and pairs that had no answer in the timed runs have none of them.
        """
        pairs = [
            (contender, subject)
            for subject in self.subjects
            for contender in self.contenders
            if (contender.id, subject.id) in self.pairs
        ]
        random = Random(self.seed)
        kind = model.GAMES if self.question == "games" else model.TIME
        for repeat in range(1, self.repeats + 1):
            for contender, subject in random.sample(pairs, len(pairs)):
                yield contender, subject, repeat, kind
        if kind == model.TIME:
            for contender, subject in random.sample(pairs, len(pairs)):
                yield contender, subject, 1, model.HEAP


def planned(
    inputs: Sequence[str],
    *,
    methods: Sequence[str] | None = None,
    puzzle: str | None = None,
    question: str | None = None,
    repeats: int | None = None,
    seed: int = 0,
    time_s: float | None = None,
    memory_bytes: int | None = None,
) -> Plan:
    """Read what is to be compared.

    Parameters
    ----------
    inputs
        Paths, notations, `-`; or the name of one ready-made suite.
    methods
        `name` or `name:option=value:option=value`; None for the suite's own, else for all that
        work on any of the boards.
    puzzle
        The kind of the inputs, where it is not to be read from them.
    question
        `solution`, `forced` or `count`; None for the suite's, else for the puzzle's first.
    repeats, seed, time_s, memory_bytes
        Runs of each pair; what the order follows from; the limits of a run.

    Raises
    ------
    UnknownNameError, ParameterError, InputError
        No such suite, method or option; a bad input; no method for any of the boards.
    """
    if len(inputs) == 1 and inputs[0] in suites():
        ready = suite(inputs[0])
        who = ready.contenders if methods is None else contenders(_named(methods))
        subjects = ready.subjects()
        asked = question or ready.question
        title, metrics = str(ready.title), ready.metrics
        repeats = repeats or ready.repeats
        time_s = time_s or ready.time_s
        name: str | None = ready.name
    else:
        subjects, asked = _subjects(inputs, puzzle), question or ""
        kinds = {registry.puzzle(s.puzzle).questions[0].value for s in subjects}
        if not asked:
            if len(kinds) > 1:
                raise ParameterError("these puzzles are asked different questions; name one")
            (asked,) = kinds
        named = _named(methods) if methods is not None else _fitting(subjects)
        who = contenders(named)
        title, metrics, name = str(msg("Comparison of methods")), (), None
    if asked not in ("solution", "forced", "count", "games"):
        raise ParameterError(f"a comparison asks for solution, forced or count, not {asked}")
    pairs = _pairs(who, subjects, asked)
    if not pairs:
        raise ParameterError("none of these methods works on any of these boards")
    if not metrics:
        metrics = _counters(who)
    return Plan(
        title,
        name,
        asked,
        subjects,
        who,
        metrics,
        repeats or REPEATS,
        seed,
        time_s or TIME_S,
        memory_bytes or MEMORY_BYTES,
        pairs,
    )


def compare_inputs(
    inputs: str | Sequence[str],
    output: str | Path,
    *,
    methods: Sequence[str] | None = None,
    puzzle: str | None = None,
    question: str | None = None,
    repeats: int | None = None,
    seed: int = 0,
    time_s: float | None = None,
    memory_bytes: int | None = None,
    hand_in: str | Path | None = None,
    lang: str = "en",
    cancel: CancelToken | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Compare methods on the same boards and keep every run in a folder.

    Parameters
    ----------
    inputs
        Paths and notations; or the name of one ready-made suite.
    output
        The folder. Where it holds the same comparison already, what was run is not run again.
    methods, puzzle, question, repeats, seed, time_s, memory_bytes
        See `gridwise.comparing.compare.planned`.
    hand_in
        A folder that gets sources, boards, answers, tables and the report, for a course.
    lang
        The language of what is handed in.
    cancel, progress
        See `gridwise.comparing.compare.compare`.

    Returns
    -------
    Comparison
        What was measured. Plots are drawn in the folder where matplotlib is installed.

    Raises
    ------
    UnknownNameError, ParameterError, InputError
        No such suite, method or option; a bad input; another comparison in the folder.
    Interrupted
        Cancelled.
    """
    from gridwise.comparing.charts import plot
    from gridwise.documents.hand_in import check
    from gridwise.documents.hand_in import hand_in as lay_out

    if hand_in is not None:
        check(hand_in)
    plan = planned(
        [inputs] if isinstance(inputs, str) else inputs,
        methods=methods,
        puzzle=puzzle,
        question=question,
        repeats=repeats,
        seed=seed,
        time_s=time_s,
        memory_bytes=memory_bytes,
    )
    result = compare(plan, output, cancel=cancel, progress=progress)
    if find_spec("matplotlib") is not None:
        plot(result, Path(output))
    if hand_in is not None:
        lay_out(output, hand_in, lang)
    return result


def _named(methods: Sequence[str]) -> tuple[tuple[str, Mapping[str, str]], ...]:
    out = []
    for text in methods:
        name, *options = text.split(":")
        pairs = [option.partition("=") for option in options]
        if not name or not all(key and equals for key, equals, _ in pairs):
            raise ParameterError(f"a method is name or name:option=value, not {text!r}")
        out.append((name, {key: value for key, _, value in pairs}))
    return tuple(out)


def _subjects(inputs: Sequence[str], puzzle: str | None) -> tuple[Subject, ...]:
    labels, notations, found = [], [], []
    for item in read_inputs(inputs, puzzle=puzzle):
        if item.entry.error is not None:
            raise item.entry.error
        assert item.puzzle is not None
        notation = item.puzzle.format(item.entry.position)
        many = item.source == "<notation>"
        labels.append(notation if many else f"{Path(item.source).name}:{item.entry.line}")
        notations.append(notation)
        found.append((item.puzzle, item.entry.position))
    ids = model.unique_ids(labels)
    short = max(map(len, labels)) <= LONGEST_LABEL
    return tuple(
        Subject(
            name,
            kind.name,
            notation,
            label if short else f"B{at}",
            len(kind.scene(position).cells),
            source="" if short else label,
        )
        for at, (name, label, notation, (kind, position)) in enumerate(
            zip(ids, labels, notations, found, strict=True), 1
        )
    )


def _fitting(subjects: Sequence[Subject]) -> tuple[tuple[str, Mapping[str, str]], ...]:
    every: dict[str, None] = {}
    for one in subjects:
        every.update((m.name, None) for m in registry.methods_for(parse(one.notation)))
    return tuple((name, {}) for name in every)


def _pairs(
    who: Sequence[Contender], subjects: Sequence[Subject], question: str
) -> frozenset[tuple[str, str]]:
    if question == "games":
        for one in who:
            for subject in subjects:
                registry.policy(subject.puzzle, one.method)
        return frozenset((c.id, s.id) for c in who for s in subjects)
    known: dict[str, Method] = {c.id: registry.method(c.method) for c in who}
    out = set()
    for subject in subjects:
        position = parse(subject.notation)
        fitting = registry.methods_for(position)
        if question == "forced" and Question.FORCED not in registry.puzzle_of(position).questions:
            raise ParameterError(f"{subject.puzzle} is not asked for what is forced")
        out |= {(c.id, subject.id) for c in who if known[c.id] in fitting}
    return frozenset(out)


def _counters(who: Sequence[Contender]) -> tuple[str, ...]:
    """Return the counters that most of the methods keep."""
    counts = [registry.method(c.method).counts for c in who]
    every = sorted({name for names in counts for name in names})
    return tuple(sorted(every, key=lambda name: -sum(name in c for c in counts))[:3])


def compare(
    plan: Plan,
    folder: str | os.PathLike[str],
    *,
    supervisor: Supervisor | None = None,
    cancel: CancelToken | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Run a plan, each run in a supervised process of its own, and keep every row at once.

    Where the folder holds the same plan already, what was run then is not run again, but for the
    runs whose process was lost.

    Parameters
    ----------
    plan
        See `planned`.
    folder
        Gets `manifest.json`, `runs.jsonl`, `runs.csv` and `table.csv`.
    supervisor
        By default one of one worker, so that no two runs share the machine.
    cancel
        Ends it between two runs, and the run at work; call again to go on.
    progress
        Called after each run.

    Raises
    ------
    ParameterError
        The folder holds another comparison, one is running in it now, a method refuses an option,
        or what was registered from outside the package cannot be loaded by another process.
    Interrupted
        Cancelled.
    """
    if supervisor is None:
        _loadable(plan)
    where = Path(folder)
    with _locked(where):
        return _compare(plan, where, supervisor, cancel, progress)


def _compare(
    plan: Plan,
    where: Path,
    supervisor: Supervisor | None,
    cancel: CancelToken | None,
    progress: Progress | None,
) -> Comparison:
    jobs = list(plan.jobs())
    total = len(jobs)
    manifest = _begin(plan, where)
    rows = _kept(where)
    done = {row.key for row in rows}
    _compile(plan, cancel)
    own = Supervisor(workers=1) if supervisor is None else None
    using = supervisor or own
    assert using is not None
    try:
        if own is not None and registry.outside():
            own.wait_warm()
            if own.failure is not None:
                raise ParameterError(f"a process for the runs could not start: {own.failure}")
        with (where / model.RUNS).open("a", encoding="utf-8") as file:
            for contender, subject, repeat, kind in jobs:
                if (subject.id, contender.id, repeat, kind) in done:
                    continue
                if kind == model.HEAP and not _answers(rows, contender, subject):
                    total -= 1  # what did not end in time will not end when it is slower
                    continue
                row = _run(plan, using, contender, subject, repeat, kind, cancel)
                if row.end == "cancelled":
                    raise Interrupted(Stop.CANCELLED)
                file.write(_line(row))
                file.flush()
                os.fsync(file.fileno())
                rows.append(row)
                if progress is not None:
                    progress(len(rows), total, row)
    finally:
        if own is not None:
            own.close()
    result = Comparison(manifest, tuple(rows))
    model.write_csv(result, where)
    _work(plan, where)
    return result


def _work(plan: Plan, folder: Path) -> None:
    """Compute the worked examples of a report's suite, where that was not done yet."""
    report = None if plan.suite is None else suite(plan.suite).report
    if report is not None and report.worked and not (folder / WORKED).exists():
        write(worked(report.worked, suite(plan.suite or "").boards), folder)


def _loadable(plan: Plan) -> None:
    """Refuse what was registered from outside the package and is in no file."""
    things: list[Any] = [registry.puzzle(name) for name in {s.puzzle for s in plan.subjects}]
    if plan.question != "games":
        things += [registry.method(contender.method) for contender in plan.contenders]
    for thing in things:
        if not registry.is_loadable(thing):
            raise ParameterError(
                f"{thing.name} is registered from a module without a file, so the processes that "
                "run a comparison cannot load it: write it into a file"
            )


def _compile(plan: Plan, cancel: CancelToken | None) -> None:
    """Compile ahead what the plan runs, so that no run is ended while it compiles."""
    wanted = set()
    if plan.question != "games":
        for subject in plan.subjects:
            position = parse(subject.notation)
            offers = frozenset(registry.puzzle_of(position).views(position))
            for contender in plan.contenders:
                if registry.method(contender.method).view_for(offers) is EngineView:
                    wanted.add(subject.puzzle)
    for _ in prepare(sorted(wanted), cancel=cancel) if wanted else ():
        pass


def _answers(rows: Sequence[RunRow], contender: Contender, subject: Subject) -> bool:
    """Return whether more than half of the timed runs of a pair ended with an answer."""
    mine = [r.end for r in rows if (r.contender, r.subject) == (contender.id, subject.id)]
    return 2 * mine.count(model.ANSWERED) > len(mine)


def _run(
    plan: Plan,
    supervisor: Supervisor,
    contender: Contender,
    subject: Subject,
    repeat: int,
    kind: str,
    cancel: CancelToken | None,
) -> RunRow:
    outcome = supervisor.run(
        _task(plan, contender, subject, repeat, kind),
        time_s=plan.time_s * (HEAP_FACTOR if kind == model.HEAP else 1),
        memory_bytes=plan.memory_bytes,
        cancel=cancel,
    )
    return _row(outcome, contender, subject, repeat, kind)


def _task(plan: Plan, contender: Contender, subject: Subject, repeat: int, kind: str) -> Task:
    if kind == model.GAMES:
        args = {
            "puzzle": subject.puzzle,
            "board": subject.notation,
            "policy": contender.method,
            "options": dict(contender.options),
            **subject.options,
            "seed": plan.seed * 1000 + repeat,  # the same games for all policies
        }
        return Task("simulate", args)
    args = {
        "notation": subject.notation,
        "method": contender.method,
        "options": dict(contender.options),
        "seed": plan.seed + repeat,
        "heap": kind == model.HEAP,
    }
    if plan.question == "count":
        return Task("count", args)
    return Task("solve", args | {"question": plan.question})


def _row(
    outcome: TaskOutcome, contender: Contender, subject: Subject, repeat: int, kind: str
) -> RunRow:
    """Turn what the supervisor says, and the record if there is one, into a row."""
    record: Mapping[str, Any] = outcome.value or {}
    if outcome.end == "refused":
        raise ParameterError(f"{contender.label} on {subject.label}: {outcome.error}")
    end = outcome.end
    if end == model.ANSWERED and kind != model.GAMES and record.get("status") == "UNKNOWN":
        end = str(record["stop"]).lower()
    statistics = record.get("statistics") or {}
    skip = ("wall_s", "cpu_s", "compile_s", "tables_s", "peak_bytes")
    counters = {k: v for k, v in statistics.items() if k not in skip and v is not None}
    if kind == model.GAMES:
        names = ("games", "wins", "finished", "stuck", "lost", "guesses")
        counters = {name: record[name] for name in names if record.get(name) is not None}
    claims = claims_of(record) if record.get("status") else {}
    if claims.get("moves") is not None:
        counters["length"] = claims["moves"]
    timed = kind != model.HEAP
    return RunRow(
        subject=subject.id,
        contender=contender.id,
        repeat=repeat,
        kind=kind,
        end=end,
        status=record.get("status"),
        stop=record.get("stop"),
        cpu_s=outcome.cpu_s if timed else None,
        wall_s=outcome.wall_s if timed else None,
        compile_s=outcome.compile_s if timed else None,
        tables_s=statistics.get("tables_s") if timed else None,
        peak_bytes=outcome.peak_bytes if timed else None,
        heap_bytes=None if timed else outcome.heap_bytes,
        counters=counters,
        claims=claims,
        error=outcome.error,
        lost=outcome.lost,
    )


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold the folder while a comparison writes to it; two would mix their rows."""
    from filelock import FileLock, Timeout

    if folder.exists() and not folder.is_dir():
        raise ParseError("a file", "a folder", source=str(folder))
    lock = FileLock(folder / LOCK, thread_local=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=0)
    except Timeout:
        raise ParameterError(
            f"{folder}: another comparison is running in this folder: wait for its end, or name "
            "another folder"
        ) from None
    except OSError as error:
        raise _not_writable(folder, error) from None
    except NotImplementedError:  # this file system has no locks
        yield
        return
    try:
        yield
    finally:
        lock.release()


def _not_writable(folder: Path, error: OSError) -> ParseError:
    reason = (error.strerror or str(error)).lower()
    return ParseError(reason, "a folder to write to", source=str(folder))


def _begin(plan: Plan, folder: Path) -> dict[str, Any]:
    """Write the manifest, or read it where the same comparison was begun."""
    wanted = {
        "suite": plan.suite,
        "title": plan.title,
        "question": plan.question,
        "seed": plan.seed,
        "repeats": plan.repeats,
        "limits": {"time_s": plan.time_s, "memory_bytes": plan.memory_bytes},
        "subjects": [one.as_dict() for one in plan.subjects],
        "contenders": [asdict(one) for one in plan.contenders],
        "metrics": list(plan.metrics),
    }
    wanted = json.loads(json.dumps(wanted))
    if (folder / model.MANIFEST).exists():
        found = model.read_manifest(folder)
        if any(found.get(key) != value for key, value in wanted.items()):
            raise ParameterError(
                f"{folder} holds another comparison: name another folder, or say the same again"
            )
        return found
    try:
        manifest = {**wanted, **machine(), "measurement_class": measurement_class(plan.repeats)}
        part = folder / (model.MANIFEST + ".part")
        part.write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n", "utf-8")
        part.replace(folder / model.MANIFEST)
    except OSError as error:
        raise _not_writable(folder, error) from None
    return manifest


def _kept(folder: Path) -> list[RunRow]:
    """Return the runs that are not run again, and take all else out of the file.

    That is a last line that was cut short, and the runs whose process was lost.
    """
    path = folder / model.RUNS
    found = model.read_rows(folder)
    rows = [row for row in found if not row.lost]
    if len(rows) < len(found):
        write_whole(path, map(_line, rows))
    elif path.exists():
        data = path.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole != len(data):
            with path.open("r+b") as file:
                file.truncate(whole)
    return rows


def _line(row: RunRow) -> str:
    return json.dumps(asdict(row), ensure_ascii=False) + "\n"


def measurement_class(repeats: int) -> str:
    """Return what the figures are good for."""
    if repeats >= REPEATS:
        return str(
            msg(
                "repeated: at least five interleaved runs of each pair, one at a time, "
                "warm processes"
            )
        )
    return str(msg("indicative: fewer than five runs of each pair, one at a time, warm processes"))


def machine() -> dict[str, Any]:
    """Return the machine, the versions and the day."""
    versions = {}
    for name in _PACKAGES:
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return {
        "gridwise": metadata.version("gridwise"),
        "commit": _commit(),
        "python": platform.python_version(),
        "platform": f"{platform.system()} {platform.release()} {platform.machine()}",
        "cpu": cpu_name(),
        "cores": os.cpu_count(),
        "packages": versions,
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "interpreter": sys.implementation.name,
    }


def _commit() -> str | None:
    """Return the commit of the checkout that runs, with `+` where it was changed; else None."""
    here = Path(__file__).resolve().parents[3]
    if not (here / ".git").exists():
        return None
    try:
        said = subprocess.run(
            ["git", "-C", str(here), "describe", "--always", "--abbrev=40", "--dirty=+"],
            capture_output=True,
            text=True,
            timeout=10,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return said.stdout.strip() or None
