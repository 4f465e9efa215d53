"""Comparisons as they run: the order, what is kept, going on after a break, wrong methods."""

import importlib
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median
from types import ModuleType
from typing import Any

import pytest

import gridwise
from gridwise.comparing.measures import name_of
from gridwise.comparing.plan import ComparisonPlan, plan_comparison
from gridwise.comparing.results import Comparison
from gridwise.comparing.run import run_plan
from gridwise.comparing.suites import suites
from gridwise.core import registry
from gridwise.core.errors import GridwiseError, ParameterError, UnknownNameError
from gridwise.core.limits import Interrupted, Limits
from gridwise.core.method import Method
from gridwise.core.puzzle import Question
from gridwise.core.run import Run
from gridwise.core.views import CnfModel, Model
from gridwise.workers.supervisor import Task, TaskOutcome

BOARDS = ("queens:4:", "queens:5:r1c1", "queens:6:r1c1")


class InProcess:
    """Answers in this process, so that methods planted by a test are there. Counts its runs."""

    def __init__(self, stop_after: int = 10**9) -> None:
        self.tasks: list[Task] = []
        self.stop_after = stop_after

    def run(self, task: Task, *, time_s: float, **_: Any) -> TaskOutcome:
        if len(self.tasks) == self.stop_after:
            return TaskOutcome("cancelled", None)
        self.tasks.append(task)
        args = dict(task.args)
        try:
            how: dict[str, Any] = {
                "method": args["method"], "options": args["options"], "seed": args["seed"],
                "limits": Limits(time_s=time_s),
            }  # fmt: skip
            position = gridwise.parse(args["notation"])
            if task.name == "count":
                result: Any = gridwise.count(position, **how)
            else:
                question = Question(args["question"])
                result = gridwise.solve(position, question=question, **how)
            value = gridwise.as_json(result)
            heap = 77 if args["heap"] else None
            return TaskOutcome("answered", value, 0.5, 0.25, 0.0, 100, heap)
        except GridwiseError as error:
            return TaskOutcome("fault", None, error=str(error))


class Closing(InProcess):
    """Takes the place of the supervisor that `compare` makes."""

    failure = None

    def __init__(self, workers: int) -> None:
        super().__init__()

    def close(self) -> None:
        pass

    def wait_warm(self) -> bool:
        return True


def plan_of(*methods: str, **more: Any) -> ComparisonPlan:
    return plan_comparison(BOARDS, methods=methods, **({"repeats": 3} | more))


def test_every_pair_is_run_so_often_in_rounds_of_random_order() -> None:
    plan = plan_of("sat", "dpll", "backtracking")
    jobs = [(c.id, s.id, repeat, kind) for c, s, repeat, kind in plan.runs()]
    assert len(jobs) == len(set(jobs)) == 9 * 3 + 9
    rounds = [jobs[at : at + 9] for at in range(0, 36, 9)]
    assert [{job[2:] for job in one} for one in rounds] == [
        {(1, "time")}, {(2, "time")}, {(3, "time")}, {(1, "heap")},
    ]  # fmt: skip
    orders = {tuple(job[:2] for job in one) for one in rounds}
    assert len(orders) == 4, "each round has an order of its own"
    assert jobs == [(c.id, s.id, r, k) for c, s, r, k in plan.runs()], "from the seed"
    other = plan_of("sat", "dpll", "backtracking", seed=1)
    assert [(c.id, s.id) for c, s, _, _ in other.runs()] != [job[:2] for job in jobs]


