"""Solve, prove, explain, compare and play grid puzzles with classical AI.

A board in any form goes into every function: a `Board`, a notation, the text of a board, the path
of a file. A result prints itself, and draws itself in a notebook.

>>> import gridwise as gw
>>> board = gw.Board("sudoku:2x2:1.......3......4")
>>> board.count().count
3
>>> print(board.play("r1c2=4"))
┏━━━━━┳━━━━━┓
┃ 1 4 ┃ · · ┃
┃ · · ┃ · · ┃
┣━━━━━╋━━━━━┫
┃ 3 · ┃ · · ┃
┃ · · ┃ · 4 ┃
┗━━━━━┻━━━━━┛

Boards
    Board          a board: play moves, check it, draw it, ask it; also Board.read, Board.empty
    read_boards    all boards of a file, a text or a list
    generate       a new board, of a size and options or of a level, its claims checked
    daily          the puzzle of a day, the same for everybody

Questions to one board (also methods of Board)
    solve          the solution, the k-th, all solutions, or the forced moves
    count          the number of solutions
    hint           the next step and its reason
    explain        all steps to the solution, each by a named technique
    rate           the difficulty of the board
    setter_bench   its true candidates, the givens not needed, its nearest solutions
    probabilities  the probability of each covered cell to hold a mine
    heuristics     the value of every heuristic
    encode         the board as clauses (DIMACS)
    check_encoding  your own clauses against the rules, with counter-examples
    verify         check a certificate of an answer (`solve(board, certificate=DIR)` writes them)
    resolution_tree  draw the refutation of a small one

Games
    Game           a game that you play: moves as text, undo, hints; hidden mines stay hidden
    play           a policy plays one game
    simulate       a policy plays many games, counted
    replay         a traced run or a game, board by board; in a notebook with a slider

Many boards
    solve_many     thousands of boards side by side
    batch          one question about every puzzle of a file, in many processes; resumable
    read_results   the answers of a batch, as a table
    compare        many methods on the same boards, fairly measured
    grade          the solvers and encodings of a class, by an assignment

Documents
    export         boards as DOCX, PDF, HTML, pictures, puzzle files
    report         a comparison as a report

This machine
    bench          the speed of the engines
    prepare        compile engines and make tables ahead
    doctor         the packages and caches that are there or missing

Lists
    puzzles        the kinds of puzzle; methods solve them; policies play them
    techniques     the techniques that explain a puzzle

Your own solver
    Method         the class to derive from; Run counts, and ends it at a limit
    CnfModel       clauses: a method's view of a board; also DomainModel, ExactCover, StateSpace
    register       add the method of a file, so that comparisons run it too

Results
    Answer         a Result with .board, .boards, .moves, .unique, .optimal, .frames(), .to_dict()
    BoardHint      a hint with .text, .move, .stages, .cells
    BoardExplanation  its .steps, .solved, .board, .frames()
    HeuristicTable the heuristics of a board by name
    Comparison     a table that prints itself, with .to_pandas(), .plot(), .to_dict()
    Grades         the points of a class, with .to_pandas(), .to_dict()
    Simulation     the same of games
    Replay         the boards of a run; a BoardFrame is one of them
    PlayedGame     a game of a policy; also BatchResult, BatchSummary, Trace, Playback

Limits and errors
    Limits         of time, nodes, memory and solutions
    GridwiseError  every error raised on purpose; its message is one line
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

import gridwise.batch  # noqa: F401  first, as the function of that name takes its place below
from gridwise.answer import Answer, BoardExplanation, BoardHint, HeuristicTable
from gridwise.board import (
    Board,
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

__version__: str

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
"""Names whose modules are imported at first use, so that `import gridwise` is quick."""


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(import_module(_LATER[name]), name)
    if name == "__version__":
        return _version()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})


def _version() -> str:
    """Return the version of the installed package; reading it takes time that starting has not."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("gridwise")
    except PackageNotFoundError:  # the sources are on the path, and nothing is installed
        return "0+unknown"
