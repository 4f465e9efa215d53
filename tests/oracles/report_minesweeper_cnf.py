"""A* and backtracking of a course report on Minesweeper as clauses, step by step as described.

The clauses are those of CreateCNF (II.2), the start state those of III.1, A* is that of III.2 and
backtracking that of IV.1.
The report says how ties break: its heap holds lists (f, h, g, state) and gives the least one; a
state is a list with a number for each cell of the board, row by row: v for a mine, -v for a safe
cell, 0 for an open one, where v is the cell's number from 1.

It does not say what MaxStep counts. Taken here: the states whose successors were made.
"""

from heapq import heappop, heappush
from itertools import combinations

from oracles.minesweeper import _around, _read

Clause = tuple[int, ...]
State = tuple[int, ...]


def create_cnf(notation: str) -> list[Clause]:
    """Return the clauses of the shown numbers, each once."""
    width, height, mines, shown = _read(notation)
    assert mines is None, "the report knows no total of mines"
    clauses: dict[Clause, None] = {}
    for cell, glyph in enumerate(shown):
        if glyph == "-":
            continue
        clauses[(-(cell + 1),)] = None
        near = [c + 1 for c in _around(cell, width, height) if shown[c] == "-"]
        k, n = int(glyph), len(near)
        if k == 0:
            families = [(-1, 1)]
        elif k == n:
            families = [(1, 1)]
        else:
            families = [(1, n - k + 1), (-1, k + 1)]
        for sign, size in families:
            for chosen in combinations(near, size):
                clauses[tuple(sign * v for v in chosen)] = None
    clauses.pop((), None)
    return list(clauses)


def a_star(notation: str, max_step: int) -> tuple[int, int, State | None]:
    """Return the states expanded and generated, and the state found; None after MaxStep."""
    width, height, _, shown = _read(notation)
    clauses = create_cnf(notation)
    near = [_around(cell, width, height) for cell in range(width * height)]

    def heuristic(state: State) -> int:
        literals = set(state)
        return sum(literals.isdisjoint(clause) for clause in clauses)

    first = [0] * len(shown)
    for clause in clauses:
        if len(clause) == 1:
            first[abs(clause[0]) - 1] = clause[0]
    start = tuple(first)
    h = heuristic(start)
    frontier, waiting, explored = [(h, h, 0, start)], {start}, set()
    steps, generated = 0, 1
    while frontier:
        _, h, g, state = heappop(frontier)
        waiting.remove(state)
        if h == 0:
            return steps, generated, state
        if steps == max_step:
            return steps, generated, None
        steps += 1
        explored.add(state)
        for cell, value in enumerate(state):
            if value != 0 or not any(state[other] for other in near[cell]):
                continue
            for assigned in (cell + 1, -(cell + 1)):
                after = (*state[:cell], assigned, *state[cell + 1 :])
                if after not in explored and after not in waiting:
                    generated += 1
                    waiting.add(after)
                    h = heuristic(after)
                    heappush(frontier, (g + 1 + h, h, g + 1, after))
    return steps, generated, None


def backtracking(notation: str) -> tuple[int, int, frozenset[int] | None]:
    """Return the values tried, the whole assignments checked, and the assignment found, if any."""
    _, _, _, shown = _read(notation)
    clauses = create_cnf(notation)
    assigned = [clause[0] for clause in clauses if len(clause) == 1]
    single = set(map(abs, assigned))
    spoken_of = {abs(literal) for clause in clauses for literal in clause}
    cells = range(1, len(shown) + 1)
    not_assigned = [cell for cell in cells if cell in spoken_of and cell not in single]
    tried = checked = 0

    def search(index: int) -> bool:
        nonlocal tried, checked
        if index == len(not_assigned):
            checked += 1
            return all(any(literal in assigned for literal in clause) for clause in clauses)
        for sign in (1, -1):
            tried += 1
            assigned.append(sign * not_assigned[index])
            if search(index + 1):
                return True
            assigned.pop()
        return False

    found = search(0)
    return tried, checked, frozenset(assigned) if found else None
