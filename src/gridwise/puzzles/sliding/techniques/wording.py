"""Makes steps: their sentence, their slides and their drawing, alike for all techniques."""

from collections.abc import Callable, Iterator, Sequence

from gridwise.core.message import Message, msg
from gridwise.core.scene import CandidateLink, CandidateMark, Overlay, Tone
from gridwise.core.step import Step
from gridwise.core.trace import Mark
from gridwise.puzzles.sliding.position import Slide
from gridwise.puzzles.sliding.row_by_row import LessonStep, Part
from gridwise.puzzles.sliding.techniques.board import SlidingBoard


def make_step(
    board: SlidingBoard,
    technique: str,
    title: Message,
    reason: Message,
    slides: tuple[int, ...],
    tiles: Sequence[int],
    targets: Sequence[int],
) -> Step:
    """Return a step that makes slides.

    Parameters
    ----------
    board
        The board before the step.
    technique, title
        The technique's name and title.
    reason
        A clause without the slides.
    slides
        The slides, each as cell * size + tile.
    tiles, targets
        The tiles that are moved on purpose, and the cells that they go to.
    """
    position = board.position
    size, at = position.size, [position.tiles.index(tile) for tile in tiles]
    moves = tuple(Slide(fact % size) for fact in slides)
    overlay = Overlay(
        tuple(CandidateMark(cell, "", Tone.FIRST) for cell in at),
        tuple(
            CandidateLink((cell, ""), (target, ""), strong=True)
            for cell, target in zip(at, targets, strict=True)
            if cell != target
        ),
        (tuple(sorted(targets)),),
    )
    return Step(
        technique,
        msg(
            "{technique}: {reason}, so slide {tiles}",
            technique=title,
            reason=reason,
            tiles=tuple(move.tile for move in moves),
        ),
        tuple(Mark(*divmod(fact, size)) for fact in slides),
        tuple(Mark(cell, tile) for cell, tile in zip(at, tiles, strict=True)),
        len(slides),
        reason,
        overlay,
        moves,
    )


def lesson_finder(
    part: Part, title: Message, why: Callable[[SlidingBoard, LessonStep], Message]
) -> Callable[[SlidingBoard], Iterator[Step]]:
    """Return the `find` of a technique that is a part of the row-by-row lesson."""

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

    return find
