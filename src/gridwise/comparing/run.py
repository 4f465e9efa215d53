"""Run a plan: every run supervised in a process of its own, every row kept at once.

Runs are made one at a time unless `Share` is given, which makes several elsewhere. There too each
has a supervised process of its own, with the same limits: the executors of batches know no limit
of time or memory of a call, and must not, as a slice has thousands of puzzles.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from gridwise.comparing import measures
from gridwise.comparing import results as model
from gridwise.comparing.machine import machine_for_manifest
from gridwise.comparing.plan import REPEATS, ComparisonPlan, PlannedRun
from gridwise.comparing.results import Comparison, RunRow
from gridwise.comparing.suites import suite
from gridwise.comparing.worked_examples import WORKED, compute, save
from gridwise.compiled import file_lock
from gridwise.core import registry
from gridwise.core.errors import ParameterError, ParseError
from gridwise.core.limits import CancelToken, Interrupted, Limits, check_cancel
from gridwise.core.message import Message, msg
from gridwise.core.numbers import dumps
from gridwise.core.result import MEASURES, Stop
from gridwise.core.views import EngineView
from gridwise.solving.agreement import claims_of
from gridwise.solving.files import write_whole
from gridwise.solving.inputs import parse
from gridwise.solving.prepare import prepare
from gridwise.workers.own_solver.forked import OwnFunction
from gridwise.workers.own_solver.record import record_of_function
from gridwise.workers.own_solver.run import START_S, RunLimits, packed, words_of
from gridwise.workers.supervisor import RunCall, Share, Supervisor, Task, TaskOutcome, run_call

_OWN_GRACE_S, _OWN_BYTES = 90.0 + START_S, 2_000_000_000  # for its start and for judging it
LOCK = ".lock"
"""The file in a comparison's folder that is locked while it runs."""

Progress = Callable[[int, int, RunRow], None]
"""Called after each run with the number of runs done and planned, and the row."""


