"""Blank home: the blank goes to its place, and each tile on its way slides into its own."""

from gridwise.core.message import Message, msg
from gridwise.core.step import Technique
from gridwise.puzzles.sliding.row_by_row import LessonStep, Part
from gridwise.puzzles.sliding.techniques.board import SlidingBoard
from gridwise.puzzles.sliding.techniques.wording import lesson_finder

_NAME, _TITLE = "blank_home", msg("Blank Home")


def _why(board: SlidingBoard, step: LessonStep) -> Message:
    return msg("each tile on the way of the blank slides into its place")


TECHNIQUE = Technique(_NAME, _TITLE, "easy", 40, lesson_finder(Part.BLANK, _TITLE, _why))
