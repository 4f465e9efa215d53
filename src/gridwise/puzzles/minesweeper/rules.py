"""The rules: violations, moves, and solved boards."""

from collections.abc import Iterator, Mapping

from gridwise.core.errors import ParameterError
from gridwise.core.grid import cell_name, neighbours
from gridwise.core.message import Message, msg
from gridwise.core.position import replaced
from gridwise.core.puzzle import Violation
from gridwise.puzzles.minesweeper.position import (
    COVERED,
    MINE,
    SAFE,
    MarkMine,
    Move,
    Open,
    Position,
    Safe,
    around,
)


def violations(position: Position) -> tuple[Violation, ...]:
    """Return the violated rules, the first violation of each sort.

    A number below its known mines, a number above its neighbours that can be mines, more known
    mines than the total, a total above the cells that can be mines. O(cells).
    """
    shown, width = position.shown, position.width
    known = around(shown, width, position.height, (MINE,))
    room = around(shown, width, position.height, (MINE, COVERED))
    found: list[Violation] = []
    low = next((c for c, n in enumerate(shown) if n <= 8 and n < known[c]), None)
    if low is not None:
        mines = [c for c in neighbours(low, width, position.height) if shown[c] == MINE]
        text = msg(
            "{cell} shows {number} but these around it are known mines: {mines}",
            cell=cell_name(low, width),
            number=shown[low],
            mines=tuple(cell_name(c, width) for c in mines),
        )
        found.append(Violation(text, (low, *mines)))
    high = next((c for c, n in enumerate(shown) if n <= 8 and n > room[c]), None)
    if high is not None:
        near = [c for c in neighbours(high, width, position.height) if shown[c] in (MINE, COVERED)]
        text = _too_high(cell_name(high, width), shown[high], room[high], known[high])
        found.append(Violation(text, (high, *near)))
    if position.mines is not None:
        marked = shown.count(MINE)
        most = marked + shown.count(COVERED)
        if marked > position.mines:
            text = msg(
                "the total is {total} but more mines are known: {known}",
                total=position.mines,
                known=marked,
            )
            found.append(Violation(text, _cells_of(shown, MINE)))
        if most < position.mines:
            text = msg(
                "the total is {total} but at most {room} of the cells can be mines",
                total=position.mines,
                room=most,
            )
            found.append(Violation(text, _cells_of(shown, MINE, COVERED)))
    return tuple(found)


def _too_high(cell: str, number: int, room: int, known: int) -> Message:
    if known == 0 and room >= 2:
        return msg(
            "{cell} shows {number} but has only {covered} covered neighbours",
            cell=cell,
            number=number,
            covered=room,
        )
    return msg(
        "{cell} shows {number} but at most {room} of its neighbours can be mines",
        cell=cell,
        number=number,
        room=room,
    )


def _cells_of(shown: bytes, *codes: int) -> tuple[int, ...]:
    return tuple(c for c, code in enumerate(shown) if code in codes)


def moves(position: Position) -> Iterator[Move]:
    """Yield the allowed moves, by cell: mine, safe, then open with each possible number.

    A cell known to be safe can only be opened. A number is possible from the known mines around to
    all neighbours that can be mines.
    """
    shown = position.shown
    known = around(shown, position.width, position.height, (MINE,))
    room = around(shown, position.width, position.height, (MINE, COVERED))
    for cell, code in enumerate(shown):
        if code == COVERED:
            yield MarkMine(cell)
            yield Safe(cell)
        if code in (COVERED, SAFE):
            for number in range(known[cell], room[cell] + 1):
                yield Open(cell, number)


def apply(position: Position, move: Move) -> Position:
    """Return the position after a move; raise `ParameterError` for one that `moves` lacks."""
    shown, width, height = position.shown, position.width, position.height
    if not 0 <= move.cell < len(shown):
        raise ParameterError(f"cell {move.cell} is not on a board of {width}x{height}")
    code, name = shown[move.cell], cell_name(move.cell, width)
    if code != COVERED and not (code == SAFE and isinstance(move, Open)):
        state = {MINE: "a known mine", SAFE: "known to be safe"}.get(code, f"open and shows {code}")
        raise ParameterError(f"{name} is {state}")
    match move:
        case Open(cell, number):
            near = [shown[c] for c in neighbours(cell, width, height)]
            known = near.count(MINE)
            most = known + near.count(COVERED)
            if not known <= number <= most:
                raise ParameterError(f"{name} cannot show {number}, only {known} to {most}")
            code = number
        case MarkMine():
            code = MINE
        case Safe():
            code = SAFE
    after = bytearray(shown)
    after[move.cell] = code
    return replaced(position, shown=bytes(after))


def is_solved(position: Position) -> bool:
    """Return whether every cell is open or a known mine, and no rule is violated."""
    shown = position.shown
    if COVERED in shown or SAFE in shown:
        return False
    return not violations(position)


def features(position: Position) -> Mapping[str, int]:
    """Return the number of cells of each sort, and the total if known."""
    shown = position.shown
    covered, mines, safe = (shown.count(code) for code in (COVERED, MINE, SAFE))
    found = {
        "covered": covered,
        "shown": len(shown) - covered - mines - safe,
        "known_mines": mines,
        "known_safe": safe,
    }
    if position.mines is not None:
        found["mines_total"] = position.mines
    return found
