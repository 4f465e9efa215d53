"""Results of the public functions about one board: answers and hints that print themselves.

Each is the result of `core` or `solving`, with its board.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from gridwise.core import registry
from gridwise.core.capabilities import Probabilities
from gridwise.core.errors import GridwiseError, ParameterError, UnknownNameError
from gridwise.core.interaction import Emphasis, Mode
from gridwise.core.limits import NO_LIMITS, Limits
from gridwise.core.message import msg
from gridwise.core.result import Count, Result, Solution, Solutions, Status, Stop
from gridwise.core.scene import Scene
from gridwise.core.step import Step
from gridwise.render.result_text import joined, known, show
from gridwise.render.screen import PlainScreen
from gridwise.render.svg import to_svg
from gridwise.render.text import to_text
from gridwise.render.words import duration, in_sentence, in_words
from gridwise.solving import heuristics
from gridwise.solving.explain import Explanation, ending
from gridwise.solving.explain import as_json as explanation_as_json
from gridwise.solving.explain import show as show_explanation
from gridwise.solving.heuristics import HeuristicValue
from gridwise.solving.hint.shown import drawing
from gridwise.solving.hint.shown import show as show_hint
from gridwise.solving.hint.stages import Staged
from gridwise.solving.hint.stages import as_json as hint_as_json
from gridwise.solving.instance import Instance
from gridwise.solving.probabilities import as_json as chances_as_json
from gridwise.solving.result_json import as_json

if TYPE_CHECKING:
    from gridwise.board import Board
    from gridwise.recording.replay import Replay

T = TypeVar("T")

_MOST_DRAWN = 10_000
"""The most cells of a board that is drawn unasked."""


def drawn(board: "Board") -> str:
    """Return the board drawn with characters, or its notation if it is too large."""
    scene = _scene(board)
    return board.notation if scene is None else to_text(scene)


def mimebundle(board: "Board") -> dict[str, str]:
    """Return the forms of a board for a notebook: the picture, and the drawing with characters."""
    scene = _scene(board)
    return {"text/plain": board.notation} if scene is None else shown(scene, to_text(scene))


def shown(scene: Scene, text: str) -> dict[str, str]:
    """Return the forms of a result for a notebook: a picture, and the text without pictures."""
    return {"image/svg+xml": to_svg(scene), "text/plain": text}


def _scene(board: "Board") -> Scene | None:
    try:
        scene = board.scene()
    except ParameterError:
        return None
    return scene if len(scene.cells) <= _MOST_DRAWN else None


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

    asked: "Board" = field(kw_only=True)
    limits: Limits = field(default=NO_LIMITS, kw_only=True)

    @classmethod
    def of(cls, result: Result[T], asked: "Board", limits: Limits = NO_LIMITS) -> "Answer[T]":
        """Return a result with its board."""
        known = {one.name: getattr(result, one.name) for one in fields(Result)}
        return cls(**known, asked=asked, limits=limits)

    @property
    def board(self) -> "Board | None":
        """The first solution; for the forced question, the board with the forced cells.

        None if the question has no board for an answer, or no answer was found.
        """
        solution = self._solutions
        return self.asked.with_position(solution[0].position) if solution else None

    @property
    def boards(self) -> "tuple[Board, ...]":
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
        written: Callable[[Result[Any]], dict[str, Any]] = as_json
        if self.question == "probabilities":
            written = chances_as_json
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
        board = self.board
        picture = {} if board is None else mimebundle(board)
        if isinstance(self.answer, Probabilities):
            picture = self._chances(self.answer)
        return {**picture, "text/plain": str(self)}

    def _chances(self, answer: Probabilities) -> dict[str, str]:
        """Return the drawing of the board with the chance over every covered cell."""
        try:
            interaction = registry.interaction(self.puzzle)
            state = interaction.begin(self.position, mode=Mode.EDIT)
        except GridwiseError:  # the puzzle cannot be played, or not on a board of this size
            return mimebundle(self.asked)
        values = [None if one is None else float(one) for one in answer.chances.flat]
        return shown(interaction.scene(state, Emphasis(chances=values)), "")

    def __str__(self) -> str:
        screen = PlainScreen()
        show(screen, self, limits=self.limits)
        for one in self.certificate or ():
            screen.line(one.words)
        return screen.text

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

    asked: "Board"
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
        return hint_as_json(self.staged, self.asked.position)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        asked = self.asked
        if _scene(asked) is None:  # too large to be drawn
            return {"text/plain": self.text}
        instance = Instance.of(asked.position, asked.puzzle)
        return shown(drawing(self.staged.hint, instance, origin=asked.origin), str(self))

    def __str__(self) -> str:
        asked, screen = self.asked, PlainScreen()
        if _scene(asked) is None:  # too large to be drawn
            return self.text
        instance = Instance.of(asked.position, asked.puzzle)
        values = heuristics.heuristics_of_path(instance)
        show_hint(screen, self.staged, instance, origin=asked.origin, values=values)
        return screen.text

    def __repr__(self) -> str:
        return f"<Hint {self.text}>"


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

    asked: "Board"
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

    def __bool__(self) -> bool:
        return self.solved

    @property
    def board(self) -> "Board":
        """The board after all steps."""
        return type(self.asked)(self.found.end)

    def frames(self) -> "Replay":
        """Return the board after each step, drawn with its reason; in a notebook with a slider."""
        from gridwise.recording.replay import of_trace

        found, asked = self.found, self.asked
        title = msg("{method} on {board}", method="human", board=asked.puzzle.name)
        return of_trace(found.position, found.trace, origin=asked.origin, title=title)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object that `gridwise explain --json` prints."""
        return explanation_as_json(self.found, self.asked.position)

    def __str__(self) -> str:
        screen = PlainScreen()
        show_explanation(screen, self.found)
        return screen.text

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/html": self.frames().html(), "text/plain": str(self)}

    def __repr__(self) -> str:
        return f"<Explanation of {len(self.steps)} steps: {in_words(ending(self.found))}>"


class HeuristicTable(Mapping[str, HeuristicValue]):
    """The heuristics of a board by name, the default first; printed, it is a table.

    Parameters
    ----------
    asked
        The board.
    values
        The value and the claims of each heuristic.
    stop
        COMPLETED, or CANCELLED before any value was known.
    """

    def __init__(
        self,
        asked: "Board",
        values: Mapping[str, HeuristicValue],
        stop: Stop = Stop.COMPLETED,
    ) -> None:
        self.asked, self._values, self.stop = asked, dict(values), stop

    def __getitem__(self, name: str) -> HeuristicValue:
        try:
            return self._values[name]
        except KeyError:
            raise UnknownNameError("heuristic", name, self._values) from None

    def __contains__(self, name: object) -> bool:
        return name in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object."""
        return heuristics.as_json(self._values)

    def __str__(self) -> str:
        screen = PlainScreen()
        heuristics.show(screen, self._values)
        return f"{drawn(self.asked)}\n{screen.text}"

    def __repr__(self) -> str:
        values = ", ".join(f"{name} {one.value}" for name, one in self._values.items())
        return f"<Heuristics {values}>"
