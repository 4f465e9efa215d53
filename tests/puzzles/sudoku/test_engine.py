"""The compiled 9x9 engine against the plain methods, the rules and its readable twin."""

from random import Random
from threading import Event

import numpy as np
import pytest

import gridwise
from every import every
from gridwise import (
    Limits,
    NoSharedViewError,
    ParameterError,
    ParseError,
    Question,
    Stop,
    Uniqueness,
)
from gridwise.compiled import jit
from gridwise.core import registry
from gridwise.core.capabilities import BatchSolver
from gridwise.core.run import Run
from gridwise.core.views import ModelCount
from gridwise.puzzles.sudoku import PUZZLE, Position
from gridwise.puzzles.sudoku.batch import BATCH
from gridwise.puzzles.sudoku.engine import solver as engine
from gridwise.puzzles.sudoku.engine.solver import BoardKernel
from oracles.sudoku_pass import crowded, fewest, narrowed
from puzzles.sudoku import engine_answers
from puzzles.sudoku.support import board, solved, with_holes
from samples import seeds

EMPTY = "." * 81
UNIQUE = PUZZLE.examples[0].split(":")[2]
OPEN = engine_answers.OPEN


def random_boards(number: int, seed: int) -> list[Position]:
    """Boards with from none to hundreds of solutions; every fourth has a digit changed."""
    random = Random(seed)
    boards = []
    for index in range(number):
        position = with_holes(solved(3, 3, random.random()), random.randint(35, 57), index)
        if index % 4 == 0:
            cells = bytearray(position.cells)
            cell = random.choice([c for c in range(81) if cells[c]])
            cells[cell] = random.randint(1, 9)
            position = Position(3, 3, bytes(cells))
        boards.append(position)
    return boards


def kernels():
    return jit.load("gridwise.puzzles.sudoku.engine.kernels.lanes")


def test_a_pass_is_that_of_the_readable_twin():
    kernel = kernels()
    lanes, random = kernel.LANES, Random(5)
    for trial in seeds(2, 20):
        boards = []
        for lane in range(lanes):
            full = solved(3, 3, trial * 100 + lane).cells
            keep = random.random()
            boards.append(
                [
                    {d for d in range(1, 10) if random.random() < keep}
                    | ({full[c]} if random.random() < 0.995 else set())
                    if random.random() < 0.8
                    else {full[c]}
                    for c in range(81)
                ]
            )
        cells = np.zeros((81, lanes), np.uint16)
        for lane, sets in enumerate(boards):
            cells[:, lane] = [sum(1 << d - 1 for d in cell) for cell in sets]
        words = cells.reshape(-1)
        scratch, before = np.zeros(27 * lanes, np.uint16), np.zeros(lanes, np.uint16)
        for _ in range(3):
            old, last = words.reshape(81, lanes).sum(axis=0), before.copy()
            failed, stalled, _, slow = kernel._pass(words, scratch, before)
            seen = words.reshape(81, lanes)
            for lane in range(lanes):
                boards[lane], bad = narrowed(boards[lane])
                assert bad == bool(failed >> lane & 1)
                expected = [sum(1 << d - 1 for d in cell) for cell in boards[lane]]
                assert seen[:, lane].tolist() == expected
                same = seen[:, lane].sum() == old[lane] == before[lane]
                assert not stalled >> lane & 1 or (same and not bad)
                total, left = int(before[lane]), int(before[lane]) - 9 * kernel.DIGITS
                if left >= 0:  # else the board has no solution, whatever is guessed
                    most = total + (left >> kernel.SLOW)
                    assert bool(slow >> lane & 1) == (last[lane] <= most)


def test_vectors_lie_on_one_line_of_the_cache():
    for size in range(1, 200):
        words = engine._lined(size)
        assert words.size == size
        assert words.ctypes.data % 64 == 0
        assert words.flags.c_contiguous


