"""Bring a tile: the blank goes round it to the next cell on its way, and the tile slides there."""

from gridwise.core.message import Message, msg
from gridwise.core.step import Technique
from gridwise.puzzles.sliding.row_by_row import LessonStep, Part
from gridwise.puzzles.sliding.techniques.board import SlidingBoard, number_of_moves
from gridwise.puzzles.sliding.techniques.wording import lesson_finder

_NAME, _TITLE = "bring_tile", msg("Bring a Tile")


def _why(board: SlidingBoard, step: LessonStep) -> Message:
    tile, target = step.tiles[0], board.name(step.targets[0])
    cell = board.name(step.slides[-1] // board.position.size)
    if len(step.slides) == 1:
        return msg(
            "{tile} is on its way to {target}, and the blank is on {cell} beside it",
            tile=tile,
            target=target,
            cell=cell,
        )
    return msg(
        "{tile} is on its way to {target} and slides into the blank alone, so the blank goes to "
        "{cell} in {moves}, round {tile} and the tiles in their places",
        tile=tile,
        target=target,
        cell=cell,
        moves=number_of_moves(len(step.slides) - 1),
    )


TECHNIQUE = Technique(_NAME, _TITLE, "easy", 10, lesson_finder(Part.BRING, _TITLE, _why))
