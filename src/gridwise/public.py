"""The names of `gridwise`, which imports this module when the first of them is asked for."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from gridwise.board import (
    Answer,
    Board,
    BoardExplanation,
    BoardHint,
    HeuristicTable,
    count,
    encode,
    explain,
    heuristics,
    hint,
    probabilities,
    rate,
    read_boards,
    setter_bench,
    solve,
)
from gridwise.checkup import doctor
from gridwise.commands import (
    batch,
    bench,
    compare,
    export,
    grade,
    play,
    policies,
    prepare,
    read_results,
    report,
    resolution_tree,
    simulate,
    solve_many,
    techniques,
    verify,
)
from gridwise.core.capabilities import BatchResult, Probabilities, Uniqueness
from gridwise.core.errors import (
    GridwiseError,
    InputError,
    NoSharedViewError,
    ParameterError,
    ParseError,
    TooLargeError,
    UnknownNameError,
    UsageError,
    WrongAnswerError,
)
from gridwise.core.limits import NO_LIMITS, EndedEarlyError, Limits
from gridwise.core.method import Method
from gridwise.core.playback import Event, Frame, Playback
from gridwise.core.puzzle import Entry, Question
from gridwise.core.registry import methods, puzzle_of, puzzles, register
from gridwise.core.result import (
    Conflict,
    Count,
    Result,
    Solution,
    Solutions,
    Statistics,
    Status,
    Stop,
)
from gridwise.core.run import Run
from gridwise.core.trace import Kind, Trace
from gridwise.core.views import CnfModel, DomainModel, ExactCover, StateSpace
from gridwise.game import Game
from gridwise.generation import daily, generate
from gridwise.laboratory import check_encoding
from gridwise.solving.inputs import parse, parse_many
from gridwise.solving.result_json import as_json

if TYPE_CHECKING:
    from gridwise.agents.play import PlayedGame
    from gridwise.agents.simulate import Simulation
    from gridwise.batch.run import BatchSummary
    from gridwise.comparing.results import Comparison
    from gridwise.grading.results import Grades
    from gridwise.recording.frames import BoardFrame
    from gridwise.recording.replay import Replay, replay

__all__ = [
    "NO_LIMITS",
    "Answer",
    "BatchResult",
    "BatchSummary",
    "Board",
    "BoardExplanation",
    "BoardFrame",
    "BoardHint",
    "CnfModel",
    "Comparison",
    "Conflict",
    "Count",
    "DomainModel",
    "EndedEarlyError",
    "Entry",
    "Event",
    "ExactCover",
    "Frame",
    "Game",
    "Grades",
    "GridwiseError",
    "HeuristicTable",
    "InputError",
    "Kind",
    "Limits",
    "Method",
    "NoSharedViewError",
    "ParameterError",
    "ParseError",
    "Playback",
    "PlayedGame",
    "Probabilities",
    "Question",
    "Replay",
    "Result",
    "Run",
    "Simulation",
    "Solution",
    "Solutions",
    "StateSpace",
    "Statistics",
    "Status",
    "Stop",
    "TooLargeError",
    "Trace",
    "Uniqueness",
    "UnknownNameError",
    "UsageError",
    "WrongAnswerError",
    "as_json",
    "batch",
    "bench",
    "check_encoding",
    "compare",
    "count",
    "daily",
    "doctor",
    "encode",
    "explain",
    "export",
    "generate",
    "grade",
    "heuristics",
    "hint",
    "methods",
    "parse",
    "parse_many",
    "play",
    "policies",
    "prepare",
    "probabilities",
    "puzzle_of",
    "puzzles",
    "rate",
    "read_boards",
    "read_results",
    "register",
    "replay",
    "report",
    "resolution_tree",
    "setter_bench",
    "simulate",
    "solve",
    "solve_many",
    "techniques",
    "verify",
]

_LATER = {
    "BatchSummary": "gridwise.batch.run",
    "BoardFrame": "gridwise.recording.frames",
    "Comparison": "gridwise.comparing.results",
    "Grades": "gridwise.grading.results",
    "PlayedGame": "gridwise.agents.play",
    "Replay": "gridwise.recording.replay",
    "Simulation": "gridwise.agents.simulate",
    "Verdict": "gridwise.verifier",
    "replay": "gridwise.recording.replay",
}
"""Names whose modules are imported when they are asked for, so that the first answer is quick."""


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})