def test_a_choice_is_that_of_the_readable_twin():
    kernel = kernels()
    lanes, random = kernel.LANES, Random(6)
    scratch = np.zeros(81 * lanes, np.uint16), np.zeros(54 * lanes, np.uint16)
    keys = np.zeros(2 * lanes, np.uint16)
    without = 0
    for trial in seeds(10, 20):
        most = random.choice((1, 2, 3, 5))
        boards = [
            [
                {random.randint(1, 9) for _ in range(random.choice((1, 1, most, 3)))}
                for _ in range(81)
            ]
            for _ in range(lanes)
        ]
        boards[trial % lanes] = [set(range(1, 4 + trial)) for _ in range(81)]
        cells = np.array([[sum(1 << d - 1 for d in cell) for cell in b] for b in boards])
        words = (cells & 511).T.astype(np.uint16).reshape(-1)
        kernel._choose(words, *scratch, keys)
        kernel._fewest(words, keys, (1 << lanes) - 1)
        for lane, board_ in enumerate(boards):
            kept = [{d for d in cell if d < 10} for cell in board_]
            best, least = crowded(kept), fewest(kept)
            without += best is None
            if best is None:
                assert keys[lane] >> 7 == 0
            elif best[0]:
                assert (keys[lane] >> 7, keys[lane] & 127) == best
            assert least is not None
            assert ((keys[lanes + lane] >> 7) + 2, keys[lanes + lane] & 127) == least
    assert without > 5


@pytest.mark.parametrize("method", ["backtracking", "sat"])
def test_same_answers_in_the_same_order_as_plain_methods(method):
    limits = Limits(solutions=12)
    for position in random_boards(len(seeds(12, 40)), 3 if method == "sat" else 4):
        fast = gridwise.solve(position, method="kernel", all_solutions=True, limits=limits)
        slow = gridwise.solve(position, method=method, all_solutions=True, limits=limits)
        assert (fast.status, fast.stop, fast.unique) == (slow.status, slow.stop, slow.unique)
        assert (fast.answer is None) == (slow.answer is None)
        if fast.answer is not None and slow.answer is not None:
            assert [i.position for i in fast.answer.items] == [
                i.position for i in slow.answer.items
            ]
            third = gridwise.solve(position, method="kernel", nth=3).answer
            assert third is not None
            assert [i.position for i in third.items] == [i.position for i in fast.answer.items[2:3]]