@pytest.mark.parametrize(("methods", "repeats"), [(("sat",), 2), (("sat", "dpll", "bfs"), 5)])
def test_a_whole_comparison_keeps_to_its_time(
    methods: tuple[str, ...], repeats: int, tmp_path: Path
) -> None:
    """Were each run to end at its limit only, all of them would still keep to the time."""
    plan = plan_of(*methods, repeats=repeats, total_s=60.0, time_s=30.0)
    limits: list[float] = []

    class Noting(InProcess):
        def run(self, task: Task, *, time_s: float, **more: Any) -> TaskOutcome:
            limits.append(time_s)
            return super().run(task, time_s=time_s, **more)

    run_plan(plan, tmp_path, supervisor=Noting())  # type: ignore[arg-type]
    assert len(limits) == len(plan.pairs) * (repeats + 1)
    assert 40.0 < sum(limits) < 60.0
    assert plan_of(*methods, total_s=60.0, time_s=0.01).time_s == 0.01
    with pytest.raises(ParameterError, match="too much for 5 s"):
        plan_of(*methods, total_s=5.0, repeats=50)


def test_pairs_without_a_shared_view_are_not_run() -> None:
    plan = plan_comparison(
        ["queens:4:", "sliding:2x2:1,0,2,3"], methods=["sat", "bfs"], question="solution"
    )
    assert {(c, s.split("-")[0]) for c, s in plan.pairs} == {
        ("sat", "queens"), ("bfs", "queens"), ("bfs", "sliding"),
    }  # fmt: skip
    with pytest.raises(ParameterError, match="none of these methods"):
        plan_comparison(["sliding:2x2:1,0,2,3"], methods=["sat"])


def test_options_make_contenders_of_their_own() -> None:
    plan = plan_comparison(
        ["sliding:3x3:1,0,2,3,4,5,6,7,8"],
        methods=["a_star:heuristic=misplaced", "a_star:heuristic=manhattan:closed=parent"],
    )
    assert [c.label for c in plan.contenders] == [
        "a_star heuristic=misplaced", "a_star heuristic=manhattan closed=parent",
    ]  # fmt: skip
    for bad in ("a_star:", "a_star:x", ":x=1", "a_star:=1"):
        with pytest.raises(ParameterError, match="name:option=value"):
            plan_comparison(BOARDS, methods=[bad])
    with pytest.raises(UnknownNameError):
        plan_comparison(BOARDS, methods=["nothing"])


def test_without_methods_all_that_fit_are_compared() -> None:
    plan = plan_comparison(["queens:4:"])
    fitting = registry.methods_for(gridwise.parse("queens:4:"))
    assert [c.method for c in plan.contenders] == [m.name for m in fitting]


def test_the_folder_holds_every_run_and_comes_back(tmp_path: Path) -> None:
    seen = []
    result = run_plan(
        plan_of("sat", "dpll"),
        tmp_path / "out",
        supervisor=InProcess(),
        progress=lambda done, total, row: seen.append((done, total, row.kind)),
    )
    assert seen[-1] == (24, 24, "heap") and [s[0] for s in seen] == list(range(1, 25))
    lines = [json.loads(s) for s in (tmp_path / "out/runs.jsonl").read_text().splitlines()]
    assert len(lines) == 24
    assert Comparison.load(tmp_path / "out") == result
    cell = result.runs_of("sat", result.subjects[0].id)
    assert (cell.runs, cell.answered, cell.median("heap_bytes")) == (3, 3, 77)
    for contender in result.contenders:
        for subject in result.subjects:
            mine = [
                line for line in lines
                if (line["contender"], line["subject"], line["kind"])
                == (contender.id, subject.id, "time")
            ]  # fmt: skip
            cell = result.runs_of(contender.id, subject.id)
            assert cell.median("cpu_s") == median(line["cpu_s"] for line in mine)
            found = cell.median("decisions")
            assert found == median(line["counters"]["decisions"] for line in mine)
    manifest = result.manifest
    assert manifest["limits"]["time_s"] == 10.0 and manifest["repeats"] == 3
    assert "indicative" in manifest["measurement_class"]
    assert {"cpu", "cores", "python", "platform", "packages", "date", "commit"} <= manifest.keys()
    status = {(r.subject, r.status) for r in result.rows}
    assert status == {
        (s.id, "UNSATISFIABLE" if s.notation == "queens:6:r1c1" else "SOLVED")
        for s in result.subjects
    }
    assert not result.disagreements() and not result.faults()


