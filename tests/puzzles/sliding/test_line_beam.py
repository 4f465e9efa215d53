"""Ways built line by line by beams: always ways, much shorter than those of the rule."""

import os
import subprocess
import sys
from random import Random

import numpy as np
import pytest

from gridwise.compiled import jit
from gridwise.core.limits import Interrupted, Limits
from gridwise.core.result import Stop
from gridwise.core.run import Run
from gridwise.puzzles.sliding import PUZZLE, Position, Slide, random_position
from gridwise.puzzles.sliding.engine import line_beam, windows
from gridwise.puzzles.sliding.row_by_row import construct
from puzzles.sliding import twins


def never():
    return False


def play(position, path):
    """Play slides from a position; each has to be one."""
    for fact in path:
        tile = fact % position.size
        assert fact // position.size == position.blank
        position = PUZZLE.apply(position, Slide(tile))
    return position


@pytest.mark.parametrize(
    ("width", "height"),
    [(4, 3), (4, 4), (5, 2), (2, 9), (6, 5), (11, 3), (13, 12)],
)
def test_ways_solve_the_board_wherever_its_blank_belongs(width, height):
    cells = width * height
    random = Random(width * 100 + height)
    for seed in range(6 if cells < 100 else 1):
        goal = [*range(1, cells)]
        random.shuffle(goal)
        goal.insert(random.randrange(cells), 0)
        board = random_position(width, height, seed, tuple(goal))
        run = Run()
        path = line_beam.build(board, line_beam.RECIPES[seed], run, never)
        assert path is not None
        assert PUZZLE.is_solved(play(board, path))
        assert run.nodes == run.count.expanded < run.count.generated


@pytest.mark.slow
def test_every_recipe_halves_the_way():
    board = random_position(6, 6, 5)
    built = len(construct(board, Run()))
    lengths = set()
    for recipe in line_beam.RECIPES:
        path = line_beam.build(board, recipe, Run(), never)
        assert path is not None
        assert len(path) < 0.6 * built
        assert path == line_beam.build(board, recipe, Run(), never)
        lengths.add(len(path))
    assert len(lengths) > len(line_beam.RECIPES) // 2