def test_many_boards_against_counts_to_a_limit():
    boards = random_boards(len(seeds(400, 3000)), 6)
    many = gridwise.solve_many(boards, limit=5)
    for index in Random(1).sample(range(len(boards)), len(boards) // 20):
        limits = Limits(solutions=4)
        slow = gridwise.count(boards[index], method="sat", limits=limits)
        number = slow.answer.number if slow.answer else 0
        exact = slow.stop is Stop.COMPLETED
        assert many.found[index] == (number if exact else 5)
        assert many.exact[index] == exact
    for position, found, row in zip(boards, many.found, many.solutions, strict=True):
        if found:
            full = Position(3, 3, row.tobytes())
            assert PUZZLE.is_solved(full)
            assert all(d in (0, s) for d, s in zip(position.cells, full.cells, strict=True))
        else:
            assert not row.any()
    for index, position in enumerate(boards[: len(boards) // 10]):
        slow = gridwise.count(position, method="kernel", limits=Limits(solutions=4))
        assert min(int(many.found[index]), 4) == (slow.answer.number if slow.answer else 0)


def test_golden_counts():
    text = (engine_answers.GOLDEN / "solution_counts.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t")[:2] for line in text.splitlines() if not line.startswith("#")]
    assert len(rows) == 20
    for cells, number in rows:
        answer = gridwise.count(board(cells), method="kernel").answer
        assert answer == gridwise.Count(int(number), True)
        limit = int(number)
        many = gridwise.solve_many([cells], limit=limit)
        assert (many.found[0], many.exact[0]) == (limit, False)
        many = gridwise.solve_many([cells], limit=limit + 1)
        assert (many.found[0], many.exact[0]) == (limit, True)


@every("name", ["seventeen.txt", "magictour.txt", "norvig.txt", "qqwing.sdm", "hardest_1106.txt"])
def test_golden_sets_are_unique(name):
    boards = engine_answers.lines(name)
    assert len(boards) == 20
    many = gridwise.solve_many(boards)
    assert many.uniqueness == [Uniqueness.UNIQUE] * 20
    assert many.stop is Stop.COMPLETED


def test_forced_moves_are_those_of_the_sat_method():
    for position in random_boards(12, 8):
        fast = gridwise.solve(position, method="kernel", question=Question.FORCED)
        slow = gridwise.solve(position, method="sat", question=Question.FORCED)
        assert fast.status is slow.status
        if fast.answer is not None and slow.answer is not None:
            assert fast.answer.items[0].position == slow.answer.items[0].position


def test_every_input_form_gives_the_same():
    text = f"{UNIQUE}\n{EMPTY}\n"
    digits = np.array(
        [[int(c) if c != "." else 0 for c in line] for line in text.split()], np.uint8
    )
    masks = np.where(digits > 0, np.uint16(1) << digits, np.uint16(1022)).astype(np.uint16)
    positions = [board(UNIQUE), board(EMPTY)]
    commented = f"# two boards\n\n{UNIQUE.replace('.', '0')}\r\n{EMPTY.replace('.', '*')}"
    for form in (
        text,
        text.encode(),
        commented,
        text.split(),
        digits,
        masks,
        positions,
        iter(positions),
    ):
        many = gridwise.solve_many(form)
        assert many.uniqueness == [Uniqueness.UNIQUE, Uniqueness.SEVERAL]
        assert PUZZLE.is_solved(Position(3, 3, many.solutions[0].tobytes()))
        assert len(many) == 2
        assert many.puzzle == "sudoku"
    assert len(gridwise.solve_many([])) == len(gridwise.solve_many("# none\n")) == 0


@every("number", [1, 2, 1024, 1025, 2049])
def test_a_text_is_read_as_its_lines_are(number):
    given = [
        board.replace("0", ".")
        for name in engine_answers.FILES
        for board in engine_answers.lines(name)
    ]
    given = (given * number)[:number]
    joined = "\n".join(given)
    expected = [int(character) for character in "".join(given).replace(".", "0")]
    for text in (
        joined,
        joined + "\n",
        joined + "\n\n",
        "# x\n" + joined,
        joined.replace("\n", "\r\n"),
    ):
        assert engine.read_digits(text).tolist() == expected
        assert engine._lines(text).tobytes() == engine._lines(text.encode()).tobytes()


def test_a_text_is_the_boards_that_the_reader_of_boards_reads():
    """A 0 beside another sign for empty cells, and one alone in each row, may be a 9."""
    low = str.maketrans("123456789", "012345678")
    full = "".join(map(str, solved(3, 3).cells))
    single = full.translate(low)
    lines = [
        UNIQUE,
        UNIQUE.translate(low),
        UNIQUE.replace(".", "0"),
        UNIQUE.translate(low).replace(".", "-"),
        UNIQUE.replace("9", ".").replace(".", "0", 1),
        "0" + UNIQUE.replace("9", ".")[1:].replace(".", "0"),
        single,
        single[:80] + ("1" if single[80] != "1" else "2"),
        full.replace("9", "0"),
        EMPTY.replace(".", "0", 40),
    ]
    boards = [PUZZLE.parse(line) for line in lines]
    wanted = [digit for position in boards for digit in position.cells]
    for chosen in (lines, [*lines, *[UNIQUE] * 2000, *lines]):
        read = engine.read_digits("\n".join(chosen)).tolist()
        assert read[: len(wanted)] == read[-len(wanted) :] == wanted
    for form in (lines, "\n".join(lines)):
        assert [*gridwise.solve_many(form).found] == [*gridwise.solve_many(boards).found]


def test_lines_of_other_lengths_are_no_boards_though_their_sum_fits():
    half = UNIQUE[:40]
    for text in (f"{half}\n{half}", f"{half}\n{half}\n", f"{half}\n{UNIQUE}\n{half}\n"):
        with pytest.raises(ParseError, match=r":1: Found 40 characters"):
            gridwise.solve_many(text)
    with pytest.raises(ParseError, match=r":2:81: Found"):
        gridwise.solve_many(f"{UNIQUE}\n{UNIQUE[:-1]}é")


def test_pencil_marks_bound_the_search():
    full = solved(3, 3, 3).cells
    masks = np.full((3, 81), 1022, np.uint16)
    masks[:2] = [1 << d for d in full]
    pair = [c for c in range(9) if full[c] in (1, 2)]
    masks[0, pair] = 0b110
    masks[1, 40] = 0
    masks[2, 0] = 1 << 7
    many = gridwise.solve_many(masks)
    assert many.uniqueness == [Uniqueness.UNIQUE, Uniqueness.NONE, Uniqueness.SEVERAL]
    assert many.solutions[0].tobytes() == full
    assert many.solutions[2, 0] == 7


def test_two_solutions_are_seen_where_a_count_finds_them():
    boards = random_boards(3000, 8)
    two, more = gridwise.solve_many(boards), gridwise.solve_many(boards, limit=3)
    assert (two.found == np.minimum(more.found, 2)).all()
    assert (two.solutions == more.solutions).all()
    assert min(np.bincount(two.found)) > 300


def test_a_swap_against_pencil_marks_is_no_solution():
    random = np.random.default_rng(2)
    # Grids that were only shuffled have no rectangles.
    thin = [with_holes(solved(3, 3, seed), 63, seed) for seed in range(3000)]
    masks = np.left_shift(1, gridwise.solve_many(thin, limit=1).solutions.astype(np.int64))
    for share in (0.33, 0.12):  # of the other digits that a cell may hold too
        for digit in range(1, 10):
            masks |= (random.random(masks.shape) < share) << digit
        given = masks.astype(np.uint16)
        two, more = gridwise.solve_many(given), gridwise.solve_many(given, limit=3)
        assert (two.found == np.minimum(more.found, 2)).all()
        assert min(np.bincount(two.found)[1:]) > 100


@every(
    "given, message",
    [
        ([UNIQUE, UNIQUE[:-1]], r":2:1: Found 80 characters, expected 81 cells"),
        ([UNIQUE, "a" + UNIQUE[1:]], r":2:1: Found 'a'"),
        (f"# x\n{UNIQUE}\n\n{UNIQUE[:80]}?\n", r":4:81: Found '\?'"),
        (f"# x\n\n{UNIQUE}1\n", r":3:1: Found 82 characters"),
        ([UNIQUE, EMPTY[:-1] + "é"], r":2:81: Found 'é'"),
        (f"{UNIQUE}\n\n  \t{UNIQUE[:80]}é \n", r":3:84: Found 'é'"),
        (f"{UNIQUE}\r\n# x\r\n {UNIQUE[:80]}?\r\n".encode(), r":3:82: Found '\?'"),
    ],
)
def test_a_line_that_is_no_board_is_named(given, message):
    with pytest.raises(ParseError, match=message):
        gridwise.solve_many(given)


@every(
    "given",
    [
        [board(UNIQUE), UNIQUE],
        [UNIQUE, board(UNIQUE)],
        [board("." * 16)],
        [3],
        np.zeros((2, 80), np.uint8),
        np.full((1, 81), 10, np.uint8),
        np.full((1, 81), 1023, np.uint16),
        np.zeros((1, 81)),
    ],
)
def test_what_is_no_board_is_refused(given):
    with pytest.raises(ParameterError):
        gridwise.solve_many(given)


def test_only_kinds_with_an_engine_are_taken():
    with pytest.raises(ParameterError, match="queens"):
        gridwise.solve_many([gridwise.parse("queens:8:")])
    with pytest.raises(ParameterError, match="Limit must be more than 0"):
        gridwise.solve_many([UNIQUE], limit=0)
    with pytest.raises(NoSharedViewError):
        gridwise.solve(board("." * 16), method="kernel")


def test_a_limit_never_looks_like_no_solution():
    boards = engine_answers.lines("hardest_1106.txt") * 20
    whole = gridwise.solve_many(boards)
    guesses = whole.statistics.counters["decisions"]
    for nodes in (1, 50, guesses // 2):
        many = gridwise.solve_many(boards, limits=Limits(nodes=nodes))
        assert many.stop is Stop.NODE_LIMIT
        assert many.statistics.counters["decisions"] == nodes
        assert Uniqueness.GAVE_UP in many.uniqueness
        assert Uniqueness.NONE not in many.uniqueness
        assert not many.settled.all()
    many = gridwise.solve_many(boards, limits=Limits(nodes=guesses))
    assert many.stop is Stop.COMPLETED
    cancel = Event()
    cancel.set()
    many = gridwise.solve_many(boards, cancel=cancel)
    assert many.stop is Stop.CANCELLED
    assert set(many.uniqueness) <= {Uniqueness.GAVE_UP, Uniqueness.SOME, Uniqueness.UNIQUE}
    assert Uniqueness.GAVE_UP in many.uniqueness
    only = gridwise.solve_many([UNIQUE], limit=1)
    assert only.uniqueness == [Uniqueness.SOME]


def test_limits_of_a_single_board():
    position = board(engine_answers.lines("hardest_1106.txt")[0])
    done = gridwise.solve(position, method="kernel")
    assert done.unique
    guesses = done.statistics.counters["decisions"]
    assert gridwise.solve(position, method="kernel", limits=Limits(nodes=guesses)).unique
    less = gridwise.solve(position, method="kernel", limits=Limits(nodes=guesses - 1))
    assert less.stop is Stop.NODE_LIMIT
    assert less.unique is None
    empty = gridwise.count(board(EMPTY), method="kernel", limits=Limits(time_s=0.5))
    assert empty.stop is Stop.TIME_LIMIT
    assert empty.answer is not None and not empty.answer.exact and empty.answer.number > 100


def test_the_first_of_several_solutions_does_not_depend_on_the_others():
    boards = [p for p in random_boards(400, 9) if not PUZZLE.violations(p)]
    many = gridwise.solve_many(boards)
    turned = gridwise.solve_many(boards[::-1])
    assert (many.solutions == turned.solutions[::-1]).all()
    several = [i for i, found in enumerate(many.found) if found > 1]
    assert len(several) > 100
    for index in several[:60]:
        alone = gridwise.solve_many([boards[index]], limit=1)
        one = gridwise.solve(boards[index], method="kernel").answer
        assert (alone.solutions[0] == many.solutions[index]).all()
        assert one is not None
        assert one.items[0].position.cells == many.solutions[index].tobytes()


def test_the_only_solutions_are_those_of_the_kernel_alone():
    boards = [*random_boards(300, 12), board("." * 16), board(EMPTY), board(UNIQUE)]
    boards += [board(line) for line in engine_answers.lines("magictour.txt")]
    seen = BATCH.unique_among(boards, Run())
    for position, only in zip(boards, seen, strict=True):
        method = "kernel" if len(position.cells) == 81 else "auto"
        alone = gridwise.solve(position, method=method)
        if len(position.cells) != 81 or not alone.unique:
            assert only is None
            continue
        assert only is not None and alone.answer is not None
        (solution,) = alone.answer.items
        assert only == (solution.position, alone.statistics.counters["decisions"])
        assert BATCH.moves_to(position, only[0]) == solution.moves
    assert 50 < sum(only is not None for only in seen) < 250
    assert BATCH.unique_among([], Run()) == []
    stopped = BATCH.unique_among(boards[-20:], Run(Limits(nodes=3)))
    assert None in stopped
    queens = gridwise.parse("queens:4:")
    assert list(registry.capabilities(BatchSolver)) == ["sudoku"]
    with pytest.raises(ParameterError, match="many"):
        gridwise.solve_many([queens])


def test_models_come_while_the_search_goes_on():
    run = Run()
    models = BoardKernel.of(board(EMPTY)).models(run)
    seen = {next(models) for _ in range(1000)}
    assert len(seen) == 1000
    first = next(BoardKernel.of(board(EMPTY)).models(Run(), ordered=True))
    assert [fact % 10 for fact in first][:9] == list(range(1, 10))
    view = BoardKernel.of(board(OPEN))
    tally = ModelCount()
    assert view.count_models(Run(), tally)
    models_of = list(view.models(Run()))
    assert len(set(models_of)) == tally.number == len(models_of) > 1
    fact = models_of[0][1]
    fewer = set(view.without(fact).models(Run()))
    assert fewer == {model for model in models_of if fact not in model}


def test_replay_of_all_moves_refuses_what_single_moves_refuse():
    position = board(UNIQUE)
    answer = gridwise.solve(position).answer
    assert answer is not None
    moves = answer.items[0].moves
    assert PUZZLE.apply_all(position, moves) == answer.items[0].position
    wrong = (*moves[:-1], type(moves[0])(moves[-1].cell, moves[-1].digit % 9 + 1))
    for bad in (wrong, (*moves, moves[0]), (type(moves[0])(81, 1),), (type(moves[0])(2, 0),)):
        with pytest.raises(ParameterError):
            PUZZLE.apply_all(position, bad)