def test_a_break_in_the_middle_loses_and_repeats_nothing(tmp_path: Path) -> None:
    plan = plan_of("sat", "dpll")
    first = InProcess(stop_after=10)
    with pytest.raises(Interrupted):
        run_plan(plan, tmp_path, supervisor=first)
    path = tmp_path / "runs.jsonl"
    kept = path.read_text()
    assert len(kept.splitlines()) == 10
    path.write_text(kept + kept.splitlines()[0][:50])  # killed while it wrote
    second = InProcess()
    result = run_plan(plan, tmp_path, supervisor=second)
    assert len(second.tasks) == 24 - 10
    assert path.read_text().startswith(kept)
    keys = Counter(row.key for row in result.rows)
    assert len(keys) == 24 and set(keys.values()) == {1}
    third = InProcess()
    assert run_plan(plan, tmp_path, supervisor=third) == result
    assert not third.tasks


def test_a_folder_takes_one_comparison_at_a_time(tmp_path: Path) -> None:
    plan = plan_of("sat")

    class Meanwhile(InProcess):
        def run(self, task: Task, *, time_s: float, **more: Any) -> TaskOutcome:
            if len(self.tasks) == 2:
                words = [sys.executable, "-m", "gridwise", "compare", *BOARDS, "--methods", "sat"]
                words += ["--repeats", "3", "-o", str(tmp_path)]
                second = subprocess.run(words, capture_output=True, text=True, check=False)
                assert second.returncode == 2 and not second.stdout
                assert second.stderr.count("\n") == 1
                assert "another comparison is running in this folder" in second.stderr
            return super().run(task, time_s=time_s, **more)

    run_plan(plan, tmp_path, supervisor=Meanwhile())
    keys = Counter(row.key for row in Comparison.load(tmp_path).rows)
    assert len(keys) == 12 and set(keys.values()) == {1}
    again = InProcess()
    run_plan(plan, tmp_path, supervisor=again)  # the lock is free again
    assert not again.tasks


def test_the_run_of_a_lost_process_is_run_again(tmp_path: Path) -> None:
    plan = plan_of("sat", "dpll")

    class Dying(InProcess):
        def run(self, task: Task, *, time_s: float, **more: Any) -> TaskOutcome:
            if len(self.tasks) in (3, 5):
                self.tasks.append(task)
                lost = len(self.tasks) == 4
                return TaskOutcome("fault", error="signal SIGKILL ended it", lost=lost)
            return super().run(task, time_s=time_s, **more)

    first = run_plan(plan, tmp_path, supervisor=Dying())
    assert [row.lost for row in first.faults()] == [True, False]
    second = InProcess()
    result = run_plan(plan, tmp_path, supervisor=second)
    assert len(second.tasks) == 1, "what a method did wrong by itself stays"
    assert [row.lost for row in result.faults()] == [False]
    keys = Counter(row.key for row in Comparison.load(tmp_path).rows)
    assert len(keys) == 24 and set(keys.values()) == {1}


def test_another_comparison_is_not_mixed_in(tmp_path: Path) -> None:
    run_plan(plan_of("sat"), tmp_path, supervisor=InProcess())
    before = (tmp_path / "runs.jsonl").read_bytes()
    for other in (plan_of("dpll"), plan_of("sat", repeats=4), plan_of("sat", time_s=1.0)):
        with pytest.raises(ParameterError, match="another comparison"):
            run_plan(other, tmp_path, supervisor=InProcess())
    assert (tmp_path / "runs.jsonl").read_bytes() == before


class Denier(Method):
    """Says of every board that it has no solution."""

    name = "denier"
    title = "Denier"
    source = "none"
    views = (CnfModel,)
    complete = True
    counts = frozenset({"decisions"})
    node = "nothing"

    def models(self, view: Any, run: Run, *, ordered: bool = False) -> Iterator[Model]:
        return iter(())


class Dreamer(Denier):
    """Answers with no fact at all, whatever is asked."""

    name = "dreamer"

    def models(self, view: Any, run: Run, *, ordered: bool = False) -> Iterator[Model]:
        yield ()


