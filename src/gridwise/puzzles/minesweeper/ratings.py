"""How hard a board is, by the ladder of reasons: the techniques in `techniques`.

A full layout is played from its first click by the easiest technique that applies, again and again.
If none does a guess is forced: of the cells that are safe in the layout the likeliest to be safe is
opened. Any other board is not played: the techniques go as far as it shows.

The first click of a layout is the one cell written as safe (`s`), else the cell nearest to the
middle of the board that shows 0, else of all safe cells.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from gridwise.core import registry
from gridwise.core.capabilities import Rating, RatingModel, Ratings
from gridwise.core.errors import ParameterError
from gridwise.core.message import Message, msg
from gridwise.core.run import Run
from gridwise.core.step import Step, Technique
from gridwise.puzzles.minesweeper import rules
from gridwise.puzzles.minesweeper.engine import counting
from gridwise.puzzles.minesweeper.position import COVERED, MINE, SAFE, Position, around, value_3bv
from gridwise.puzzles.minesweeper.techniques.board import MineBoard


def rate(position: Position, run: Run) -> Rating:
    """Return the rating of a board.

    Of every board: `hardest` technique with its `level` and `rung` (0 and "-" if none was used),
    the number of `steps`, and the uses of each technique, by its name. Of a full layout also its
    `three_bv`, the `first_click`, and `guesses`, the number of forced guesses. Of another board
    `decided`, the number of cells that follow, and `undecided`.

    Raises
    ------
    ParameterError
        The board breaks a rule, or no layout fits it.
    """
    broken = rules.violations(position)
    if broken:
        raise ParameterError(msg("this board cannot be: {what}", what=broken[0].text))
    shown = position.shown
    if COVERED not in shown and shown.count(SAFE) <= 1:
        return _layout(position, run)
    if counting.count(position, run) == 0:
        raise ParameterError(msg("this board cannot be: no layout fits its numbers"))
    game = LadderGame(MineBoard(position, run), None)
    game.play()
    undecided = game.board.shown.count(COVERED)
    decided = shown.count(COVERED) - undecided
    return {**game.rating(), "decided": decided, "undecided": undecided}


def _layout(position: Position, run: Run) -> Rating:
    width, height = position.width, position.height
    hidden = bytearray(position.shown)
    numbers = around(position.shown, width, height, (MINE,))
    for cell, code in enumerate(hidden):
        if code == SAFE:
            hidden[cell] = numbers[cell]
    mines = hidden.count(MINE)
    if position.mines not in (None, mines):
        text = msg(
            "the total is {total} but the layout has {mines}", total=position.mines, mines=mines
        )
        raise ParameterError(text)
    if mines == len(hidden):
        raise ParameterError(msg("a layout without a safe cell has no first click"))
    first = _first_click(position, hidden)
    covered = replace(position, shown=bytes([COVERED]) * len(hidden), mines=mines)
    game = LadderGame(MineBoard(covered, run), bytes(hidden))
    game.open(first)
    while not game.play():
        game.guess()
    return {
        "three_bv": value_3bv(bytes(hidden), width, height),
        "first_click": game.board.name(first),
        "guesses": game.guesses,
        **game.rating(),
    }


def _first_click(position: Position, hidden: bytearray) -> int:
    if SAFE in position.shown:
        return position.shown.index(SAFE)

    def away(cell: int) -> int:
        row, col = divmod(cell, position.width)
        return (2 * row + 1 - position.height) ** 2 + (2 * col + 1 - position.width) ** 2

    safe = [cell for cell, code in enumerate(hidden) if code != MINE]
    return min([cell for cell in safe if not hidden[cell]] or safe, key=away)


class LadderGame:
    """One board, played by the ladder.

    Parameters
    ----------
    board
        The known cells; the game changes it.
    hidden
        The layout, a byte a cell; None if unknown, so that no cell can be opened.
    """

    def __init__(self, board: MineBoard, hidden: bytes | None) -> None:
        self.board, self.hidden = board, hidden
        self.techniques: Sequence[Technique] = registry.chosen_techniques("minesweeper")
        self.used: Counter[str] = Counter()
        self.guesses = 0

    def open(self, cell: int) -> None:
        """Open a safe cell; a 0 opens its neighbours."""
        assert self.hidden is not None
        todo = [cell]
        while todo:
            cell = todo.pop()
            if self.board.shown[cell] in (COVERED, SAFE):
                self.board.set(cell, self.hidden[cell])
                if not self.hidden[cell]:
                    todo += self.board.near[cell]

    def play(self) -> bool:
        """Take the easiest step again and again; return whether no cell is left to open."""
        while not self._is_over():
            for technique in self.techniques:
                self.board.run.check()
                if self._take(technique):
                    break
            else:
                return False
        return True

    def guess(self) -> None:
        """Open the safe cell that is most likely to be safe."""
        assert self.hidden is not None
        tallied = counting.tally(self.board.position, self.board.run)
        assert tallied is not None
        covered = [cell for cell, code in enumerate(self.board.shown) if code == COVERED]
        safe = [cell for cell in covered if self.hidden[cell] != MINE]
        self.guesses += 1
        self.open(min(safe, key=lambda cell: tallied.mines[cell]))

    def rating(self) -> dict[str, int | str]:
        """Return the rating by the techniques used."""
        hardest = [one for one in self.techniques if self.used[one.name]][-1:]
        return {
            "rung": int(hardest[0].ratings["ladder"]) if hardest else 0,
            "hardest": hardest[0].name if hardest else "-",
            "level": hardest[0].level if hardest else "-",
            "steps": self.used.total(),
            **{one.name: self.used[one.name] for one in self.techniques if self.used[one.name]},
        }

    def _is_over(self) -> bool:
        if self.hidden is None:
            return COVERED not in self.board.shown
        return len(self.board.shown) - self.hidden.count(MINE) == self.board.opened

    def _take(self, technique: Technique) -> bool:
        """Take one step of a technique, of the first all; return whether there was any."""
        taken = False
        for step in technique.find(self.board):
            taken = self._apply(step) or taken
            if taken and technique is not self.techniques[0]:
                break
        return taken

    def _apply(self, step: Step) -> bool:
        fresh = False
        for mark in step.conclusions:
            if self.board.shown[mark.cell] == COVERED:
                fresh = True
                if mark.holds:
                    self.board.set(mark.cell, MINE)
                elif self.hidden is None:
                    self.board.set(mark.cell, SAFE)
                else:
                    self.open(mark.cell)
        self.used[step.technique] += fresh
        return fresh


_TITLE: Message = msg("Ladder: the hardest reason, forced guesses and 3BV")
RATINGS = Ratings({"ladder": RatingModel("ladder", "1", _TITLE, rate)})
