"""The views of a board say what the rules say."""

from itertools import product
from random import Random

import pytest

import gridwise
from every import every
from gridwise.core.registry import method
from gridwise.core.run import Run
from gridwise.core.views import (
    CnfModel,
    Construction,
    DomainModel,
    EngineView,
    ExactCover,
    LocalSearch,
    StateSpace,
)
from gridwise.puzzles.queens import PUZZLE, Position
from gridwise.puzzles.queens.lines import line_text, lines_of, number_of_lines, squares_of
from gridwise.puzzles.queens.position import OccupiedLines
from gridwise.puzzles.queens.views import PAIRWISE_MOST, cnf_model, domain_model, exact_cover
from oracles import queens as oracle


def view(notation, kind, **how):
    board = PUZZLE.parse(notation)
    return PUZZLE.views(board)[kind].make(**how)


@pytest.mark.parametrize("n", [1, 2, 3, 6])
def test_lines(n):
    assert number_of_lines(n) == 2 * n + 2 * (2 * n - 1)
    for line in range(number_of_lines(n)):
        squares = squares_of(n, line)
        assert squares == tuple(sorted(squares))
        assert squares == tuple(c for c in range(n * n) if line in lines_of(n, c))
    for cell in range(n * n):
        row, column = divmod(cell, n)
        others = {c for line in lines_of(n, cell) for c in squares_of(n, line)}
        assert others == {c for c in range(n * n) if oracle._attack(divmod(c, n), (row, column))}


def test_lines_in_words():
    assert str(line_text(8, 0)) == "row 1 has exactly one queen"
    assert str(line_text(8, 15)) == "column 8 has exactly one queen"
    assert str(line_text(8, 16 + 7)) == "at most one queen is on the diagonal from r1c1 to r8c8"
    assert str(line_text(8, 31 + 7)) == "at most one queen is on the diagonal from r1c8 to r8c1"


@every("n", [1, 2, 3, 4, 5])
def test_the_clauses_pairwise(n):
    model = cnf_model(Position(n))
    assert model.variables == model.primary == n * n
    assert len({frozenset(clause) for clause in model.clauses}) == len(model.clauses)
    pairs = {clause for clause in model.clauses if len(clause) == 2 and clause[0] < 0}
    attacks = {
        (-a - 1, -b - 1)
        for a in range(n * n)
        for b in range(a + 1, n * n)
        if oracle._attack(divmod(a, n), divmod(b, n))
    }
    assert pairs == attacks
    positive = [clause for clause in model.clauses if clause[0] > 0]
    assert len(positive) == (1 if n == 1 else 2 * n)
    assert len(model.family_of) == len(model.clauses) == len(model.decoder.sources)
    for clause in range(len(model.clauses)):
        reason = model.decoder.reason(clause)
        assert {abs(lit) - 1 for lit in model.clauses[clause]} <= set(reason.cells)


def test_the_clauses_of_what_is_given():
    model = cnf_model(PUZZLE.parse("queens:4:r1c2,xr3c3"))
    assert model.clauses[:2] == ((2,), (-11,))
    assert [f.name for f in model.families[:3]] == ["queen", "blocked", "row"]
    assert str(model.families[0].premise.text) == "a queen is on r1c2"
    assert str(model.decoder.reason(1).text) == "r3c3 is blocked"


def test_family_names():
    for n in (2, 5):
        names = [f.name for f in cnf_model(Position(n)).families]
        assert names == sorted(names, key=("row", "column", "falling", "rising").index)
        assert names.count("row") == names.count("column") == n
        assert names.count("falling") == names.count("rising") == 2 * n - 3


@every("n", [1, 2, 3, 4, 5, 6])
def test_the_clauses_with_counters(n):
    for notation in (f"queens:{n}:", f"queens:{n}:xr1c1", f"queens:{n}:r{n}c1"):
        model = view(notation, CnfModel, encoding="seqcounter")
        found = sorted(method("sat").models(model, Run()))
        assert len(found) == len(oracle.solutions(notation))
        assert len(set(found)) == len(found)


def test_long_lines_get_counters_and_say_so():
    model = cnf_model(Position(PAIRWISE_MOST + 1))
    names = {family.name for family in model.families}
    assert names == {"row/seqcounter", "column/seqcounter"} | {
        f"{name}{kind}" for name in ("falling", "rising") for kind in ("", "/seqcounter")
    }
    asked = cnf_model(Position(5), encoding="seqcounter")
    assert {family.name for family in asked.families} == {"row", "column", "falling", "rising"}


def test_the_domains_are_the_open_squares():
    model = domain_model(PUZZLE.parse("queens:5:r1c1,xr2c4"))
    assert model.domains == ((0,), (2, 4), (1, 3, 4), (1, 2, 4), (1, 2, 3))
    assert model.given == {0}
    assert [model.is_given(row) for row in range(5)] == [True] + [False] * 4
    assert domain_model(PUZZLE.parse("queens:3:r1c1,r1c2")).domains[0] == ()
    assert domain_model(PUZZLE.parse("queens:3:r1c1,xr1c1")).domains[0] == ()


def test_what_a_value_excludes():
    model = domain_model(Position(5))
    for row, column in product(range(5), repeat=2):
        excluded = model.excluded(row, column)
        assert sorted(excluded) == [r for r in range(5) if r != row]
        for other, mask in excluded.items():
            assert {c for c in range(5) if mask >> c & 1} == {
                c for c in range(5) if oracle._attack((row, column), (other, c))
            }


