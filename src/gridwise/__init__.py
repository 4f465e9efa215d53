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

import gridwise.batch  # noqa: F401

if TYPE_CHECKING:
    from gridwise.public import *  # noqa: F403

__version__: str

globals().pop("batch", None)  # once imported, the package takes no more the name of the function


def __getattr__(name: str) -> Any:
    """Import the public names when the first is asked for: the command line needs none."""
    if name == "__version__":
        return _version()
    if name == "__all__" or not name.startswith("_"):
        public = import_module("gridwise.public")
        if hasattr(public, name):
            return getattr(public, name)
        if name in globals():  # a package or a module that was imported for them
            return globals()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*dir(import_module("gridwise.public")), *globals()})


def _version() -> str:
    """Return the version of the installed package; reading it takes time that starting has not."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("gridwise")
    except PackageNotFoundError:  # the sources are on the path, and nothing is installed
        return "0+unknown"
