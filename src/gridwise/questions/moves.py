"""Moves that people give: as text or as the puzzle's own, checked before they are made."""

import difflib
from itertools import accumulate, islice
from operator import and_, eq
from typing import Any

from gridwise.core.errors import MOVE, GridwiseError, ParameterError, ParseError
from gridwise.core.message import Message, msg
from gridwise.core.puzzle import Puzzle
from gridwise.core.question import told

_MOST_NAMED = 2_000
"""The legal moves that are searched for moves like an illegal one, at most."""


def played(puzzle: Puzzle[Any, Any], position: Any, move: Any) -> Any:
    """Return the position after a move or its text; raise an error with similar legal moves."""
    text = move if isinstance(move, str) else str(move)
    try:
        if isinstance(move, str | int):
            parsed = puzzle.parse_move(position, text)
        else:
            parsed = _checked(puzzle, position, move)
            text = puzzle.format_move(position, parsed)
    except ParseError as error:
        expected: Message | str = error.phrases[1]
        near = _near(puzzle, position, text)
        if near:
            expected = msg("{expected}; legal: {moves}", expected=expected, moves=near)
        raise ParseError(error.phrases[0], expected, source=MOVE, column=error.column) from None
    try:
        return puzzle.apply(position, parsed)
    except ParameterError as error:
        near = _near(puzzle, position, text)
        why = error.message
        if near:
            raise ParameterError(msg("{why}; legal: {moves}", why=why, moves=near)) from None
        raise


def _checked(puzzle: Puzzle[Any, Any], position: Any, move: Any) -> Any:
    """Return a move object if it is one of the puzzle's own."""
    try:
        if puzzle.parse_move(position, puzzle.format_move(position, move)) == move:
            return move
    except (GridwiseError, AttributeError, TypeError, ValueError):
        pass
    raise ParseError(
        told(move),
        msg("a move of {puzzle}, or its text", puzzle=puzzle.name),
    )


def _near(puzzle: Puzzle[Any, Any], position: Any, said: str) -> tuple[str, ...]:
    """Return the legal moves that begin like a text or resemble it, the most similar first."""
    legal = [puzzle.format_move(position, m) for m in islice(puzzle.moves(position), _MOST_NAMED)]
    alike = difflib.get_close_matches(said, legal, n=len(legal) or 1, cutoff=0.5)
    alike.sort(key=lambda move: -sum(accumulate(map(eq, said, move), and_)))
    return tuple((alike or legal)[:3])
