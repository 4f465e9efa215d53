"""The compiled searches: their tables, their automaton, and shortest ways against slow twins."""

from math import factorial
from random import Random

import numpy as np
import pytest

import gridwise
from every import every
from gridwise.comparing.bench import measure
from gridwise.compiled import jit
from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.core.limits import Interrupted, Limits
from gridwise.core.result import Status, Stop
from gridwise.core.run import Run
from gridwise.puzzles.sliding import PUZZLE, Position, bench, prepare, random_position, walked
from gridwise.puzzles.sliding.engine.automaton import automaton, make
from gridwise.puzzles.sliding.engine.ida_star import TABLES, choose, search_of, shortest
from gridwise.puzzles.sliding.engine.searches import LinesSearch, PatternSearch
from gridwise.puzzles.sliding.engine.turned import turn
from gridwise.puzzles.sliding.engine.windows import lower_bound
from gridwise.puzzles.sliding.pdb import additive
from oracles import sliding as oracle
from puzzles.sliding import twins
from puzzles.sliding.support import length, nothing, search
from samples import THOROUGH, seeds

# --- the automaton


@pytest.mark.parametrize("longest", [1, 2, 5, 8])
def test_superfluous_words(longest):
    _, bad = make(longest, nothing)
    words = {
        tuple(int(word) >> 2 * x & 3 for x in reversed(range(int(size)))) for word, size in bad
    }
    assert len(words) == len(bad)
    assert words == twins.superfluous(longest)


def test_the_automaton_refuses_exactly_the_superfluous_words():
    after, _ = make(8, nothing)
    words = twins.superfluous(8)
    random = Random(3)
    refused = 0
    for _ in seeds(400, 3000):
        word = tuple(random.randrange(4) for _ in range(12))
        if random.random() < 0.5:  # without steps back it is seldom refused early
            word = tuple(w for i, w in enumerate(word) if not i or w + word[i - 1] != 3)
        state = 0
        for way in word:
            state = int(after[state][way])
            if state < 0:
                break
        has = any(word[i:j] in words for i in range(12) for j in range(i + 1, len(word) + 1))
        assert (state < 0) == has
        refused += has
    assert len(seeds(40, 100)) < refused < len(seeds(380, 2900))


@every("width, height", [(1, 4), (2, 2), (3, 2), (4, 2)])
def test_no_optimal_solution_is_lost(width, height):
    """From every cell of the blank, every board is reached by a shortest way that is allowed.

    Goals are what tiles are named by, so these are all pairs of a board and a goal.
    """
    after, _ = make(12, nothing)
    after = after.tolist()
    cells = width * height
    for blank in range(cells) if THOROUGH or cells < 8 else (5,):
        start = [*range(1, cells)]
        start.insert(blank, 0)
        depth = twins.all_depths(width, height, tuple(start))
        reached = twins.reached_by_words(width, height, tuple(start), after, depth)
        assert len(reached) == len(depth)


def test_a_word_too_many_would_be_noticed():
    """The test above fails where the automaton refuses what it must not."""
    after, _ = make(12, nothing)
    after = after.tolist()
    after[after[0][1]][1] = -1
    start = (1, 2, 3, 4, 5, 6, 7, 0)
    depth = twins.all_depths(4, 2, start)
    assert len(twins.reached_by_words(4, 2, start, after, depth)) < len(depth)


def test_entries_of_the_automaton():
    entries, (after, _) = automaton(nothing), make(12, nothing)
    assert entries.size == after.size
    for state in (0, 1, 17, len(after) - 1):
        for way in range(4):
            entry, other = int(entries[4 * state + way]), int(after[state][way])
            if other < 0:
                assert entry == 0
            else:
                allowed = sum(1 << w for w in range(4) if after[other][w] >= 0)
                assert entry == other << 4 | allowed


# --- the tables


