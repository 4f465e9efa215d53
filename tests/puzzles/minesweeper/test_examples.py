"""The shipped boards: made again from their seeds, and what their README says of them."""

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import gridwise
from every import every
from gridwise.core.grid import neighbours
from gridwise.core.views import CnfModel
from gridwise.puzzles.minesweeper import COVERED, MINE, PUZZLE, SAFE, Position
from gridwise.puzzles.minesweeper.views import cnf_model

FOLDER = Path(__file__).parents[3] / "examples" / "minesweeper"

# file: seed, mines, cells open at least, starts
MADE = {
    "Input1.txt": (120, 5, 11, 1),
    "Input2.txt": (196, 14, 40, 1),
    "Input3.txt": (67, 24, 56, 2),
    "Input4.txt": (1119, 44, 92, 3),
    "Input5.txt": (211, 82, 190, 4),
    "total.txt": (21, 10, 60, 1),
    "inconsistent.txt": (322, 8, 22, 1),
}
FIVE = [name for name in MADE if name.startswith("Input")]


def load(name: str) -> Position:
    return PUZZLE.parse((FOLDER / name).read_text(), source=name)


def played(width: int, height: int, mines: int, seed: int, target: int, starts: int) -> Position:
    """Play a random layout: open from zeros, then safe cells beside open ones, up to a target."""
    random = Random(f"{width}x{height}x{mines} {seed}")
    size = width * height
    layout = set(random.sample(range(size), mines))
    near = [neighbours(c, width, height) for c in range(size)]
    number = [sum(x in layout for x in near[c]) for c in range(size)]
    shown = bytearray([COVERED]) * size

    def flood(cell: int) -> None:
        todo = [cell]
        while todo:
            c = todo.pop()
            if shown[c] == COVERED:
                shown[c] = number[c]
                if number[c] == 0:
                    todo.extend(near[c])

    zeros = [c for c in range(size) if c not in layout and number[c] == 0]
    for _ in range(starts):
        flood(random.choice(zeros))
    while size - shown.count(COVERED) < target:
        flood(
            random.choice(
                [
                    c
                    for c in range(size)
                    if shown[c] == COVERED
                    and c not in layout
                    and any(shown[x] <= 8 for x in near[c])
                ]
            )
        )
    return Position(width, height, bytes(shown))


def solver(model: CnfModel):
    from pysat.solvers import Solver

    return Solver(name="glucose4", bootstrap_with=[list(c) for c in model.clauses])


def backbone(model: CnfModel) -> list[int]:
    with solver(model) as sat:
        assert sat.solve()
        first = sat.get_model()[: model.primary]
        return [x for x in first if not sat.solve(assumptions=[-x])]


@every("name", MADE)
def test_made_from_its_seed(name):
    seed, mines, target, starts = MADE[name]
    board = load(name)
    made = played(board.width, board.height, mines, seed, target, starts)
    if name.startswith("Input"):
        assert board == made
    differ = [c for c in range(len(made.shown)) if board.shown[c] != made.shown[c]]
    if name == "total.txt":  # three of its mines were marked
        assert board.mines == mines
        assert [board.shown[c] for c in differ] == [MINE] * 3
    if name == "inconsistent.txt":  # one number was changed
        assert len(differ) == 1
        assert max(board.shown[differ[0]], made.shown[differ[0]]) <= 8


@every("name", [*FIVE, "total.txt"])
def test_every_sort_of_answer(name):
    board = load(name)
    model = cnf_model(board)
    after = board
    for move in model.decoder.moves(backbone(model)):
        after = PUZZLE.apply(after, move)
    assert not PUZZLE.violations(after)
    new = {after.shown[c] for c, code in enumerate(board.shown) if code == COVERED}
    assert {COVERED, MINE, SAFE} <= new
    assert name == "total.txt" or min(new) <= 8


def test_total_decides_more_than_the_numbers():
    board = load("total.txt")
    with_total = backbone(cnf_model(board))
    without = backbone(cnf_model(replace(board, mines=None)))
    assert set(without) < set(with_total)


def test_inconsistent_without_a_violation():
    board = load("inconsistent.txt")
    assert PUZZLE.violations(board) == ()
    model = cnf_model(board)
    assert model.simplified.contradiction is None  # more than unit propagation is needed
    three = {"r3c6 shows 2", "r4c5 shows 2", "r4c6 shows 1"}
    with solver(model) as sat:
        assert not sat.solve()
    for left_out in (None, *three):
        texts = [
            str(model.families[f].premise.text) if model.families[f].name == "number" else ""
            for f in model.family_of
        ]
        kept = [c for c, t in zip(model.clauses, texts, strict=True) if t in three - {left_out}]
        with solver(replace(model, clauses=tuple(kept))) as sat:
            assert sat.solve() == (left_out is not None)


