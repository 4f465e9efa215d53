"""Explanations of queens: every conclusion against all completions, tried out one by one."""

from random import Random

import pytest

from every import every
from gridwise.core import registry
from gridwise.core.errors import UnknownNameError
from gridwise.core.result import Status
from gridwise.core.run import Run
from gridwise.core.trace import Mark
from gridwise.puzzles.queens import PUZZLE, Position
from gridwise.puzzles.queens.deduction import QueensDeduction
from gridwise.puzzles.queens.techniques.board import OpenSquares
from gridwise.puzzles.queens.techniques.forcing_chain import refute
from gridwise.solving.solve import solve
from oracles import queens as oracle
from samples import seeds


def completions(position):
    """Return the squares of the queens of every completion, by trying all."""
    found = oracle.solutions(PUZZLE.format(position))
    n = position.n
    return [frozenset(row * n + each[row * n] for row in range(n)) for each in found]


def explained(position, **options):
    view = QueensDeduction(position, **options)
    board, steps = view.begin(), []
    while (step := view.next_step(board, Run())) is not None:
        steps.append(step)
        view.apply(board, step)
        assert len(steps) < 1000
    return steps, view.model(board)


def boards(seed):
    """Return a random board with a queen or a blocked square at least, often impossible."""
    random = Random(seed)
    n = random.choice((1, 4, 5, 6, 6, 7))
    squares = random.sample(range(n * n), min(n * n, random.randint(1, 5)))
    cut = random.randint(0, len(squares))
    return Position(n, tuple(sorted(squares[:cut])), tuple(sorted(squares[cut:])))


@every("seed", seeds(20, 60))
def test_every_conclusion_holds_in_all_completions(seed):
    position = boards(seed)
    all_of_them = completions(position)
    steps, model = explained(position)
    for step in steps:
        if step.technique == "min_max":
            return
        for mark in step.conclusions:
            assert all((mark.cell in one) == mark.holds for one in all_of_them), str(step.text)
    if not all_of_them:
        assert steps[-1].technique == "no_completion"
        assert model is None
    elif len(all_of_them) == 1:
        assert frozenset(model) == all_of_them[0]
    else:  # what holds in all of them is found
        placed = {m.cell for s in steps for m in s.conclusions if m.holds}
        assert placed | set(position.queens) == frozenset.intersection(*all_of_them)


@every("seed", seeds(40, 80))
def test_why_there_is_no_completion_is_minimal(seed):
    position = boards(seed)
    steps, _ = explained(position)
    if not steps or steps[-1].technique != "no_completion":
        return
    marks = steps[-1].premises
    for left_out in (None, *marks):
        kept = [mark for mark in marks if mark != left_out]
        queens = tuple(m.cell for m in kept if m.holds)
        blocked = tuple(m.cell for m in kept if not m.holds)
        found = completions(Position(position.n, queens, blocked))
        assert bool(found) == (left_out is not None)


def named(position, name):
    return [
        (step, {mark.cell for mark in step.conclusions})
        for step in registry.techniques("queens")[name].find(OpenSquares(position))
    ]


def cells(*names):
    return {(int(name[1]) - 1) * 8 + int(name[3]) - 1 for name in names}


def test_each_technique_on_a_board_of_its_own():
    # r1c1, r2c3 leave one square of the third row of a 5x5.
    step, found = named(PUZZLE.parse("queens:5:r1c1,r2c3"), "last_square")[0]
    assert found == {2 * 5 + 4}
    assert step.conclusions == (Mark(14, "queen"),)
    step, found = named(PUZZLE.parse("queens:8:r3c5,r8c4"), "common_attack")[0]
    assert found == cells("r4c1")
    assert {mark.cell for mark in step.premises} == cells("r2c3", "r4c3", "r6c3")
    chains = named(PUZZLE.parse("queens:8:r3c5,r8c4"), "forcing_chain")
    assert cells("r1c2") in [found for _, found in chains]
    # Rows 1 and 2 of this board are confined to columns 1 and 8.
    shut = ",".join(f"xr{row}c{col}" for row in (1, 4) for col in range(2, 8))
    step, found = named(PUZZLE.parse(f"queens:8:{shut}"), "confined_lines")[0]
    assert found == {row * 8 + col for row in (1, 2, 4, 5, 6, 7) for col in (0, 7)}
    assert named(PUZZLE.parse("queens:8:"), "confined_lines") == []
    assert named(PUZZLE.parse("queens:8:"), "no_completion") == []


@pytest.mark.parametrize("name", ["last_square", "common_attack", "confined_lines"])
def test_no_technique_repeats_a_set_of_conclusions_or_changes_the_board(name):
    for seed in seeds(20, 60):
        position = boards(seed)
        board = OpenSquares(position)
        before = (board.open, list(board.queens), list(board.unfilled))
        found = [
            frozenset(step.conclusions) for step in registry.techniques("queens")[name].find(board)
        ]
        assert len(found) == len(set(found))
        assert all(found)
        assert (board.open, board.queens, board.unfilled) == before


@every("seed", seeds(20, 80))
def test_a_chain_holds_by_its_own_queens_alone(seed):
    """Each queen of a chain is the last square of its line, and the end has none."""
    position = boards(seed)
    board = OpenSquares(position)
    for square in range(position.n**2):
        if not board.open >> square & 1:
            continue
        found = refute(board, square)
        if found is None:
            continue
        world = board.copy()
        world.place(square)
        for queen, line in found.forced:
            assert world.left(line) == 1 << queen
            world.place(queen)
        assert world.left(found.empty) == 0
        assert found.empty in world.unfilled


@every("n", range(4, 13))
def test_the_greedy_makes_the_choices_of_the_method(n):
    position = Position(n)
    table = solve(position, method="min_max").tables["min_max"]
    steps, model = explained(position)
    chosen = [row["row"] * n + row["col"] for row in table if row["chosen"]]
    placed = [mark.cell for step in steps for mark in step.conclusions]
    assert placed == chosen
    words = " ".join(str(step.text) for step in steps)
    for row in table:
        name = f"r{row['row'] + 1}c{row['col'] + 1}"
        assert f"{name} {row['f1']} {row['f2']} {row['mean']:g}" in words
    assert (model is not None) == (len(placed) == n)
    assert (steps[-1].conclusions == ()) == (model is None)


def test_the_method_human_solves_with_reasons():
    result = solve(PUZZLE.parse("queens:8:r1c6,r2c1"), method="human", trace=True)
    assert result.status is Status.SOLVED
    assert result.trace.view.steps[0].technique == "common_attack"
    alone = QueensDeduction(PUZZLE.parse("queens:8:r1c6,r2c1"), techniques=["last_square"])
    assert alone.next_step(alone.begin(), Run()) is None
    with pytest.raises(UnknownNameError):
        QueensDeduction(Position(8), techniques=["last_squares"])
