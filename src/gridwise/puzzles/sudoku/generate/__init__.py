"""The generator of Sudokus: boards with exactly one solution."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from gridwise.core import registry
from gridwise.core.capabilities import (
    GameLevel,
    GameLevels,
    Generated,
    GenerationContext,
    Generator,
)
from gridwise.core.errors import Fault, ParameterError
from gridwise.core.message import Message, msg
from gridwise.core.method import Option
from gridwise.puzzles.sudoku.engine import solver as engine
from gridwise.puzzles.sudoku.generate import candidates as boards
from gridwise.puzzles.sudoku.generate import difficulty
from gridwise.puzzles.sudoku.generate.candidates import Candidate, Orbit, Request
from gridwise.puzzles.sudoku.position import Position, check_box, parse_box

_HERE, _AWAY = "xX", ".-_0"

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
_AS_FEW = 0
"""The value of the option `givens` for as few givens as one pass leaves."""
_PLAIN_S = 0.015
"""Processor seconds that plain code takes for a board, about."""

OPTIONS = (
    Option("givens", _AS_FEW, (), "how many givens the board has"),
    Option("minimal", "no", ("no", "yes"), "whether every given is needed"),
    Option("symmetry", "none", SYMMETRIES, "the pattern of givens looks the same after this"),
    Option("pattern", "", (), "where givens may stand: x there, . elsewhere; or a file of that"),
    Option("difficulty", "", (), "a level, or a band of a rating such as se:3.0-4.5"),
    Option("technique", "", (), "a technique that the board needs"),
    Option("hardest", "", (), "the technique that is the hardest one needed"),
)
"""The options of `generate` besides the size."""

PARAMS = "HEIGHTxWIDTH of a box (3x3) or the side of the board (9)"


def generate(
    params: str, context: GenerationContext, options: Mapping[str, str | int]
) -> Generated[Position]:
    """Return a board with exactly one solution.

    Fills a board, then removes givens in random order, orbit by orbit of the symmetry, as long as
    the solution stays unique. If that misses the wanted kind, tries boards between this one and
    the full one if it is too hard, and starts again with another full board, until a limit of the
    context raises `Interrupted`. The board that came nearest is `context.nearest`.

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
    request, aim = _read(params, options)
    for candidate in boards.candidates(request, context):
        for board, claims in _wanted(candidate, request, aim, context):
            if request.givens and boards.given(board) != request.givens:
                continue
            if request.minimal and not _is_minimal(board, context):
                continue
            if context.count(board, 2) != 1:
                raise Fault("the generator made a board without exactly one solution")
            return _generated(board, request, options, claims)
    raise AssertionError("candidates come without end")


def generate_many(
    params: str, contexts: Sequence[GenerationContext], options: Mapping[str, str | int]
) -> list[Generated[Position]] | None:
    """Return the boards that `generate` makes with each context, or None if that is no faster."""
    request, aim = _read(params, options)
    if aim or not request.in_bulk or len(contexts) * _PLAIN_S < engine.CODE.price_s:
        return None
    drawn = [boards.draw(request, context.random) for context in contexts]
    run = contexts[0].run()
    generated = [candidate.board for candidate in boards.in_bulk(drawn, run)]
    rows = boards.as_rows(generated)
    if not (engine.solve_many(rows, run).found == 1).all():
        raise Fault("the generator made a board without exactly one solution")
    if request.minimal:
        for cell in range(rows.shape[1]):
            fewer = rows[rows[:, cell] > 0].copy()
            fewer[:, cell] = 0
            if not (engine.solve_many(fewer, run).found == 2).all():
                raise Fault("the generator made a board with a given that is not needed")
    return [_generated(board, request, options, {}) for board in generated]


def _read(params: str, options: Mapping[str, str | int]) -> tuple[Request, difficulty.Aim | None]:
    """Return the request; raise `ParameterError` for one that no board meets."""
    box = parse_box(params or "9")
    if box is None:
        raise ParameterError(f"sudoku takes {PARAMS}, not {params!r}")
    check_box(*box)
    height, width = box
    size = height * width
    givens = int(options.get("givens", _AS_FEW))
    symmetry = str(options.get("symmetry", "none"))
    allowed = _read_pattern(str(options.get("pattern", "")), size)
    _check_givens(givens, allowed, size)
    orbits = tuple(
        orbit
        for orbit in _orbits_of(size, symmetry)
        if allowed is None or allowed.issuperset(orbit)
    )
    if givens and symmetry != "none" and not _reachable(orbits, givens):
        raise ParameterError(
            msg(
                "no pattern with the symmetry {symmetry} has {givens} givens",
                symmetry=symmetry,
                givens=givens,
            )
        )
    cells = frozenset(cell for orbit in orbits for cell in orbit)
    if allowed is not None and len(cells) < least_givens(size):
        raise _no_pattern(len(cells), size)
    if allowed is not None and _has_empty_pair(cells, height, width):
        raise ParameterError(
            msg(
                "no Sudoku fits the pattern: two rows or columns through the same boxes are empty "
                "and could be swapped"
            )
        )
    minimal = options.get("minimal", "no") == "yes"
    whole = len(cells) == size**2
    request = Request(height, width, orbits, whole, givens, minimal)
    return request, difficulty.aim(options, size)


