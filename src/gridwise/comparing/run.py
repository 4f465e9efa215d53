"""Run a plan: every run supervised in a process of its own, every row kept at once.

Several runs at a time have a supervised process each too, so limits, figures and failures are the
same: the children of one supervisor, or on a cluster the one child of each worker's supervisor.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, nullcontext
from dataclasses import asdict
from functools import cache, partial
from pathlib import Path
from typing import Any

from gridwise.comparing import measures
from gridwise.comparing import results as model
from gridwise.comparing.machine import machine_for_manifest
from gridwise.comparing.plan import REPEATS, ComparisonPlan, PlannedRun
from gridwise.comparing.results import Comparison, RunRow
from gridwise.comparing.suites import suite
from gridwise.comparing.worked_examples import WORKED, compute, save
from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.core.limits import CancelToken, Interrupted, Limits, check_cancel
from gridwise.core.message import msg
from gridwise.core.result import MEASURES, Stop
from gridwise.core.views import EngineView
from gridwise.jobs.folder import append_line, keep_lines, locked, write_manifest
from gridwise.process.sharing import Executor, open_executor, shared
from gridwise.process.stranger import START_S, RunLimits
from gridwise.process.supervisor import Supervisor, Task, TaskOutcome
from gridwise.solving.agreement import claims_of
from gridwise.solving.inputs import parse
from gridwise.solving.prepare import prepare
from gridwise.workers.own_solver.program import OwnFunction, packed, words_of
from gridwise.workers.own_solver.record import record_of_function

_OWN_GRACE_S, _OWN_BYTES = 90.0 + START_S, 2_000_000_000  # for its start and for judging it

Modules = tuple[tuple[str, str | None], ...]
RunCall = tuple[Task, Limits]
Progress = Callable[[int, int, RunRow], None]
"""Called after each run with the number of runs done and planned, and the row."""


def run_plan(
    plan: ComparisonPlan,
    folder: str | os.PathLike[str],
    *,
    executor: Executor | None = None,
    workers: int | None = None,
    cluster: str | None = None,
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
    executor
        Makes the runs in place of a supervisor's children; it stays open.
    workers, cluster
        The number of runs at a time, or the address of the cluster that makes them; the manifest
        says so. By default one, so that no two runs share the machine.
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
    together = cluster is not None or workers not in (None, 1)
    if executor is None:
        _refuse_unloadable(plan)
    busy = msg(
        "{folder}: another comparison is running in this folder: wait for its end, or name "
        "another folder",
        folder=str(where),
    )
    opening = _opened(workers, cluster) if executor is None else nullcontext(executor)
    with ExitStack() as stack:
        place = stack.enter_context(opening) if together else None
        stack.enter_context(locked(where, busy))
        manifest = _manifest(plan, where, together=together)
        rows = _kept_rows(where)
        _compile(plan, cancel)
        if place is None:  # its child starts with what was compiled
            place = stack.enter_context(opening)
        before = () if cluster is None else (run_supervised, registry.outside())

        def share(calls: Iterator[RunCall]) -> Iterator[tuple[Any, TaskOutcome]]:
            given = ((*before, *call) for call in calls)
            check = partial(check_cancel, cancel)
            return shared(place, given, check, ahead=1 + together, given_up=_lost)

        _run_missing(plan, where, rows, share, progress, cancel)
        result = Comparison(manifest, tuple(rows))
        model.write_csv(result, where)
        _work_examples(plan, where)
        return result


@contextmanager
def _opened(workers: int | None, cluster: str | None) -> Iterator[Executor]:
    """Yield an executor of runs."""
    if cluster is not None:
        with closing(open_executor(workers, cluster)) as executor:
            yield executor
        return
    with Supervisor(1 if workers is None else workers) as supervisor:
        _check_start(supervisor)
        yield supervisor


def _check_start(supervisor: Supervisor) -> None:
    """Raise `ParameterError` if a module from outside keeps the children from starting."""
    if registry.outside():
        supervisor.wait_warm()
        if supervisor.failure is not None:
            raise ParameterError(f"a process for the runs could not start: {supervisor.failure}")


def _lost(call: object) -> TaskOutcome:
    """Return the outcome of a run whose workers died; a resumed comparison repeats it."""
    return TaskOutcome("fault", error="the worker that supervised the run died", lost=True)


def run_supervised(modules: Modules, task: Task, limits: Limits) -> TaskOutcome:
    """Run a task in a supervised process, in a worker of a cluster."""
    return _supervisor(modules).run(task, limits)


@cache
def _supervisor(modules: Modules) -> Supervisor:
    """Return the supervisor of this worker; it ends with the worker."""
    for name, path in modules:
        registry.load(name, path)
    made = Supervisor()
    _check_start(made)
    return made


def _run_missing(
    plan: ComparisonPlan,
    where: Path,
    rows: list[RunRow],
    share: Callable[[Iterator[RunCall]], Iterator[tuple[Any, TaskOutcome]]],
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
                    _, outcome = next(outcomes)
                else:
                    outcome = _of_function(function, plan, run, cancel)
                row = _row(outcome, run)
                if row.end == "cancelled":
                    raise Interrupted(Stop.CANCELLED)
                append_line(file, asdict(row))
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
    if wanted:
        prepare(*sorted(wanted), cancel=cancel)


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
    manifest = {**wanted, **described}
    write_manifest(folder / model.MANIFEST, manifest)
    return manifest


def _kept_rows(folder: Path) -> list[RunRow]:
    """Return the rows that stay, and take all else out of the file.

    That is a last line that was cut short, and the runs whose process was lost.
    """
    rows = [row for row in model.read_rows(folder) if not row.lost]
    keep_lines(folder / model.RUNS, map(asdict, rows))
    return rows


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
