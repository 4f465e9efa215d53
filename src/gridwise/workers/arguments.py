"""Arguments that several kinds of tasks share."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Annotated, Any, TypeVar, get_origin

from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.core.message import Message
from gridwise.core.puzzle import Question
from gridwise.core.question import Arg, parameters_of
from gridwise.workers.protocol import Arguments

AUTO = "auto"
MOST_TEXT = 20_000
MOST_NAME = 60
MOST_SEED = 2**53 - 1
MOST_COUNT = 10**12

Notation = Annotated[
    str,
    Arg(
        "A board: a notation such as queens:8:, or the text of any file format.",
        least=1,
        most_remote=MOST_TEXT,
        examples=("queens:8:", "sudoku:2x2:1.....2..3.....4"),
    ),
]
GivenNotation = Annotated[str, Arg("The board as it was given.", least=1, most_remote=MOST_TEXT)]
PuzzleName = Annotated[str, Arg(what="puzzle", names=registry.puzzles)]
KnownPuzzle = Annotated[
    str,
    Arg("The kind, where the text does not say it.", what="puzzle", names=registry.puzzles),
]
MethodName = Annotated[str, Arg(what="method", names=lambda: {AUTO, *registry.methods()})]
Seed = Annotated[int, Arg(least=0, most_remote=MOST_SEED)]
Name = Annotated[str, Arg(least=1, most_remote=MOST_NAME)]
OptionValue = Annotated[str, Arg(most_remote=200)] | Annotated[int, Arg(most_remote=MOST_SEED)]
Options = Annotated[
    dict[Name, OptionValue],
    Arg("Options of the method or its model, by name.", most_remote=20),
]


def question_names() -> Collection[str]:
    """Return the names of the questions."""
    return {question.value for question in Question}


QuestionName = Annotated[
    str, Arg("The puzzle's first without.", what="question", names=question_names)
]


C = TypeVar("C", bound=type[Arguments])


def takes_parameters(function: Callable[..., Any]) -> Callable[[C], C]:
    """Give fields of a task's arguments the annotations of a function; a class decorator.

    A field whose annotation says its type alone gets that of the parameter of its name.
    """

    def marked(arguments: C) -> C:
        hints: dict[str, Any] = arguments.__annotations__
        for name, parameter in parameters_of(function).items():
            if (
                parameter.arg != Arg()
                and name in hints
                and get_origin(hints[name]) is not Annotated
            ):
                hints[name] = parameter.annotation
        return arguments

    return marked


@dataclass(frozen=True, slots=True, kw_only=True)
class OnBoard(Arguments):
    """Arguments of a task about a board."""

    notation: Notation
    puzzle: KnownPuzzle | None = None

    def position(self) -> Any:
        """Return the position of the notation, or of any other form of text."""
        from gridwise.solving.inputs import parse

        return parse(self.notation, puzzle=self.puzzle)

    def notes(self) -> tuple[Message, ...]:
        """Return what was assumed to read the notation."""
        from gridwise.solving.inputs import is_notation, parse_many

        if is_notation(self.notation):
            return ()
        return parse_many(self.notation, puzzle=self.puzzle)[0].notes


@dataclass(frozen=True, slots=True, kw_only=True)
class OnBoardSince(OnBoard):
    """Arguments of a task about a board on which something was entered."""

    origin: GivenNotation | None = None

    def origin_position(self) -> Any | None:
        """Return the position of `origin`, or None."""
        from gridwise.solving.inputs import parse

        return None if self.origin is None else parse(self.origin, puzzle=self.puzzle)

    def positions(self) -> tuple[Any, Any | None]:
        """Return the board now and as given; refuse an origin of another puzzle or size."""
        position, origin = self.position(), self.origin_position()
        if origin is None:
            return position, None
        puzzle = registry.puzzle_of(position)
        if registry.puzzle_of(origin) is not puzzle:
            raise ParameterError("the board as given is of another puzzle")
        now, given = puzzle.scene(position), puzzle.scene(origin)
        if (now.width, now.height) != (given.width, given.height):
            raise ParameterError("the board as given has another size")
        return position, origin


@dataclass(frozen=True, slots=True, kw_only=True)
class ByMethod(OnBoard):
    """Arguments of a task that a method does on a board."""

    method: MethodName = AUTO
    nodes: Annotated[int, Arg(least=1, most_remote=10**12)] | None = None
    seed: Seed = 0
    options: Options = field(default_factory=dict)
