"""Last four: the tiles of the last four cells turn in a circle until they are in order."""

from gridwise.core.message import Message, msg
from gridwise.core.step import Technique
from gridwise.puzzles.sliding.row_by_row import LessonStep, Part
from gridwise.puzzles.sliding.techniques.board import SlidingBoard
from gridwise.puzzles.sliding.techniques.wording import lesson_finder

_NAME, _TITLE = "last_four", msg("Last Four Cells")


def _why(board: SlidingBoard, step: LessonStep) -> Message:
    return msg(
        "{tiles} keep their order as they turn in a circle, until each is in its place",
        tiles=step.tiles,
    )


TECHNIQUE = Technique(_NAME, _TITLE, "easy", 30, lesson_finder(Part.LAST_FOUR, _TITLE, _why))
