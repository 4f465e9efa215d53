"""The generator of Sudokus: boards with exactly one solution."""

from collections.abc import Callable, Mapping
from random import Random

from gridwise.core.capabilities.generation import Generated, GenerationContext, Generator
from gridwise.core.errors import ParameterError
from gridwise.core.method import Option
from gridwise.puzzles.sudoku import rules
from gridwise.puzzles.sudoku.position import PlaceDigit, Position, check_box, parse_box

_PATIENCE = 15
"""Failed removals after which a board above 9x9 is left as it is, unless it has to be minimal."""
_AS_FEW = 0
"""The value of the option `givens` for as few givens as one pass leaves."""

SYMMETRIES = ("none", "half_turn", "quarter_turn", "horizontal", "vertical", "diagonal")

OPTIONS = (
    Option("givens", _AS_FEW, (), "how many givens the board has"),
    Option("minimal", "no", ("no", "yes"), "whether every given is needed"),
    Option("symmetry", "none", SYMMETRIES, "the pattern of givens looks the same after this"),
)
"""What `generate` takes besides the size."""

PARAMS = "HEIGHTxWIDTH of a box (3x3) or the side of the board (9)"


def generate(
    params: str, context: GenerationContext, options: Mapping[str, str | int]
) -> Generated[Position] | None:
    """Return a board with exactly one solution.

    Fills a board, then removes givens in random order, orbit by orbit of the symmetry, as long as
    the solution stays unique. Starts again with another full board where that misses the wanted
    number of givens, until a limit of the context raises `Interrupted`.

    Parameters
    ----------
    params
        `3x3` (box height x box width) or the side; empty for 9x9.
    context
        The solver, the limits and the random numbers.
    options
        See `OPTIONS`.

    Raises
    ------
    ParameterError
        A size or a number of givens that no board has.
    """
    height, width = _box(params)
    size = height * width
    givens = int(options.get("givens", _AS_FEW))
    minimal = options.get("minimal", "no") == "yes"
    symmetry = str(options.get("symmetry", "none"))
    orbits = _orbits(size, symmetry)
    if givens > size * size:
        raise ParameterError(f"{givens} givens on a board of {size * size} cells")
    if givens and symmetry != "none" and not _reachable(orbits, givens):
        raise ParameterError(f"no pattern with the symmetry {symmetry} has {givens} givens")
    while True:
        context.check()
        full = _full(height, width, context)
        patience = None if givens or minimal or size <= 9 else _PATIENCE if size <= 16 else 2
        board = _thin(full, orbits, givens, context, patience)
        if givens and _given(board) != givens:
            continue
        if minimal and not _is_minimal(board, context):
            continue
        claims: dict[str, bool | int | str] = {"unique": True, "givens": _given(board)}
        if minimal:
            claims["minimal"] = True
        if symmetry != "none":
            claims["symmetry"] = symmetry
        return Generated(board, claims)


def _box(params: str) -> tuple[int, int]:
    box = parse_box(params or "9")
    if box is None:
        raise ParameterError(f"sudoku takes {PARAMS}, not {params!r}")
    check_box(*box)
    return box


def _given(board: Position) -> int:
    return len(board.cells) - board.cells.count(0)


def _full(height: int, width: int, context: GenerationContext) -> Position:
    """Return a random solved board.

    Up to 9x9 the solver completes a few random digits, which reaches boards of all kinds. Larger
    boards are a shuffled pattern, since completing an almost empty one takes long.
    """
    random = context.random
    size = height * width
    if size > 9:
        return Position(height, width, rules.shuffled_grid(height, width, random))
    while True:
        board = Position(height, width, bytes(size * size))
        for cell in random.sample(range(size * size), 2 * size):
            digits = [d for d in range(1, size + 1) if _fits(board, cell, d)]
            if digits:
                board = rules.apply(board, PlaceDigit(cell, random.choice(digits)))
        context.check()
        solved = context.solution(board)
        if solved is not None:
            assert isinstance(solved, Position)
            return _relabelled(solved, random)


def _fits(board: Position, cell: int, digit: int) -> bool:
    return all(board.cells[peer] != digit for peer in board.shape.peers[cell])


def _relabelled(board: Position, random: Random) -> Position:
    names = bytes([0, *random.sample(range(1, board.size + 1), board.size)])
    return Position(board.box_height, board.box_width, bytes(names[d] for d in board.cells))


def _orbits(size: int, symmetry: str) -> list[tuple[int, ...]]:
    last = size - 1
    steps: dict[str, Callable[[int, int], tuple[int, int]]] = {
        "none": lambda r, c: (r, c),
        "half_turn": lambda r, c: (last - r, last - c),
        "quarter_turn": lambda r, c: (c, last - r),
        "horizontal": lambda r, c: (r, last - c),
        "vertical": lambda r, c: (last - r, c),
        "diagonal": lambda r, c: (c, r),
    }
    step = steps[symmetry]
    seen: set[int] = set()
    orbits: list[tuple[int, ...]] = []
    for cell in range(size * size):
        if cell in seen:
            continue
        orbit = [cell]
        row, col = step(*divmod(cell, size))
        while row * size + col != cell:
            orbit.append(row * size + col)
            row, col = step(row, col)
        seen.update(orbit)
        orbits.append(tuple(orbit))
    return orbits


def _reachable(orbits: list[tuple[int, ...]], givens: int) -> bool:
    """Return whether the sizes of some orbits add up to this many givens."""
    sums = 1
    for orbit in orbits:
        sums |= sums << len(orbit)
    return bool(sums >> givens & 1)


def _thin(
    full: Position,
    orbits: list[tuple[int, ...]],
    givens: int,
    context: GenerationContext,
    patience: int | None,
) -> Position:
    """Remove givens while the solution stays unique, until `givens` are left (0: as few as can be).

    Tries several orbits at once, fewer after each failure, and gives up after `patience` failures:
    counted, not timed, so that a seed makes the same board on any machine.
    """
    board = full
    order = [orbit for orbit in orbits if board.cells[orbit[0]]]
    context.random.shuffle(order)
    chunk = max(1, len(order) // (4 if full.size <= 16 else 24))
    at = failures = 0
    left = _given(board)
    while at < len(order) and left > givens:
        context.check()
        part = order[at : at + chunk]
        spare = left - givens
        while part and sum(map(len, part)) > spare:
            part = part[:-1]
        if not part:
            at += 1
            continue
        cells = bytearray(board.cells)
        for orbit in part:
            for cell in orbit:
                cells[cell] = 0
        trial = Position(board.box_height, board.box_width, bytes(cells))
        if context.count(trial, 2) == 1:
            board = trial
            left = _given(board)
            at += len(part)
            continue
        failures += 1
        if failures == patience:
            break
        if len(part) > 1:
            chunk = max(1, len(part) // 2)
        else:
            at += 1
    return board


def _is_minimal(board: Position, context: GenerationContext) -> bool:
    """Return whether every given is needed for the solution to be the only one."""
    for cell, digit in enumerate(board.cells):
        if digit:
            cells = bytearray(board.cells)
            cells[cell] = 0
            trial = Position(board.box_height, board.box_width, bytes(cells))
            if context.count(trial, 2) == 1:
                return False
    return True


GENERATOR = Generator(OPTIONS, PARAMS, generate)
