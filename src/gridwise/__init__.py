"""Solve, prove, explain, compare and play grid puzzles with classical AI.

>>> import gridwise
>>> position = gridwise.parse("sudoku:2x2:1.......3......4")
>>> gridwise.count(position).answer
Count(number=3, exact=True)
"""

from gridwise.agents.play import play
from gridwise.agents.simulate import simulate
from gridwise.comparing.results import Comparison
from gridwise.core.capabilities.batch import BatchResult, Uniqueness
from gridwise.core.capabilities.probabilities import Probabilities
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
from gridwise.core.limits import NO_LIMITS, Limits
from gridwise.core.playback import Event, Frame, Playback
from gridwise.core.puzzle import Entry, Question
from gridwise.core.registry import methods, policies, puzzle_of, puzzles
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
from gridwise.core.trace import Kind, Trace
from gridwise.documents.compare import compare
from gridwise.documents.export import export
from gridwise.documents.report import report
from gridwise.solving.encoding.encode import encode
from gridwise.solving.heuristics import heuristics
from gridwise.solving.inputs import parse, parse_many
from gridwise.solving.probabilities import probabilities
from gridwise.solving.result_json import as_json
from gridwise.solving.solve import count, solve
from gridwise.solving.solve_many import solve_many

__version__ = "0.1.0"

__all__ = [
    "NO_LIMITS",
    "BatchResult",
    "Comparison",
    "Conflict",
    "Count",
    "Entry",
    "Event",
    "Frame",
    "GridwiseError",
    "InputError",
    "Kind",
    "Limits",
    "NoSharedViewError",
    "ParameterError",
    "ParseError",
    "Playback",
    "Probabilities",
    "Question",
    "Result",
    "Solution",
    "Solutions",
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
    "compare",
    "count",
    "encode",
    "export",
    "heuristics",
    "methods",
    "parse",
    "parse_many",
    "play",
    "policies",
    "probabilities",
    "puzzle_of",
    "puzzles",
    "report",
    "simulate",
    "solve",
    "solve_many",
]