@pytest.mark.parametrize("columns", [False, True])
@pytest.mark.parametrize(("width", "height"), [(4, 4), (3, 7), (9, 2), (12, 11), (25, 23)])
def test_lines_are_filled_from_outside_and_leave_the_blank_its_place(width, height, columns):
    for blank in {0, width - 1, width * height // 2, width * height - 1}:
        found, lines, rest = line_beam.blocks(width, height, blank, columns)
        top, bottom, left, right = rest
        assert min(height, 3) == bottom - top
        assert min(width, 3) == right - left
        left_over = {r * width + c for r in range(top, bottom) for c in range(left, right)}
        assert blank in left_over
        cells = [cell for line in lines for cell in line]
        assert len(cells) == len(set(cells))
        assert set(cells) | left_over == set(range(width * height))
        assert not set(cells) & left_over
        for number, line in enumerate(lines):
            of_line = [block.cells for block in found if block.line == number]
            assert of_line[-1] == line
            assert all(line[: len(part)] == part for part in of_line)
            assert len({len(part) for part in of_line}) == len(of_line)
            top, bottom, left, right = next(b.rest for b in found if b.line == number)
            open_cells = {r * width + c for r in range(top, bottom) for c in range(left, right)}
            later = {cell for line in lines[number:] for cell in line}
            assert open_cells == left_over | later


def test_a_layer_against_its_twin():
    """Sums, distances, hashes and cells kept slide by slide are those of the boards."""
    width, height, most = 4, 3, 40
    cells = width * height
    kernels = jit.load("gridwise.puzzles.sliding.engine.kernels.line_beam")
    board = random_position(width, height, 3)
    home = np.array([board.goal.index(tile) for tile in range(cells)])
    random = Random(4)
    weight = np.array([random.randrange(1, 9) for _ in range(cells)])
    cost = np.array([round(4 * d**1.3) for d in range(8)])
    block = (8, 9, 10, 11)
    line = np.full(cells, -1)
    for x, cell in enumerate(block):
        line[board.goal[cell]] = x
    border = np.zeros(cells, np.int64)
    for cell in range(cells):
        for way, other in enumerate(twins.neighbours(width, height, cell)):
            border[cell] |= (other is not None) << way

    def room():
        return kernels.LineLayer(
            np.zeros((most, cells), np.uint16),
            np.zeros((most, 4), np.int64),
            np.zeros(most, np.uint64),
            np.zeros((most, 4), np.int64),
        )

    now, after = room(), room()
    now[0][0], now[1][0, 0] = board.tiles, board.blank
    count = 1
    steps = np.array([-width, -1, 1, width])
    task = kernels.LineTask(
        width, steps, border, home, weight, cost, line, np.array(block), 5, np.uint64(77)
    )
    kernels.start(task, now, count)
    offspring = kernels.Offspring(
        rows=np.zeros((4 * most, 5), np.int64),
        keys=np.zeros(4 * most, np.uint64),
        seen=np.zeros(1 << 20, np.uint64),
        parents=np.zeros(most, np.uint32),
        directions=np.zeros(most, np.uint8),
        totals=np.zeros(2, np.int64),
    )
    parents, directions, totals = offspring.parents, offspring.directions, offspring.totals
    met = set()
    for depth in range(12):
        made = kernels.expand(task, now, count, offspring, after)
        before = [tuple(map(int, tiles)) for tiles in now[0][:count]]
        for n in range(made):
            tiles = tuple(map(int, after[0][n]))
            assert (int(directions[n]), tiles) in set(
                twins.slides(width, height, before[parents[n]])
            )
            places = tuple(tiles.index(board.goal[cell]) for cell in (*block, board.goal.index(0)))
            assert places not in met
            met.add(places)
        fresh = room()
        fresh[0][:] = after[0]
        kernels.start(task, fresh, made)
        assert (fresh[1][:made, 2:] == after[1][:made, 2:]).all()
        assert (fresh[2][:made] == after[2][:made]).all()
        assert (fresh[3][:made] == after[3][:made]).all()
        assert [tuple(t).index(0) for t in after[0][:made]] == after[1][:made, 0].tolist()
        assert most >= made > 0, depth
        assert totals[1] >= made
        assert (after[1][:made, 3] == 0).all() or not totals[0]
        now, after, count = after, now, made


def test_limits_and_giving_up():
    board = random_position(6, 6, 2)
    whole = Run()
    line_beam.build(board, line_beam.RECIPES[0], whole, never)
    for nodes in (1, 1000, whole.nodes - 1):
        run = Run(Limits(nodes=nodes))
        with pytest.raises(Interrupted) as caught:
            line_beam.build(board, line_beam.RECIPES[0], run, never)
        assert caught.value.stop is Stop.NODE_LIMIT
        assert run.nodes == nodes
    assert line_beam.build(board, line_beam.RECIPES[0], Run(), lambda: True) is None


@pytest.mark.slow
def test_a_beam_that_is_lost_begins_the_block_again(monkeypatch):
    """Narrow layers lose their way; the block then counts more, and the way is one all the same."""
    monkeypatch.setattr(line_beam, "_WIDEST", 150)
    tried = []
    fill = line_beam._LineBeam.fill

    def counted(self, block, lines, boost, number, enough):
        done = fill(self, block, lines, boost, number, enough)
        tried.append((boost, done))
        return done

    monkeypatch.setattr(line_beam._LineBeam, "fill", counted)
    found = 0
    for seed in range(2):
        board = random_position(20, 20, seed)
        path = line_beam.build(board, line_beam.RECIPES[0], Run(), never)
        if path is not None:
            found += 1
            assert PUZZLE.is_solved(play(board, path))
    assert found
    assert (1, False) in tried
    assert any(done for boost, done in tried if boost > 1)


@pytest.mark.slow
def test_windows_begin_with_the_shortest_way():
    board = random_position(7, 7, 1)
    run = Run()
    path = windows.shorten(board, 24, 60, run)
    assert PUZZLE.is_solved(play(board, path))
    rows = [row for row in run.report.tables["windows"] if row["window"] == 0]
    assert len(rows) == 1 + len(line_beam.RECIPES)
    assert rows[0]["slides"] == len(construct(board, Run()))
    best = min(len(line_beam.build(board, recipe, Run(), never)) for recipe in line_beam.RECIPES)
    assert rows[-1]["slides"] == best >= len(path)
    assert sum(row["expanded"] for row in run.report.tables["windows"]) == run.count.expanded
    assert run.report.bound < 2


def test_which_boards_are_peeled():
    assert not line_beam.fits(Position(3, 3, tuple(range(9))))
    assert not line_beam.fits(Position(12, 1, tuple(range(12))))
    assert line_beam.fits(Position(5, 2, tuple(range(10))))
    assert line_beam.fits(Position(30, 30, tuple(range(900))))
    assert not line_beam.fits(Position(31, 30, tuple(range(930))))


@pytest.mark.slow
def test_the_same_uncompiled():
    code = (
        "from gridwise.core.run import Run\n"
        "from gridwise.puzzles.sliding import random_position\n"
        "from gridwise.puzzles.sliding.engine import ida_star, line_beam\n"
        "import numpy as np\n"
        "every_way = np.array([15] * 4, np.uint32)  # making the automaton would take long\n"
        "ida_star.automaton = lambda check: every_way\n"
        "line_beam._WIDEST = 20\n"
        "board = random_position(4, 3, 2)\n"
        "print(len(line_beam.build(board, line_beam.RECIPES[0], Run(), lambda: False)))\n"
    )
    lengths = []
    for off in ("1", "0"):
        out = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "NUMBA_DISABLE_JIT": off},
            capture_output=True,
            text=True,
            check=False,
        )
        assert out.returncode == 0, out.stderr
        lengths.append(int(out.stdout))
    assert lengths[0] == lengths[1]
