"""The numbers of a contradiction: with what is open they leave no layout, and no fewer do."""

import re
from itertools import product
from random import Random

from every import Collected
from gridwise.core.result import Status
from gridwise.puzzles.minesweeper import COVERED, MINE, PUZZLE, SAFE, Position
from gridwise.puzzles.minesweeper.position import neighbour_table
from gridwise.solving.hint import hint
from gridwise.solving.solve import solve

GIVEN = ("minesweeper:2x3:00/-1/0-", "minesweeper:3x3x3:1-1/---/1-1", "minesweeper:3x2x3:--1/1--")


def boards(number: int) -> list[Position]:
    """Return boards whose numbers are those of a layout, but for some."""
    out = []
    for seed in range(number):
        random = Random(seed)
        width, height = random.choice(((2, 3), (3, 3), (4, 3), (5, 2), (4, 4)))
        cells, near = width * height, neighbour_table(width, height)
        mines = set(random.sample(range(cells), random.randint(1, cells // 2)))
        safe = [cell for cell in range(cells) if cell not in mines]
        shown = bytearray([COVERED]) * cells
        for cell in random.sample(safe, random.randint(2, len(safe))):
            shown[cell] = sum(other in mines for other in near[cell])
            if random.random() < 0.3:
                shown[cell] = max(0, min(8, shown[cell] + random.choice((-1, 1))))
        for cell in random.sample(range(cells), random.randint(0, 2)):
            if shown[cell] == COVERED:
                shown[cell] = random.choice((MINE, SAFE))
        total = random.choice((None, len(mines), len(mines) + 1, len(mines) - 1))
        out.append(Position(width, height, bytes(shown), total))
    return out


def fits(position: Position, numbers: set[int], *, total: bool) -> bool:
    """Return whether a layout of what is covered has these numbers, and the total."""
    near = neighbour_table(position.width, position.height)
    covered = [cell for cell, code in enumerate(position.shown) if code == COVERED]
    for values in product((0, 1), repeat=len(covered)):
        mine = [int(code == MINE) for code in position.shown]
        for cell, value in zip(covered, values, strict=True):
            mine[cell] = value
        if total and sum(mine) != position.mines:
            continue
        if all(sum(mine[c] for c in near[cell]) == position.shown[cell] for cell in numbers):
            return True
    return False


def check(position: Position, text: str) -> None:
    named = re.findall(r"r(\d+)c(\d+) shows", text)
    numbers = {(int(row) - 1) * position.width + int(col) - 1 for row, col in named}
    total = "in total" in text
    assert numbers, text
    assert not fits(position, numbers, total=total), text
    for number in numbers:
        assert fits(position, numbers - {number}, total=total), (text, number)
    assert not total or fits(position, numbers, total=False), text


def test_the_set_is_minimal() -> None:
    collected, tried = Collected(), 0
    for position in [*(PUZZLE.parse(text) for text in GIVEN), *boards(600)]:
        if PUZZLE.violations(position):
            continue
        with collected.case(PUZZLE.format(position)) as runs:
            if runs:
                found = solve(position)
                if found.status is Status.UNSATISFIABLE:
                    assert found.conflict is not None
                    tried += 1
                    check(position, str(found.conflict.text))
    collected.end()
    assert tried > 40


def test_so_is_that_of_a_hint() -> None:
    for text in GIVEN:
        found = hint(PUZZLE.parse(text), time_s=60)
        assert found.technique == "wrong"
        check(PUZZLE.parse(text), str(found.text))
