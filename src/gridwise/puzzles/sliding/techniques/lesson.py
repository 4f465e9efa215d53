"""The parts of the row-by-row lesson, each a technique."""

from collections.abc import Callable, Iterator

from gridwise.core.message import Message, msg
from gridwise.core.step import Step, Technique
from gridwise.puzzles.sliding.row_by_row import LessonStep, Part
from gridwise.puzzles.sliding.techniques.board import SlidingBoard, make_step, number_of_moves


def _bring(board: SlidingBoard, step: LessonStep) -> Message:
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


def _last_two(board: SlidingBoard, step: LessonStep) -> Message:
    return msg(
        "the last two of a line do not go in one after the other, as the first of them would be "
        "in the way, so {tiles} turn in together",
        tiles=step.tiles,
    )


def _last_four(board: SlidingBoard, step: LessonStep) -> Message:
    return msg(
        "{tiles} keep their order as they turn in a circle, until each is in its place",
        tiles=step.tiles,
    )


def _blank(board: SlidingBoard, step: LessonStep) -> Message:
    return msg("each tile on the way of the blank slides into its place")


def _technique(
    part: Part,
    title: Message,
    difficulty: str,
    rank: int,
    why: Callable[[SlidingBoard, LessonStep], Message],
) -> Technique:
    def find(board: SlidingBoard) -> Iterator[Step]:
        """Yield the next step of the lesson, if it is such a part."""
        step = board.lesson_step()
        if step is not None and step.part is part:
            reason = msg(
                "stage {number} takes {aim}; {why}",
                number=step.stage,
                aim=step.aim,
                why=why(board, step),
            )
            yield make_step(board, part.value, title, reason, step.slides, step.tiles, step.targets)

    return Technique(part.value, title, difficulty, rank, find)


TECHNIQUES = (
    _technique(Part.BRING, msg("Bring a Tile"), "easy", 10, _bring),
    _technique(Part.LAST_TWO, msg("Last Two of a Line"), "medium", 20, _last_two),
    _technique(Part.LAST_FOUR, msg("Last Four Cells"), "easy", 30, _last_four),
    _technique(Part.BLANK, msg("Blank Home"), "easy", 40, _blank),
)
