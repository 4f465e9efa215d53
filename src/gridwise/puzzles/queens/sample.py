"""Small random boards for tests."""

from random import Random

from gridwise.puzzles.queens.position import OccupiedLines, Position, ascending, attack_free

_MOST_FILLINGS = 3125


def sample(random: Random) -> Position:
    """Return a board of 1 to 6 rows that plain enumeration ends on in a moment.

    Up to three fixed queens and now and then up to four blocked squares. About half the boards have
    queens of a random solution, in the others each is put where no other attacks it; one in ten has
    one more put anywhere, so that most of those break a rule as they stand. At most
    `_MOST_FILLINGS` ways to put a queen into each open row.
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
        near = [cell for cell in free if cell in plan]
        if not free:
            break
        queens.append(random.choice(near or free))
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
    """Return in how many ways each open row can be given one of its open squares."""
    counts = dict.fromkeys(set(range(n)) - {cell // n for cell in queens}, 0)
    for cell in OccupiedLines(n, queens).open_squares(blocked):
        counts[cell // n] += 1
    product = 1
    for number in counts.values():
        product *= number
    return product
