"""Last two: the last two tiles of a row or column turn into it together."""

from gridwise.core.message import Message, msg
from gridwise.core.step import Technique
from gridwise.puzzles.sliding.row_by_row import LessonStep, Part
from gridwise.puzzles.sliding.techniques.board import SlidingBoard
from gridwise.puzzles.sliding.techniques.wording import lesson_finder

_NAME, _TITLE = "last_two", msg("Last Two of a Line")


def _why(board: SlidingBoard, step: LessonStep) -> Message:
    return msg(
        "the last two of a line do not go in one after the other, as the first of them would be "
        "in the way, so {tiles} turn in together",
        tiles=step.tiles,
    )


TECHNIQUE = Technique(_NAME, _TITLE, "medium", 20, lesson_finder(Part.LAST_TWO, _TITLE, _why))
