"""The views of a board: sums over its cells, and the clauses that encode them.

Variable x of the sums is cell x, 1 for a mine; it is variable x + 1 of the clauses. The sums, in
order:

- for each cell that is not covered, row-major, a sum over itself: families `shown` and
  `known_safe` (0), `known_mine` (1);
- for each shown number, row-major, family `number`: the sum over its *covered* neighbours is the
  number less the known mines around it. Known cells are not in the sum, so that k mines in n
  covered cells always give the same clauses; its premise names them. Without covered neighbours
  there is no sum, unless it is contradictory;
- family `total`: the sum over all covered cells is the total less the known mines.

An impossible number or total gives an unsatisfiable sum (below 0 or above n), never an error: the
encoding and the methods find the contradiction.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, combinations

from gridwise.core.grid import cell_name, neighbours
from gridwise.core.message import Message, msg
from gridwise.core.run import checking
from gridwise.core.trace import Decoder, Mark, Query, Reason
from gridwise.core.views import CnfModel, CountModel, Family, Premise, Sum
from gridwise.core.views.cardinality import encode, is_large
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


@dataclass(frozen=True)
class CellDecoder(Decoder[Move]):
    """Turns facts about cells into marks, moves and reasons.

    Parameters
    ----------
    position
        The board of the view.
    premises
        The premise of each sum.
    """

    position: Position
    premises: tuple[Premise | None, ...]

    def marks(self, fact: int) -> tuple[Mark, ...]:
        return (Mark(abs(fact) - 1, "mine", fact > 0),)

    def moves(self, facts: Iterable[int]) -> tuple[Move, ...]:
        """Return the moves that enter these facts, row-major. O(cells).

        A safe cell is opened if all its neighbours are known or decided by the facts, so that its
        number is determined; else it is marked as safe.
        """
        board, width, height = self.position, self.position.width, self.position.height
        after = bytearray(board.shown)
        news = sorted({abs(fact) - 1: fact > 0 for fact in facts}.items())
        for cell, mine in news:
            if after[cell] == COVERED:
                after[cell] = MINE if mine else SAFE
        undecided = around(after, width, height, (COVERED,))
        mines = around(after, width, height, (MINE,))
        found: list[Move] = []
        for cell, mine in news:
            before = board.shown[cell]
            if before not in (COVERED, SAFE):
                continue
            if mine and before == COVERED:
                found.append(MarkMine(cell))
            elif not mine and not undecided[cell]:
                found.append(Open(cell, mines[cell]))
            elif not mine and before == COVERED:
                found.append(Safe(cell))
        return tuple(found)

    def queries(self, forced: tuple[int, ...], model: tuple[int, ...]) -> Iterable[Query[Move]]:
        """Yield for each safe cell with undecided neighbours whether its number is forced.

        C(n, k) clauses say that the n undecided neighbours do not hold k mines, the number in the
        first layout: each excludes one choice of k. n is at most 8.
        """
        board, width, height = self.position, self.position.width, self.position.height
        holds = {abs(fact) - 1: fact > 0 for fact in forced}
        first = {abs(fact) - 1: fact > 0 for fact in model}
        moves = {move.cell: move for move in self.moves(forced)}
        safe = (cell for cell, code in enumerate(board.shown) if code == SAFE)
        for cell in sorted({*moves, *safe}):
            move = moves.get(cell)
            if isinstance(move, MarkMine | Open):
                continue
            near = neighbours(cell, width, height)
            known = sum(board.shown[c] == MINE or holds.get(c, False) for c in near)
            free = tuple(c for c in near if board.shown[c] == COVERED and c not in holds)
            number = sum(first.get(c, False) for c in free)
            if any(c not in first for c in free):
                continue  # a free cell takes both values
            clauses = tuple(
                tuple(-(c + 1) if c in mines else c + 1 for c in free)
                for mines in combinations(free, number)
            )
            yield Query(move, Open(cell, known + number), clauses)

    def cell_name(self, cell: int) -> str:
        return cell_name(cell, self.position.width)

    def word(self, mark: Mark) -> Message:
        cell = self.cell_name(mark.cell)
        return (
            msg("{cell} is a mine", cell=cell) if mark.holds else msg("{cell} is safe", cell=cell)
        )

    def reason(self, constraint: int) -> Reason | None:
        if not 0 <= constraint < len(self.premises):
            return None
        premise = self.premises[constraint]
        return None if premise is None else Reason(premise.text, premise.cells)


def count_model(position: Position) -> CountModel[Move]:
    """Return the board as sums, see the module's text. O(cells)."""
    sums = [*checking(chain(_known(position), _numbers(position), _total(position)))]
    premises = tuple(s.family.premise for s in sums)
    return CountModel(len(position.shown), tuple(sums), CellDecoder(position, premises))