@pytest.fixture(params=[Denier, Dreamer])
def planted(request: pytest.FixtureRequest) -> Iterator[str]:
    module = ModuleType("planted")
    module.METHOD = request.param()  # type: ignore[attr-defined]
    module.__file__ = __file__  # some file: no other process loads it here
    registry.register(module)
    try:
        yield module.METHOD.name
    finally:
        registry._EXTRA["METHOD"].remove(module.METHOD)
        registry.methods.cache_clear()


def test_a_wrong_method_is_found_out(planted: str, tmp_path: Path) -> None:
    result = run_plan(plan_of("sat", "dpll", planted), tmp_path, supervisor=InProcess())
    clashes, faults = result.disagreements(), result.faults()
    assert clashes or faults
    assert {who for clash in clashes for who in clash.contenders} <= {"sat", "dpll", planted}
    assert all(planted in clash.contenders for clash in clashes)
    assert all(row.contender == planted for row in faults)
    if planted == "denier":  # right on the one board that has none
        assert {clash.subject for clash in clashes} == {s.id for s in result.subjects[:2]}


@pytest.mark.slow
def test_the_command_shows_it_and_fails(
    planted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    import gridwise.comparing.run as module
    from gridwise.cli.main import run

    monkeypatch.setattr(module, "Supervisor", Closing)
    words = ["compare", *BOARDS, "--methods", f"sat,{planted}", "--repeats", "2", "-o"]
    assert run([*words, str(tmp_path / "bad")]) == 31
    out = capsys.readouterr().out
    assert "disagree on" in out or "failed on" in out
    assert run(["compare", *BOARDS, "--methods", "sat,dpll", "-o", str(tmp_path / "good")]) == 0
    out = capsys.readouterr().out
    assert "disagree" not in out and "3/3" in out and "plots/ (time_by_size" in out


OWN = """
import sys
from gridwise.core import registry
from gridwise.methods.dpll import Dpll

class Own(Dpll):
    name = "own"
    title = "Own"

METHOD = Own()
"""
AS_PROGRAM = """
registry.register(sys.modules[__name__])
{guard}
    from gridwise.comparing.plan import plan_comparison
    from gridwise.comparing.run import run_plan
    plan = plan_comparison(["queens:4:"], methods=["sat", "own"], repeats=1)
    print(*(f"{{row.contender}} {{row.end}}" for row in run_plan(plan, sys.argv[1]).rows), sep=", ")
"""


def test_the_processes_load_what_was_registered_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own_method.py").write_text(OWN)
    monkeypatch.syspath_prepend(str(tmp_path))
    module = importlib.import_module("own_method")
    registry.register(module)
    try:
        assert ("own_method", str(tmp_path / "own_method.py")) in registry.outside()
        result = run_plan(plan_of("sat", "own", repeats=1), tmp_path / "folder")
    finally:
        registry._EXTRA["METHOD"].remove(module.METHOD)
        registry.methods.cache_clear()
        del sys.modules["own_method"]
    assert [row.end for row in result.rows] == ["answered"] * len(result.rows)
    assert {row.contender for row in result.rows} == {"sat", "own"}
    assert not result.disagreements()
    assert "own_method" not in dict(registry.outside())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("guard", "status", "says"),
    [
        ('if __name__ == "__main__":', 0, "own answered, sat answered"),
        ("if True:", 1, 'put that under `if __name__ == "__main__":`'),
    ],
)
def test_a_program_registers_its_own_method(
    tmp_path: Path, guard: str, status: int, says: str
) -> None:
    """A method in the program's own file; without the guard each child would start another."""
    program = tmp_path / "program.py"
    program.write_text(OWN + AS_PROGRAM.format(guard=guard))
    ran = subprocess.run(
        [sys.executable, str(program), str(tmp_path / "folder")],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=tmp_path.parent,
        check=False,
    )
    assert ran.returncode == status, ran.stderr
    told = ", ".join(sorted(set(ran.stdout.strip().split(", ")))) if not status else ran.stderr
    assert says in told


