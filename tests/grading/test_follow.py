"""Pseudo-code that a solver follows: its counters and its order are those of a method."""

import json
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import gridwise as gw
from every import every
from gridwise.core.message import from_json
from gridwise.grading.assignment import CourseAssignment, GradedTask, read_assignment
from gridwise.grading.results import TaskRun, marks_of
from gridwise.workers.own_solver import driver
from gridwise.workers.own_solver.judge import Judgement, judged

EXAMPLES = Path(__file__).parents[2] / "examples" / "grading"
BOARD = "sliding:3x3:1,5,0,3,8,4,6,2,7"
FOLLOWS = '[follows]\nmethod = "a_star:heuristic=manhattan"\n'
TASKS = f'[points]\nfollows = 2\n[[boards]]\nboard = "{BOARD}"\n'


def read(folder: Path, text: str) -> CourseAssignment:
    (folder / "a.toml").write_text(text, "utf-8")
    return read_assignment(folder / "a.toml")


def solver(name: str) -> ModuleType:
    spec = spec_from_file_location(name, EXAMPLES / "a_star" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def judgement(task: GradedTask, answer: Any, *, python: bool = True) -> Judgement:
    said = driver.as_json(answer)
    lines = [{"cpu_s": 0.0}, {"cpu_s": 0.1}, {"answer": said, "cpu_s": 0.0, "wall_s": 0.0}]
    text = "\n".join(map(json.dumps, lines)) if python else json.dumps(said)
    return judged(gw.Board(task.notation).position, text.encode(), python=python)


def difference(task: GradedTask, answer: Any, *, seen: bool = True, python: bool = True) -> str:
    found = judgement(task, answer, python=python)
    assert found.right and task.followed is not None
    return str(task.followed.difference(found, seen=seen) or "")


def test_a_solver_written_from_the_pseudo_code_follows_and_a_fault_shows(tmp_path: Path) -> None:
    """The example's A* is an independent twin of the method, on boards of many lengths."""
    hidden = '[[hidden]]\npuzzle = "sliding"\nsize = "3x3"\nnumber = 8\noptions = {length = 14}\n'
    plan = read(tmp_path, FOLLOWS + "order = true\n" + TASKS + hidden)
    assert len(plan.tasks) == 9 and plan.tasks[0].points == {"correct": 1.0, "follows": 2.0}
    right, faulty = solver("dan").solve, solver("eve").solve
    seen = []
    for task in plan.tasks:
        board = gw.Board(task.notation)
        assert task.followed is not None and task.followed.order is not None
        assert len(task.followed.order) == task.followed.counters["expanded"]
        for python in (True, False):
            assert difference(task, right(board), python=python) == ""
        seen.append(difference(task, faulty(board)))
    assert seen[0] == "expanded is 35, and 22 by a_star:heuristic=manhattan"
    assert sum(map(bool, seen)) > 6


@every(
    "change, seen, said",
    [
        ({}, True, ""),
        ({"expanded": None}, True, "it does not give expanded beside its moves"),
        ({"order": None}, True, "it does not give order beside its moves"),
        ({"generated": 44}, True, "generated is 44, and 43 by a_star:heuristic=manhattan"),
        ({"generated": "x" * 99}, True, "generated is " + "x" * 40 + ", and 43"),
        ({"order": 7}, True, "as number 1 it expands nothing; a_star:heuristic=manhattan"),
        ({"swap": 4}, True, "as number 5 it expands sliding:3x3:"),
        ({"swap": 4}, False, "the state that it expands as number 5 is another by"),
        ({"cut": 21}, True, "as number 22 it expands nothing; "),
        ({"rows": True}, True, ""),
    ],
    ids=lambda case: str(case[0]) + str(case[1]),
)
def test_the_first_difference_is_named(
    tmp_path: Path, change: dict[str, Any], seen: bool, said: str
) -> None:
    (task,) = read(tmp_path, FOLLOWS + "order = true\n" + TASKS).tasks
    answer = solver("dan").solve(gw.Board(BOARD))
    order = list(answer["order"])
    if "swap" in change:
        at = change["swap"]
        order[at], order[at + 1] = order[at + 1], order[at]
    if "rows" in change:
        order = [board.to_list() for board in order]
    answer["order"] = order[: change.get("cut")]
    answer |= {key: value for key, value in change.items() if key in answer}
    answer = {key: value for key, value in answer.items() if value is not None}
    found = difference(task, answer, seen=seen)
    assert found.startswith(said) and bool(found) == bool(said)


def test_an_order_without_counters_and_a_length_alone(tmp_path: Path) -> None:
    (task,) = read(tmp_path, FOLLOWS + 'counters = ["length"]\n' + TASKS).tasks
    moves = gw.Board(BOARD).solve(method="bfs").moves
    assert difference(task, list(moves)) == "", "the grader counts the moves itself"
    away = [*moves, moves[-1], moves[-1]]
    assert difference(task, away) == "length is 14, and 12 by a_star:heuristic=manhattan"


def test_points_are_for_a_right_answer_that_follows(tmp_path: Path) -> None:
    (task,) = read(tmp_path, FOLLOWS + TASKS).tasks
    assert task.followed is not None
    answer = solver("eve").solve(gw.Board(BOARD))
    found = judgement(task, answer)
    differs = task.followed.difference(found, seen=True)
    assert differs is not None
    run = TaskRun(task.id, True, found.text, moves=found.moves, differs=differs)
    assert [mark.points for mark in marks_of(task, run, None)] == [1.0, 0.0]
    assert TaskRun.of(json.loads(json.dumps(run.as_dict()))) == run
    same = TaskRun(task.id, True, found.text, moves=found.moves)
    assert [mark.points for mark in marks_of(task, same, None)] == [1.0, 2.0]
    wrong = TaskRun(task.id, False, from_json({"msg": "wrong", "with": {}}))
    assert [mark.points for mark in marks_of(task, wrong, None)] == [0.0, 0.0]


@every(
    "text, place, said",
    [
        (TASKS, "2:1", "points.follows = 2, expected 0, or a method in [follows]"),
        ("[follows]\n" + TASKS, "1:1", "no follows.method"),
        ('[follows]\nmethod = "a_stat"\n' + TASKS, "2:1", "a_star"),
        ('[follows]\nmethod = "a_star:x"\n' + TASKS, "2:1", "name:option=value"),
        ('[follows]\nmethod = "a_star:heuristic=far"\n' + TASKS, "2:1", "manhattan"),
        ('[follows]\nmethod = "sat"\n' + TASKS, "2:1", "follows.method = 'sat'"),
        (
            '[follows]\nmethod = "backtracking"\norder = true\n'
            '[[boards]]\nboard = "queens:4:"\npoints = { follows = 1 }\n',
            "3:1",
            "expected false",
        ),
        (FOLLOWS + 'counters = ["decisions"]\n' + TASKS, "3:1", "expanded"),
        (FOLLOWS + "counters = 3\n" + TASKS, "3:1", "a list of some of"),
        (FOLLOWS + 'order = "yes"\n' + TASKS, "3:1", "true or false"),
        (FOLLOWS + "orders = true\n" + TASKS, "3:1", "an unknown key follows.orders"),
        (
            '[follows]\nmethod = "beam"\ncounters = []\norder = true\n' + TASKS,
            "4:1",
            "expands no states",
        ),
        (
            '[follows]\nmethod = "backtracking"\ncounters = ["decisions"]\n'
            '[[boards]]\nboard = "queens:3:"\npoints = { follows = 1 }\n',
            "2:1",
            "a method that solves queens:3: in 60 s",
        ),
    ],
)
def test_a_wrong_key_is_refused_at_its_place(
    tmp_path: Path, text: str, place: str, said: str
) -> None:
    with pytest.raises(gw.ParseError) as refused:
        read(tmp_path, text)
    assert f"a.toml:{place}: Found " in str(refused.value) and said in str(refused.value)
