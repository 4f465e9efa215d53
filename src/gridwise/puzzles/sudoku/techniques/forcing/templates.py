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
