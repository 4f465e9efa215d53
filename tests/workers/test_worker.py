"""What a child answers to its parent, said in this process: a worker whose wire is a list."""

import threading
from collections.abc import Mapping
from typing import Any

import pytest

from every import every
from gridwise.core.errors import Fault
from gridwise.core.limits import Interrupted
from gridwise.core.result import Stop
from gridwise.core.views import compile_notice
from gridwise.process.serve import Worker
from gridwise.solving.inputs import parse
from gridwise.solving.result_json import as_json
from gridwise.solving.solve import solve
from gridwise.workers.kinds import task_kind
from gridwise.workers.protocol import Call, TaskAnswer, TaskKind
from gridwise.workers.worker import PROGRAM, Tasks

SUDOKU = (
    "sudoku:3x3:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)


class Listed:
    """A wire that keeps what is written."""

    def __init__(self) -> None:
        self.said: list[dict[str, Any]] = []

    def write(self, message: Mapping[str, Any]) -> None:
        self.said.append(dict(message))


def said(name: str, progress: bool = False, **args: Any) -> list[dict[str, Any]]:
    """Return all that a child writes about a task, but that it begins."""
    wire = Listed()
    task = {"task": 7, "name": name, "args": args, "progress": progress}
    Worker(wire, PROGRAM)._do({**task, "time_s": 300.0, "memory_bytes": None}, threading.Event())  # type: ignore[arg-type]
    begun, *rest = wire.said
    assert begun == {"begun": 7}
    return rest


def answer(name: str, **args: Any) -> dict[str, Any]:
    (last,) = said(name, **args)
    assert last["answer"] == 7, last
    value: dict[str, Any] = last["value"]
    return value


def timeless(value: Mapping[str, Any]) -> dict[str, Any]:
    measures = ("wall_s", "cpu_s", "peak_bytes", "compile_s")
    kept = {k: v for k, v in value["statistics"].items() if k not in measures}
    return {**value, "statistics": kept}


def test_a_solve_answers_what_the_command_line_prints() -> None:
    (last,) = said("solve", notation=SUDOKU, method="backtracking")
    assert timeless(last["value"]) == timeless(as_json(solve(parse(SUDOKU), method="backtracking")))
    assert last["cpu_s"] > 0
    assert last["wall_s"] > 0
    assert last["compile_s"] == 0
    assert last["heap_bytes"] is None


@every(
    "args, key, value",
    [
        ({"notation": "queens:6:", "nth": 2}, "nth", 2),
        ({"notation": "queens:6:", "all": True, "limit": 3}, "stop", "SOLUTION_LIMIT"),
        ({"notation": "queens:6:", "method": "backtracking", "nodes": 1}, "stop", "NODE_LIMIT"),
        ({"notation": "minesweeper:3x1:-1-", "question": "forced"}, "question", "forced"),
        ({"notation": "minesweeper:3x1:-1-", "question": "solution"}, "question", "solution"),
        (
            {"notation": SUDOKU, "options": {"solver": "minisat-gh"}, "method": "sat"},
            "unique",
            True,
        ),
    ],
)
def test_solve_takes_the_words_of_the_command_line(
    args: dict[str, Any], key: str, value: object
) -> None:
    assert answer("solve", **args)[key] == value


def test_the_other_tasks() -> None:
    counted = answer("count", notation="queens:6:", up_to_symmetry=True)
    assert (counted["count"], counted["exact"]) == (1, True)
    hint = answer("hint", notation=SUDOKU, level=3)
    assert (hint["level"], "cells" in hint) == (3, True)
    assert answer("generate", puzzle="queens", params="6", seed=3)["notation"][:9] == "queens:6:"
    likely = answer("probabilities", notation="minesweeper:3x1x1:1--")
    assert likely["probabilities"] == [[None, "1/1", "0/1"]]
    played = answer("simulate", puzzle="minesweeper", games=3, free_cells=[0, 1])
    assert [row["games"] for row in played["rows"]] == [3, 3]
    assert played["games"] == 6
    assert "conclusion" in played["rows"][-1]


@every(
    "name, args, status, words",
    [
        ("solve", {"notation": "sudoku:3x3:5"}, 30, "expected"),
        ("solve", {"notation": 5}, 2, "found int 5, expected a text"),
        ("solve", {}, 2, "notation: found NoneType None, expected a text"),
        ("solve", {"notation": SUDOKU, "method": "magic"}, 2, "unknown method"),
        ("solve", {"notation": SUDOKU, "method": "ida_star"}, 2, "cannot work on"),
        ("solve", {"notation": SUDOKU, "nth": "many"}, 2, "whole number"),
        ("solve", {"notation": SUDOKU, "nth": True}, 2, "whole number"),
        ("solve", {"notation": SUDOKU, "all": "yes"}, 2, "expected True or False"),
        ("solve", {"notation": SUDOKU, "options": {"colour": "red"}}, 2, "unknown option"),
        ("solve", {"notation": SUDOKU, "options": ["red"]}, 2, "expected a dict"),
        ("solve", {"notation": SUDOKU, "question": "why"}, 2, "unknown question"),
        ("solve", {"notation": SUDOKU, "colour": "red"}, 2, "unknown argument"),
        ("hint", {"notation": SUDOKU, "level": 9}, 2, "from 0 to 4"),
        ("generate", {"puzzle": "chess"}, 2, "unknown puzzle"),
        ("simulate", {"puzzle": "sudoku"}, 2, "unknown game"),
        ("simulate", {"puzzle": "minesweeper", "games": "9"}, 2, "expected a whole number above"),
        ("fault_exit", {}, 2, "unknown task 'fault_exit'"),  # its module was not named
    ],
    ids=lambda case: case[3],
)
def test_bad_input_is_refused_and_no_fault(
    name: str, args: dict[str, Any], status: int, words: str
) -> None:
    (last,) = said(name, **args)
    assert (last["refused"], last["exit_status"]) == (7, status)
    assert words in last["error"]


@pytest.mark.parametrize(
    ("error", "kind", "words"),
    [
        (MemoryError(), "memory", "out of memory: no more could be had"),
        (Fault("broken"), "fault", "broken"),
        (RuntimeError("raised on purpose"), "fault", "RuntimeError: raised on purpose"),
        (SystemExit(3), "fault", "SystemExit: 3"),
    ],
    ids=lambda one: type(one).__name__,
)
def test_whatever_a_task_raises_ends_that_task_only(
    error: BaseException, kind: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raises(*_: object) -> Mapping[str, Any]:
        raise error

    monkeypatch.setattr(Tasks, "run", raises)
    (last,) = said("solve", notation=SUDOKU)
    assert (last[kind], last["error"], last["exit_status"]) == (7, words, 31)


def test_progress_is_written_only_where_somebody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    def reports(args: object, call: Call) -> TaskAnswer:
        if call.progress is not None:
            call.progress(0.5, {"generated": 3})
        compile_notice.tell("sudoku", 7.0)
        return TaskAnswer({})

    monkeypatch.setattr(TaskKind, "run", lambda kind, args, call: reports(args, call))
    heard = [{"progress": 7, "elapsed_s": 0.5, "counters": {"generated": 3}}]
    heard += [{"compiling": 7, "puzzle": "sudoku", "seconds": 7.0}]
    assert said("solve", progress=True)[:-1] == heard
    assert len(said("solve")) == 1


def test_compiling_is_measured_apart() -> None:
    import numba

    @numba.njit  # type: ignore[untyped-decorator]
    def triangle(n: int) -> int:
        total = 0
        for at in range(n):
            total += at
        return total

    call = Call(threading.Event())
    with call.measured():
        assert triangle(5) == 10
    first = call.compile_s
    assert first > 0.01
    assert call.cpu_s < first, "what compiling took is not in it"
    with call.measured():
        assert triangle(6) == 15
    assert call.compile_s == 0


@pytest.mark.parametrize("name", ["generate", "simulate"])
def test_generating_and_playing_keep_to_the_time(name: str) -> None:
    games = {"puzzle": "minesweeper", "policy": "sat", "games": 10**6}
    made = {"puzzle": "sudoku", "options": {"givens": 17}}
    try:
        found = task_kind(name).run(
            games if name == "simulate" else made, Call(threading.Event(), 0.2)
        )
    except Interrupted as end:
        assert end.stop is Stop.TIME_LIMIT
    else:
        assert found.stop == "TIME_LIMIT"


def test_the_estimates_are_of_all_heuristics_or_of_the_one_named() -> None:
    board = "sliding:3x3:1,2,5,3,4,8,6,7,0"
    whole = answer("estimates", notation=board)["estimates"]
    assert len(whole) > 1
    for one in whole:
        named = answer("estimates", notation=board, heuristic=one["heuristic"])
        assert named["estimates"] == [one]
