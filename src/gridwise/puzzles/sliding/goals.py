"""The goal of a board: blank first, blank last, a snail, or any other board."""

from dataclasses import replace

from gridwise.core.capabilities import Goals
from gridwise.core.errors import ParseError
from gridwise.core.message import msg
from gridwise.core.reading import TextLine
from gridwise.puzzles.sliding.notation import GOAL_WORDS, goal_of
from gridwise.puzzles.sliding.position import Position


def _named(position: Position, goal: str) -> Position:
    here = TextLine("--goal", 1)
    return replace(position, goal=goal_of(goal, position.width, position.height, here, 0))


def _like(position: Position, other: Position) -> Position:
    found, expected = (f"{board.width}x{board.height}" for board in (other, position))
    if found != expected:
        raise ParseError(msg("a goal of {size}", size=found), expected, source="--goal")
    return replace(position, goal=other.tiles)


GOALS = Goals(tuple(GOAL_WORDS), _named, _like)
