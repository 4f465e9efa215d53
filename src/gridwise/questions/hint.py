"""The next step from a board, with its reason and its stages."""

from dataclasses import dataclass
from typing import Annotated, Any

from gridwise.core.limits import CancelToken, time_or
from gridwise.core.question import Arg, Source, question
from gridwise.core.result import Stop
from gridwise.questions.base_board import BaseBoard, board_of
from gridwise.questions.parameters import Cpu, RuledOut
from gridwise.render.display import bundle_of, text_of
from gridwise.render.words import in_sentence
from gridwise.solving.hint import DEFAULT_S
from gridwise.solving.hint.ruled_out import marks_of
from gridwise.solving.hint.stages import Staged, as_json, staged
from gridwise.solving.inputs import origin_error
from gridwise.solving.instance import Instance


@dataclass(frozen=True, slots=True, repr=False)
class BoardHint:
    """The next step from a board, with its reason; it prints and draws itself.

    Parameters
    ----------
    asked
        The board.
    staged
        The step and its stages.
    """

    asked: BaseBoard
    staged: Staged

    @property
    def text(self) -> str:
        """The step and its reason."""
        return in_sentence(self.staged.hint.text)

    @property
    def stages(self) -> tuple[str, ...]:
        """Five sentences, each of which reveals more.

        Whether something is wrong; where to look; the technique; the reason; what to do.
        """
        return tuple(map(in_sentence, self.staged.stages))

    @property
    def move(self) -> str | None:
        """The move, as `Board.play` takes it, or None."""
        move = self.staged.hint.move
        return None if move is None else self.asked.moves_as_text((move,))[0]

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells to act on, 0-based and row-major."""
        return tuple(dict.fromkeys(mark.cell for mark in self.staged.hint.conclusions))

    @property
    def reason(self) -> tuple[int, ...]:
        """The cells of the reason."""
        return self.staged.hint.cells

    @property
    def technique(self) -> str:
        """The name of the technique, or `forced`, `wrong`, `best_chance` ...; see `Hint`."""
        return self.staged.hint.technique

    @property
    def stop(self) -> Stop:
        """Why the search ended: COMPLETED, TIME_LIMIT before a step was found, or CANCELLED."""
        return self.staged.hint.stop

    @property
    def guess(self) -> bool:
        """Whether the step may turn out wrong."""
        return self.staged.hint.guess

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object of the hint in stages."""
        return as_json(self.staged, self.asked.position)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return bundle_of(self)

    def __str__(self) -> str:
        return text_of(self)

    def __repr__(self) -> str:
        return f"<Hint {self.text}>"


@question(short=True)
def hint(
    board: Source,
    *,
    origin: Annotated[
        Source,
        Arg("The original board; cells that differ from it are your entries.", metavar="INPUT"),
    ] = None,
    ruled_out: RuledOut = "",
    time_s: Annotated[
        float | None,
        Arg("Time limit for each board, seconds; 2 by default.", option="--time", metavar="S"),
    ] = None,
    cpu_s: Cpu = None,
    cancel: CancelToken | None = None,
) -> BoardHint:
    """Return the next step from a board, the easiest that was found, and its reason.

    Parameters
    ----------
    board
        A `Board`, or anything that makes one, with the entries so far.
    origin
        The board as given; by default the board before the first `play`. The hint finds entries
        that it excludes.
    ruled_out
        Values that are ruled out, such as `r1c2=5,r3c4=7`.
    time_s, cpu_s
        The budgets of time on the clock (2 without both) and of processor time, seconds.
    cancel
        A token that ends the search early: the `stop` of the answer says so.

    Examples
    --------
    >>> hint("sudoku:2x2:1.3...1.....4...").text
    'Naked Single: r4c3 has no other candidate than 2, so r4c3 = 2.'
    """
    asked = board_of(board)
    time_s = time_or(time_s, cpu_s, DEFAULT_S)
    start = asked.origin if asked.puzzle.wants_unique and asked.origin != asked.position else None
    if origin is not None:
        start = board_of(origin).position
        error = origin_error(asked.position, start)
        if error is not None:
            raise error
    instance = Instance.of(asked.position, asked.puzzle)
    marks = marks_of(ruled_out, instance) if ruled_out else ()
    step = staged(instance, origin=start, marks=marks, time_s=time_s, cpu_s=cpu_s, cancel=cancel)
    return BoardHint(asked, step)
