"""Comparisons of a server: their order, their limits, what outlives a page and a server."""

import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from comparing.planned import InProcess
from gridwise.comparing.run import run_plan
from gridwise.core.errors import GridwiseError, InputError, ParameterError, UnknownNameError
from gridwise.core.limits import Interrupted, Limits
from gridwise.core.result import Stop
from gridwise.jobs.stored import BusyError, JobPhase
from gridwise.process.supervisor import Task, TaskOutcome
from gridwise.web.server import comparisons as module
from gridwise.web.server.comparisons import Comparisons, StoredComparison
from gridwise.web.server.context import Config, ServerContext
from without_children import no_git

__all__ = ["no_git"]
pytestmark = pytest.mark.usefixtures("no_git")
PATIENCE_S = 240.0
SMALL: dict[str, Any] = {"methods": ["sat", "backtracking"], "repeats": 1, "time_s": 1.0}


class Instant(InProcess):
    """Makes runs that take no time."""

    def run(self, task: Task, limits: Limits) -> TaskOutcome:
        self.tasks.append(task)
        value = {"question": "solution", "status": "SOLVED", "stop": "COMPLETED", "unique": None,
                 "optimal": None, "bound": None, "count": None, "exact": None, "board": "q",
                 "moves": [], "statistics": {"decisions": 3}}  # fmt: skip
        return TaskOutcome("answered", value, 0.5, 0.25, 0.0, 100, None)


