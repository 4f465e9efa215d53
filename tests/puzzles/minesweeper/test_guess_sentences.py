"""Every sentence of a guess, against all layouts of small boards."""

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest

from every import Collected
from gridwise.core.limits import Interrupted
from gridwise.core.numbers import percent
from gridwise.core.result import Stop
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper import COVERED, MINE, PUZZLE, Position, probabilities
from gridwise.puzzles.minesweeper.engine import counting
from gridwise.puzzles.minesweeper.position import neighbour_table
from gridwise.puzzles.minesweeper.probabilities import PROBABILITIES
from gridwise.solving.hint import guess as guess_module
from gridwise.solving.hint import hint
from gridwise.solving.hint.stages import level_as_json, staged
from oracles.minesweeper import Layout, solutions, wins
from samples import seeds

GIVEN = (
    "minesweeper:2x2x1:1-/-1",
    "minesweeper:3x4x5:-4-/---/---/-1-",
    "minesweeper:3x3x3:-2-/2--/--2",
    "minesweeper:2x5x2:--/--/11/00/00",
    "minesweeper:4x2x2:1---/1---",
    "minesweeper:3x3:---/-2-/---",
)


def every_board(width: int, height: int) -> Iterator[Position]:
    """Yield every board of a size: all layouts, all sets of open cells, with and without total."""
    cells, near = width * height, neighbour_table(width, height)
    for mines in (set(some) for n in range(cells) for some in combinations(range(cells), n)):
        safe = [cell for cell in range(cells) if cell not in mines]
        for some in (one for n in range(len(safe)) for one in combinations(safe, n)):
            shown = bytearray([COVERED]) * cells
            for cell in some:
                shown[cell] = sum(other in mines for other in near[cell])
            yield Position(width, height, bytes(shown), len(mines))
            yield Position(width, height, bytes(shown), None)