def _wanted(
    candidate: Candidate,
    request: Request,
    aim: difficulty.Aim | None,
    context: GenerationContext,
) -> Iterator[tuple[Position, Mapping[str, bool | int | str]]]:
    """Yield boards of the wanted difficulty: this one, or ones with more givens if it is too hard.

    All boards between a board with one solution and the full one have one solution.
    """
    if aim is None:
        yield candidate.board, {}
        return

    def too_hard(board: Position) -> bool | None:
        """Return whether it is too hard (True) or too easy (False); None if it is right."""
        judged = aim.judge(board, context)
        found.clear()
        found.update(judged.claims)
        if judged.distance:
            context.missed(judged.distance, _told(board, judged.told))
        return judged.too_hard if judged.distance else None

    found: dict[str, bool | int | str] = {}
    verdict = too_hard(candidate.board)
    if verdict is None:
        yield candidate.board, dict(found)
    if not verdict or request.givens or request.minimal:
        return
    removed = candidate.removed
    low, high = 0, len(removed)
    while high - low > 1:
        middle = (low + high) // 2
        board = candidate.given_back(removed[middle:])
        verdict = too_hard(board)
        if verdict is None:
            yield board, dict(found)
            return
        low, high = (low, middle) if verdict else (middle, high)
    # The given at the edge stays; others may go.
    kept: list[Orbit] = [removed[low]]
    for at in range(high, len(removed)):
        board = candidate.given_back([*kept, *removed[at + 1 :]])
        verdict = too_hard(board)
        if verdict is None:
            yield board, dict(found)
            return
        if verdict:
            kept.append(removed[at])


def _generated(
    board: Position,
    request: Request,
    options: Mapping[str, str | int],
    claims: Mapping[str, bool | int | str],
) -> Generated[Position]:
    said: dict[str, bool | int | str] = {"unique": True, "givens": boards.given(board)}
    if request.minimal:
        said["minimal"] = True
    symmetry = str(options.get("symmetry", "none"))
    if symmetry != "none":
        said["symmetry"] = symmetry
    return Generated(board, {**said, **claims})


def _told(board: Position, told: Sequence[Message | str]) -> Message:
    """Return a board that is not of the wanted kind, and how difficult it is."""
    notation = registry.puzzle("sudoku").format(board)
    if not told:
        return msg("{what}", what=notation)
    return msg("{board} ({difficulty})", board=notation, difficulty=tuple(told))


def _is_minimal(board: Position, context: GenerationContext) -> bool:
    """Return whether every given is needed for the solution to be the only one."""
    for cell, digit in enumerate(board.cells):
        if digit:
            cells = bytearray(board.cells)
            cells[cell] = 0
            if context.count(replace(board, cells=bytes(cells)), 2) == 1:
                return False
    return True


def _orbits_of(size: int, symmetry: str) -> list[tuple[int, ...]]:
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


def _reachable(orbits: Iterable[tuple[int, ...]], givens: int) -> bool:
    """Return whether the sizes of some orbits add up to this many givens."""
    sums = 1
    for orbit in orbits:
        sums |= sums << len(orbit)
    return bool(sums >> givens & 1)


def _has_empty_pair(cells: frozenset[int], height: int, width: int) -> bool:
    """Return whether two rows of a band, or two columns of a stack, have none of the cells."""
    size = height * width
    rows = Counter(row // height for row in set(range(size)) - {cell // size for cell in cells})
    columns = Counter(col // width for col in set(range(size)) - {cell % size for cell in cells})
    return max([*rows.values(), *columns.values()], default=0) > 1


def _read_pattern(text: str, size: int) -> frozenset[int] | None:
    """Return the cells where givens may stand, None without a pattern."""
    if not text:
        return None
    if set(text) - set(_AWAY + _HERE + " \n/"):
        text = _pattern_of_file(text)
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


def _pattern_of_file(path: str) -> str:
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


def least_givens(size: int) -> int:
    """Return a number of givens below which no board of this size has exactly one solution.

    If two digits are missing they can be swapped, so size - 1 are there. No 9x9 board has 16
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


GENERATOR = Generator(OPTIONS, PARAMS, generate, generate_many)


def _game_level(name: str, title: Message, line: Message, **options: int) -> GameLevel:
    wanted: dict[str, str | int] = {"difficulty": name, "symmetry": "half_turn"}
    return GameLevel(title, line, "3x3", wanted | options)


GAME_LEVELS = GameLevels(
    {
        # Without a number of givens an easy board may be almost full.
        "easy": _game_level("easy", msg("Easy"), msg("singles, 34 givens"), givens=34),
        "medium": _game_level("medium", msg("Medium"), msg("pairs, triples, pointing")),
        "hard": _game_level("hard", msg("Hard"), msg("fish, wings, colours")),
        "fiendish": _game_level("fiendish", msg("Fiendish"), msg("chains")),
        "extreme": _game_level("extreme", msg("Extreme"), msg("forcing chains and nets")),
    },
    daily="medium",
)
"""The levels of a game by name, as the option `difficulty` has them."""
