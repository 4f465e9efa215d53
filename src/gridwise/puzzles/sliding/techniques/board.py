"""A board in progress, which techniques read and their steps change, and how steps are made."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from gridwise.core.grid import cell_name
from gridwise.core.message import Message, msg
from gridwise.core.run import CheckedRun, check_current_run
from gridwise.core.scene import CandidateLink, CandidateMark, Overlay, Tone
from gridwise.core.step import Step
from gridwise.core.trace import Mark
from gridwise.puzzles.sliding import row_by_row, rules
from gridwise.puzzles.sliding.engine.ida_star import shortest
from gridwise.puzzles.sliding.pdb import exact
from gridwise.puzzles.sliding.position import MAX_SEARCH_SIDE, Position, Slide, adjacent
from gridwise.puzzles.sliding.row_by_row import LessonStep


@dataclass
class SlidingBoard:
    """A board and the slides so far; plans are kept as long as they are followed.

    Parameters
    ----------
    position
        The board now.
    path
        The slides so far, each as cell * size + tile.
    ended
        Whether it is known that the goal cannot be reached.
    """

    position: Position
    path: list[int] = field(default_factory=list)
    ended: bool = False
    _lesson: list[LessonStep] = field(default_factory=list)
    _shortest: list[int] = field(default_factory=list)

    @property
    def is_open(self) -> bool:
        """Whether there is something to slide, and the goal can be reached."""
        position = self.position
        return not self.ended and not rules.is_solved(position) and self.unsolvable is None

    @property
    def unsolvable(self) -> Message | None:
        """Why the goal cannot be reached; None if it can."""
        return rules.unsolvable(self.position)

    def name(self, cell: int) -> str:
        """Return the name of a cell."""
        return cell_name(cell, self.position.width)

    def lesson_step(self) -> LessonStep | None:
        """Return the next part of the row-by-row construction, None on a solved board."""
        if not self._lesson and self.is_open:
            self._lesson = list(row_by_row.lesson(self.position, CheckedRun(check_current_run)))[
                ::-1
            ]
        return self._lesson[-1] if self._lesson else None

    def shortest_path(self) -> list[int]:
        """Return the slides of a shortest path to the goal, the next one last.

        Up to nine cells by the exact distances, else by the compiled IDA*; none on boards that
        are too large for it.
        """
        position = self.position
        small = max(position.width, position.height) <= MAX_SEARCH_SIDE
        if not self._shortest and self.is_open and small:
            if position.size <= exact.MAX_CELLS:
                self._shortest = _downhill(position)[::-1]
            else:
                self._shortest = list(shortest(position, CheckedRun(check_current_run)))[::-1]
        return self._shortest

    def slide(self, facts: tuple[int, ...]) -> None:
        """Make slides."""
        size = self.position.size
        if not facts:
            return
        if self._lesson and self._lesson[-1].slides == facts:
            self._lesson.pop()
        else:
            self._lesson = []
        if self._shortest[-1:] == list(facts):
            self._shortest.pop()
        else:
            self._shortest = []
        self.position = rules.apply_all(self.position, (Slide(fact % size) for fact in facts))
        self.path.extend(facts)


def _downhill(position: Position) -> list[int]:
    """Return a shortest path of a board of at most nine cells."""
    depth = exact.depths(position.width, position.height, position.goal, check_current_run)
    near = adjacent(position.width, position.height)
    path: list[int] = []
    while left := depth[bytes(position.tiles)]:
        blank = position.blank
        for cell in near[blank]:
            tile = position.tiles[cell]
            after = rules.apply(position, Slide(tile))
            if depth[bytes(after.tiles)] == left - 1:
                path.append(blank * position.size + tile)
                position = after
                break
    return path


def number_of_moves(number: int) -> Message:
    """Return `1 move`, `2 moves` ..."""
    return msg("1 move") if number == 1 else msg("{number} moves", number=number)


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
