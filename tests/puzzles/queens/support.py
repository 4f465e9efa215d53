"""Known numbers of solutions, and random boards, for the tests of the compiled engine."""

from gridwise.core.views import DomainModel, EngineView
from gridwise.puzzles.queens import PUZZLE, Position
from gridwise.puzzles.queens.position import OccupiedLines

ALL = (
    *(1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512),
    *(95815104, 666090624),
)
FUNDAMENTAL = (
    *(1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787, 9233, 45752, 285053, 1846955),
    *(11977939, 83263591),
)


def kernel(position):
    return PUZZLE.views(position)[EngineView].make()


def plain(position):
    return PUZZLE.views(position)[DomainModel].make()


def board(random, n, fixed, share):
    """A board with some queens that do not attack each other and some squares blocked."""
    lines, queens, tries = OccupiedLines(n), [], 0
    while len(queens) < fixed and tries < 100 * n:
        tries += 1
        cell = random.randrange(n * n)
        if not lines.attacked(*divmod(cell, n)):
            lines.add((cell,))
            queens.append(cell)
    blocked = set(random.sample(range(n * n), int(share * n * n))) - set(queens)
    return Position(n, tuple(sorted(queens)), tuple(sorted(blocked)))
