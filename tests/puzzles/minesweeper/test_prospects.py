"""Progress, dead cells and 50-50s, against all layouts of small boards."""

from random import Random

import pytest

from gridwise.core.run import Run
from gridwise.puzzles.minesweeper import COVERED, PUZZLE, SAFE, Position, probabilities
from gridwise.puzzles.minesweeper.engine import counting
from gridwise.puzzles.minesweeper.sample import sample
from puzzles.minesweeper.support import board, layouts
from samples import seeds


def undecided_boards(number: int, *, total: bool) -> list[tuple[Position, list[tuple[int, ...]]]]:
    """Return boards with no safe cell left, each with its layouts."""
    out = []
    for seed in range(number):
        position = sample(Random(seed))
        every = list(layouts(position))
        covered = [cell for cell, code in enumerate(position.shown) if code == COVERED]
        if not every or SAFE in position.shown or (total and position.mines is None):
            continue
        if len(every) > 1 and all(any(one[cell] for one in every) for cell in covered):
            out.append((position, every))
    return out


def number(position: Position, layout: tuple[int, ...], cell: int) -> int:
    row, col = divmod(cell, position.width)
    return sum(
        layout[r * position.width + c]
        for r in range(max(0, row - 1), min(position.height, row + 2))
        for c in range(max(0, col - 1), min(position.width, col + 2))
        if (r, c) != (row, col)
    )


def test_progress_is_that_of_all_layouts():
    seen = set()
    for position, every in undecided_boards(len(seeds(20, 60)), total=False):
        covered = [cell for cell, code in enumerate(position.shown) if code == COVERED]
        for cell in covered:
            part = 0
            for layout in every:
                if layout[cell]:
                    continue
                shows = number(position, layout, cell)
                left = [
                    one for one in every if not one[cell] and number(position, one, cell) == shows
                ]
                others = [c for c in covered if c != cell]
                proved = any(not any(one[c] for one in left) for c in others)
                part += proved
            found = probabilities.progress(position, cell, len(every), Run())
            assert found is not None
            assert found.safe * len(every) == part, (PUZZLE.format(position), cell)
            seen.add(found)
    assert len(seen) > 2


def decides_nothing(left, every, cell):
    return not any(
        other != cell
        and len({one[other] for one in every}) == 2
        and len({one[other] for one in left}) == 1
        for other in range(len(every[0]))
    )


def test_dead_cells_always_show_the_same_and_decide_nothing():
    found = 0
    for position, every in undecided_boards(len(seeds(150, 400)), total=True):
        counted = counting.tally(position, Run())
        assert counted is not None
        covered = [cell for cell, code in enumerate(position.shown) if code == COVERED]
        dead = [
            cell
            for cell in covered
            if 0 < sum(one[cell] for one in every) < len(every)
            and len({number(position, one, cell) for one in every if not one[cell]}) == 1
            and decides_nothing([one for one in every if not one[cell]], every, cell)
        ]
        assert list(probabilities.dead_cells(position, counted, Run())) == dead
        found += len(dead)
    assert found


def test_pairs_that_nothing_tells_apart():
    """Each layout fits with the pair swapped, and every other safe cell shows the same then."""
    found = 0
    for position, every in undecided_boards(len(seeds(250, 600)), total=False):
        counted = counting.tally(position, Run())
        assert counted is not None
        for one, other in probabilities.fifty_fifties(position, counted, Run()):
            found += 1
            for layout in every:
                assert layout[one] + layout[other] == 1
                swapped = list(layout)
                swapped[one], swapped[other] = layout[other], layout[one]
                assert tuple(swapped) in every
                for cell in range(len(layout)):
                    if not layout[cell] and cell not in (one, other):
                        assert number(position, layout, cell) == number(
                            position, tuple(swapped), cell
                        )
    assert found


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2x5x2:--/--/11/00/00", "r2c1, r2c2 are a 50-50"),
        ("4x2x2:1---/1---", "its number shows another cell to be safe in"),
    ],
)
def test_the_advice_says_so(text: str, words: str) -> None:
    position = board(text)
    chances = counting.probabilities(position, Run())
    assert chances is not None
    guess = probabilities.best_guess(position, chances, Run())
    assert guess is not None
    assert words in str(guess.note)