def test_plain_groups_exclude_the_same_as_ever():
    board = gridwise.parse("sudoku:2x2:1.......3......4")
    model = gridwise.puzzles()["sudoku"].views(board)[DomainModel].make()
    for var in range(16):
        assert model.excluded(var, 3) == dict.fromkeys(model.peers[var], 8)


def test_the_cover_has_an_option_for_each_open_square():
    board = PUZZLE.parse("queens:5:r1c1,xr2c4")
    cover = exact_cover(board)
    open_squares = OccupiedLines(5, board.queens).open_squares(board.blocked)
    assert cover.decoder.squares == tuple(sorted([0, *open_squares]))
    assert cover.primary == 10
    assert cover.chosen == (0,)
    assert cover.options[0] == (0, 5, 14, 19)


@every(
    "name, notation",
    lambda: product(
        ["open_rows", "dead_rows"], ["queens:4", "queens:5:xr2c4", "queens:6:r1c2", "queens:3"]
    ),
)
def test_heuristics_are_what_they_declare(notation, name):
    """The true cost of every partial placement, by search from the goals."""
    space = view(notation, StateSpace)
    heuristic = space.heuristics[name]
    assert heuristic.admissible
    assert heuristic.consistent
    seen = 0

    def cost(state):
        nonlocal seen
        seen += 1
        if space.is_goal(state):
            assert heuristic.estimate(state) == 0
            return 0
        best = float("inf")
        for _, after, step in space.successors(state):
            assert heuristic.estimate(state) <= step + heuristic.estimate(after)
            best = min(best, step + cost(after))
        assert heuristic.estimate(state) <= best
        return best

    cost(space.initial())
    assert seen > 5


@pytest.mark.parametrize("n", [5, 6])
def test_no_two_placements_are_one_state(n):
    """Different placements can take the same lines, and are solutions of their own all the same."""
    space = view(f"queens:{n}", StateSpace)
    seen = set()
    waiting = [space.initial()]
    goals = number = 0
    while waiting:
        state = waiting.pop()
        number += 1
        seen.add(state)
        goals += space.is_goal(state)
        waiting.extend(after for _, after, _ in space.successors(state))
    assert len(seen) == number
    assert goals == len(oracle.solutions(f"queens:{n}:"))


def test_a_dead_row_is_seen():
    states = {}
    for name in ("open_rows", "dead_rows"):
        result = gridwise.solve(Position(12), method="a_star", options={"heuristic": name})
        assert PUZZLE.is_solved(result.answer.items[0].position)
        states[name] = result.statistics.counters["expanded"]
    assert states["dead_rows"] < states["open_rows"]


def test_which_views_are_offered():
    complete = {CnfModel, ExactCover, DomainModel, StateSpace}
    always = {LocalSearch, Construction}
    assert set(PUZZLE.views(Position(200))) == complete | always | {EngineView}
    assert set(PUZZLE.views(Position(201))) == always | {EngineView}
    assert set(PUZZLE.views(Position(1000))) == always | {EngineView}
    assert set(PUZZLE.views(Position(1001))) == always
    assert set(PUZZLE.views(Position(1_000_000))) == always
    n = 1000
    solved = gridwise.solve(Position(n), method="constructive").answer.items[0].position
    nearly = Position(n, solved.queens[:990])
    assert set(PUZZLE.views(nearly)) == (complete | always | {EngineView}) - {CnfModel}
    result = gridwise.solve(nearly)
    assert result.method in ("kernel", "exact_cover"), "a loaded engine, else the best plain method"
    assert PUZZLE.is_solved(result.answer.items[0].position)
    names = ("kernel", "exact_cover", "backtracking")
    assert len({gridwise.count(nearly, method=name).answer for name in names}) == 1


def test_boards_too_large_for_complete_methods_are_still_solved():
    result = gridwise.solve(Position(1001))
    assert result.method == "min_conflicts"
    assert PUZZLE.is_solved(result.answer.items[0].position)


@pytest.mark.parametrize(
    "notation", ["queens:6:r1c1,r1c3", "queens:6:r1c1,r2c2", "queens:6:r1c1,xr1c1"]
)
def test_broken_boards_have_no_model_in_any_view(notation):
    board = PUZZLE.parse(notation)
    for kind, offer in PUZZLE.views(board).items():
        for name in (
            "kernel",
            "sat",
            "exact_cover",
            "dpll",
            "backtracking",
            "brute_force",
            "a_star",
        ):
            if kind in method(name).views and not (kind is CnfModel and name == "brute_force"):
                assert list(method(name).models(offer.make(), Run())) == [], (kind, name)
        for name in ("min_conflicts", "constructive", "min_max", "min_max_backtracking"):
            if kind in method(name).views:
                assert list(method(name).models(offer.make(), Run())) == [], (kind, name)


def test_random_completions_agree():
    random = Random(8)
    names = ("kernel", "backtracking", "exact_cover", "dpll", "sat", "a_star")
    names = (*names, "min_max_backtracking")
    for _ in range(15):
        n = random.randint(7, 9)
        queens: list[int] = []
        for _ in range(random.randint(1, 3)):
            free = list(OccupiedLines(n, queens).open_squares())
            queens.append(random.choice(free))
        blocked = tuple(sorted(random.sample(range(n * n), random.randint(0, 6))))
        board = Position(n, tuple(sorted(set(queens) - set(blocked))), blocked)
        answers = {gridwise.count(board, method=name).answer for name in names}
        assert len(answers) == 1, PUZZLE.format(board)