@every(
    "width, height, blank, cells",
    [
        (3, 2, 0, (1, 2, 4)),
        (2, 3, 0, (1, 3, 4, 5)),
        (3, 3, 0, (1, 2, 4)),
        (3, 3, 1, (0, 5, 7, 8)),
        (3, 3, 4, (0, 1, 2, 3)),
        (4, 3, 0, (5, 9, 10)),
        (3, 2, 0, (1, 2, 3, 4, 5)),
    ],
)
def test_distances_of_patterns(width, height, blank, cells):
    part = additive.Partition(width, height, blank, (cells,), "test")
    k = len(cells)
    lay = additive.layout(width, height, k, nothing)
    depth = additive.depths(part, cells, lay, nothing)
    twin = twins.pattern_depths(width, height, cells, blank)
    seen = np.zeros(depth.shape, bool)
    for (at, hole), wanted in twin.items():
        where = additive.locate(part, cells, at, hole, lay.first)
        assert depth[where] == wanted
        seen[where] = True
    assert (depth[~seen] == 255).all()
    assert {tuple(at) for at, _ in twin} <= set(twins.placings(width * height, k))


def test_bits_and_transitions_follow_the_distances():
    part = additive.partition(4, 4, 0, "4-4-4-3")
    arrays = additive.transitions_of(part, nothing)
    moves = arrays["moves"].reshape(-1, 16)
    bits = additive.bits_of(part, nothing)
    begin = bit_begin = 0
    random = Random(2)
    for cells in part.patterns:
        k = len(cells)
        lay = additive.layout(4, 4, k, nothing)
        depth = additive.depths(part, cells, lay, nothing)
        row = additive.row_bytes(len(depth))
        rows = bits["bits"][bit_begin : bit_begin + factorial(k) * row].reshape(-1, row)
        bit_begin += rows.size
        flat = depth.reshape(-1)
        for _ in range(300):
            at = random.sample(range(16), k + 1)
            placing, order = additive.locate(part, cells, at[:k], at[k], lay.first)
            assert (
                int(rows[order, placing >> 3]) >> (placing & 7) & 1
                == depth[placing, order] >> 1 & 1
            )
            rank = placing * factorial(k) + order
            for way, cell in enumerate(twins.neighbours(4, 4, at[k])):
                if cell not in at[:k]:
                    continue
                t = at.index(cell)
                after = [*at[:k]]
                after[t] = at[k]
                other = additive.locate(part, cells, after, cell, lay.first)
                entry = int(moves[begin + rank, 4 * t + way])
                assert rank + (entry >> 1) == other[0] * factorial(k) + other[1]
                assert int(depth[other]) - int(flat[rank]) == (1 if entry & 1 else -1)
        begin += flat.size


def test_the_number_of_bits():
    count = jit.load("gridwise.puzzles.sliding.engine.kernels.patterns").popcount
    random = Random(1)
    for x in [0, 1, 2**64 - 1, *(random.getrandbits(random.randrange(1, 65)) for _ in range(500))]:
        assert count(np.uint64(x)) == x.bit_count()


@pytest.mark.parametrize(
    ("width", "height", "cells"), [(3, 3, (1, 2, 4, 5)), (4, 4, (2, 3, 6, 7, 10)), (6, 6, (7, 14))]
)
def test_a_slide_is_looked_up_in_three_steps(width, height, cells):
    """Ranks and regions against `locate`, turns and bits against the distances."""
    part = additive.Partition(width, height, 0, (cells,), f"look-{width}-{len(cells)}")
    k, size = len(cells), width * height
    arrays = additive.bits_of(part, nothing)
    lay = additive.layout(width, height, k, nothing)
    depth = additive.depths(part, cells, lay, nothing)
    half, wide = additive.half_of(size), additive.mask_words(size)
    row = additive.row_bytes(lay.placings)
    facts = np.array([k, factorial(k), 0, 1 << half, 0, 0, 0, row, half, wide], np.uint64)
    tables = [arrays[name] for name in ("ranks", "regions", "turns", "bits")]
    kernels = jit.load("gridwise.puzzles.sliding.engine.kernels.patterns")
    steps, border = np.array([-width, -1, 1, width]), np.zeros(size, np.uint32)
    for cell in range(size):
        for way, other in enumerate(twins.neighbours(width, height, cell)):
            border[cell] |= (other is not None) << way
    random = Random(5)
    met = 0
    while met < 200:
        *at, blank = random.sample(range(size), k + 1)
        where = additive.locate(part, cells, at, blank, lay.first)
        word = sum(1 << c for c in at) << 18 | where[1] << 2 | int(depth[where]) & 3
        given = (np.uint64(0), kernels.PatternTables(facts, *tables))
        found = kernels.descend(np.uint64(word), blank, *given, steps, border)
        assert found == depth[where]
        for cell in twins.neighbours(width, height, blank):
            if cell in at:
                after = [blank if c == cell else c for c in at]
                other = additive.locate(part, cells, after, cell, lay.first)
                wanted = sum(1 << c for c in after) << 18 | other[1] << 2 | int(depth[other]) & 3
                slide = (np.uint64(word), np.uint64(cell), np.uint64(blank), *given)
                assert kernels.look_up(*slide) == (wanted, depth[other] > depth[where])
                met += 1


