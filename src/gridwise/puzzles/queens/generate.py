"""The generator: boards with some queens fixed and exactly one completion."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from gridwise.core.capabilities import (
    GameLevel,
    GameLevels,
    Generated,
    GenerationContext,
    Generator,
)
from gridwise.core.errors import ParameterError
from gridwise.core.message import Message, msg
from gridwise.core.method import Option
from gridwise.core.run import CheckedRun, Run
from gridwise.core.step import LEVELS
from gridwise.puzzles.queens.engine.repair import swaps
from gridwise.puzzles.queens.position import Position, ascending

MOST_ROWS = 64
"""The most rows of a generated board: its solutions are counted dozens of times."""
_SMALL = 12
"""The most rows of a board that is thinned until every queen is needed."""
_PATIENCE = 10
"""The number of needed queens after which thinning a larger board ends, unless minimal."""
_UNSET = 0  # both numbers count from 1
_ANY = "any"

OPTIONS = (
    Option("givens", _UNSET, (), "how many queens are fixed"),
    Option("blocked", _UNSET, (), "how many squares are blocked"),
    Option("minimal", "no", ("no", "yes"), "whether every fixed queen is needed"),
    Option("difficulty", _ANY, (_ANY, *LEVELS[:-1]), "the level of the hardest technique needed"),
)
"""The options of `generate` beside the size."""

PARAMS = f"n, 1 to {MOST_ROWS} (2 and 3 have no solution)"


def generate(
    params: str, context: GenerationContext, options: Mapping[str, str | int]
) -> Generated[Position] | None:
    """Return a board with exactly one completion, or None if none was found.

    Local search from a random start gives a full board; then queens are removed in random order
    as long as the completion stays unique. If the wanted number of queens is missed, another full
    board is tried, until the time limit. If a difficulty is wanted, queens are put back as long
    as the board is harder than that. The full boards are not uniform: local search finds some
    solutions more often than others.

    Parameters
    ----------
    params
        n; empty for 8.
    context
        The generation context: solver, clock, random generator.
    options
        See `OPTIONS`.

    Raises
    ------
    ParameterError
        No such board.
    """
    n = int(params or 8) if (params or "8").isascii() and (params or "8").isdigit() else 0
    if not 1 <= n <= MOST_ROWS or n in (2, 3):
        raise ParameterError(f"queens takes {PARAMS}, not {params!r}")
    givens = int(options.get("givens", _UNSET))
    blocked = int(options.get("blocked", _UNSET))
    minimal = options.get("minimal", "no") == "yes"
    wanted = str(options.get("difficulty", _ANY))
    if givens > n:
        raise ParameterError(f"{givens} fixed queens on a board of {n}")
    if blocked > n * n - n:
        raise ParameterError(f"{blocked} blocked squares, and {n * n} for {n} queens and them")
    while True:
        context.check()
        full = _full(n, blocked, context.random)
        if full is None:
            continue
        patience = None if givens or minimal or n <= _SMALL else _PATIENCE
        board = _thin(full, givens, context, patience)
        if givens and len(board.queens) != givens:
            continue
        if minimal and givens and not _is_minimal(board, context):
            continue
        claims: dict[str, bool | int | str] = {"unique": True, "givens": len(board.queens)}
        if wanted != _ANY:
            if not (givens or minimal):
                board = _eased(board, full, wanted, context)
                claims["givens"] = len(board.queens)
            if _level(board, context) != wanted:
                continue
            claims["difficulty"] = wanted
        if blocked:
            claims["blocked"] = blocked
        if minimal:
            claims["minimal"] = True
        return Generated(board, claims)


def _full(n: int, blocked: int, random: Random) -> Position | None:
    """Return a solved board with blocked squares, or None if local search fails."""
    squares = swaps(Position(n)).descend(Run(), random)
    if squares is None:
        return None
    taken = frozenset(squares)
    free = [cell for cell in range(n * n) if cell not in taken]
    return Position(n, tuple(squares), tuple(sorted(random.sample(free, blocked))))


def _thin(
    full: Position, givens: int, context: GenerationContext, patience: int | None
) -> Position:
    """Remove queens while the completion stays unique, until `givens` are left (0: the fewest).

    Several at once, fewer after each failure. With `patience`, it ends after so many failures:
    counted, not timed, so that a seed gives the same board on any machine.
    """
    board, order = full, list(full.queens)
    context.random.shuffle(order)
    chunk = max(1, len(order) // 3)
    at = failures = 0
    while at < len(order) and len(board.queens) > givens:
        context.check()
        part = frozenset(order[at : at + min(chunk, len(board.queens) - givens)])
        trial = replace(board, queens=tuple(q for q in board.queens if q not in part))
        if context.count(trial, 2) == 1:
            board = trial
            at += len(part)
            continue
        if len(part) > 1:
            chunk = max(1, len(part) // 2)
            continue
        at += 1
        failures += 1
        if failures == patience:
            break
    return board


def _level(board: Position, context: GenerationContext) -> str:
    """Return the level of a board with one completion."""
    from gridwise.puzzles.queens.ratings import rate  # it loads all techniques

    context.check()
    return str(rate(board, CheckedRun(context.check))["level"])


def _eased(board: Position, full: Position, wanted: str, context: GenerationContext) -> Position:
    """Return the board with queens of its completion put back while it is harder than wanted."""
    left = [queen for queen in full.queens if queen not in board.queens]
    context.random.shuffle(left)
    while left and LEVELS.index(_level(board, context)) > LEVELS.index(wanted):
        board = replace(board, queens=ascending((*board.queens, left.pop())))
    return board


def _is_minimal(board: Position, context: GenerationContext) -> bool:
    """Return whether every fixed queen is needed for the completion to be the only one."""
    rests = (tuple(q for q in board.queens if q != queen) for queen in board.queens)
    return all(context.count(replace(board, queens=rest), 2) != 1 for rest in rests)


GENERATOR = Generator(OPTIONS, PARAMS, generate)


def _game_level(title: Message, line: Message, n: int, difficulty: str) -> GameLevel:
    text = msg("{n} by {n}, {how}", n=n, how=line)
    return GameLevel(title, text, str(n), {"difficulty": difficulty})


GAME_LEVELS = GameLevels(
    {
        "easy": _game_level(msg("Easy"), msg("last squares of a line"), 8, "easy"),
        "medium": _game_level(msg("Medium"), msg("lines that share squares"), 9, "medium"),
        "hard": _game_level(msg("Hard"), msg("short chains"), 10, "hard"),
        "fiendish": _game_level(msg("Fiendish"), msg("chains of several cases"), 12, "fiendish"),
    },
    daily="medium",
)
"""The levels of a game by name, by size and by the hardest technique needed."""
