"""Exact chances: against every layout of small boards, and against each other on large ones."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import comb, exp
from random import Random
from threading import Event

import pytest

import gridwise
from gridwise.core import registry
from gridwise.core.capabilities import GenerationContext, ProbabilityModel
from gridwise.core.errors import ParameterError
from gridwise.core.limits import Limits
from gridwise.core.result import Status, Stop
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.engine import probability
from gridwise.puzzles.minesweeper.engine.weighed_board import ChainCache, WeighedBoard
from gridwise.puzzles.minesweeper.generate import GENERATOR
from gridwise.puzzles.minesweeper.position import COVERED, MINE, SAFE, Position
from gridwise.puzzles.minesweeper.puzzle import PUZZLE
from gridwise.solving.hint import hint
from gridwise.solving.probabilities import as_json
from oracles import minesweeper as oracle
from samples import THOROUGH, sample

SAMPLES = 300 if THOROUGH else 45


def by_enumeration(position: Position) -> tuple[int, list[Fraction | None]]:
    """The number of layouts, and the chances, by trying every layout."""
    layouts = oracle.solutions(PUZZLE.format(position))
    return len(layouts), [
        None if code <= 8 else Fraction(sum(layout[cell] for layout in layouts), len(layouts) or 1)
        for cell, code in enumerate(position.shown)
    ]


def samples(number: int = SAMPLES) -> Iterator[Position]:
    for seed in range(number):
        position = sample(PUZZLE, Random(seed))
        yield position
        yield replace(position, mines=None)


class Dice(GenerationContext):
    """The dice, and nothing else of what generators may use."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def check(self) -> None:
        """Never ends."""

    def count(self, position: object, limit: int) -> int:
        raise NotImplementedError

    def solution(self, position: object) -> object:
        raise NotImplementedError


def in_mid_game(board: str, seed: int, opened: int = 40) -> Position:
    made = GENERATOR.generate(board, Dice(seed), {"opened": opened})
    assert made is not None
    return made.position


