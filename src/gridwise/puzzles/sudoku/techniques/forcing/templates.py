"""Templates: the ways in which a digit can be placed in every row, column and box."""

from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits


def has_template(grid: CandidateGrid, digit: int, places: int) -> bool:
    """Return whether a digit can be placed in every house that lacks it, on these places only."""
    units = [grid.houses[h] for h in range(len(grid.houses)) if grid.houses[h] & grid.places[digit]]

    def search(left: int, open_units: list[int]) -> bool:
        if not open_units:
            return True
        unit = min(open_units, key=lambda cells: (cells & left).bit_count())
        for cell in bits(unit & left):
            rest = [cells for cells in open_units if not cells >> cell & 1]
            if search(left & ~grid.peers[cell] & ~(1 << cell), rest):
                return True
        return False

    return search(places, units)


def surviving(grid: CandidateGrid) -> tuple[list[int], list[int]]:
    """Return for each digit the places in some template, and those in every one (sets of cells).

    Templates of one digit keep off the cells that every template of another one has. Where a digit
    has no template at all, the board has no solution, and nothing is narrowed.
    """
    places, sure = grid.places[:], [0] * (grid.size + 1)
    changed = True
    while changed:
        changed = False
        for digit in range(1, grid.size + 1):
            taken = 0
            for other, cells in enumerate(sure):
                if other != digit:
                    taken |= cells
            left = places[digit] & ~taken
            if not left or not has_template(grid, digit, left):
                continue
            kept = every = 0
            for cell in bits(left):
                if has_template(grid, digit, (left & ~grid.peers[cell]) | 1 << cell):
                    kept |= 1 << cell
            for cell in bits(kept):
                if not has_template(grid, digit, kept & ~(1 << cell)):
                    every |= 1 << cell
            if (kept, every) != (places[digit], sure[digit]):
                places[digit], sure[digit], changed = kept, every, True
    return places, sure
