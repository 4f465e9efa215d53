"""All steps that solve a board, each with its reason."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gridwise.core import registry
from gridwise.core.limits import NO_LIMITS, CancelToken
from gridwise.core.message import msg
from gridwise.core.question import Source, limits_of, names_of, question
from gridwise.core.result import Status, Stop
from gridwise.core.step import Step
from gridwise.core.views import Deduction
from gridwise.questions.base_board import BaseBoard, board_of
from gridwise.questions.parameters import Cpu, TechniqueNames, Time
from gridwise.render.display import bundle_of, text_of
from gridwise.render.words import in_words
from gridwise.solving import explain as solving
from gridwise.solving.explain import Explanation
from gridwise.solving.instance import Instance

if TYPE_CHECKING:
    from gridwise.recording.replay import Replay


@dataclass(frozen=True, slots=True, repr=False)
class BoardExplanation:
    """The steps that solve a board, with their reasons; it prints and draws itself.

    It is true if the steps end in the solution.

    Parameters
    ----------
    asked
        The board.
    found
        The explanation.
    """

    asked: BaseBoard
    found: Explanation

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps: technique, premises, conclusions, difficulty, text, and overlay."""
        return self.found.steps

    @property
    def solved(self) -> bool:
        """Whether the steps end in the solution."""
        return self.found.solved

    @property
    def stop(self) -> Stop:
        """Why it ends: COMPLETED, INCOMPLETE if nothing more is forced, a limit, CANCELLED."""
        return self.found.stop

    @property
    def status(self) -> Status:
        """SOLVED, UNSATISFIABLE if the board has no solution, or UNKNOWN."""
        return self.found.status

    @property
    def answered(self) -> bool:
        """Whether the steps end in the solution, or in the best guess of a game of guesses."""
        return self.solved or self.found.guess is not None

    def __bool__(self) -> bool:
        return self.solved

    @property
    def board(self) -> BaseBoard:
        """The board after all steps."""
        return type(self.asked)(self.found.end)

    def frames(self) -> "Replay":
        """Return the board after each step, drawn with its reason; in a notebook with a slider."""
        from gridwise.recording.replay import of_trace

        found, asked = self.found, self.asked
        by = registry.methods_on((Deduction,))[0]
        title = msg("{method} on {board}", method=by.name, board=asked.puzzle.name)
        return of_trace(found.position, found.trace, origin=asked.origin, title=title)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object that `gridwise explain --json` prints."""
        return solving.as_json(self.found, self.asked.position)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return bundle_of(self)

    def __str__(self) -> str:
        return text_of(self)

    def __repr__(self) -> str:
        return f"<Explanation of {len(self.steps)} steps: {in_words(solving.ending(self.found))}>"


@question(short=True)
def explain(
    board: Source,
    *,
    techniques: TechniqueNames = None,
    time_s: Time = None,
    cpu_s: Cpu = None,
    cancel: CancelToken | None = None,
) -> BoardExplanation:
    """Return the steps that solve a board, each by the easiest technique, with its reason.

    Parameters
    ----------
    board
        A `Board`, or anything that makes one.
    techniques
        Names of the techniques (see `gridwise techniques`), as a list or with commas between; by
        default all.
    time_s, cpu_s, cancel
        End the explanation early; the steps so far are returned.

    Returns
    -------
    BoardExplanation
        `steps`, `solved`, `frames()`; printed, it is the numbered list of steps.

    Raises
    ------
    UnknownNameError, NoSharedViewError
        The technique does not exist, or none works on the board.

    Examples
    --------
    >>> found = explain("sudoku:2x2:1.......3......4", techniques=["naked_single"])
    >>> found.solved, len(found.steps)
    (False, 5)
    """
    asked = board_of(board)
    limits = limits_of(NO_LIMITS, time_s, cpu_s)
    names = None if techniques is None else names_of("techniques", techniques)
    start = asked.origin if asked.origin != asked.position else None
    found = solving.explain(
        Instance.of(asked.position, asked.puzzle),
        techniques=names,
        origin=start,
        limits=limits,
        cancel=cancel,
    )
    return BoardExplanation(asked, found)