def test_a_method_in_no_file_is_refused(tmp_path: Path) -> None:
    module = ModuleType("nowhere")
    module.METHOD = Denier()  # type: ignore[attr-defined]
    registry.register(module)
    try:
        with pytest.raises(ParameterError, match="denier is registered from a module without a"):
            run_plan(plan_of("sat", "denier"), tmp_path / "folder")
    finally:
        registry._EXTRA["METHOD"].remove(module.METHOD)
        registry.methods.cache_clear()
    assert not (tmp_path / "folder").exists()


@pytest.mark.parametrize("name", suites())
def test_the_suites_are_what_they_say(name: str) -> None:
    plan = plan_comparison([name])
    assert plan.suite == name and plan.repeats >= 4
    assert len({s.id for s in plan.subjects}) == len(plan.subjects) >= 5
    assert all(any(c.id == pair[0] for pair in plan.pairs) for c in plan.contenders)
    jobs = list(plan.runs())
    assert len(jobs) >= len(plan.pairs) * plan.repeats
    if name == "minesweeper-cnf":
        assert [s.size for s in plan.subjects] == [25, 81, 121, 225, 400]
        assert {c.method for c in plan.contenders} == {
            "a_star", "backtracking", "brute_force", "sat",
        }  # fmt: skip
    if name == "minesweeper-agent":
        assert {s.options["free_cells"] for s in plan.subjects} == {1, 2, 3}
        assert {job[3] for job in jobs} == {"games"}


def recomputed(folder: Path) -> dict[tuple[str, str], tuple[int, int, float | None]]:
    """Runs, answers and the median CPU time of each pair, from the lines of the file alone."""
    found: dict[tuple[str, str], list[float]] = {}
    for text in (folder / "runs.jsonl").read_text().splitlines():
        line = json.loads(text)
        if line["kind"] != "heap":
            spent = line["cpu_s"] if line["end"] == "answered" else float("inf")
            found.setdefault((line["subject"], line["contender"]), []).append(spent)
    out = {}
    for pair, times in found.items():
        middle = median(times)
        ended = sum(spent < float("inf") for spent in times)
        out[pair] = (len(times), ended, middle if middle < float("inf") else None)
    return out