def cnf_model(position: Position, *, encoding: str = "binomial") -> CnfModel[Move]:
    """Return the board as clauses: safe before mine, row-major.

    `encoding` is one of `gridwise.core.views.cardinality.ENCODINGS`.
    """
    made = encode(count_model(position), encoding=encoding)
    return replace(made, neighbours=partial(_beside, position.width, position.height))


def _beside(width: int, height: int, variable: int) -> tuple[int, ...]:
    return tuple(cell + 1 for cell in neighbours(variable - 1, width, height))


def has_large_total(position: Position) -> bool:
    """Return whether the total takes many clauses in any encoding.

    On such a board, for example 16x16 with 40 mines, it takes most of a solver's time.
    """
    if position.mines is None:
        return False
    covered = position.shown.count(COVERED)
    left = position.mines - position.shown.count(MINE)
    return is_large(covered, left)


def _known(position: Position) -> Iterable[Sum]:
    for cell, code in enumerate(position.shown):
        if code == COVERED:
            continue
        name = cell_name(cell, position.width)
        if code == MINE:
            key, text = "known_mine", msg("{cell} is known to be a mine", cell=name)
        elif code == SAFE:
            key, text = "known_safe", msg("{cell} is known to be safe", cell=name)
        else:
            key, text = "shown", msg("{cell} shows {number}", cell=name, number=code)
        yield Sum((cell,), int(code == MINE), Family(key, Premise((cell,), text)))


def _numbers(position: Position) -> Iterable[Sum]:
    shown, width, height = position.shown, position.width, position.height
    known = around(shown, width, height, (MINE,))
    room = around(shown, width, height, (COVERED,))
    for cell, number in enumerate(shown):
        if number > 8 or (room[cell] == 0 and number == known[cell]):
            continue
        near = neighbours(cell, width, height)
        covered = tuple(c for c in near if shown[c] == COVERED)
        mines = tuple(c for c in near if shown[c] == MINE)
        safe = tuple(c for c in near if shown[c] == SAFE)
        premise = Premise((cell, *mines, *safe), number_text(cell, number, mines, safe, width))
        yield Sum(covered, number - len(mines), Family("number", premise))


def number_text(
    cell: int, number: int, mines: tuple[int, ...], safe: tuple[int, ...], width: int
) -> Message:
    """Return what a number says in words, with the mines and safe cells known around it."""
    name = cell_name(cell, width)
    mine_names = tuple(cell_name(c, width) for c in mines)
    safe_names = tuple(cell_name(c, width) for c in safe)
    if mines and safe:
        return msg(
            "{cell} shows {number} (known mines: {mines}; known safe: {safe})",
            cell=name,
            number=number,
            mines=mine_names,
            safe=safe_names,
        )
    if mines:
        return msg(
            "{cell} shows {number} (known mines: {mines})",
            cell=name,
            number=number,
            mines=mine_names,
        )
    if safe:
        return msg(
            "{cell} shows {number} (known safe: {safe})", cell=name, number=number, safe=safe_names
        )
    return msg("{cell} shows {number}", cell=name, number=number)


def total_text(mines: int, known: int) -> Message:
    """Return the total in words, with the mines that are known."""
    if known:
        return msg("{mines} mines in total, known: {known}", mines=mines, known=known)
    return msg("{mines} mines in total", mines=mines)


def _total(position: Position) -> Iterable[Sum]:
    if position.mines is None:
        return
    marked = position.shown.count(MINE)
    covered = tuple(c for c, code in enumerate(position.shown) if code == COVERED)
    if not covered and marked == position.mines:
        return
    text = total_text(position.mines, marked)
    # The total is about the whole board, so its premise names no cells.
    yield Sum(covered, position.mines - marked, Family("total", Premise((), text)))
