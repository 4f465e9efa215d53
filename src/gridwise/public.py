"""The names of `gridwise`, which imports this module when the first of them is asked for."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from gridwise.board import Board
from gridwise.checkup import doctor
from gridwise.core import registry
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
from gridwise.core.puzzle import Question
from gridwise.core.reading import Entry
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
from gridwise.questions.answer import Answer
from gridwise.questions.base_board import read_boards
from gridwise.questions.count import count
from gridwise.questions.encode import encode
from gridwise.questions.explain import BoardExplanation, explain
from gridwise.questions.generate import daily, generate
from gridwise.questions.heuristics import HeuristicTable, heuristics
from gridwise.questions.hint import BoardHint, hint
from gridwise.questions.probabilities import probabilities
from gridwise.questions.rate import rate
from gridwise.questions.setter_bench import setter_bench
from gridwise.questions.solve import solve
from gridwise.solving.inputs import parse, parse_many
from gridwise.solving.listing import policies, techniques
from gridwise.solving.prepare import prepare
from gridwise.solving.result_json import as_json

if TYPE_CHECKING:
    from gridwise.agents.play import PlayedGame, play
    from gridwise.agents.simulate import Simulation, simulate
    from gridwise.batch.results import read_results
    from gridwise.batch.run import BatchSummary, batch
    from gridwise.batch.solve_many import solve_many
    from gridwise.comparing.bench import bench
    from gridwise.comparing.results import Comparison
    from gridwise.documents.compare import compare
    from gridwise.documents.export import export
    from gridwise.documents.report import report
    from gridwise.grading.results import Grades
    from gridwise.grading.run import grade
    from gridwise.questions.check_encoding import check_encoding
    from gridwise.questions.verify import resolution_tree, verify
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
    "batch": "gridwise.batch.run",
    "bench": "gridwise.comparing.bench",
    "check_encoding": "gridwise.questions.check_encoding",
    "compare": "gridwise.documents.compare",
    "export": "gridwise.documents.export",
    "grade": "gridwise.grading.run",
    "play": "gridwise.agents.play",
    "read_results": "gridwise.batch.results",
    "replay": "gridwise.recording.replay",
    "report": "gridwise.documents.report",
    "resolution_tree": "gridwise.questions.verify",
    "simulate": "gridwise.agents.simulate",
    "solve_many": "gridwise.batch.solve_many",
    "verify": "gridwise.questions.verify",
}
"""Names whose modules are imported when they are asked for, so that the first answer is quick."""


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(import_module(_LATER[name]), name)
    # A question that this list does not know.
    question = None if name.startswith("_") else registry.questions().get(name)
    if question is not None:
        return question.function
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})
