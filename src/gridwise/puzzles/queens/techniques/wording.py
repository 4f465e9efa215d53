"""Makes steps: their sentence, their marks and their drawing, alike for all techniques."""

from collections.abc import Iterable

from gridwise.core.grid import cell_name
from gridwise.core.message import Message, msg
from gridwise.core.scene import CandidateLink, CandidateMark, Overlay, Tone
from gridwise.core.step import Step
from gridwise.core.trace import Mark
from gridwise.puzzles.queens.lines import squares_of
from gridwise.puzzles.queens.techniques.board import OpenSquares, bits


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
