"""The generator of Sudokus: boards with exactly one solution."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random

from gridwise.core import registry
from gridwise.core.capabilities.generation import Generated, GenerationContext, Generator
from gridwise.core.errors import ParameterError
from gridwise.core.message import Message, msg
from gridwise.core.method import Option
from gridwise.puzzles.sudoku import difficulty, rules
from gridwise.puzzles.sudoku.position import PlaceDigit, Position, check_box, parse_box

_PATIENCE = 15
"""Failed removals after which a board above 9x9 is left as it is, unless it has to be minimal."""
_HERE, _AWAY = "xX", ".-_0"
_AS_FEW = 0
"""The value of the option `givens` for as few givens as one pass leaves."""

SYMMETRIES = (
    "none",
    "half_turn",
    "quarter_turn",
    "horizontal",
    "vertical",
    "diagonal",
    "antidiagonal",
    "mirrors",
    "diagonals",
)

OPTIONS = (
    Option("givens", _AS_FEW, (), "how many givens the board has"),
    Option("minimal", "no", ("no", "yes"), "whether every given is needed"),
    Option("symmetry", "none", SYMMETRIES, "the pattern of givens looks the same after this"),
    Option("pattern", "", (), "where givens may stand: x there, . elsewhere; or a file of that"),
    Option("difficulty", "", (), "a level, or a band of a rating such as se:3.0-4.5"),
    Option("technique", "", (), "a technique that the board needs"),
    Option("hardest", "", (), "the technique that is the hardest one needed"),
)
"""What `generate` takes besides the size."""

PARAMS = "HEIGHTxWIDTH of a box (3x3) or the side of the board (9)"


def generate(
    params: str, context: GenerationContext, options: Mapping[str, str | int]
) -> Generated[Position] | None:
    """Return a board with exactly one solution.

    Fills a board, then removes givens in random order, orbit by orbit of the symmetry, as long as
    the solution stays unique. Starts again with another full board where that misses what is
    wanted, until a limit of the context raises `Interrupted`. A board that is too hard gets
    givens back first. The board that came nearest is `context.nearest`.

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
        A size, a number of givens, a pattern or a difficulty that no board has.
    """
    height, width = _box(params)
    size = height * width
    givens = int(options.get("givens", _AS_FEW))
    minimal = options.get("minimal", "no") == "yes"
    symmetry = str(options.get("symmetry", "none"))
    orbits = _orbits(size, symmetry)
    allowed = _pattern(str(options.get("pattern", "")), size)
    _check_givens(givens, allowed, size)
    fixed = allowed is None
    orbits = [orbit for orbit in orbits if allowed is None or allowed.issuperset(orbit)]
    if givens and symmetry != "none" and not _reachable(orbits, givens):
        raise ParameterError(
            msg(
                "no pattern with the symmetry {symmetry} has {givens} givens",
                symmetry=symmetry,
                givens=givens,
            )
        )
    usable = sum(map(len, orbits))
    if not fixed and usable < least_givens(size):
        raise _no_pattern(usable, size)
    if not fixed and _has_empty_pair(frozenset(c for o in orbits for c in o), height, width):
        raise ParameterError(
            msg(
                "no Sudoku fits the pattern: two rows or columns through the same boxes are empty "
                "and could be swapped"
            )
        )
    aim = difficulty.aim(options)
    while True:
        context.check()
        full = _full(height, width, context)
        if allowed is not None:
            kept = bytes(digit if cell in allowed else 0 for cell, digit in enumerate(full.cells))
            start = _only(full, kept, orbits)
            if context.count(start, 2) != 1:
                continue
        else:
            start = full
        patience = None if givens or minimal or size <= 9 else _PATIENCE if size <= 16 else 2
        board = _thin(start, orbits, givens, context, patience)
        for trial in _easier(board, start, orbits, context, aim, fixed=bool(givens or minimal)):
            if givens and _given(trial) != givens:
                break
            if minimal and not _is_minimal(trial, context):
                break
            claims: dict[str, bool | int | str] = {"unique": True, "givens": _given(trial)}
            if minimal:
                claims["minimal"] = True
            if symmetry != "none":
                claims["symmetry"] = symmetry
            if aim is None:
                return Generated(trial, claims)
            judged = aim.judge(trial, context)
            if judged.distance == 0:
                return Generated(trial, {**claims, **judged.claims})
            context.missed(judged.distance, _told(trial, judged.claims))
            if not judged.too_hard:
                break


def _told(board: Position, claims: Mapping[str, bool | int | str]) -> Message:
    """Return a board that is not of the wanted kind, and how difficult it is."""
    notation = registry.puzzle("sudoku").format(board)
    said = [str(claims[name]) for name in ("difficulty", "hardest") if name in claims]
    if not said:
        return msg("{what}", what=notation)
    return msg("{board} ({difficulty})", board=notation, difficulty=", ".join(said))


def _easier(
    board: Position,
    start: Position,
    orbits: list[tuple[int, ...]],
    context: GenerationContext,
    aim: "difficulty.Aim | None",
    *,
    fixed: bool,
) -> Iterator[Position]:
    """Yield the board and, unless its givens are fixed, the board with more and more givens."""
    yield board
    if fixed or aim is None:
        return
    away = [o for o in orbits if start.cells[o[0]] and not board.cells[o[0]]]
    context.random.shuffle(away)
    step = max(1, len(away) // 14)
    cells = bytearray(board.cells)
    for at in range(0, len(away) * 2 // 3, step):
        for orbit in away[at : at + step]:
            for cell in orbit:
                cells[cell] = start.cells[cell]
        yield Position(board.box_height, board.box_width, bytes(cells))


def _only(full: Position, kept: bytes, orbits: list[tuple[int, ...]]) -> Position:
    cells = {cell for orbit in orbits for cell in orbit}
    digits = bytes(digit if cell in cells else 0 for cell, digit in enumerate(kept))
    return Position(full.box_height, full.box_width, digits)


def least_givens(size: int) -> int:
    """Return a number of givens below which no board of this size has exactly one solution.

    Where two digits are missing they can be swapped, so size - 1 are there. No 9x9 board has 16
    givens (McGuire, Tugemann and Civario, 2012); no 4x4 board has 3.
    """
    return {4: 4, 9: 17}.get(size, size - 1)


def _check_givens(givens: int, allowed: frozenset[int] | None, size: int) -> None:
    if givens > size * size:
        raise ParameterError(
            msg("{givens} givens on a board of {cells} cells", givens=givens, cells=size * size)
        )
    if givens and givens < least_givens(size):
        raise ParameterError(
            msg(
                "no {size}x{size} Sudoku with {givens} givens has exactly one solution; "
                "it takes at least {least}",
                size=size,
                givens=givens,
                least=least_givens(size),
            )
        )
    if allowed is not None and len(allowed) < max(givens, least_givens(size)):
        if len(allowed) < least_givens(size):
            raise _no_pattern(len(allowed), size)
        raise ParameterError(
            msg("the pattern has {cells} cells, not {givens}", cells=len(allowed), givens=givens)
        )


def _no_pattern(cells: int, size: int) -> ParameterError:
    return ParameterError(
        msg(
            "no {size}x{size} Sudoku fits a pattern of {cells} cells; it takes at least {least}",
            size=size,
            cells=cells,
            least=least_givens(size),
        )
    )


def _has_empty_pair(cells: frozenset[int], height: int, width: int) -> bool:
    """Return whether two rows of a band, or two columns of a stack, have none of the cells."""
    size = height * width
    rows = Counter(row // height for row in set(range(size)) - {cell // size for cell in cells})
    columns = Counter(col // width for col in set(range(size)) - {cell % size for cell in cells})
    return max([*rows.values(), *columns.values()], default=0) > 1


def _pattern(text: str, size: int) -> frozenset[int] | None:
    """Return the cells where givens may stand, None without a pattern."""
    if not text:
        return None
    if set(text) - set(_AWAY + _HERE + " \n/"):
        text = _read(text)
    signs = "".join(text.replace("/", "").split())
    wrong = next((sign for sign in signs if sign not in _AWAY + _HERE), None)
    if wrong is not None:
        raise ParameterError(
            msg("a pattern has {here} and {away}, not {sign}", here="x", away=".", sign=repr(wrong))
        )
    if len(signs) != size * size:
        raise ParameterError(
            msg(
                "the pattern has {found} signs; a board of {size}x{size} has {cells} cells",
                found=len(signs),
                size=size,
                cells=size * size,
            )
        )
    return frozenset(cell for cell, sign in enumerate(signs) if sign in _HERE)


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeError):
        raise ParameterError(
            msg(
                "pattern takes a text of {here} and {away} or a file of it, not {found}",
                here="x",
                away=".",
                found=repr(path),
            )
        ) from None


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
    """Return the cells in groups that the symmetry maps to each other."""
    last = size - 1
    mirrors: dict[str, Callable[[int, int], tuple[int, int]]] = {
        "half_turn": lambda r, c: (last - r, last - c),
        "quarter_turn": lambda r, c: (c, last - r),
        "horizontal": lambda r, c: (r, last - c),
        "vertical": lambda r, c: (last - r, c),
        "diagonal": lambda r, c: (c, r),
        "antidiagonal": lambda r, c: (last - c, last - r),
    }
    both = {"none": (), "mirrors": ("horizontal", "vertical")}
    both["diagonals"] = ("diagonal", "antidiagonal")
    steps = [mirrors[name] for name in both.get(symmetry, (symmetry,))]
    seen: set[int] = set()
    orbits: list[tuple[int, ...]] = []
    for cell in range(size * size):
        if cell in seen:
            continue
        orbit = [cell]
        for at in orbit:
            for step in steps:
                row, col = step(*divmod(at, size))
                if row * size + col not in orbit:
                    orbit.append(row * size + col)
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