def test_partitions_are_of_all_tiles():
    for name, (side, _) in additive.NAMED.items():
        for blank in (0, 1, 5):
            part = additive.partition(side, side, blank, name)
            cells = sorted(cell for p in part.patterns for cell in p)
            assert cells == [cell for cell in range(side * side) if cell != blank]
            assert name == "-".join(
                str(len(p)) for p in sorted(part.patterns, key=lambda p: name.index(str(len(p))))
            )
    for width, height in ((4, 3), (5, 2), (5, 4), (6, 6), (7, 5), (12, 3)):
        for blank in (0, 1, width + 1):
            part = additive.partition(width, height, blank)
            cells = sorted(cell for p in part.patterns for cell in p)
            assert cells == [cell for cell in range(width * height) if cell != blank]


# --- the searches


GOALS = ((0, 1, 2, 3, 4, 5, 6, 7, 8), (3, 1, 4, 2, 6, 0, 5, 8, 7), (8, 2, 7, 1, 0, 3, 6, 5, 4))
"""With the blank in a corner, at a side and in the middle."""


def boards_3x3():
    for seed in seeds(12, 60):
        yield random_position(3, 3, seed, GOALS[seed % 3])


def test_shortest_ways_without_patterns():
    for board in boards_3x3():
        assert length(board, "none") == oracle.depths(3, 3, board.goal)[board.tiles]


def test_shortest_ways_with_patterns_of_one_bit():
    """On all sorts of goals, the reflected look-up and the single one."""
    reflected = 0
    for board in boards_3x3():
        turned = turn(board)
        home = turned.blank
        groups = [c for c in range(9) if c != home]
        part = additive.Partition(3, 3, home, (tuple(groups[:5]), tuple(groups[5:])), "t54")
        made = PatternSearch(turned, part, automaton(nothing), nothing)
        found = search(made, board)
        assert len(found) == oracle.depths(3, 3, board.goal)[board.tiles]
        reflected += turned.reflects
    assert len(seeds(1, 10)) < reflected < len(seeds(11, 55))


@every("width, height", [(2, 2), (3, 2), (2, 3), (4, 2), (5, 1), (1, 4), (1, 1)])
def test_small_sizes(width, height):
    random = Random(1)
    cells = width * height
    for _ in range(4):
        goal = tuple(random.sample(range(cells), cells))
        depth = oracle.depths(width, height, goal)
        for tiles in random.sample(sorted(depth), min(8, len(depth))):
            assert length(Position(width, height, tiles, goal)) == depth[tiles]


OTHERS = [(4, 3), (5, 4), (6, 6)]
FURTHER = [(3, 5), (5, 5), (6, 2), (7, 4)]


@every("width, height", OTHERS + FURTHER if THOROUGH else OTHERS)
def test_patterns_and_lines_agree_on_other_sizes(width, height):
    for seed in seeds(1, 3):
        slides = 34 if THOROUGH else 28
        board = walked(width, height, slides, seed)
        by_lines = length(board, "none")
        assert by_lines <= slides
        assert length(board) == by_lines