class Held:
    """Runs nothing until it is let go, and ends where it is cancelled."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.go = threading.Event()

    def __call__(self, plan: Any, folder: Path, *, cancel: Any, progress: Any) -> Any:
        self.begun.set()
        while not self.go.wait(0.01):
            if cancel.is_set():
                raise Interrupted(Stop.CANCELLED)
        (folder / "table.csv").write_text("x\n")


@pytest.fixture
def held() -> Held:
    return Held()


@pytest.fixture
def all_held(tmp_path: Path, held: Held) -> Iterator[Comparisons]:
    made = Comparisons(tmp_path, held)
    yield made
    made.close()


def ended(all_of_them: Comparisons, ident: str) -> StoredComparison:
    job = all_of_them.find(ident)
    job.finished.result(PATIENCE_S)
    return job


def test_one_runs_to_its_end_and_leaves_its_files(tmp_path: Path) -> None:
    supervisor = Instant()
    made = Comparisons(tmp_path, partial(run_plan, executor=supervisor))
    ident = made.start(["queens:4:", "queens:5:"], owner="me", **SMALL)
    state = ended(made, ident)
    assert (state.phase, state.done, state.total, state.error) == (JobPhase.DONE, 8, 8, "")
    assert len(supervisor.tasks) == 8
    result = state.result()
    assert result is not None
    assert {row.contender for row in result.rows} == {"sat", "backtracking"}
    assert state.file("table.csv").startswith(b"subject,contender")
    assert len(state.file("runs.jsonl").splitlines()) == 8
    made.close()
    again = Comparisons(tmp_path).find(ident)  # as after a new start of the server
    assert (again.phase, again.done, again.total) == (JobPhase.DONE, 8, 8)


def test_what_was_stopped_is_gone_on_with_where_it_was(tmp_path: Path) -> None:
    supervisor = Instant()

    def two_runs(plan: Any, folder: Path, *, cancel: Any, progress: Any) -> Any:
        def count(done: int, total: int, row: Any) -> None:
            progress(done, total, row)
            if done == 2:
                cancel.set()
                raise Interrupted(Stop.CANCELLED)

        return run_plan(plan, folder, executor=supervisor, cancel=cancel, progress=count)

    made = Comparisons(tmp_path, two_runs)
    ident = made.start(["queens:4:", "queens:5:"], **SMALL)
    assert ended(made, ident).phase is JobPhase.STOPPED
    made.close()
    other = Comparisons(tmp_path, partial(run_plan, executor=supervisor))
    before = other.find(ident)
    assert (before.phase, before.done, before.total) == (JobPhase.STOPPED, 2, 8)
    other.resume(ident)
    assert ended(other, ident).done == 8
    assert len(supervisor.tasks) == 8
    other.close()


def test_one_waits_for_the_other_and_both_can_be_stopped(all_held: Comparisons, held: Held) -> None:
    first = all_held.start(["queens:4:"], **SMALL)
    second = all_held.start(["queens:5:"], **SMALL)
    assert held.begun.wait(PATIENCE_S)
    assert all_held.find(first).phase is JobPhase.RUNNING
    assert all_held.find(second).phase is JobPhase.WAITING
    third = all_held.start(["queens:4:"], **SMALL)
    assert [all_held.before(ident) for ident in (first, second, third)] == [0, 1, 2]
    all_held.cancel(second)
    assert all_held.find(second).phase is JobPhase.STOPPED
    assert [all_held.before(ident) for ident in (second, third)] == [0, 1]
    all_held.cancel(third)
    all_held.cancel(first)
    assert ended(all_held, first).phase is JobPhase.STOPPED


def test_what_runs_is_named_before_it_ends(all_held: Comparisons, held: Held) -> None:
    ident = all_held.start(["queens:4:"], **SMALL)
    assert held.begun.wait(PATIENCE_S)
    current = all_held.find(ident).current
    assert current is not None
    assert current[0].id in ("sat", "backtracking")
    assert current[1] == "queens:4:"
    held.go.set()
    assert ended(all_held, ident).current is None


def test_a_fault_is_told_and_the_next_one_runs(tmp_path: Path) -> None:
    turns = iter((ValueError("broken"), ParameterError("refused"), None))

    def run(plan: Any, folder: Path, **_: Any) -> Any:
        error = next(turns)
        if error is not None:
            raise error

    made = Comparisons(tmp_path, run)
    idents = [made.start(["queens:4:"], **SMALL) for _ in range(3)]
    states = [ended(made, ident) for ident in idents]
    assert [s.phase for s in states] == [
        JobPhase.FAILED,
        JobPhase.FAILED,
        JobPhase.DONE,
    ]
    assert [s.error for s in states] == ["ValueError: broken", "Refused.", ""]
    made.close()


def test_everyone_sees_their_own_latest_first(tmp_path: Path, held: Held) -> None:
    made = Comparisons(tmp_path, held)
    mine = [made.start(["queens:4:"], owner="me", **SMALL) for _ in range(2)]
    made.start(["queens:4:"], owner="you", **SMALL)
    (tmp_path / "stray").mkdir()
    for at, ident in enumerate(mine):
        made.find(ident).made = f"2026-01-0{at + 1}"
    assert [job.ident for job in made.of("me")] == mine[::-1]
    assert made.of("nobody") == ()
    made.close()


def test_removing_stops_it_and_takes_its_folder(
    all_held: Comparisons, held: Held, tmp_path: Path
) -> None:
    ident = all_held.start(["queens:4:"], **SMALL)
    assert held.begun.wait(PATIENCE_S)
    all_held.remove(ident)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(UnknownNameError):
        all_held.find(ident)


@pytest.mark.parametrize("ident", ["", "..", "../x", "a" * 24 + "/..", "0" * 24, "0" * 23 + "\n"])
def test_an_id_that_is_none_is_unknown(tmp_path: Path, ident: str) -> None:
    (tmp_path / "asked.json").write_text("{}")
    made = Comparisons(tmp_path / "in")
    for ask in (made.find, made.cancel, made.remove, made.resume):
        with pytest.raises(UnknownNameError):
            ask(ident)


def test_a_file_that_is_none_of_its_own_is_unknown(tmp_path: Path, held: Held) -> None:
    made = Comparisons(tmp_path, held)
    ident = made.start(["queens:4:"], **SMALL)
    for name in ("asked.json", "../x", "manifest.json", ""):
        with pytest.raises(UnknownNameError):
            made.find(ident).file(name)
    made.close()


@pytest.mark.parametrize(
    "inputs",
    [[], ["/etc/hostname"], ["-"], ["sudoku", "queens:4:"], ["queens:4:"] * 51, ["queens:no:"]],
)
def test_paths_and_nonsense_are_refused(
    tmp_path: Path, inputs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "plan_comparison", lambda **_: pytest.fail("it got through"))
    with pytest.raises(GridwiseError):
        Comparisons(tmp_path).start(inputs)
    assert list(tmp_path.iterdir()) == []


def test_a_file_with_the_name_of_a_notation_is_not_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("queens:4:").write_text("queens:5:")
    with pytest.raises(ParameterError):
        Comparisons(tmp_path / "in").start(["queens:4:"])


@pytest.mark.parametrize(
    "more",
    [{"time_s": 601}, {"time_s": 0}, {"repeats": 51}, {"memory_bytes": 10**11}, {"methods": []}],
)
def test_limits_are_kept(tmp_path: Path, more: dict[str, Any]) -> None:
    with pytest.raises(ParameterError):
        Comparisons(tmp_path).start(["queens:4:"], **more)


def test_no_more_than_so_many_wait(all_held: Comparisons, held: Held) -> None:
    all_held.start(["queens:4:"], **SMALL)
    assert held.begun.wait(PATIENCE_S)
    for _ in range(module.MOST_WAITING):
        all_held.start(["queens:4:"], **SMALL)
    with pytest.raises(BusyError):
        all_held.start(["queens:4:"], **SMALL)


def test_closing_stops_what_runs_and_takes_no_more(tmp_path: Path, held: Held) -> None:
    made = Comparisons(tmp_path, held)
    ident = made.start(["queens:4:"], **SMALL)
    assert held.begun.wait(PATIENCE_S)
    made.close()
    assert made.find(ident).phase is JobPhase.STOPPED
    with pytest.raises(ParameterError):
        made.start(["queens:4:"], **SMALL)


def test_a_server_has_one_object_for_all_its_comparisons(tmp_path: Path) -> None:
    one, other = ServerContext(Config(tmp_path)), ServerContext(Config(tmp_path))
    assert one.comparisons is one.comparisons
    assert one.comparisons is not other.comparisons
    kept = one.comparisons
    one.close()
    with pytest.raises(ParameterError):
        kept.start(["queens:4:"], **SMALL)
    one.close()
    other.close()


def test_a_bad_board_says_where(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected"):
        Comparisons(tmp_path).start(["sudoku:3x3:12"])


def test_a_comparison_of_too_many_runs_is_refused(all_held: Comparisons) -> None:
    with pytest.raises(ParameterError, match=r"At most 10,000 runs, not \d{2},\d{3}"):
        all_held.start([f"queens:{n}:" for n in range(4, 54)], repeats=50)


def test_the_records_are_made_once_for_each_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Comparisons(tmp_path, partial(run_plan, executor=Instant()))
    ident = made.start(["queens:4:"], owner="me", **SMALL)
    job = ended(made, ident)
    read: list[Path] = []
    load = module.Comparison.load
    monkeypatch.setattr(module.Comparison, "load", lambda path: read.append(path) or load(path))
    rows = job.records()
    assert rows == job.records() and len(rows) == 2 and len(read) == 1
    path = tmp_path / ident / "runs.jsonl"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:1]))
    assert len(job.records()) == 1 and len(read) == 2
    made.close()
