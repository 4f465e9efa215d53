"""Small random boards for tests."""

from random import Random

from gridwise.puzzles.queens.position import OccupiedLines, Position, ascending, attack_free

_MOST_FILLINGS = 3125


def sample(random: Random) -> Position:
    """Return a board of 1 to 6 rows that is quickly enumerated.

    It has up to three fixed queens and at times up to four blocked squares. About half the boards
    have queens of a random solution; on the others each is placed on an open square. One in ten
    has one more queen anywhere, and so mostly violates a rule. Each open row is filled from its
    open squares in at most `_MOST_FILLINGS` combinations.
    """
    n = random.choices(range(1, 7), (1, 1, 1, 4, 12, 10))[0]
    cells = range(n * n)
    blocked: set[int] = set()
    if random.random() < 0.4:
        blocked.update(random.sample(cells, min(random.randint(1, 4), n * n - 1)))
    queens: list[int] = []
    wanted = min(n, random.choices(range(4), (4, 4, 2, 1))[0])
    plan = _solution(n, random) if n not in (2, 3) and random.random() < 0.5 else []
    while len(queens) < wanted or _fillings(n, queens, blocked) > _MOST_FILLINGS:
        free = list(OccupiedLines(n, queens).open_squares(blocked))
        if not free:
            break
        queens.append(random.choice([cell for cell in free if cell in plan] or free))
    if random.random() < 0.1:
        queens.append(random.choice([cell for cell in cells if cell not in queens] or [0]))
    return Position(n, ascending(set(queens)), ascending(blocked))


def _solution(n: int, random: Random) -> list[int]:
    """Return the squares of a random solution, by trying permutations."""
    while True:
        squares = [row * n + column for row, column in enumerate(random.sample(range(n), n))]
        if attack_free(n, squares):
            return squares


def _fillings(n: int, queens: list[int], blocked: set[int]) -> int:
    """Return the number of combinations of one open square for each open row."""
    counts = dict.fromkeys(set(range(n)) - {cell // n for cell in queens}, 0)
    for cell in OccupiedLines(n, queens).open_squares(blocked):
        counts[cell // n] += 1
    product = 1
    for number in counts.values():
        product *= number
    return product