@every("width, height", [(10, 10), (10, 2), (8, 8), (10, 3), (1, 10)])
def test_large_boards_near_their_goal(width, height):
    board = walked(width, height, 24, 3)
    result = gridwise.solve(board, method="kernel")
    assert result.optimal is True
    assert len(result.answer.items[0].moves) <= 24
    assert (gridwise.solve(board).method == "kernel") == (width * height >= 12)


def test_every_board_of_eight_tiles_keeps_its_estimate_below():
    """The estimates of the engines are admissible and have the distance's parity."""
    goal = tuple(range(9))
    depth = oracle.depths(3, 3, goal)
    words = automaton(nothing)
    part = additive.Partition(3, 3, 0, ((1, 2, 4, 5), (3, 6, 7, 8)), "t44")
    for tiles in Random(0).sample(sorted(depth), len(seeds(40, 400))):
        turned = turn(Position(3, 3, tiles))
        for made in (
            LinesSearch(turned, words, nothing),
            PatternSearch(turned, part, words, nothing),
        ):
            assert made.estimate <= depth[tiles]
            assert (depth[tiles] - made.estimate) % 2 == 0


def test_the_tables_named_are_taken(tmp_path, monkeypatch):
    monkeypatch.setenv("GRIDWISE_CACHE_DIR", str(tmp_path))  # where no greater ones are
    four, five = turn(random_position(4, 4, 0)), turn(random_position(5, 5, 0))
    assert choose(four, "none") is None
    assert choose(four, "6-6-3").name == "6-6-3"
    assert choose(four, "6-6-6-6").name == choose(four, "auto").name == "4-4-4-3"
    assert choose(five, "6-6-6-6").name == "6-6-6-6"
    assert choose(five, "4-4-4-3").name == choose(five, "default").name == "5-5-5-5-4"
    assert choose(turn(random_position(8, 8, 0)), "auto") is None
    assert set(TABLES) == {"auto", "default", "none", *additive.NAMED}


def test_the_greater_tables_are_taken_once_they_are_there():
    prepare.PREPARE.make("6-6-3", Run())
    board = random_position(4, 4, 4)
    assert choose(turn(board), "auto").name == "6-6-3"
    assert choose(turn(board), "default").name == "4-4-4-3"
    assert length(board, "auto") == length(board, "default")


# --- limits


def test_the_bound_proved_so_far_is_told():
    board = random_position(4, 4, 11)
    whole = Run()
    wanted = len(shortest(board, whole, "default"))
    for nodes in (1, 5, 100, 3000, whole.nodes - 1):
        result = gridwise.solve(
            board, method="kernel", limits=Limits(nodes=nodes), options={"tables": "default"}
        )
        assert (result.status, result.stop) == (Status.UNKNOWN, Stop.NODE_LIMIT)
        rows = result.tables["iterations"]
        assert rows[-1]["bound"] <= wanted
        assert sum(row["expanded"] for row in rows) == nodes
        assert result.statistics.counters["expanded"] == nodes
    assert [row["bound"] for row in whole.report.tables["iterations"]][-1] == wanted
    exactly = Run(Limits(nodes=whole.nodes))
    assert len(shortest(board, exactly, "default")) == wanted


@pytest.mark.parametrize("tables", ["default", "6-6-3", "none"])
def test_the_way_that_was_looked_at_is_left(tables):
    run = Run(Limits(nodes=300), options={})
    board = random_position(4, 4, 2)
    with pytest.raises(Interrupted):
        shortest(board, run, tables)
    assert run.report.best
    moves = [PUZZLE.parse_move(board, str(fact % 16)) for fact in run.report.best]
    PUZZLE.apply_all(board, moves)


def test_a_long_search_is_cancelled():
    import threading

    token = threading.Event()
    timer = threading.Timer(0.3, token.set)
    board = random_position(8, 8, 1)
    shortest(walked(8, 8, 4, 1), Run())  # compiled
    timer.start()
    result = gridwise.solve(board, method="kernel", cancel=token)
    assert (result.status, result.stop) == (Status.UNKNOWN, Stop.CANCELLED)