def some_boards(number: int) -> Iterator[Position]:
    """Yield boards of games in which few cells are open."""
    for seed in range(number):
        random = Random(seed)
        width, height = random.choice(((3, 3), (3, 4), (4, 3), (5, 2), (11, 1), (4, 4)))
        cells, near = width * height, neighbour_table(width, height)
        mines = set(random.sample(range(cells), random.randint(1, cells // 2)))
        safe = [cell for cell in range(cells) if cell not in mines]
        shown = bytearray([COVERED]) * cells
        for cell in random.sample(safe, random.randint(1, min(5, len(safe)))):
            shown[cell] = sum(other in mines for other in near[cell])
        for cell in random.sample(sorted(mines), random.randint(0, 1)):
            shown[cell] = MINE
        yield Position(width, height, bytes(shown), random.choice((len(mines), None)))


def number(layout: Layout, near: tuple[int, ...]) -> int:
    return sum(layout[other] for other in near)


def decided(layouts: list[Layout], cells: list[int], value: int) -> list[int]:
    return [cell for cell in cells if all(one[cell] == value for one in layouts)]


def progress(layouts: list[Layout], covered: list[int], cell: int, near: Any) -> tuple[int, int]:
    """Return in how many layouts the number proves another cell safe, or that none is left."""
    proves = ends = 0
    others = [c for c in covered if c != cell]
    for layout in layouts:
        if not layout[cell]:
            shows = number(layout, near)
            left = [one for one in layouts if not one[cell] and number(one, near) == shows]
            proves += bool(decided(left, others, 0))
            ends += len(decided(left, others, 1)) == len(others)
    return proves, ends


def check(position: Position, layouts: list[Layout], text: str, guess: int) -> set[str]:
    """Compare what is said with all layouts; return the kinds of sentences that were there."""
    width, table = position.width, neighbour_table(position.width, position.height)
    covered = [cell for cell, code in enumerate(position.shown) if code == COVERED]
    kinds, all_ = set(), len(layouts)

    def share(sentence: str) -> str | None:
        found = re.search(sentence.replace("#", r"([<>]?[\d.]+) %"), text)
        return None if found is None else found[1]

    def named(sentence: str) -> list[int]:
        found = re.findall(sentence.replace("#", r"((?:r\d+c\d+(?:, )?)+)"), text)
        return [
            (int(row) - 1) * width + int(col) - 1
            for part in found
            for row, col in re.findall(r"r(\d+)c(\d+)", part)
        ]

    proves, ends = progress(layouts, covered, guess, table[guess])
    said = share("its number shows another cell to be safe in # of the solutions")
    if said is not None:
        kinds.add("safe" if proves else "never safe")
        assert said == percent(Fraction(proves, all_)), text
        none_left = share("its number shows that no safe cell is left in # of the solutions")
        assert none_left == (percent(Fraction(ends, all_)) if ends else None), text
        kinds |= {"no safe cell left"} if ends else set()
    open_ = [c for c in covered if 0 < sum(one[c] for one in layouts) < all_]
    dead = named("opening these decides no other cell, and what they show is known: #")
    for cell in dead:
        kinds.add("dead")
        left = [one for one in layouts if not one[cell]]
        assert len({number(one, table[cell]) for one in left}) == 1, text
        others = [c for c in open_ if c != cell]
        assert not decided(left, others, 0), text
        assert not decided(left, others, 1), text
    pairs = named("# are a 50-50")
    for one, other in zip(pairs[::2], pairs[1::2], strict=True):
        kinds.add("50-50")
        assert all(layout[one] + layout[other] == 1 for layout in layouts), text
    win = re.search(r"with best play it wins (\d+) of (\d+)", text)
    if win is not None and len(covered) <= 7:
        kinds.add("wins")
        best = wins(PUZZLE.format(position))
        assert (int(win[1]), int(win[2])) == (best[guess], all_), text
        assert best[guess] == max(best.values()), text
    return kinds


def test_every_sentence_is_true_of_all_layouts() -> None:
    collected, kinds, tried = Collected(), set[str](), 0
    boards = [PUZZLE.parse(text) for text in GIVEN]
    for width, height in ((2, 2), (3, 1), (4, 1), (5, 1)):
        boards += every_board(width, height)
    boards += Random(1).sample(list(every_board(3, 2)), len(seeds(60, 150)))
    for position in [*dict.fromkeys(boards), *some_boards(len(seeds(120, 250)))]:
        text = PUZZLE.format(position)
        layouts = solutions(text)
        covered = [cell for cell, code in enumerate(position.shown) if code == COVERED]
        if len(layouts) < 2 or decided(layouts, covered, 0):
            continue
        with collected.case(text) as runs:
            if not runs:
                continue
            chances = counting.probabilities(position, Run())
            assert chances is not None
            guess = probabilities.best_guess(position, chances, Run())
            assert guess is not None
            kinds |= check(position, layouts, str(guess.note), guess.cell)
            tried += 1
    collected.end()
    assert tried > len(seeds(80, 200))
    assert kinds >= {"safe", "never safe", "no safe cell left", "dead", "50-50", "wins"}


def test_a_hint_says_what_the_guess_says() -> None:
    for text in GIVEN:
        found = hint(PUZZLE.parse(text), time_s=60)
        if found.guess:
            words = str(found.text)
            check(PUZZLE.parse(text), solutions(text), words, found.conclusions[0].cell)


def late(*_: Any) -> None:
    raise Interrupted(Stop.TIME_LIMIT)


def test_a_guess_that_was_not_worked_out_is_not_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """The chances take too long: no other cell is named in place of the best one."""
    position = PUZZLE.parse("minesweeper:3x3x3:-2-/2--/--2")
    real = guess_module.registry.capability

    class Late:
        probabilities, best_guess = staticmethod(late), PROBABILITIES.best_guess

    def capability(kind: str, wanted: type, *of: object) -> Any:
        return Late if wanted.__name__ == "ProbabilityModel" else real(kind, wanted, *of)

    monkeypatch.setattr(guess_module.registry, "capability", capability)
    found = staged(position, time_s=60)
    step = found.hint
    assert str(step.text) == "nothing is forced; the best guess was not found in 60 s"
    assert (step.technique, step.move, step.conclusions) == ("unknown", None, ())
    assert step.stop is Stop.TIME_LIMIT
    assert level_as_json(found, position)["stop"] == "TIME_LIMIT"


def test_the_safest_cell_is_named_as_no_more_than_that(monkeypatch: pytest.MonkeyPatch) -> None:
    """How often a cell wins takes too long: the chances are known, and that the rest is not."""
    position = PUZZLE.parse("minesweeper:3x3x3:-2-/2--/--2")
    for module, name in ((probabilities, "_best_guess"), (probabilities, "_to_win")):
        with monkeypatch.context() as patch:
            patch.setattr(module, name, late)
            words = str(hint(position, time_s=60).text)
            assert "which cell wins most often is not worked out" in words, name
