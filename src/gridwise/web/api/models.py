"""What the REST API takes and gives, with the limits of each field.

Everything is strict: a number in quotes is no number.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    model_validator,
)
from pydantic_core import core_schema

from gridwise.agents.play import GUESSES
from gridwise.comparing.suites import suites
from gridwise.core import registry
from gridwise.core.errors import UnknownNameError
from gridwise.core.puzzle import Question

AUTO = "auto"
MOST_TEXT, MOST_COMPARED = 20_000, 4_000
MOST_TIME_S = 600.0
MOST_SEED = 2**53 - 1
MOST_SOLUTIONS, MOST_COUNT, MOST_NODES = 1_000, 10**12, 10**12
MOST_GAMES = 10_000
MOST_NAME = 60
MOST_BOARDS, MOST_METHODS, MOST_REPEATS = 50, 20, 50
LONGEST_WAIT_S = 30.0


@dataclass(frozen=True)
class Known:
    """Marks a text as a name that is known when it is asked for; the schema lists those names.

    Parameters
    ----------
    what
        What it is a name of.
    names
        Returns all of them.
    """

    what: str
    names: Callable[[], Collection[str]]

    def check(self, name: str) -> str:
        """Return the name; raise `ValueError` with near names for one that is not known."""
        if name not in self.names():
            raise ValueError(str(UnknownNameError(self.what, name[:MOST_NAME], self.names())))
        return name

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        return core_schema.no_info_after_validator_function(self.check, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return {"type": "string", "enum": sorted(self.names())}


def _questions() -> Collection[str]:
    return {question.value for question in Question}


def _policies() -> Collection[str]:
    return {name for kind in registry.referees() for name in registry.policies(kind)}


KindName = Annotated[str, Known("puzzle", registry.puzzles)]
GameName = Annotated[str, Known("game", registry.referees)]
MethodName = Annotated[str, Known("method", lambda: {AUTO, *registry.methods()})]
PolicyName = Annotated[str, Known("policy", _policies)]
QuestionName = Annotated[str, Known("question", _questions)]
ComparedName = Annotated[str, Known("question", lambda: {"count", *_questions()})]
GuessName = Annotated[str, Known("guess", lambda: GUESSES)]
SuiteName = Annotated[str, Known("suite", suites)]

Name = Annotated[str, Field(min_length=1, max_length=MOST_NAME)]
Notation = Annotated[
    str,
    Field(
        min_length=1,
        max_length=MOST_TEXT,
        description="A board: a notation such as queens:8:, or the text of any file format.",
        examples=["queens:8:", "sudoku:2x2:1.....2..3.....4"],
    ),
]
Compared = Annotated[str, Field(min_length=1, max_length=MOST_COMPARED)]
Time = Annotated[
    float,
    Field(gt=0, le=MOST_TIME_S, allow_inf_nan=False, description="The limit of the task, seconds."),
]
Seed = Annotated[int, Field(ge=0, le=MOST_SEED)]
Nodes = Annotated[int, Field(ge=1, le=MOST_NODES)]
Value = Annotated[str, Field(max_length=200)] | Annotated[int, Field(ge=-MOST_SEED, le=MOST_SEED)]
Options = Annotated[
    dict[Annotated[str, Field(min_length=1, max_length=MOST_NAME)], Value],
    Field(max_length=20, description="Options of the method or its model, by name."),
]
Cells = Annotated[int, Field(ge=0, le=100)]


class Asked(BaseModel):
    """What all requests share."""

    model_config = ConfigDict(extra="forbid", strict=True)


class OnBoard(Asked):
    """A request about a board."""

    notation: Notation
    puzzle: KindName | None = Field(None, description="The kind, where the text does not say it.")
    time_s: Time = 30.0


class ByMethod(OnBoard):
    """A request that a method answers."""

    method: MethodName = AUTO
    nodes: Nodes | None = None
    seed: Seed = 0
    options: Options = Field(default_factory=dict)


class Solve(ByMethod):
    """As `gridwise solve`."""

    question: QuestionName | None = Field(None, description="The puzzle's first without.")
    all: bool = Field(False, description="All solutions, in the defined order.")
    nth: int | None = Field(None, ge=1, le=10**9, description="The n-th in the defined order.")
    limit: int | None = Field(
        None, ge=1, le=MOST_SOLUTIONS, description="With `all`: stop after so many solutions."
    )

    @model_validator(mode="after")
    def _fits(self) -> "Solve":
        if self.all and self.nth is not None:
            raise ValueError("all and nth exclude each other")
        if self.limit is not None and not self.all:
            raise ValueError("limit goes with all")
        return self


class Count(ByMethod):
    """As `gridwise count`."""

    limit: int | None = Field(None, ge=1, le=MOST_COUNT)
    up_to_symmetry: bool = Field(
        False, description="Count solutions that mirror or turn into each other once."
    )


class Generate(Asked):
    """As `gridwise generate`."""

    puzzle: KindName
    params: str = Field("", max_length=MOST_NAME, description="The size, as 3x3 or 9x9x10.")
    seed: Seed | None = Field(None, description="One is chosen without; the result says it.")
    options: Options = Field(default_factory=dict)
    time_s: Time = 5.0


class Hint(OnBoard):
    """As `gridwise hint`."""

    origin: Notation | None = Field(None, description="The board as it was given.")
    level: int = Field(4, ge=0, le=4, description="How much it tells, from 0 to 4.")


class Probabilities(OnBoard):
    """As `gridwise probabilities`."""


class Simulate(Asked):
    """As `gridwise simulate`."""

    puzzle: GameName
    board: Name | Annotated[list[Name], Field(min_length=1, max_length=10)] | None = None
    policy: PolicyName | None = None
    first_click: Name | None = None
    free_cells: Cells | Annotated[list[Cells], Field(min_length=1, max_length=10)] | None = None
    games: int = Field(100, ge=1, le=MOST_GAMES)
    repeat: int = Field(1, ge=1, le=20)
    seed: Seed = 0
    guess: GuessName | None = None
    options: Options = Field(default_factory=dict)
    time_s: Time = 60.0


class Compare(Asked):
    """As `gridwise compare`."""

    boards: SuiteName | Annotated[list[Compared], Field(min_length=1, max_length=MOST_BOARDS)] = (
        Field(description="The name of a ready-made suite, or boards.")
    )
    methods: (
        Annotated[
            list[Annotated[str, Field(min_length=1, max_length=200)]],
            Field(min_length=1, max_length=MOST_METHODS),
        ]
        | None
    ) = Field(None, description="As name or name:option=value; all that fit without.")
    question: ComparedName | None = None
    repeats: int | None = Field(None, ge=1, le=MOST_REPEATS)
    seed: Seed = 0
    time_s: Time | None = Field(None, description="The limit of one run, seconds.")


class Progress(BaseModel):
    """How far a job is."""

    elapsed_s: float
    counters: dict[str, int]


class Job(BaseModel):
    """One job."""

    id: str
    kind: str
    state: Literal["waiting", "running", "done", "refused", "cancelled", "failed"]
    end: str | None = Field(description="How it ended: answered, time_limit, memory_limit, ...")
    progress: Progress | None
    result: dict[str, Any] | None = Field(
        description="The JSON object that the command of this name prints with --json."
    )
    error: str | None


class Problem(BaseModel):
    """An error, as RFC 9457 has it."""

    type: str
    title: str
    status: int
    detail: str
    errors: list[dict[str, str]] | None = None


REQUESTS: Mapping[str, type[Asked]] = {
    "solve": Solve,
    "count": Count,
    "generate": Generate,
    "hint": Hint,
    "probabilities": Probabilities,
    "simulate": Simulate,
}
"""The tasks of children that can be asked for."""