def test_an_interrupted_making_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("GRIDWISE_CACHE_DIR", str(tmp_path))

    class After:
        left = 12

        def is_set(self):
            self.left -= 1
            return self.left < 0

    with pytest.raises(Interrupted):
        prepare.PREPARE.make("5-5-5-5-4", Run(cancel=After()))
    assert not [
        path for path in tmp_path.iterdir() if "5x5" in path.name and path.suffix != ".lock"
    ]
    prepare.PREPARE.make("5-5-5-5-4", Run())
    assert any("5x5" in path.name and path.suffix != ".lock" for path in tmp_path.iterdir())
    with pytest.raises(UnknownNameError, match="did you mean"):
        prepare.PREPARE.make("7-9", Run())


def test_auto_solves_a_15_puzzle_and_hints_it():
    board = random_position(4, 4, 8)
    result = gridwise.solve(board)
    assert (result.method, result.optimal) == ("kernel", True)
    unsolvable = PUZZLE.parse("sliding:4x4:0,2,1,3,4,5,6,7,8,9,10,11,12,13,14,15")
    assert gridwise.solve(unsolvable, method="kernel").status is Status.UNSATISFIABLE
    assert list(PUZZLE.views(unsolvable)) and search_of(turn(board), "none", nothing).estimate > 0


# --- measuring


def test_the_benchmark_checks_its_answers():
    row = measure(bench.BENCH, "15_random", scale=0.02)
    assert (row["set"], row["items"]) == ("15_random", 2)
    assert row["cpu_s"] > 0
    assert row["nodes"] > 0
    text = "# id | slides | tiles\n1 | 2 | 1 5 2 3 4 0 6 7 8 9 10 11 12 13 14 15\n"
    assert measure(bench.BENCH, "15_random", data=text)["slides"] == 2
    with pytest.raises(RuntimeError, match="not 4"):
        measure(bench.BENCH, "15_random", data=text.replace("| 2 |", "| 4 |"))
    for wrong in ("x y", "", "1 2 3", "0 2 1 3"):
        with pytest.raises(ParameterError):
            measure(bench.BENCH, "15_random", data=wrong)
    with pytest.raises(UnknownNameError):
        measure(bench.BENCH, "15_randon")


def test_the_benchmark_of_a_star_and_of_ways_that_are_not_shortest(monkeypatch):
    near = "1 | 2 | 1 5 2 3 4 0 6 7 8 9 10 11 12 13 14 15\n"
    row = measure(bench.BENCH, "15_a_star", data=near)
    assert (row["slides"], row["items"]) == (2, 1)
    assert row["expanded_per_s"] == pytest.approx(row["nodes"] / row["cpu_s"])
    with pytest.raises(RuntimeError, match="not 4"):
        measure(bench.BENCH, "15_a_star", data=near.replace("| 2 |", "| 4 |"))
    assert (
        measure(bench.BENCH, "15_a_star", scale=0.1)["slides"]
        == measure(bench.BENCH, "15_random", scale=0.02)["slides"]
    )
    monkeypatch.setattr(bench, "_WIDTH", 300)
    row = measure(bench.BENCH, "24_beam", scale=0.2)
    assert (row["items"], row["ratio_to"]) == (2, "shortest")
    shortest = [wanted for wanted, _ in bench._boards("24_beam", 10)]
    assert shortest == [95, 96, 97, 98, 100, 101, 104, 108, 113, 114]
    assert 1 <= row["ratio"] <= row["ratio_most"] < 1.5
    assert sum(shortest[:2]) <= row["slides"]
    monkeypatch.setattr(bench, "_SECONDS", 0.3)
    row = measure(bench.BENCH, "99_windows", scale=0.4)
    assert (row["items"], row["ratio_to"]) == (1, "lower bound")
    bound = lower_bound(random_position(10, 10, 0))
    assert row["ratio"] == row["ratio_most"] == pytest.approx(row["slides"] / bound)
    assert [board.width for _, board in bench._boards("399_windows", 3)] == [20, 20, 20]
