"""Solve, prove, explain, compare and play grid puzzles with classical AI.

>>> import gridwise
>>> position = gridwise.parse("sudoku:2x2:1.......3......4")
>>> gridwise.count(position).answer
Count(number=3, exact=True)
"""

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
from gridwise.core.many import Many, Verdict
from gridwise.core.marginals import Marginals
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
from gridwise.core.trace import Event, Frame, Kind, Playback, Trace
from gridwise.workbench.compare import compare_inputs as compare
from gridwise.workbench.comparison import Comparison
from gridwise.workbench.encode import encode
from gridwise.workbench.export import export
from gridwise.workbench.heuristics import heuristics
from gridwise.workbench.inputs import parse, parse_many
from gridwise.workbench.many import solve_many
from gridwise.workbench.play import play
from gridwise.workbench.probabilities import probabilities
from gridwise.workbench.record import record
from gridwise.workbench.report import report
from gridwise.workbench.simulate import simulate
from gridwise.workbench.solve import count, solve

__version__ = "0.1.0"

__all__ = [
    "NO_LIMITS",
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
    "Many",
    "Marginals",
    "NoSharedViewError",
    "ParameterError",
    "ParseError",
    "Playback",
    "Question",
    "Result",
    "Solution",
    "Solutions",
    "Statistics",
    "Status",
    "Stop",
    "TooLargeError",
    "Trace",
    "UnknownNameError",
    "UsageError",
    "Verdict",
    "WrongAnswerError",
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
    "record",
    "report",
    "simulate",
    "solve",
    "solve_many",
]