@pytest.mark.slow
@pytest.mark.parametrize("name", suites())
def test_the_table_of_a_suite_is_what_its_runs_say(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """A short form of each suite, run as it is: supervised, printed, read again."""
    from gridwise.cli.main import run
    from gridwise.comparing.suites import suite

    whole = suite(name)
    short = replace(whole, boards=whole.boards[:2], time_s=10.0)
    if whole.games:
        games = {**whole.games, "levels": {"free_cells": 1, "games": 1}}
        games["boards"] = [{"board": "8x8x8", "free_cells": [1, 2], "games": 3}]
        short = replace(short, games=games)
    for where in ("plan", "run"):
        monkeypatch.setattr(f"gridwise.comparing.{where}.suite", lambda _: short)
    out = tmp_path / "out"
    assert run(["compare", name, "--repeats", "2", "--json", "-o", str(out)]) == 0
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    wanted = recomputed(out)
    assert len(wanted) == len(printed) >= 6
    for record in printed:
        runs, ended, middle = wanted[record["subject"], record["contender"]]
        assert (record["runs"], record["answered"]) == (runs, ended) and runs == 2
        assert record["median"]["cpu_s"] == middle
        assert not record["disagreements"]
    words = ["compare", name, "--repeats", "2", "--rows", "-o", str(out)]
    assert run(words) == 0  # all of it is there
    table = capsys.readouterr().out
    assert all(contender.label in table for contender in short.contenders)
    assert all(f"  {name_of(metric)}: " in table for metric in short.metrics)
    assert len((out / "runs.jsonl").read_text().splitlines()) >= len(wanted) * 2
    plots = {path.name for path in (out / "plots").iterdir()}
    assert {
        f"{'success' if whole.games else 'time_by_size'}.{end}" for end in ("svg", "png")
    } <= plots


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_comparison_that_was_killed_goes_on(tmp_path: Path) -> None:
    import os
    import signal
    import time

    out = tmp_path / "out"
    words = ["compare", "queens:5:", "queens:6:", "--methods", "sat,dpll", "--repeats", "40"]
    program = [sys.executable, "-m", "gridwise", *words, "-o", str(out)]
    with subprocess.Popen(program, stdout=subprocess.DEVNULL) as running:
        path = out / "runs.jsonl"
        until = time.monotonic() + 120
        while not path.exists() or path.read_bytes().count(b"\n") < 5:
            assert time.monotonic() < until and running.poll() is None
            time.sleep(0.02)
        os.kill(running.pid, signal.SIGKILL)
    kept = path.read_bytes()
    whole = kept[: kept.rfind(b"\n") + 1]
    assert 5 <= whole.count(b"\n") < 164
    subprocess.run(program, check=True, stdout=subprocess.DEVNULL)
    assert path.read_bytes().startswith(whole)
    rows = Comparison.load(out).rows
    assert len(rows) == len({row.key for row in rows}) == 2 * 2 * 40 + 4


@pytest.mark.slow
def test_long_names_of_boards_are_short_in_tables_and_plots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    import gridwise.comparing.run as module
    from gridwise.cli.main import run
    from gridwise.documents.report import loaded
    from gridwise.documents.report.build import document

    boards = ["sudoku:2x2:1.......3......4", "sudoku:2x2:12......3......4"]
    plan = plan_comparison(boards, methods=["sat"])
    assert [(s.label, s.source) for s in plan.subjects] == list(
        zip(("B1", "B2"), boards, strict=True)
    )
    kept = plan_comparison(["queens:4:", "queens:5:"], methods=["sat"]).subjects
    assert [(s.label, s.source) for s in kept] == [("queens:4:", ""), ("queens:5:", "")]

    monkeypatch.setattr(module, "Supervisor", Closing)
    out = tmp_path / "out"
    assert run(["compare", *boards, "--methods", "sat", "--repeats", "1", "-o", str(out)]) == 0
    printed = capsys.readouterr().out.splitlines()
    at = printed.index(f"B1: {boards[0]}")
    assert printed[at + 1] == f"B2: {boards[1]}"
    assert all(boards[0] not in line for line in printed[:at])
    drawing = (out / "plots/time_by_size.svg").read_text()
    assert "B1" in drawing and boards[0] not in drawing
    texts = [str(text) for text in document(loaded(out), out).texts()]
    assert boards[0] in texts and "B1" in texts


@pytest.mark.slow
def test_the_python_twin_does_what_the_command_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import gridwise.comparing.run as module

    monkeypatch.setattr(module, "Supervisor", Closing)
    out, target = tmp_path / "out", tmp_path / "in"
    found = gridwise.compare("queens:4:", out, methods=["sat"], repeats=1, hand_in=target)
    assert found == Comparison.load(out) and found.rows[0].end == "answered"
    assert (out / "plots/time_by_size.svg").is_file() and (target / "REPORT.docx").is_file()


def test_without_matplotlib_the_command_still_prints_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from gridwise.cli.main import run

    monkeypatch.setattr("gridwise.documents.compare.find_spec", lambda name: None)
    words = ["compare", "queens:4:", "--methods", "min_max", "--repeats", "1", "-o", str(tmp_path)]
    assert run(words) == 0
    assert "min_max" in capsys.readouterr().out
    assert not (tmp_path / "plots").exists()


def test_without_a_folder_nothing_is_kept(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gridwise.cli.main import run

    monkeypatch.chdir(tmp_path)
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    words = ["compare", "queens:5:", "--methods", "sat,dpll", "--repeats", "1"]
    assert run(words) == 0
    told = capsys.readouterr().out
    assert "sat" in told and "dpll" in told and "nothing is kept; -o DIR" in told
    assert [*tmp_path.iterdir()] == [temporary] and not [*temporary.iterdir()]
    assert run([*words, "--hand-in", "there"]) == 2
    assert "name its folder with -o" in capsys.readouterr().err
