"""A result in words: the board, the findings, and the numbers of the run.

The command line prints it to a terminal, and `str()` of an answer to plain text.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

from gridwise.core import numbers, registry
from gridwise.core.capabilities import Probabilities
from gridwise.core.errors import ParameterError
from gridwise.core.limits import NO_LIMITS, Limits
from gridwise.core.message import Message, msg
from gridwise.core.puzzle import Puzzle
from gridwise.core.result import Result, Solution, Solutions, Status
from gridwise.core.scene import Highlight
from gridwise.render import text
from gridwise.render.screen import Screen, table
from gridwise.render.words import (
    byte_size,
    counter_name,
    duration,
    forced_words,
    measure,
    number,
    outcome,
)

_COUNTS = frozenset({"count", "fundamental"})
"""The questions that a number answers."""
_STATUS_STYLES = {Status.SOLVED: "bold green", Status.UNSATISFIABLE: "bold", Status.UNKNOWN: "bold"}
_MAX_MOVES = 200
"""The most moves that are listed; the JSON form has all of them."""
_MAX_DRAWN = 60
"""The largest side of a board that is drawn although it is not the answer."""
_MOST_LAYOUTS = 10**15
"""The largest number that is shown in full; above it only a power of ten is."""


def forced_cells(puzzle: Puzzle[Any, Any], result: Result[Any]) -> Message | None:
    """Return the findings of the forced question in words; None for other questions."""
    shown, start = solutions(result), result.position
    if result.question != "forced" or not shown:
        return None
    return forced_words(puzzle.scene(start), puzzle.scene(shown[0].position, origin=start))


def solutions(result: Result[Any]) -> tuple[Solution[Any, Any], ...]:
    """Return the solutions of the answer, or those found before the run ended."""
    shown = result.answer if result.answer is not None else result.best
    return shown.items if isinstance(shown, Solutions) else ()


def known(result: Result[Any], *, limits: Limits = NO_LIMITS) -> Message:
    """Return the statement of a result, without its board.

    Parameters
    ----------
    limits
        The limits of the run; the words name the one that was reached.
    """
    if isinstance(result.answer, Probabilities):
        many = result.answer.layouts
        words = number(many) if many < _MOST_LAYOUTS else power(many)
        if many == 1:
            return msg("mine probability in percent, over 1 layout")
        if many >= _MOST_LAYOUTS:
            return msg("mine probability in percent, over about {number} layouts", number=words)
        return msg("mine probability in percent, over {number} layouts", number=words)
    puzzle = registry.puzzle(result.puzzle)
    statement = outcome(result, limits=limits, forced=forced_cells(puzzle, result))
    if result.question in _COUNTS and result.status is Status.UNSATISFIABLE:
        return msg("0 ({why})", why=statement)  # a count begins with its number
    return statement


def show(screen: Screen, result: Result[Any], *, limits: Limits = NO_LIMITS) -> None:
    """Print the result of any question about a board; `limits` as for `known`."""
    statement = known(result, limits=limits)
    if result.question in _COUNTS:
        screen.line(statement)
        return
    style = "bold"
    if isinstance(result.answer, Probabilities):
        _chances(screen, result.answer)
    elif result.question != "probabilities":
        puzzle = registry.puzzle(result.puzzle)
        boards(screen, puzzle, result)
        if not puzzle.countable or result.question == "winner":
            _moves(screen, puzzle, result)
        style = _STATUS_STYLES[result.status]
    screen.line(joined((statement, result.method, duration(result.statistics.wall_s))), style)
    details(screen, result)


def boards(screen: Screen, puzzle: Puzzle[Any, Any], result: Result[Any]) -> None:
    """Print the given board and the answer, and what the drawings do not show."""
    _drawings(screen, puzzle, result)
    for remark in puzzle.remarks(result.position):
        screen.line(remark, "dim")


def _drawings(screen: Screen, puzzle: Puzzle[Any, Any], result: Result[Any]) -> None:
    position = result.position
    try:
        given = puzzle.scene(position, origin=position, highlights=_conflict(result))
    except ParameterError as error:
        screen.line(msg("{why}; a file can hold it", why=error.message), "dim")
        return
    drawn = text.draw(given, ascii=screen.ascii)
    small = given.width <= _MAX_DRAWN and given.height <= _MAX_DRAWN
    shown = solutions(result)
    if not shown:
        if small:
            screen.drawing(drawn)
        return
    if result.question == "all":
        if small:
            screen.drawing(drawn)
        for ordinal, item in enumerate(shown, 1):
            screen.heading(msg("solution {number}", number=ordinal))
            scene = puzzle.scene(item.position, origin=position)
            screen.drawing(text.draw(scene, ascii=screen.ascii))
        return
    answer = text.draw(puzzle.scene(shown[0].position, origin=position), ascii=screen.ascii)
    if result.answer is None:
        only = msg("No answer; this is only the best so far:")
        if result.question == "forced":
            only = msg("No answer; this is only what was known when the run ended:")
        screen.line(only, "bold")
    if small:
        answer = text.beside(drawn, answer, width=screen.width, ascii=screen.ascii)
    screen.drawing(answer)


def _moves(screen: Screen, puzzle: Puzzle[Any, Any], result: Result[Any]) -> None:
    """Print the moves, if the path is the answer."""
    shown = solutions(result)
    if not shown:
        return
    moves = shown[0].moves
    text = " ".join(puzzle.format_move(result.position, move) for move in moves[:_MAX_MOVES])
    line = msg("{number} moves: {moves}", number=number(len(moves)), moves=text)
    if len(moves) == 1:
        line = msg("1 move: {moves}", moves=text)
    if len(moves) > _MAX_MOVES:
        rest = number(len(moves) - _MAX_MOVES)
        line = msg("{moves} ... ({number} more)", moves=line, number=rest)
    screen.line(line)


def details(screen: Screen, result: Result[Any]) -> None:
    """Print the numbers of the position and of the run."""
    facts = [
        msg("{name} {value}", name=Message(name.replace("_", " ")), value=str(value))
        for name, value in result.features.items()
    ]
    if facts:
        screen.line(msg("  {text}", text=joined(facts)), "dim")
    statistics = result.statistics
    parts: list[Message | str] = [
        msg("{name} {value}", name=counter_name(name), value=measure(name, value))
        for name, value in statistics.counters.items()
        if value
    ]
    factor = statistics.branching_factor
    if factor is not None:
        parts.append(msg("branching factor {value}", value=numbers.Numeral(f"{factor:.3f}")))
    parts.append(msg("cpu {time}", time=duration(statistics.cpu_s)))
    if statistics.compile_s:
        parts.append(msg("compile {time}", time=duration(statistics.compile_s)))
    if result.began_with:
        parts.append(msg("begun by {method}, counted in", method=result.began_with))
    if statistics.peak_bytes:
        parts.append(msg("memory {size}", size=byte_size(statistics.peak_bytes)))
    screen.line(msg("  {text}", text=joined(parts)), "dim")
    for name, rows in result.tables.items():
        if rows:
            screen.line(msg("  {text}", text=Message(name.replace("_", " "))), "dim")
            for line in _lines([_with_square(row) for row in rows]):
                screen.line(f"    {line}", "dim")


def joined(parts: Sequence[Message | str]) -> Message:
    """Return the parts of a line with a dot between them."""
    return reduce(
        lambda one, other: msg("{one} · {other}", one=one, other=other),
        parts[1:],
        msg("{text}", text=parts[0]),
    )


def _chances(screen: Screen, answer: Probabilities) -> None:
    """Print the chances as percents, a row of the board a line."""
    rows = answer.chances.tolist()
    width = len(rows[0])
    head = ["", *(f"c{col + 1}" for col in range(width))]
    body = [
        [f"r{row + 1}", *(percent(chance) for chance in chances)]
        for row, chances in enumerate(rows)
    ]
    for index, line in enumerate(table(head, body, right=range(1, width + 1))):
        screen.line(line, "" if index else "dim")


def percent(chance: Fraction | None) -> str:
    """Return a chance as a percentage; only a certain chance shows as 0 or 100."""
    return "·" if chance is None else numbers.percent(chance)


def power(whole: int) -> str:
    """Return a long number with four digits and a power of ten, cut and not rounded."""
    text = numbers.digits(whole)
    return numbers.Numeral(f"{text[0]}.{text[1:4]}e{len(text) - 1}")


def _lines(rows: Sequence[Mapping[str, object]]) -> list[str]:
    body = [[_cell(row.get(key, "")) for key in rows[0]] for row in rows]
    return table(list(rows[0]), body, right=range(len(rows[0])))


def _cell(value: object) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _with_square(row: Mapping[str, object]) -> Mapping[str, object]:
    """Return the row with one name in place of row and column, which people count from 1."""
    if not {"row", "col"} <= row.keys():
        return row
    where = (row["row"], row["col"])
    square = "r{}c{}".format(*(at + 1 if isinstance(at, int) else at for at in where))
    return {"square": square} | {k: v for k, v in row.items() if k not in ("row", "col")}


def _conflict(result: Result[Any]) -> dict[int, Highlight]:
    cells = () if result.conflict is None else result.conflict.cells
    return dict.fromkeys(cells, Highlight.CONFLICT)
