"""The open squares of a board in progress, which techniques read and their steps change.

Sets of squares are ints: bit s stands for square s. Lines are numbered as in `queens.lines`; only
rows and columns, the first 2n, need a queen.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

from gridwise.core.grid import cell_name
from gridwise.core.message import Message, msg
from gridwise.core.run import check_current_run
from gridwise.core.scene import CandidateLink, CandidateMark, Overlay, Tone
from gridwise.core.step import Step
from gridwise.core.trace import Mark
from gridwise.puzzles.queens.lines import lines_of, number_of_lines, squares_of
from gridwise.puzzles.queens.position import Position


def bits(mask: int) -> Iterator[int]:
    """Yield the members of a set, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(squares: Iterable[int]) -> int:
    """Return the set of these squares."""
    mask = 0
    for square in squares:
        mask |= 1 << square
    return mask


def is_one(mask: int) -> bool:
    """Return whether a set has exactly one member."""
    return bool(mask) and not mask & (mask - 1)


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a board as sets of squares.

    Parameters
    ----------
    rows_and_columns
        The squares of each row, then of each column.
    attacks
        For each square the squares that a queen on it attacks, without itself.
    """

    rows_and_columns: tuple[int, ...]
    attacks: tuple[int, ...]


@lru_cache(maxsize=8)
def lines(n: int) -> Lines:
    """Return the lines of a board of n rows. O(n**3) and n**4 / 8 bytes, once."""
    masks = [mask_of(squares_of(n, line)) for line in range(number_of_lines(n))]
    attacks = []
    for square in range(n * n):
        seen = 0
        for line in lines_of(n, square):
            seen |= masks[line]
        attacks.append(seen & ~(1 << square))
    return Lines(tuple(masks[: 2 * n]), tuple(attacks))


class OpenSquares:
    """The queens of a board, and the squares where one may still stand.

    Parameters
    ----------
    position
        The board.

    Attributes
    ----------
    queens
        The squares with queens, in the order in which they were placed.
    open
        The squares that are not blocked, attacked, occupied or removed.
    unfilled
        The rows and columns without a queen.
    removed
        The squares that steps have ruled out.
    given
        The number of queens at the beginning.
    impossible
        Whether it is known that there is no completion.
    greedy
        Whether a queen was placed that does not follow.
    completions
        The open squares that are known to be in a completion.
    """

    def __init__(self, position: Position) -> None:
        n = self.n = position.n
        self.lines = lines(n)
        self.queens: list[int] = []
        self.blocked = mask_of(position.blocked)
        self.open = ((1 << n * n) - 1) & ~self.blocked
        self.unfilled = list(range(2 * n))
        self.removed = 0
        self.given = len(position.queens)
        self.impossible = self.greedy = False
        self.completions = 0
        for square in position.queens:
            self.place(square)

    def copy(self) -> Self:
        """Return a board to try something on; of its completions nothing is known."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.queens, twin.unfilled = list(self.queens), list(self.unfilled)
        twin.completions = 0
        return twin

    def place(self, square: int) -> None:
        """Place a queen."""
        row, column = divmod(square, self.n)
        self.queens.append(square)
        self.open &= ~(self.lines.attacks[square] | 1 << square)
        self.unfilled = [line for line in self.unfilled if line not in (row, self.n + column)]
        self.completions &= self.open

    def remove(self, squares: int) -> None:
        """Rule out squares."""
        self.open &= ~squares
        self.removed |= squares

    def left(self, line: int) -> int:
        """Return the open squares of a row or column."""
        return self.open & self.lines.rows_and_columns[line]

    def empty_line(self) -> int | None:
        """Return a row or column without a queen and without an open square, or None."""
        return next((line for line in self.unfilled if not self.left(line)), None)

    def attackers(self, squares: int) -> tuple[list[int], int]:
        """Return few queens that attack these squares, and the squares that none attacks.

        Greedy: the queen that attacks most of the rest first.
        """
        attacks, chosen, rest = self.lines.attacks, [], squares
        while rest:
            best = max(self.queens, key=lambda q: (attacks[q] & rest).bit_count(), default=None)
            if best is None or not attacks[best] & rest:
                break
            chosen.append(best)
            rest &= ~attacks[best]
        return chosen, rest

    def completion(self) -> tuple[int, ...] | None:
        """Return the squares of the queens that complete the board, or None if none do.

        Depth first, by the row or column with the fewest squares; the limits of the current run
        are checked.
        """
        grid, attacks, n = self.lines.rows_and_columns, self.lines.attacks, self.n

        def search(left: int, unfilled: list[int]) -> tuple[int, ...] | None:
            if not unfilled:
                return ()
            check_current_run()
            line = min(unfilled, key=lambda one: (left & grid[one]).bit_count())
            for square in bits(left & grid[line]):
                row, column = divmod(square, n)
                others = [one for one in unfilled if one not in (row, n + column)]
                completion = search(left & ~(attacks[square] | 1 << square), others)
                if completion is not None:
                    return (square, *completion)
            return None

        return search(self.open, self.unfilled)

    def impossible_squares(self) -> Iterator[int]:
        """Yield the open squares that are in no completion, as they are found."""
        for square in bits(self.open):
            if self.completions >> square & 1:
                continue
            trial = self.copy()
            trial.place(square)
            completion = trial.completion()
            if completion is None:
                yield square
            else:
                self.completions |= mask_of((square, *completion))


