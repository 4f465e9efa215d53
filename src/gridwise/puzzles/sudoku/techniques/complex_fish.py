"""Complex fish: bases and covers may be boxes too (Franken), or houses of all kinds (mutant).

A candidate is removed if it cannot hold: if it did, its peers would lose the digit, and the rest
of `size` bases would lie in fewer than `size` covers. So the search takes each candidate that
no way to place the digit uses, and looks for bases whose cells out of its sight lie in `size` - 1
covers. Boards over 9x9 have too many ways for that: there it finds nothing.
"""

from collections.abc import Iterator
from functools import lru_cache, partial
from operator import attrgetter

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, Geometry, bits, geometry, mask_of
from gridwise.puzzles.sudoku.position import Shape
from gridwise.puzzles.sudoku.techniques.fish import MOST_FINS, Fish, steps
from gridwise.puzzles.sudoku.techniques.wording import Label, technique

LARGEST = 9
"""The largest side of a board that is searched."""
MOST_ENDO_FINS = 2
"""The most cells in two bases of a fish that is looked for."""


def house_fish(
    grid: CandidateGrid,
    label: Label,
    size: int,
    *,
    mutant: bool = False,
    with_fins: bool = False,
) -> Iterator[Step]:
    """Yield a step for each Franken or mutant fish, with fins or without."""
    if not grid.shape.boxes or grid.size > LARGEST:
        return
    for digit in range(1, grid.size + 1):
        places = grid.places[digit]
        if impossible(grid.shape, places):
            fishes = complex_fish(grid.shape, places, size, mutant, with_fins)
            yield from steps(grid, digit, fishes, fishes if with_fins else (), label)


@lru_cache(maxsize=4096)
def impossible(shape: Shape, places: int) -> int:
    """Return the places that no way to place the digit in all rows, columns and boxes uses."""
    size, box_of = shape.size, shape.box_of
    rows = [
        [(1 << cell, 1 << cell % size, 1 << box_of[cell]) for cell in bits(places & row)]
        for row in geometry(shape).houses[:size]
        if places & row
    ]
    bands = [
        mask_of(box_of[cell] for cell in bits(row))
        for row in geometry(shape).houses[:size]
        if places & row
    ]
    possible = 0
    known: dict[tuple[int, int, int], bool] = {}

    def place(at: int, columns: int, boxes: int) -> bool:
        nonlocal possible
        if at == len(rows):
            return True
        boxes &= bands[at]  # other bands' make no difference
        key = at, columns, boxes
        if key not in known:
            known[key] = False
            for cell, column, box in rows[at]:
                if not (columns & column or boxes & box) and place(
                    at + 1, columns | column, boxes | box
                ):
                    known[key] = True
                    possible |= cell
        return known[key]

    place(0, 0, 0)
    return places & ~possible


@lru_cache(maxsize=2048)
def complex_fish(
    shape: Shape, places: int, size: int, mutant: bool, with_fins: bool
) -> tuple[Fish, ...]:
    """Return the fish of a digit with these places: rows as bases first, then columns."""
    board, n = geometry(shape), shape.size
    held = [cells & places for cells in board.houses]
    rows, columns, boxes = (
        [house for house in some if held[house]]
        for some in (range(n), range(n, 2 * n), shape.boxes)
    )
    if mutant:
        every = [*rows, *columns, *boxes]
        passes = [(every, every)]
    else:
        passes = [([*rows, *boxes], [*columns, *boxes]), ([*columns, *boxes], [*rows, *boxes])]
    fishes: list[Fish] = []
    for bases, covers in passes:
        search = _Search(board, held, places, size, bases, covers)
        tried = search.finned() if with_fins else search.plain()
        of_pass = [
            fish
            for chosen in tried
            if (fish := _fish(board, held, *chosen, with_fins)) is not None
            and _kind(shape, *chosen) == 1 + mutant
        ]
        fishes += sorted(of_pass, key=attrgetter("bases", "covers"))
    return tuple(fishes)


