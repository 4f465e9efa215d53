"""Ways built line by line by beams: always ways, much shorter than those of the rule."""

from random import Random

import numpy as np
import pytest

from every import every
from gridwise.compiled import jit
from gridwise.core.limits import Interrupted, Limits
from gridwise.core.result import Stop
from gridwise.core.run import Run
from gridwise.puzzles.sliding import PUZZLE, Position, random_position
from gridwise.puzzles.sliding.engine import line_beam
from puzzles.sliding import twins
from puzzles.sliding.support import play
from samples import seeds


def never():
    return False


@every("width, height", [(4, 3), (4, 4), (5, 2), (2, 9), (6, 5), (11, 3), (13, 12)])
def test_ways_solve_the_board_wherever_its_blank_belongs(width, height):
    cells = width * height
    random = Random(width * 100 + height)
    for seed in seeds(1, 6) if cells < 100 else (0,):
        goal = [*range(1, cells)]
        random.shuffle(goal)
        goal.insert(random.randrange(cells), 0)
        board = random_position(width, height, seed, tuple(goal))
        run = Run()
        path = line_beam.build(board, line_beam.RECIPES[seed], run, never)
        assert path is not None
        assert PUZZLE.is_solved(play(board, path))
        assert run.nodes == run.count.expanded < run.count.generated


@every(
    "columns, width, height",
    lambda: [
        (columns, *width_height)
        for columns in [False, True]
        for width_height in [(4, 4), (3, 7), (9, 2), (12, 11), (25, 23)]
    ],
)
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


def test_which_boards_are_peeled():
    assert not line_beam.fits(Position(3, 3, tuple(range(9))))
    assert not line_beam.fits(Position(12, 1, tuple(range(12))))
    assert line_beam.fits(Position(5, 2, tuple(range(10))))
    assert line_beam.fits(Position(30, 30, tuple(range(900))))
    assert not line_beam.fits(Position(31, 30, tuple(range(930))))