def line_name(board: OpenSquares, line: int) -> Message:
    """Return the name of a row or column."""
    if line < board.n:
        return msg("row {row}", row=line + 1)
    return msg("column {column}", column=line - board.n + 1)


def names(board: OpenSquares, squares: int) -> tuple[str, ...]:
    """Return the names of a set of squares."""
    return tuple(cell_name(square, board.n) for square in bits(squares))


def why_closed(board: OpenSquares, squares: int) -> tuple[tuple[Message, ...], tuple[Mark, ...]]:
    """Return why no queen can stand on these squares: in words, and as marks."""
    queens, rest = board.attackers(squares & ~board.blocked)
    blocked = squares & board.blocked
    text = tuple(
        msg("a queen is on {cell}", cell=cell_name(queen, board.n)) for queen in sorted(queens)
    )
    text += tuple(msg("{cell} is blocked", cell=name) for name in names(board, blocked))
    text += tuple(msg("none on {cell}", cell=name) for name in names(board, rest))
    marks = tuple(Mark(queen, "queen") for queen in sorted(queens))
    marks += tuple(Mark(square, "queen", holds=False) for square in bits(blocked | rest))
    return text, marks


def make_step(
    board: OpenSquares,
    technique: str,
    title: Message,
    difficulty: int,
    reason: Message,
    *,
    placed: Iterable[int] = (),
    removed: int = 0,
    premises: Iterable[Mark] = (),
    first: Iterable[int] = (),
    second: Iterable[int] = (),
    links: Iterable[CandidateLink] = (),
    lines: Iterable[int] = (),
) -> Step:
    """Return a step.

    Parameters
    ----------
    board
        The board before the step.
    technique, title, difficulty
        The technique's name, its title, and how hard the step is to find.
    reason
        A clause without the conclusion.
    placed, removed
        The squares that get a queen, and the set of squares that are ruled out.
    premises
        The marks that the reason rests on.
    first, second
        The squares of the pattern, in two colours.
    links, lines
        Arrows between squares, and the rows and columns to outline.
    """
    placed, n = tuple(placed), board.n
    conclusion = [msg("queen on {cell}", cell=cell_name(square, n)) for square in placed]
    if removed:
        conclusion.append(msg("no queen on {cells}", cells=names(board, removed)))
    overlay = Overlay(
        (
            *(CandidateMark(square, "", Tone.FIRST) for square in first),
            *(CandidateMark(square, "", Tone.SECOND) for square in second),
            *(CandidateMark(square, "", Tone.REMOVED) for square in bits(removed)),
        ),
        tuple(links),
        tuple(squares_of(n, line) for line in lines),
    )
    return Step(
        technique,
        msg(
            "{technique}: {reason}, so {conclusions}",
            technique=title,
            reason=reason,
            conclusions=tuple(conclusion),
        ),
        (
            *(Mark(square, "queen") for square in placed),
            *(Mark(square, "queen", holds=False) for square in bits(removed)),
        ),
        tuple(premises),
        difficulty,
        reason,
        overlay,
    )
