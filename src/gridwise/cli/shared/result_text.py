"""A result on the terminal: the board, what is known, and the numbers of the run."""

from collections.abc import Mapping, Sequence
from typing import Any

from gridwise.cli.shared.terminal import Terminal, table
from gridwise.core.errors import ParameterError
from gridwise.core.message import Message
from gridwise.core.puzzle import Puzzle
from gridwise.core.result import Count, Result, Solution, Solutions, Status
from gridwise.core.scene import Highlight
from gridwise.render import text
from gridwise.render.words import (
    byte_size,
    counter_words,
    duration,
    forced_words,
    in_words,
    number,
    outcome,
)

_STATUS_STYLES = {Status.SOLVED: "bold green", Status.UNSATISFIABLE: "bold", Status.UNKNOWN: "bold"}
_MAX_MOVES = 200
"""Moves after these are only counted; `--json` has all of them."""
_MAX_DRAWN = 60
"""Boards wider or higher than this are not drawn unless they are the answer."""


def forced_cells(puzzle: Puzzle[Any, Any], result: Result[Any]) -> Message | None:
    """Return in words what the forced question found; None for other questions."""
    shown, start = solutions(result), result.position
    if result.question != "forced" or not shown:
        return None
    return forced_words(puzzle.scene(start), puzzle.scene(shown[0].position, origin=start))


def solutions(result: Result[Any]) -> tuple[Solution[Any, Any], ...]:
    """Return the solutions of the answer, or of what was found before the run ended."""
    shown = result.answer if result.answer is not None else result.best
    return shown.items if isinstance(shown, Solutions) else ()


def show(
    terminal: Terminal,
    puzzle: Puzzle[Any, Any],
    result: Result[Any],
    *,
    time_s: float | None,
) -> None:
    """Print a result of `solve`."""
    boards(terminal, puzzle, result)
    if not puzzle.countable:
        _moves(terminal, puzzle, result)
    known = in_words(outcome(result, time_s=time_s, forced=forced_cells(puzzle, result)))
    line = f"{known} · {result.method} · {duration(result.statistics.wall_s)}"
    terminal.line(line, _STATUS_STYLES[result.status])
    details(terminal, result)


def boards(terminal: Terminal, puzzle: Puzzle[Any, Any], result: Result[Any]) -> None:
    """Print the given board and the answer."""
    position = result.position
    try:
        given = puzzle.scene(position, origin=position, highlights=_conflict(result))
    except ParameterError as error:
        terminal.line(f"({error}; -o FILE writes the answer)", "dim")
        return
    drawn = text.draw(given, ascii=terminal.ascii)
    small = given.width <= _MAX_DRAWN and given.height <= _MAX_DRAWN
    shown = solutions(result)
    if not shown:
        if small:
            terminal.drawing(drawn)
        return
    if result.question == "all":
        if small:
            terminal.drawing(drawn)
        for ordinal, item in enumerate(shown, 1):
            terminal.line(f"solution {ordinal}", "bold")
            scene = puzzle.scene(item.position, origin=position)
            terminal.drawing(text.draw(scene, ascii=terminal.ascii))
        return
    answer = text.draw(puzzle.scene(shown[0].position, origin=position), ascii=terminal.ascii)
    if result.answer is None:
        forced = result.question == "forced"
        proved = "what was proved before the run ended" if forced else "the best so far"
        terminal.line(f"No answer; this is only {proved}:", "bold")
    if small:
        answer = text.beside(drawn, answer, width=terminal.width, ascii=terminal.ascii)
    terminal.drawing(answer)


def _moves(terminal: Terminal, puzzle: Puzzle[Any, Any], result: Result[Any]) -> None:
    """Print the moves, where they are the answer and not only the steps to it."""
    shown = solutions(result)
    if not shown:
        return
    moves = shown[0].moves
    words = " ".join(puzzle.format_move(result.position, move) for move in moves[:_MAX_MOVES])
    rest = f" ... ({number(len(moves) - _MAX_MOVES)} more)" if len(moves) > _MAX_MOVES else ""
    terminal.line(f"{number(len(moves))} moves: {words}{rest}")


def details(terminal: Terminal, result: Result[Any]) -> None:
    """Print the numbers of the position and of the run."""
    facts = " · ".join(f"{name.replace('_', ' ')} {n}" for name, n in result.features.items())
    if facts:
        terminal.line(f"  {facts}", "dim")
    statistics = result.statistics
    parts = [counter_words(statistics.counters), f"cpu {duration(statistics.cpu_s)}"]
    if statistics.compile_s:
        parts.append(f"compile {duration(statistics.compile_s)}")
    if result.began_with:
        parts.append(f"begun with {result.began_with}, counted in")
    factor = statistics.branching_factor
    if factor is not None:
        parts.insert(1, f"branching factor {factor:.3f}")
    if statistics.peak_bytes:
        parts.append(f"memory {byte_size(statistics.peak_bytes)}")
    terminal.line("  " + " · ".join(part for part in parts if part), "dim")
    for name, rows in result.tables.items():
        if rows:
            terminal.line(f"  {name.replace('_', ' ')}", "dim")
            for line in _lines([_with_square(row) for row in rows]):
                terminal.line(f"    {line}", "dim")


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


def count_line(result: Result[Count], time_s: float | None) -> str:
    """Return the answer of `count` on one line that begins with the number, where it is known."""
    known = in_words(outcome(result, time_s=time_s))
    return f"0 ({known})" if result.status is Status.UNSATISFIABLE else known


def _conflict(result: Result[Any]) -> dict[int, Highlight]:
    cells = () if result.conflict is None else result.conflict.cells
    return dict.fromkeys(cells, Highlight.CONFLICT)
