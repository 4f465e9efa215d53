"""The patterns of almost locked sets by their definitions, with loops over sets: slow, obvious.

A board is a dict from cell (row, column) to its set of candidates; filled cells are left out.
"""

from itertools import combinations, permutations, product

Cell = tuple[int, int]
Board = dict[Cell, set[int]]
Candidate = tuple[Cell, int]
Als = frozenset[Cell]


def houses(size: int, height: int, width: int) -> list[list[Cell]]:
    numbers = range(size)
    rows = [[(r, c) for c in numbers] for r in numbers]
    cols = [[(r, c) for r in numbers] for c in numbers]
    boxes = [
        [(r, c) for r in range(top, top + height) for c in range(left, left + width)]
        for top in range(0, size, height)
        for left in range(0, size, width)
    ]
    return rows + cols + boxes


class Twin:
    def __init__(self, board: Board, size: int, height: int, width: int) -> None:
        self.board, self.height, self.width = board, height, width
        self.houses = houses(size, height, width)
        self.sets = sorted(self._sets(), key=sorted)

    def _sets(self) -> set[Als]:
        found = set()
        for house in self.houses:
            empty = [cell for cell in house if self.board.get(cell)]
            for count in range(1, len(empty) + 1):
                for cells in combinations(empty, count):
                    if count <= 8 and len(self.digits(cells)) == count + 1:
                        found.add(frozenset(cells))
        return found

    def digits(self, cells) -> set[int]:
        return set().union(*(self.board[cell] for cell in cells))

    def at(self, cells, digit: int) -> list[Cell]:
        return [cell for cell in cells if digit in self.board[cell]]

    def see(self, one: Cell, other: Cell) -> bool:
        return one != other and any(one in house and other in house for house in self.houses)

    def common(self, one: Als, other: Als, digit: int) -> bool:
        """Whether a digit is a restricted common of two sets."""
        starts, ends = self.at(one, digit), self.at(other, digit)
        return bool(starts and ends) and all(self.see(a, b) for a in starts for b in ends)

    def commons(self, one: Als, other: Als) -> list[int]:
        shared = self.digits(one) & self.digits(other)
        return [digit for digit in sorted(shared) if self.common(one, other, digit)]

    def lost(self, members, digits) -> frozenset[Candidate]:
        """The candidates of these digits that see all of the same digit in all sets."""
        found = set()
        for digit in digits:
            cells = [cell for one in members for cell in self.at(one, digit)]
            for cell, candidates in self.board.items():
                if digit in candidates and all(self.see(cell, other) for other in cells):
                    found.add((cell, digit))
        return frozenset(found)

    def shared_digits(self, *members: Als) -> set[int]:
        return set.intersection(*(self.digits(one) for one in members))

    def als_xz(self) -> set[frozenset[Candidate]]:
        found = set()
        for one, other in combinations(self.sets, 2):
            commons = self.commons(one, other)
            if len(commons) == 1:
                found.add(self.lost((one, other), self.shared_digits(one, other) - set(commons)))
            elif len(commons) == 2:
                both = self.lost((one, other), self.shared_digits(one, other))
                both |= self.lost((one,), self.digits(one) - set(commons))
                both |= self.lost((other,), self.digits(other) - set(commons))
                found.add(both)
                found.add(frozenset((c, d) for c, d in both if c not in one | other))
        return found - {frozenset()}

    def als_xy_wing(self) -> set[frozenset[Candidate]]:
        found = set()
        for pivot in self.sets:
            linked = [(one, x) for one in self.sets for x in self.commons(one, pivot)]
            for (one, x), (other, y) in combinations(linked, 2):
                if one != other and x != y:
                    shared = self.shared_digits(one, other) - {x, y}
                    found.add(self.lost((one, other), shared))
        return found - {frozenset()}

    def death_blossom(self) -> set[frozenset[Candidate]]:
        found = set()
        for stem, candidates in self.board.items():
            if len(candidates) < 2:
                continue
            petals = [
                [
                    one
                    for one in self.sets
                    if self.at(one, digit)
                    and all(self.see(stem, cell) for cell in self.at(one, digit))
                ]
                for digit in sorted(candidates)
            ]
            for chosen in product(*petals):
                if len(set(chosen)) > 1:
                    found.add(self.lost(chosen, self.shared_digits(*chosen) - candidates))
        return found - {frozenset()}

    def als_chain(self, count: int) -> set[frozenset[Candidate]]:
        """The chains of so many sets."""
        found = set()
        links = {(a, b): self.commons(a, b) for a, b in permutations(self.sets, 2)}

        def extend(chain: list[Als], commons: list[int]) -> None:
            if len(chain) == count:
                shared = self.shared_digits(chain[0], chain[-1])
                shared -= {commons[0], commons[-1]}
                found.add(self.lost((chain[0], chain[-1]), shared))
                return
            for one in self.sets:
                if one not in chain:
                    for digit in links[chain[-1], one]:
                        if not commons or digit != commons[-1]:
                            extend([*chain, one], [*commons, digit])

        for start in self.sets:
            extend([start], [])
        return found - {frozenset()}

    def sue_de_coq(self) -> set[frozenset[Candidate]]:
        found = set()
        size = len(self.houses) // 3
        for line, box in product(self.houses[: 2 * size], self.houses[2 * size :]):
            crossing = [cell for cell in line if cell in box and self.board.get(cell)]
            for count in (2, 3):
                for centre in combinations(crossing, count):
                    if len(self.digits(centre)) >= count + 2:
                        found |= self._around(line, box, centre)
        return found - {frozenset()}

    def _around(self, line, box, centre) -> set[frozenset[Candidate]]:
        own = self.digits(centre)
        found = set()
        groups = [
            [
                cells
                for count in range(1, len(house))
                for cells in combinations(
                    [c for c in house if self.board.get(c) and c not in centre], count
                )
                if self.digits(cells) & own and count > len(self.digits(cells) - own)
            ]
            for house in (line, box)
        ]
        for one, other in product(*groups):
            first, second = self.digits(one), self.digits(other)
            if set(one) & set(other) or first & second & own:
                continue
            cells = len(centre) + len(one) + len(other)
            if cells != len(own) + len(first - own) + len(second - own):
                continue
            inside, everywhere = set(), set()
            for digit in own | first | second:
                parts = [
                    ((*centre, *cells) if digit in own else cells, house)
                    for cells, digits, house in ((one, first, line), (other, second, box))
                    if digit in digits
                ] or [(centre, line), (centre, box)]
                for part, house in parts:
                    lost = self.lost((frozenset(part),), [digit])
                    everywhere |= lost
                    inside |= {(cell, d) for cell, d in lost if cell in house}
            found |= {frozenset(inside), frozenset(everywhere)}
        return found