class _Search:
    """Looks for bases that are covered.

    Parameters
    ----------
    board, held
        The houses, and the places in each.
    places
        The places of the digit.
    size
        The number of bases.
    bases, covers
        The houses to choose from.
    """

    def __init__(
        self,
        board: Geometry,
        held: list[int],
        places: int,
        size: int,
        bases: list[int],
        covers: list[int],
    ) -> None:
        self.board, self.held, self.places, self.size = board, held, places, size
        self.bases, self.covers = bases, covers
        self.covers_of = {
            cell: [house for house in board.shape.houses_of(cell) if house in set(covers)]
            for cell in bits(places)
        }

    def plain(self) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Return bases without a common cell, and covers that hold all their cells."""
        few = [house for house in self.bases if self.held[house].bit_count() <= self.size]
        return self._covered(few, self.held, self.size)

    def finned(self) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Return bases and covers that leave a candidate no place."""
        pairs: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()
        for cell in bits(impossible(self.board.shape, self.places)):
            seen = self.board.peers[cell] | 1 << cell
            own = self.covers_of[cell]
            left = [held & ~seen for held in self.held]
            bases = [house for house in self.bases if not self.held[house] >> cell & 1]
            for chosen, covers in self._covered(bases, left, self.size - 1):
                for house in own:
                    if house not in chosen:
                        pairs.add((chosen, tuple(sorted((*covers, house)))))
        return pairs

    def _covered(
        self, bases: list[int], held: list[int], most: int
    ) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Return `size` bases without a common cell in `held`, and `most` covers for them."""
        size, covers_of = self.size, self.covers_of
        pairs: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()

        def extend(
            start: int, chosen: tuple[int, ...], union: int, covers: tuple[int, ...], covered: int
        ) -> None:
            rest = union & ~covered
            if rest:
                if len(covers) == most:
                    return
                for house in covers_of[(rest & -rest).bit_length() - 1]:
                    if house not in chosen and house not in covers:
                        extend(start, chosen, union, (*covers, house), covered | held[house])
            elif len(chosen) == size:
                if len(covers) == most:
                    pairs.add((chosen, tuple(sorted(covers))))
            else:
                full = len(covers) == most
                for at in range(start, len(bases) - size + len(chosen) + 1):
                    house = bases[at]
                    cells = held[house]
                    if cells & union or house in covers or (full and cells & ~covered):
                        continue
                    extend(at + 1, (*chosen, house), union | cells, covers, covered)

        extend(0, (), 0, (), 0)
        return pairs


def _fish(
    board: Geometry,
    held: list[int],
    bases: tuple[int, ...],
    covers: tuple[int, ...],
    with_fins: bool,
) -> Fish | None:
    """Return the fish of bases and covers, or None if it removes nothing."""
    union = endo = across = twice = 0
    for house in bases:
        endo |= union & held[house]
        union |= held[house]
    for house in covers:
        if not held[house] & union:
            return None
        twice |= across & held[house]
        across |= held[house]
    fins = union & ~across | endo
    if bool(fins) is not with_fins or fins.bit_count() > MOST_FINS:
        return None
    if endo.bit_count() > MOST_ENDO_FINS:
        return None
    removed = across & ~union | twice
    if fins:
        removed &= board.seen_by_all(fins)
    return Fish(bases, covers, union & across, fins, removed) if removed else None


def _kind(shape: Shape, bases: tuple[int, ...], covers: tuple[int, ...]) -> int:
    """Return 0 for lines with lines across, 1 for boxes among them, 2 for other houses."""
    base_kinds, cover_kinds = ({shape.kinds[h] for h in some} for some in (bases, covers))
    lines, across = base_kinds - {"box"}, cover_kinds - {"box"}
    if len(lines) > 1 or len(across) > 1 or lines == across:
        return 2
    return 1 if "box" in base_kinds | cover_kinds else 0


_franken = partial(technique, house_fish, "fiendish")
_mutant = partial(technique, house_fish, "extreme", mutant=True)
_finned_franken = partial(_franken, with_fins=True)
_finned_mutant = partial(_mutant, with_fins=True)
TECHNIQUES = (
    _franken("franken_x_wing", msg("Franken X-Wing"), 610, 300, "0330", size=2),
    _franken("franken_swordfish", msg("Franken Swordfish"), 620, 350, "0331", size=3),
    _franken("franken_jellyfish", msg("Franken Jellyfish"), 630, 370, "0332", size=4),
    _finned_franken(
        "finned_franken_x_wing", msg("Finned Franken X-Wing"), 670, 390, "0340", size=2
    ),
    _finned_franken(
        "finned_franken_swordfish", msg("Finned Franken Swordfish"), 680, 410, "0341 03411", size=3
    ),
    _finned_franken(
        "finned_franken_jellyfish", msg("Finned Franken Jellyfish"), 690, 430, "0342 03421", size=4
    ),
    _mutant("mutant_swordfish", msg("Mutant Swordfish"), 925, 450, "0351", size=3),
    _mutant("mutant_jellyfish", msg("Mutant Jellyfish"), 926, 450, "0352", size=4),
    _finned_mutant(
        "finned_mutant_swordfish", msg("Finned Mutant Swordfish"), 928, 470, "0361", size=3
    ),
    _finned_mutant(
        "finned_mutant_jellyfish", msg("Finned Mutant Jellyfish"), 930, 470, "0362 03621", size=4
    ),
    _finned_mutant(
        "finned_mutant_squirmbag", msg("Finned Mutant Squirmbag"), 940, 470, "0363", size=5
    ),
    _finned_mutant("finned_mutant_whale", msg("Finned Mutant Whale"), 950, 470, "0364", size=6),
)
