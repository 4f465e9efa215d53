"""The answer to a question about a board: a result that prints and draws itself."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from gridwise.core.limits import NO_LIMITS, Limits
from gridwise.core.result import Count, Result, Solution, Solutions, Status
from gridwise.questions.base_board import BaseBoard
from gridwise.render.display import bundle_of, text_of
from gridwise.render.result_text import joined, known
from gridwise.render.words import duration, in_sentence, in_words
from gridwise.solving import probabilities as chances
from gridwise.solving.result_json import as_json as result_as_json

if TYPE_CHECKING:
    from gridwise.recording.replay import Replay

T = TypeVar("T")


@dataclass(frozen=True, slots=True, repr=False)
class Answer(Result[T], Generic[T]):
    """The answer to a question about a board: a `Result` that prints and draws itself.

    `print(answer)` prints the text of the command line. `status` says what is known and `stop` why
    the run ended; `answer` holds the raw solutions or the raw count. An answer is true if something
    was found: not without a solution, nor if the run was stopped before.

    Parameters
    ----------
    asked
        The board of the question.
    limits
        The limits of the run.
    """

    asked: BaseBoard = field(kw_only=True)
    limits: Limits = field(default=NO_LIMITS, kw_only=True)

    @classmethod
    def of(cls, result: Result[T], asked: BaseBoard, limits: Limits = NO_LIMITS) -> "Answer[T]":
        """Return a result with its board."""
        known = {one.name: getattr(result, one.name) for one in fields(Result)}
        return cls(**known, asked=asked, limits=limits)

    @property
    def board(self) -> BaseBoard | None:
        """The first solution; for the forced question, the board with the forced cells.

        None if the question has no board for an answer, or no answer was found.
        """
        solution = self._solutions
        return self.asked.with_position(solution[0].position) if solution else None

    @property
    def boards(self) -> tuple[BaseBoard, ...]:
        """All wanted solutions, in the puzzle's order."""
        return tuple(self.asked.with_position(one.position) for one in self._solutions)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves from the asked board to `board`, as `Board.play` takes them."""
        found = self._solutions
        return self.asked.moves_as_text(found[0].moves) if found else ()

    @property
    def count(self) -> int | None:
        """The number of solutions that was found; None for other questions than `count`."""
        if self.status is Status.UNSATISFIABLE:
            return 0
        found = self._counted
        return None if found is None else found.number

    @property
    def exact(self) -> bool | None:
        """Whether there are exactly `count` solutions, not at least so many."""
        if self.status is Status.UNSATISFIABLE:
            return True
        found = self._counted
        return None if found is None else found.exact

    @property
    def text(self) -> str:
        """The result in a line."""
        return in_sentence(known(self, limits=self.limits))

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object, as `gridwise.as_json` does."""
        written: Callable[[Result[Any]], dict[str, Any]] = result_as_json
        if self.question == "probabilities":
            written = chances.as_json
        return written(self)

    def frames(self) -> "Replay":
        """Return the boards of a run with `trace=True`, one after each step.

        A notebook shows them with a slider.

        Raises
        ------
        ParameterError
            The run was not traced.
        """
        from gridwise.recording.replay import replay

        return replay(self, origin=self.asked.origin)

    def __bool__(self) -> bool:
        found = self.answer
        return self.status is Status.SOLVED and (
            not isinstance(found, Solutions) or bool(found.items)
        )

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return bundle_of(self)

    def __str__(self) -> str:
        return text_of(self)

    def __repr__(self) -> str:
        parts = (self.text, self.method, duration(self.statistics.wall_s))
        return f"<Answer {in_words(joined(parts))}>"

    @property
    def _solutions(self) -> tuple[Solution[Any, Any], ...]:
        return self.answer.items if isinstance(self.answer, Solutions) else ()

    @property
    def _counted(self) -> Count | None:
        answer = self.answer
        if isinstance(answer, Solutions):
            return answer.count
        return answer if isinstance(answer, Count) else None
