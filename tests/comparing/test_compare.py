"""Comparisons as they run: the order, what is kept, going on after a break, wrong methods."""

import json
import sys
import tempfile
from collections import Counter
from pathlib import Path
from statistics import median
from types import ModuleType

import pytest

import gridwise
from comparing.planned import BOARDS, Denier, InProcess, opened, plan_of, planted
from every import every
from gridwise.comparing.plan import plan_comparison
from gridwise.comparing.results import Comparison
from gridwise.comparing.run import run_plan
from gridwise.comparing.suites import suites
from gridwise.comparing.tables import reading_notes
from gridwise.comparing.verdict import verdict
from gridwise.core import registry
from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.core.limits import Interrupted, Limits
from gridwise.documents import compare as documented
from gridwise.process.supervisor import Task, TaskOutcome
from gridwise.render.catalogue import catalogue
from gridwise.render.words import in_sentence
from without_children import no_git

__all__ = ["no_git", "planted"]
pytestmark = pytest.mark.usefixtures("no_git")


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


def test_what_was_assumed_to_read_a_board_is_kept_and_shown(tmp_path: Path) -> None:
    path = tmp_path / "queens.txt"
    path.write_bytes("# café\n....\n....\n....\n....\nmines: 3\n".encode("cp1252"))
    said = [
        "the file is no UTF-8 text; it is read as Windows-1252",
        "mines 3 in line 6 is left out",
    ]
    plan = plan_comparison([str(path), "queens:5:"], methods=["sat"], repeats=1)
    assert [list(map(str, one.notes)) for one in plan.subjects] == [said, []]
    for folder in (tmp_path / "kept", tmp_path / "kept"):  # the second time from what is kept
        run_plan(plan, folder, executor=InProcess())
    kept = Comparison.load(tmp_path / "kept")
    assert kept.subjects == plan.subjects
    assert [row.get("notes") for row in kept.to_dict()["table"]] == [said, None]
    table = str(kept)
    assert all(f"{note[1:]}.\n" in table for note in said)
    boards = [gridwise.Board.read(path), "queens:5:"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(documented, "carry_out", lambda plan, *_, **__: plan)
        again = gridwise.compare(boards, methods=["sat"])
    assert [list(map(str, one.notes)) for one in again.subjects] == [said, []]  # type: ignore[attr-defined]
    chinese = catalogue("zh-Hant")
    words = [in_sentence(block, chinese) for block in reading_notes(kept.subjects)]
    assert "Windows-1252" in words[0] and said[0] not in words[0]


@pytest.mark.parametrize(("methods", "repeats"), [(("sat",), 2), (("sat", "dpll", "bfs"), 5)])
def test_a_whole_comparison_keeps_to_its_time(
    methods: tuple[str, ...], repeats: int, tmp_path: Path
) -> None:
    """Were each run to end at its limit only, all of them would still keep to the time."""
    plan = plan_of(*methods, repeats=repeats, total_s=60.0, time_s=30.0)
    seconds: list[float] = []

    class Noting(InProcess):
        def run(self, task: Task, limits: Limits) -> TaskOutcome:
            seconds.append(limits.time_s or 0.0)
            return super().run(task, limits)

    run_plan(plan, tmp_path, executor=Noting())
    assert len(seconds) == len(plan.pairs) * (repeats + 1)
    assert 40.0 < sum(seconds) < 60.0
    assert plan_of(*methods, total_s=60.0, time_s=0.01).time_s == 0.01
    with pytest.raises(ParameterError, match="Too much for 5 s"):
        plan_of(*methods, total_s=5.0, repeats=50)


def test_pairs_without_a_shared_view_are_not_run() -> None:
    plan = plan_comparison(
        ["queens:4:", "sliding:2x2:1,0,2,3"], methods=["sat", "bfs"], question="solution"
    )
    assert {(c, s.split("-")[0]) for c, s in plan.pairs} == {
        ("sat", "queens"), ("bfs", "queens"), ("bfs", "sliding"),
    }  # fmt: skip
    with pytest.raises(ParameterError, match="None of these methods"):
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


def test_methods_that_play_a_game_are_asked_who_wins(tmp_path: Path) -> None:
    play = ["minimax", "alpha_beta"]
    assert plan_comparison(["queens:4:"], methods=play).question == "winner"
    every_one = plan_comparison(["queens:4:"], question="winner")
    assert {c.method for c in every_one.contenders} == set(play)
    own = f"{sys.executable} {{board}}"
    for methods in (["minimax", "sat"], [own], [own, "minimax"]):
        assert plan_comparison(["queens:4:"], methods=methods, own=True).question == "solution"
    with pytest.raises(ParameterError, match="None of these methods works"):
        plan_comparison(["sudoku:2x2:................"], methods=play)
    plan = plan_comparison(["queens:4:", "queens:4:r1c1"], methods=play, repeats=1)
    result = run_plan(plan, tmp_path / "out", executor=InProcess())
    assert not result.disagreements() and not result.faults()
    said = [str(one) for one in verdict(result)]
    assert "The player to move wins on queens:4:." in said
    assert "The player to move loses on queens:4:r1c1." in said
    for subject in result.subjects:
        looked_at = [result.runs_of(name, subject.id).median("expanded") for name in play]
        assert looked_at[0] >= looked_at[1]


def test_the_folder_holds_every_run_and_comes_back(tmp_path: Path) -> None:
    seen = []
    result = run_plan(
        plan_of("sat", "dpll"),
        tmp_path / "out",
        executor=InProcess(),
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
        run_plan(plan, tmp_path, executor=first)
    path = tmp_path / "runs.jsonl"
    kept = path.read_text()
    assert len(kept.splitlines()) == 10
    path.write_text(kept + kept.splitlines()[0][:50])  # killed while it wrote
    second = InProcess()
    result = run_plan(plan, tmp_path, executor=second)
    assert len(second.tasks) == 24 - 10
    assert path.read_text().startswith(kept)
    keys = Counter(row.key for row in result.rows)
    assert len(keys) == 24 and set(keys.values()) == {1}
    third = InProcess()
    assert run_plan(plan, tmp_path, executor=third) == result
    assert not third.tasks


def test_the_run_of_a_lost_process_is_run_again(tmp_path: Path) -> None:
    plan = plan_of("sat", "dpll")

    class Dying(InProcess):
        def run(self, task: Task, limits: Limits) -> TaskOutcome:
            if len(self.tasks) in (3, 5):
                self.tasks.append(task)
                lost = len(self.tasks) == 4
                return TaskOutcome("fault", error="signal SIGKILL ended it", lost=lost)
            return super().run(task, limits)

    first = run_plan(plan, tmp_path, executor=Dying())
    assert [row.lost for row in first.faults()] == [True, False]
    second = InProcess()
    result = run_plan(plan, tmp_path, executor=second)
    assert len(second.tasks) == 1, "what a method did wrong by itself stays"
    assert [row.lost for row in result.faults()] == [False]
    keys = Counter(row.key for row in Comparison.load(tmp_path).rows)
    assert len(keys) == 24 and set(keys.values()) == {1}


def test_another_comparison_is_not_mixed_in(tmp_path: Path) -> None:
    run_plan(plan_of("sat"), tmp_path, executor=InProcess())
    before = (tmp_path / "runs.jsonl").read_bytes()
    for other in (plan_of("dpll"), plan_of("sat", repeats=4), plan_of("sat", time_s=1.0)):
        with pytest.raises(ParameterError, match="another comparison"):
            run_plan(other, tmp_path, executor=InProcess())
    assert (tmp_path / "runs.jsonl").read_bytes() == before


def test_a_wrong_method_is_found_out(planted: str, tmp_path: Path) -> None:
    result = run_plan(plan_of("sat", "dpll", planted), tmp_path, executor=InProcess())
    clashes, faults = result.disagreements(), result.faults()
    assert clashes or faults
    assert {who for clash in clashes for who in clash.contenders} <= {"sat", "dpll", planted}
    assert all(planted in clash.contenders for clash in clashes)
    assert all(row.contender == planted for row in faults)
    if planted == "denier":  # right on the one board that has none
        assert {clash.subject for clash in clashes} == {s.id for s in result.subjects[:2]}


def test_a_method_in_no_file_is_refused(tmp_path: Path) -> None:
    module = ModuleType("nowhere")
    module.METHOD = Denier()  # type: ignore[attr-defined]
    registry.register(module)
    try:
        with pytest.raises(ParameterError, match="Denier is registered from a module without a"):
            run_plan(plan_of("sat", "denier"), tmp_path / "folder")
    finally:
        registry._EXTRA["METHOD"].remove(module.METHOD)
        registry.methods.cache_clear()
    assert not (tmp_path / "folder").exists()


@every("name", suites)
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


def test_without_matplotlib_the_command_still_prints_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from gridwise.cli.main import run

    monkeypatch.setattr("gridwise.comparing.run._opened", opened)
    monkeypatch.setattr("gridwise.documents.compare.find_spec", lambda name: None)
    words = ["compare", "queens:4:", "--methods", "min_max", "--repeats", "1", "-o", str(tmp_path)]
    assert run(words) == 0
    assert "min_max" in capsys.readouterr().out
    assert not (tmp_path / "plots").exists()


def test_without_a_folder_nothing_is_kept(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gridwise.cli.main import run

    monkeypatch.setattr("gridwise.comparing.run._opened", opened)
    monkeypatch.chdir(tmp_path)
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    words = ["compare", "queens:5:", "--methods", "sat,dpll", "--repeats", "1"]
    assert run(words) == 0
    told = capsys.readouterr().out
    assert "sat" in told and "dpll" in told and "Nothing is kept; -o DIR" in told
    assert [*tmp_path.iterdir()] == [temporary] and not [*temporary.iterdir()]
    assert run([*words, "--hand-in", "there"]) == 2
    assert "name its folder with -o" in capsys.readouterr().err