@pytest.mark.parametrize(("word", "passes"), [(60, 200), (0, 200), (60, 0), (0, 0)])
def test_every_chance_is_that_of_all_layouts(
    word: int, passes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Modulo 2**64 or primes; a pass for each number of mines or the weights put in first."""
    monkeypatch.setattr(probability, "_WORD", word)
    monkeypatch.setattr(probability, "_MOST_PASSES", passes)
    without = 0
    for position in samples(SAMPLES if word and passes else max(30, SAMPLES // 3)):
        layouts, chances = by_enumeration(position)
        assert probability.count(position, Run()) == layouts, PUZZLE.format(position)
        found = probability.probabilities(position, Run())
        if not layouts:
            without += 1
            assert found is None
            continue
        assert found is not None
        assert found.layouts == layouts
        assert found.chances.shape == (position.height, position.width)
        assert found.chances.ravel().tolist() == chances, PUZZLE.format(position)
    assert without > 2


def test_a_board_without_numbers_is_the_binomial() -> None:
    empty = Position(30, 16, bytes([COVERED]) * 480, 99)
    found = probability.probabilities(empty, Run())
    assert found is not None
    assert found.layouts == comb(480, 99)
    assert set(found.chances.ravel().tolist()) == {Fraction(99, 480)}
    assert probability.count(replace(empty, mines=None), Run()) == 2**480
    assert probability.count(replace(empty, mines=481), Run()) == 0


def test_what_is_known_counts() -> None:
    position = PUZZLE.parse("minesweeper:4x3x4:X-s-/-2--/----")
    layouts, chances = by_enumeration(position)
    found = probability.probabilities(position, Run())
    assert found is not None
    assert (found.layouts, found.chances.ravel().tolist()) == (layouts, chances)
    assert found.chances[0, 0] == 1
    assert found.chances[0, 2] == 0
    assert found.chances[1, 1] is None


def dense(side: int, mines: int, seed: int) -> Position:
    """Half of the safe cells of a random board open: one large component."""
    random = Random(seed)
    cells = list(range(side * side))
    random.shuffle(cells)
    shown = bytearray([COVERED] * side * side)
    for cell in cells[mines : mines + (side * side - mines) // 2]:
        row, col = divmod(cell, side)
        shown[cell] = sum(
            r * side + c in set(cells[:mines])
            for r in range(max(0, row - 1), min(side, row + 2))
            for c in range(max(0, col - 1), min(side, col + 2))
        )
    return Position(side, side, bytes(shown), mines)


def test_all_ways_of_counting_agree_on_a_large_component(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(3):
        position = dense(24, 115, seed)
        found = probability.tally(position, Run())
        assert found is not None
        monkeypatch.setattr(probability, "_WORD", 0)
        assert probability.tally(position, Run()) == found
        monkeypatch.setattr(probability, "_MOST_PASSES", 0)
        assert probability.tally(position, Run()) == found
        monkeypatch.undo()
        assert sum(found.mines) == found.layouts * 115
        layout = probability.one_layout(position, Run())
        assert layout is not None
        assert all(n for n, mine in zip(found.mines, layout, strict=True) if mine)


def test_one_call_counts_as_component_by_component_does() -> None:
    whole = partly = 0
    boards = [
        in_mid_game(size, seed, 40) for size in ("16x16x40", "30x24x150") for seed in range(8)
    ]
    for position in [*boards, dense(24, 115, 0), dense(40, 320, 1), *samples(40)]:
        board = probability._CountedBoard(position, Run())
        if not board.fits:
            continue
        found, slow = board.in_words(), probability._CountedBoard(position, Run())
        assert found == [slow.component(c, sums=True) for c in range(len(found))]
        whole += len(found) == board.components > 1
        partly += len(found) < board.components
    assert whole > 10 and partly, (whole, partly)


def test_arrays_that_are_too_short_are_made_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    position = dense(24, 115, 1)
    found = probability.tally(position, Run())
    monkeypatch.setattr(probability, "ENTRIES", 8)
    monkeypatch.setattr(probability, "_BUDGET", 3)
    assert probability.tally(position, Run()) == found


def test_floats_are_as_exact_as_floats_can_be() -> None:
    worst = 0.0
    sizes = ["9x9x10", "16x16x40", "30x16x99", "30x24x150"]
    for seed, board in enumerate(sizes * (4 if THOROUGH else 1)):
        position = in_mid_game(board, seed, 15 + 3 * seed)
        exact = probability.probabilities(position, Run())
        assert exact is not None
        weighed = WeighedBoard(position, Run(), ChainCache())
        weighed.deduce()
        weighed.weigh()
        total = weighed.weighed.total * exp(weighed.weighed.scale)
        assert total == pytest.approx(exact.layouts, rel=1e-10)
        for cell in weighed.cells:
            worst = max(worst, abs(weighed.risk[cell] - float(exact.chances.flat[cell])))
    assert worst < 1e-12


def test_the_use_case_says_what_is_known_and_why_it_stopped() -> None:
    good = gridwise.probabilities(gridwise.parse("minesweeper:3x1x1:1--"))
    assert (good.status, good.stop, good.question) == (
        Status.SOLVED,
        Stop.COMPLETED,
        "probabilities",
    )
    value = as_json(good)
    assert value["probabilities"] == [[None, "1/1", "0/1"]]
    assert value["layouts"] == "1"
    for notation in ("minesweeper:3x1:2--", "minesweeper:2x1x3:--", "minesweeper:4x1:1-1-"):
        # The last is broken by no single number.
        bad = gridwise.probabilities(gridwise.parse(notation))
        expected = Status.UNSATISFIABLE if notation != "minesweeper:4x1:1-1-" else Status.SOLVED
        assert bad.status is expected, notation
    token = Event()
    token.set()
    cancelled = gridwise.probabilities(in_mid_game("30x16x99", 1), cancel=token)
    assert (cancelled.status, cancelled.stop) == (Status.UNKNOWN, Stop.CANCELLED)
    late = gridwise.probabilities(in_mid_game("30x16x99", 1), limits=Limits(time_s=1e-9))
    assert (late.status, late.stop, late.answer) == (Status.UNKNOWN, Stop.TIME_LIMIT, None)
    assert as_json(late)["probabilities"] is None
    with pytest.raises(ParameterError, match="minesweeper"):
        gridwise.probabilities(gridwise.parse("queens:8:r1c1"))


def test_counts_of_large_boards_are_exact_and_by_the_kernel() -> None:
    position = in_mid_game("30x16x99", 5)
    result = gridwise.count(position)
    found = probability.tally(position, Run())
    assert found is not None
    assert result.method == "kernel"
    assert result.answer == gridwise.Count(found.layouts, exact=True)


def test_a_guess_is_the_cell_with_the_best_chance() -> None:
    guesses = 0
    for number in range(1, 6):
        shown = bytearray([COVERED] * 63)
        shown[3 * 9 + 4] = shown[3 * 9 + 7] = number
        position = Position(9, 7, bytes(shown), 14)
        found = hint(position)
        if found.technique != "best_chance":
            continue
        guesses += 1
        exact = probability.probabilities(position, Run())
        assert exact is not None
        least = min(x for x in exact.chances.ravel() if x is not None)
        [mark] = found.conclusions
        assert not mark.holds
        assert exact.chances.flat[mark.cell] == least
    assert guesses > 3


def test_a_layout_fits() -> None:
    for position in samples():
        layout = probability.one_layout(position, Run())
        layouts = oracle.solutions(PUZZLE.format(position))
        if layout is None:
            assert not layouts
        else:
            assert tuple(map(int, layout)) in layouts


def test_the_registry_knows_who_has_chances() -> None:
    assert list(registry.capabilities(ProbabilityModel)) == ["minesweeper"]
    assert {MINE, SAFE} == {10, 11}
