"""What the REST API takes and gives. The models of requests are made of the tasks' own schemas.

Everything is strict: a number in quotes is no number.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import reduce
from operator import or_
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    create_model,
)
from pydantic_core import core_schema

from gridwise.comparing.suites import suites
from gridwise.core.errors import UnknownNameError
from gridwise.core.question import Arg, alternatives, parameters_of
from gridwise.web.server.comparisons import (
    MOST_BOARDS,
    MOST_METHODS,
    MOST_REPEATS,
    MOST_TIME_S,
)
from gridwise.workers.arguments import MOST_NAME, MOST_SEED, MOST_TEXT, question_names
from gridwise.workers.kinds import task_kind

MOST_COMPARED = 4_000
LONGEST_WAIT_S = 30.0
_MOST: Mapping[Any, int] = {str: MOST_TEXT, int: MOST_SEED, list: MOST_COMPARED, dict: 20}
"""The bounds of parameters that name none."""


@dataclass(frozen=True)
class KnownName:
    """Marks a text that has to be one of the names known at that time; the schema lists them.

    Parameters
    ----------
    what
        What the names are of.
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


class RequestModel(BaseModel):
    """The body of a request; an unknown field is an error."""

    model_config = ConfigDict(extra="forbid", strict=True)


_Seconds = Annotated[float, Field(gt=0, le=MOST_TIME_S, allow_inf_nan=False)]
Time = Annotated[_Seconds, Field(description="The limit of the task, seconds.")]
Cpu = Annotated[_Seconds, Field(description="The limit of processor time, seconds.")]


def request_model(name: str, time_s: float) -> type[RequestModel]:
    """Return the model of requests for a kind of task.

    Parameters
    ----------
    name
        Of the kind.
    time_s
        The time limit of a request that names none.
    """
    arguments = task_kind(name).arguments
    parameters = parameters_of(arguments)
    made: dict[str, Any] = {"time_s": (Time, time_s), "cpu_s": (Cpu | None, None)}
    for one in fields(arguments):
        hint = parameters[one.name].annotation
        said = [arg for _, arg in alternatives(hint)]
        if not all(arg.remote for arg in said):
            continue
        default = {
            name: value
            for name in ("default", "default_factory")
            if (value := getattr(one, name)) is not MISSING
        }
        made[one.name] = (
            _annotation(hint),
            Field(
                **default,
                description=next(
                    filter(None, (arg.remote_description or arg.description for arg in said)), None
                ),
                examples=next((list(arg.examples) for arg in said if arg.examples), None),
            ),
        )
    model = create_model(name.capitalize(), __base__=RequestModel, **made)
    model.__doc__ = f"As `gridwise {name}`."
    return model


def _annotation(hint: Any) -> Any:
    """Return an annotation of a schema as pydantic reads it, with the bounds for requests."""
    return reduce(or_, [_alternative(kind, arg) for kind, arg in alternatives(hint)])


def _whole(bound: float | None) -> int | None:
    return None if bound is None else int(bound)


def _alternative(kind: Any, arg: Arg) -> Any:
    if kind is NoneType:
        return None
    known = [] if arg.names is None else [KnownName(arg.what, arg.names)]
    most = arg.most if arg.most_remote is None else arg.most_remote
    if most is None and arg.names is None:  # a stranger may send anything
        most = _MOST.get(get_origin(kind) or kind)
    if kind in (int, float):
        # A value that may be negative has the same bound on both sides.
        least = -most if arg.least is None and most is not None else arg.least
        return Annotated[kind, Field(ge=least, gt=arg.above, le=most)]
    length = Field(min_length=_whole(arg.least), max_length=_whole(most))
    if get_origin(kind) is list:
        (item,) = get_args(kind)
        return Annotated[list[_annotation(item)], length]  # type: ignore[misc]
    if get_origin(kind) is dict:
        key, value = get_args(kind)
        return Annotated[dict[_annotation(key), _annotation(value)], length]  # type: ignore[misc]
    if kind is str:
        return Annotated[(kind, length, *known)]
    return kind


ComparedName = Annotated[str, KnownName("question", lambda: {"count", *question_names()})]
SuiteName = Annotated[str, KnownName("suite", suites)]
Compared = Annotated[str, Field(min_length=1, max_length=MOST_COMPARED)]


class Compare(RequestModel):
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
    seed: int = Field(0, ge=0, le=MOST_SEED)
    time_s: Time | None = Field(None, description="The limit of one run, seconds.")
    cpu_s: Cpu | None = Field(None, description="The limit of CPU time of one run, seconds.")


class JobProgress(BaseModel):
    """How far a job is."""

    elapsed_s: float
    counters: dict[str, int]


class JobState(BaseModel):
    """A job as the API shows it."""

    id: str
    kind: str
    state: Literal["waiting", "running", "done", "refused", "cancelled", "failed"]
    end: str | None = Field(description="How it ended: answered, time_limit, memory_limit, ...")
    progress: JobProgress | None
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


TIMES_S: Mapping[str, float] = {
    "solve": 30.0,
    "count": 30.0,
    "generate": 5.0,
    "hint": 30.0,
    "explain": 30.0,
    "rate": 60.0,
    "probabilities": 30.0,
    "simulate": 60.0,
    "verify": 60.0,
    "export": 60.0,
}
"""The tasks that can be asked for, and the time limit of a request that names none."""
OTHER_S = 30.0
"""The time limit of questions that the table does not know."""
