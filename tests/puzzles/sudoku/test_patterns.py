"""Properties of the techniques: they conclude only what holds, and know no names of digits.

Boards come from random grids with one solution, on the way to it.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from random import Random

from every import every
from gridwise.core import registry
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits
from gridwise.puzzles.sudoku.position import Position
from gridwise.puzzles.sudoku.rules import shuffled_grid
from samples import seeds

FAMILIES = {"single_digit", "coloring", "wings", "uniqueness"}
TECHNIQUES = {
    name: one
    for name, one in registry.techniques("sudoku").items()
    if FAMILIES & {*getattr(one.find, "func", one.find).__module__.split(".")}  # of a `partial` too
}


def solutions(grid: CandidateGrid) -> Iterator[list[int]]:
    """Yield all solutions by plain search."""
    if grid.is_broken():
        return
    if not grid.empty:
        yield grid.digits
        return
    cell = min(bits(grid.empty), key=lambda c: (grid.candidates[c].bit_count(), c))
    for digit in bits(grid.candidates[cell]):
        tried = grid.copy()
        tried.place(cell, digit)
        yield from solutions(tried)


def is_unique(position: Position) -> bool:
    found = solutions(CandidateGrid(position))
    return next(found, None) is not None and next(found, None) is None


def puzzle(height: int, width: int, random: Random) -> tuple[Position, bytes]:
    """Return a board with one solution, few of whose givens can be left out, and the solution."""
    solved = bytes(shuffled_grid(height, width, random))
    cells = bytearray(solved)
    order = list(range(len(cells)))
    random.shuffle(order)
    for cell in order:
        cells[cell] = 0
        if not is_unique(Position(height, width, bytes(cells))):
            cells[cell] = solved[cell]
    return Position(height, width, bytes(cells)), solved


def boards(position: Position, solved: bytes, random: Random) -> Iterator[CandidateGrid]:
    """Yield boards on the way to the solution, with entries and with candidates removed."""
    for entries, share in product((0, 4, 9, 16), (0.0, 0.4, 0.8, 0.9)):
        grid = CandidateGrid(position)
        for cell in random.sample(list(bits(grid.empty)), min(entries, grid.empty.bit_count())):
            grid.place(cell, solved[cell])
        for cell in bits(grid.empty):
            for digit in bits(grid.candidates[cell]):
                if digit != solved[cell] and random.random() < share:
                    grid.remove(cell, digit)
        yield grid


@cache
def samples() -> Sequence[tuple[CandidateGrid, bytes]]:
    made = []
    for seed in seeds(1, 4):
        for shape in ((3, 3), (2, 3), (2, 2), (1, 7)):
            random = Random(f"{seed} {shape}")
            position, solved = puzzle(*shape, random)
            for grid in boards(position, solved, random):
                made.append((grid, solved))
    return made


def concluded(steps: Iterator[Step]) -> set[frozenset[tuple[int, int, bool]]]:
    return {frozenset((m.cell, int(m.value), m.holds) for m in s.conclusions) for s in steps}


@every("name", TECHNIQUES)
def test_conclusions_agree_with_the_solution(name: str) -> None:
    for grid, solved in samples():
        for step in TECHNIQUES[name].find(grid):
            assert step.conclusions
            assert step.technique == name
            assert step.difficulty == TECHNIQUES[name].ratings["hodoku"]
            for mark in step.conclusions:
                assert grid.has(mark.cell, int(mark.value))
                assert (solved[mark.cell] == mark.value) is mark.holds, str(step.text)


def test_the_boards_have_what_most_techniques_look_for() -> None:
    grids = [grid for grid, _ in samples()]
    found = {name for name, one in TECHNIQUES.items() if any(any(one.find(g)) for g in grids)}
    assert len(found) >= 15


@every("name", TECHNIQUES)
def test_digits_and_the_diagonal_can_be_exchanged(name: str) -> None:
    for seed, (grid, _) in enumerate(samples()):
        if grid.shape.boxes and grid.size not in (4, 9):
            continue  # the boxes would lie the other way
        size = grid.size
        names = [0, *Random(seed).sample(range(1, size + 1), size)]
        twin = exchanged(grid, names)
        plain = concluded(TECHNIQUES[name].find(grid))
        other = concluded(TECHNIQUES[name].find(twin))
        assert other == {
            frozenset((turned(cell, size), names[digit], holds) for cell, digit, holds in one)
            for one in plain
        }


def turned(cell: int, size: int) -> int:
    return cell % size * size + cell // size


def exchanged(grid: CandidateGrid, names: list[int]) -> CandidateGrid:
    """Return the board mirrored at the diagonal, with other digits."""
    size, shape = grid.size, {4: (2, 2), 7: (1, 7), 9: (3, 3)}[grid.size]
    digits, given = bytearray(size * size), bytearray(size * size)
    for cell in range(size * size):
        digits[turned(cell, size)] = names[grid.digits[cell]]
        if grid.given >> cell & 1:
            given[turned(cell, size)] = names[grid.digits[cell]]
    twin = CandidateGrid(Position(*shape, bytes(digits)), Position(*shape, bytes(given)))
    for cell in range(size * size):
        for digit in range(1, size + 1):
            if not grid.has(cell, digit):
                twin.remove(turned(cell, size), names[digit])
    return twin


def test_a_turbot_fish_is_any_chain_of_two_strong_links() -> None:
    """The twin goes through all quadruples of places, and counts places house by house."""
    for grid, _ in samples()[::5]:
        size = grid.size
        expected = set()
        for digit in range(1, size + 1):
            cells = list(bits(grid.places[digit]))

            def sees(one: int, other: int, grid: CandidateGrid = grid) -> bool:
                return other in grid.shape.peers[one]

            strong = set()
            for house in grid.shape.houses:
                inside = [cell for cell in house if cell in cells]
                if len(inside) == 2:
                    strong |= {tuple(inside), tuple(inside[::-1])}
            for (a, b), (c, d) in product(strong, repeat=2):
                if len({a, b, c, d}) == 4 and sees(b, c):
                    out = [x for x in cells if sees(x, a) and sees(x, d) and x not in (a, b, c, d)]
                    if out:
                        expected.add(frozenset((x, digit, False) for x in out))
        assert concluded(TECHNIQUES["turbot_fish"].find(grid)) == expected


def test_wings_are_what_every_pair_of_pincers_gives() -> None:
    """The twin tries all triples of cells and all digits of each."""
    for grid, _ in samples()[::3]:
        for name, most in (("xy_wing", 2), ("xyz_wing", 3)):
            expected = set()
            cells = list(bits(grid.empty))
            for pivot in cells:
                if grid.candidates[pivot].bit_count() != most:
                    continue
                near = [c for c in cells if c in grid.shape.peers[pivot]]
                two = [c for c in near if grid.candidates[c].bit_count() == 2]
                for one, other in combinations(two, 2):
                    expected |= _wing(grid, pivot, one, other, name == "xyz_wing")
            assert concluded(TECHNIQUES[name].find(grid)) == expected


def _wing(
    grid: CandidateGrid, pivot: int, one: int, other: int, three: bool
) -> set[frozenset[tuple[int, int, bool]]]:
    """Return what holds in none of the cases that the pivot's digits make."""
    wing = [pivot, one, other] if three else [one, other]
    out = set()
    for digit in bits(grid.candidates[one] & grid.candidates[other]):
        if grid.has(pivot, digit) is not three:
            continue
        cases = [
            case
            for case in product(*(tuple(bits(grid.candidates[c])) for c in (pivot, one, other)))
            if case[0] != case[1] and case[0] != case[2]
        ]
        inside = grid.candidates[one] | grid.candidates[other] | grid.candidates[pivot]
        if inside.bit_count() != 3 or grid.candidates[one] == grid.candidates[other]:
            continue
        if all(digit in (case if three else case[1:]) for case in cases):
            seen = [
                c for c in bits(grid.places[digit]) if all(c in grid.shape.peers[w] for w in wing)
            ]
            if seen:
                out.add(frozenset((cell, digit, False) for cell in seen))
    return out