def test_the_readme_table():
    text = (FOLDER / "README.md").read_text()
    rows = re.findall(r"^\| `(\S+)` \| (\d+)x(\d+) \|(.*)\|$", text, re.MULTILINE)
    assert {row[0] for row in rows} == set(MADE)
    for name, width, height, rest in rows:
        said = [None if cell.strip() == "-" else int(cell) for cell in rest.split("|")]
        board = load(name)
        assert (board.width, board.height) == (int(width), int(height))
        model = cnf_model(board)
        covered = board.shown.count(COVERED)
        found = [MADE[name][1], MADE[name][0], covered, None, None, None, len(model.clauses)]
        if name != "inconsistent.txt":
            units = sum(board.shown[abs(x) - 1] == COVERED for x in model.forced_by_units())
            forced = sum(board.shown[abs(x) - 1] == COVERED for x in backbone(model))
            found[3:6] = units, len(model.decisions), forced
        assert said == found, name


@every("number, clauses", {
    0: [(-2,), (-4,), (-5,)],
    1: [(2, 4, 5), (-2, -4), (-2, -5), (-4, -5)],
    3: [(2,), (4,), (5,)],
}.items())  # fmt: skip
def test_the_corners_have_the_clauses_of_the_report(number, clauses):
    assert set(cnf_model(load(f"corner_{number}.txt")).clauses) == {(-1,), *clauses}


@every("name, mines", [("easy", 10), ("medium", 25)])
def test_the_printed_boards_of_the_agent_fit_their_numbers(name, mines):
    board = load(f"agent_{name}.txt")
    assert board.shown.count(MINE) == board.mines == mines
    assert COVERED not in board.shown
    assert PUZZLE.violations(board) == ()


def test_sizes_that_brute_force_can_and_cannot():
    opened = {name: len(cnf_model(load(name)).decisions) for name in FIVE}
    assert opened["Input1.txt"] <= 12
    assert opened["Input2.txt"] <= 14
    assert opened["Input4.txt"] > 40
    assert opened["Input5.txt"] > 40
    assert load("Input5.txt").shown.count(COVERED) > 150


def nodes_of_backtracking(model: CnfModel, most: int) -> tuple[int, bool]:
    """Walk the open cells in order, undo at the first broken clause; nodes and whether it fits."""
    order = [abs(x) for x in model.decisions]
    place = {v: i for i, v in enumerate(order)}
    ending: list[list[tuple[int, ...]]] = [[] for _ in order]
    for clause in model.simplified.clauses:
        ending[max(place[abs(x)] for x in clause)].append(clause)
    value: dict[int, bool] = {}
    tried = [0] * len(order)
    nodes = depth = 0
    while 0 <= depth < len(order):
        if tried[depth] == 2:
            tried[depth] = 0
            depth -= 1
            continue
        value[order[depth]] = tried[depth] == 1
        tried[depth] += 1
        nodes += 1
        assert nodes <= most
        if all(any(value[abs(x)] == (x > 0) for x in c) for c in ending[depth]):
            depth += 1
    return nodes, depth >= 0


@every("name", FIVE)
def test_plain_backtracking_finishes(name):
    """The first layout and a contrary of each of its literals, within a few thousand nodes."""
    model = cnf_model(load(name))
    nodes, fits = nodes_of_backtracking(model, 1_000)
    assert fits
    with solver(model) as sat:
        assert sat.solve()
        first = sat.get_model()
        for literal in (first[abs(x) - 1] for x in model.decisions):
            other = model.without(literal)
            if other.simplified.contradiction is not None:
                continue
            more, fits = nodes_of_backtracking(other, 5_000)
            assert fits == sat.solve(assumptions=[-literal])
            nodes += more
    assert nodes <= 20_000


@every("name", FIVE)
def test_the_shipped_answer_is_what_solve_writes(name):
    result = gridwise.solve(load(name))
    text = PUZZLE.format(result.answer.items[0].position, "grid")
    shipped = FOLDER / name.replace("Input", "Output")
    assert shipped.read_text() == text.rstrip("\n") + "\n"