def run_plan(
    plan: ComparisonPlan,
    folder: str | os.PathLike[str],
    *,
    supervisor: Supervisor | None = None,
    share: Share | None = None,
    cancel: CancelToken | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Run a plan, each run in a supervised process of its own.

    Where the folder holds the same plan already, only the missing runs and those whose process
    was lost are run.

    Parameters
    ----------
    plan
        See `plan_comparison`.
    folder
        Gets `manifest.json`, `runs.jsonl`, `runs.csv` and `table.csv`.
    supervisor
        None makes one with one worker, so that no two runs share the machine.
    share
        Makes several runs at a time instead; the manifest says so.
    cancel
        Ends the current run and the comparison; call again to go on.
    progress
        Called after each run.

    Raises
    ------
    ParameterError
        The folder holds another comparison, or one is running in it; a method refuses an option;
        a puzzle or method registered from outside the package cannot be loaded by a process.
    Interrupted
        Cancelled.
    """
    where = Path(folder)
    check_cancel(cancel)
    if supervisor is None:
        _refuse_unloadable(plan)
    busy = msg(
        "{folder}: another comparison is running in this folder: wait for its end, or name "
        "another folder",
        folder=str(where),
    )
    with locked(where, busy):
        manifest = _manifest(plan, where, together=share is not None)
        rows = _kept_rows(where)
        _compile(plan, cancel)
        if share is not None:
            _run_missing(plan, where, rows, share, progress, cancel)
        elif supervisor is not None:
            _run_missing(plan, where, rows, _one_by_one(supervisor, cancel), progress, cancel)
        else:
            own = Supervisor(workers=1)
            try:
                if registry.outside():
                    own.wait_warm()
                    if own.failure is not None:
                        raise ParameterError(
                            f"a process for the runs could not start: {own.failure}"
                        )
                _run_missing(plan, where, rows, _one_by_one(own, cancel), progress, cancel)
            finally:
                own.close()
        result = Comparison(manifest, tuple(rows))
        model.write_csv(result, where)
        _work_examples(plan, where)
        return result


def _one_by_one(supervisor: Supervisor, cancel: CancelToken | None) -> Share:
    """Return what makes runs here, one after the other."""

    def share(calls: Iterator[RunCall]) -> Iterator[TaskOutcome]:
        for call in calls:
            yield run_call(supervisor, call, cancel)

    return share


def _run_missing(
    plan: ComparisonPlan,
    where: Path,
    rows: list[RunRow],
    share: Share,
    progress: Progress | None,
    cancel: CancelToken | None,
) -> None:
    """Run what `rows` does not hold yet, and append it there and to the folder's file."""
    done = {row.key for row in rows}
    runs = list(plan.runs())
    timed = [run for run in runs if run.kind != measures.HEAP]
    traced = [run for run in runs if run.kind == measures.HEAP]

    def call(run: PlannedRun) -> RunCall:
        if run.contender.is_own:  # keeps to its limits itself, and ends all that it started
            memory_bytes = _OWN_BYTES + plan.memory_bytes
            limits = Limits(plan.time_s + _OWN_GRACE_S, memory_bytes=memory_bytes)
            return _own_task(plan, run), limits
        heap = run.kind == measures.HEAP
        time_s = plan.heap_s if heap else plan.time_s
        cpu_s = plan.heap_cpu_s if heap else plan.cpu_s
        return _task(plan, run), Limits(time_s, cpu_s=cpu_s, memory_bytes=plan.memory_bytes)

    with (where / model.RUNS).open("a", encoding="utf-8") as file:
        for heap in (False, True):
            if heap:  # a pair that timed out would time out again, only later
                traced = [run for run in traced if run.key in done or _answers(rows, run)]
                runs = [*timed, *traced]
            missing = [run for run in (traced if heap else timed) if run.key not in done]
            functions = plan.functions  # of this process: no other one can call them
            outcomes = share(call(run) for run in missing if run.contender.id not in functions)
            for run in missing:
                function = functions.get(run.contender.id)
                if function is None:
                    outcome = next(outcomes)
                else:
                    outcome = _of_function(function, plan, run, cancel)
                row = _row(outcome, run)
                if row.end == "cancelled":
                    raise Interrupted(Stop.CANCELLED)
                file.write(_line(row))
                file.flush()
                os.fsync(file.fileno())
                rows.append(row)
                if progress is not None:
                    progress(len(rows), len(runs), row)


def _work_examples(plan: ComparisonPlan, folder: Path) -> None:
    """Compute the worked examples of a course report's suite, once for each folder."""
    ready = None if plan.suite is None else suite(plan.suite)
    if ready is None or ready.report is None or (folder / WORKED).exists():
        return
    if ready.report.worked:
        save(compute(ready.report.worked, ready.boards), folder)


def _refuse_unloadable(plan: ComparisonPlan) -> None:
    """Refuse a puzzle or method that was registered from a module without a file."""
    things: list[Any] = [registry.puzzle(name) for name in {s.puzzle for s in plan.subjects}]
    if plan.question != "games":
        things += [registry.method(one.method) for one in plan.contenders if not one.is_own]
    for thing in things:
        if not registry.is_loadable(thing):
            raise ParameterError(
                f"{thing.name} is registered from a module without a file, so the processes that "
                "run a comparison cannot load it: write it into a file"
            )


def _compile(plan: ComparisonPlan, cancel: CancelToken | None) -> None:
    """Compile the kernels of the plan ahead, so that no run times out while it compiles."""
    wanted = set()
    for subject in plan.subjects if plan.question != "games" else ():
        position = parse(subject.notation)
        offers = frozenset(registry.puzzle_of(position).views(position))
        methods = [registry.method(c.method) for c in plan.contenders if not c.is_own]
        if any(method.view_for(offers) is EngineView for method in methods):
            wanted.add(subject.puzzle)
    for _ in prepare(sorted(wanted), cancel=cancel) if wanted else ():
        pass


def _answers(rows: Sequence[RunRow], run: PlannedRun) -> bool:
    """Return whether more than half of the timed runs of this pair ended with an answer."""
    pair = (run.contender.id, run.subject.id)
    ends = [row.end for row in rows if (row.contender, row.subject) == pair]
    return 2 * ends.count(measures.ANSWERED) > len(ends)


def _task(plan: ComparisonPlan, run: PlannedRun) -> Task:
    options = dict(run.contender.options)
    if run.kind == measures.GAMES:
        args = {
            "puzzle": run.subject.puzzle,
            "board": run.subject.notation,
            "policy": run.contender.method,
            "options": options,
            **run.subject.options,
            "seed": plan.seed * 1000 + run.repeat,  # the same games for all policies
            "numbered": True,
        }
        return Task("simulate", args)
    args = {
        "notation": run.subject.notation,
        "method": run.contender.method,
        "options": options,
        "seed": plan.seed + run.repeat,
        "heap": run.kind == measures.HEAP,
    }
    if plan.question == "count":
        return Task("count", args)
    return Task("solve", args | {"question": plan.question})


def _of_function(
    function: OwnFunction, plan: ComparisonPlan, run: PlannedRun, cancel: CancelToken | None
) -> TaskOutcome:
    """Return the outcome of a function of this process."""
    limits = RunLimits(plan.time_s, plan.memory_bytes, cpu_s=plan.cpu_s)
    record = record_of_function(function, run.subject.notation, limits, cancel)
    return TaskOutcome(measures.ANSWERED, record)


def _own_task(plan: ComparisonPlan, run: PlannedRun) -> Task:
    words, folder = words_of(run.contender.method)
    words, files = packed(words, folder)
    args = {
        "notation": run.subject.notation,
        "command": words,
        "folder": str(folder),
        "files": files,
        "time_s": plan.time_s,
        "cpu_s": plan.cpu_s,
        "memory_bytes": plan.memory_bytes,
    }
    return Task("own_solver", args)


def _row(outcome: TaskOutcome, run: PlannedRun) -> RunRow:
    """Return the row of a run: what the supervisor measured, and the record if there is one."""
    record: Mapping[str, Any] = outcome.value or {}
    if outcome.end == "refused":
        raise ParameterError(f"{run.contender.label} on {run.subject.label}: {outcome.error}")
    end = outcome.end
    if (
        end == measures.ANSWERED
        and run.kind != measures.GAMES
        and record.get("status") == "UNKNOWN"
    ):
        end = str(record["stop"]).lower()
    statistics = record.get("statistics") or {}
    error, taken = outcome.error, asdict(outcome)
    if run.contender.is_own and statistics:
        taken = {**taken, **statistics}
        error = record["fault"] or error
        end = measures.FAULT if record["fault"] else end
    if run.kind == measures.GAMES:
        names = ("games", "wins", "finished", "stuck", "lost", "guesses")
        counters = {name: record[name] for name in names if record.get(name) is not None}
    else:
        skip = MEASURES.keys() - {"branching_factor"}
        counters = {k: v for k, v in statistics.items() if k not in skip and v is not None}
    claims = claims_of(record) if record.get("status") else {}
    if claims.get("moves") is not None:
        counters["length"] = claims["moves"]
    timed = run.kind != measures.HEAP
    return RunRow(
        subject=run.subject.id,
        contender=run.contender.id,
        repeat=run.repeat,
        kind=run.kind,
        end=end,
        status=record.get("status"),
        stop=record.get("stop"),
        cpu_s=taken["cpu_s"] if timed else None,
        wall_s=taken["wall_s"] if timed else None,
        compile_s=outcome.compile_s if timed else None,
        tables_s=statistics.get("tables_s") if timed else None,
        compile_cpu_s=outcome.compile_cpu_s if timed else None,
        tables_cpu_s=statistics.get("tables_cpu_s") if timed else None,
        peak_bytes=taken["peak_bytes"] if timed else None,
        heap_bytes=None if timed else outcome.heap_bytes,
        counters=counters,
        finished_games=record.get("finished_games"),
        claims=claims,
        error=error,
        lost=outcome.lost,
    )


@contextmanager
def locked(folder: Path, busy: Message) -> Iterator[None]:
    """Hold a folder while results are written to it: two runs would mix their rows.

    Raises
    ------
    ParameterError
        Another process holds it; `busy` says so.
    ParseError
        It is a file, or cannot be written.
    """
    if folder.exists() and not folder.is_dir():
        raise ParseError(msg("a file"), msg("a folder"), source=str(folder))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        release = file_lock.acquire(folder / LOCK)
    except file_lock.HeldElsewhereError:
        raise ParameterError(busy) from None
    except OSError as error:
        raise _not_writable(folder, error) from None
    try:
        yield
    finally:
        release()


def _not_writable(folder: Path, error: OSError) -> ParseError:
    reason = (error.strerror or str(error)).lower()
    return ParseError(reason, "a folder to write to", source=str(folder))


def _manifest(plan: ComparisonPlan, folder: Path, *, together: bool) -> dict[str, Any]:
    """Write the manifest, or read it where the same comparison was begun before.

    Where some of the runs were made together, its class of measurement is that.
    """
    wanted = {
        "suite": plan.suite,
        "title": plan.title,
        "question": plan.question,
        "seed": plan.seed,
        "repeats": plan.repeats,
        "limits": {
            "time_s": plan.time_s,
            **({} if plan.cpu_s is None else {"cpu_s": plan.cpu_s}),
            "memory_bytes": plan.memory_bytes,
        },
        "subjects": [one.as_dict() for one in plan.subjects],
        "contenders": [asdict(one) for one in plan.contenders],
        "metrics": list(plan.metrics),
    }
    wanted = json.loads(json.dumps(wanted))
    if (folder / model.MANIFEST).exists():
        found = model.read_manifest(folder)
        if any(found.get(key) != value for key, value in wanted.items()):
            raise ParameterError(
                msg(
                    "{folder} holds another comparison: name another folder, or say the same again",
                    folder=str(folder),
                )
            )
        trust = measurement_class(plan.repeats, together=True)
        if not together or found["measurement_class"] == trust:
            return found
        described = {**found, "measurement_class": trust}
    else:
        trust = measurement_class(plan.repeats, together=together)
        described = {**machine_for_manifest(), "measurement_class": trust}
    try:
        part = folder / (model.MANIFEST + ".part")
        text = json.dumps({**wanted, **described}, indent=1, ensure_ascii=False)
        part.write_text(text + "\n", "utf-8")
        part.replace(folder / model.MANIFEST)
    except OSError as error:
        raise _not_writable(folder, error) from None
    return {**wanted, **described}


def _kept_rows(folder: Path) -> list[RunRow]:
    """Return the rows that stay, and take all else out of the file.

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
    return dumps(asdict(row), ensure_ascii=False) + "\n"


def measurement_class(repeats: int, *, together: bool = False) -> str:
    """Return how far the figures can be trusted."""
    if together:
        return str(
            msg(
                "indicative: several runs at a time, which slow each other; "
                "compare processor times, not elapsed ones"
            )
        )
    if repeats >= REPEATS:
        return str(
            msg(
                "repeated: at least five interleaved runs of each pair, one at a time, "
                "warm processes"
            )
        )
    return str(msg("indicative: fewer than five runs of each pair, one at a time, warm processes"))
