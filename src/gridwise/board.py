"""The board that people hold, and its answers: both print and draw themselves.

A board reads itself, takes moves, and answers questions. These are functions that take a board in
any form (`gridwise.solve("hard.sdk")`); a `Board` has each of them as a method too
(`board.solve()`).
"""

import difflib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, fields
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar

from gridwise.arguments import Names, limits_of, names_of, question_of, told, typed
from gridwise.core import registry
from gridwise.core.capabilities import Probabilities
from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.core.limits import NO_LIMITS, CancelToken, Interrupted, Limits, time_or
from gridwise.core.message import msg
from gridwise.core.method import Method
from gridwise.core.puzzle import Puzzle, Question, Violation
from gridwise.core.result import Count, Result, Solution, Solutions, Status, Stop
from gridwise.core.run import Progress
from gridwise.core.scene import Highlight, Scene
from gridwise.core.step import Step
from gridwise.moves import played
from gridwise.render.catalogue import catalogue
from gridwise.render.display import bundle_of, text_of
from gridwise.render.palette import theme_named
from gridwise.render.result_text import joined, known
from gridwise.render.svg import to_svg
from gridwise.render.words import duration, in_sentence, in_words
from gridwise.solving import explain as explanations
from gridwise.solving import heuristics as heuristic_values
from gridwise.solving import probabilities as chances
from gridwise.solving import rate as ratings
from gridwise.solving import solve as questions
from gridwise.solving.certificates import certified_in
from gridwise.solving.encoding import encode as encoding
from gridwise.solving.encoding.encode import Encoded
from gridwise.solving.explain import Explanation
from gridwise.solving.files import style_named
from gridwise.solving.heuristics import HeuristicValue
from gridwise.solving.hint import DEFAULT_S as HINT_S
from gridwise.solving.hint.ruled_out import marks_of
from gridwise.solving.hint.stages import Staged, staged
from gridwise.solving.hint.stages import as_json as hint_as_json
from gridwise.solving.inputs import origin_error, parse, read_board, read_inputs, with_goal
from gridwise.solving.instance import Instance
from gridwise.solving.rate import BoardRatings
from gridwise.solving.result_json import as_json as result_as_json
from gridwise.solving.setter.bench import MOST, SetterBench, bench_board

if TYPE_CHECKING:
    from gridwise.recording.replay import Replay

R = TypeVar("R")
T = TypeVar("T")

Source = Any
"""A board for every function: a `Board`, a position, a notation, a text or a path."""


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
        written: Callable[[Result[Any]], dict[str, Any]] = result_as_json
        if self.question == "probabilities":
            written = chances.as_json
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
        return bundle_of(self)

    def __str__(self) -> str:
        return text_of(self)

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
        return bundle_of(self)

    def __str__(self) -> str:
        return text_of(self)

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
        return explanations.as_json(self.found, self.asked.position)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return bundle_of(self)

    def __str__(self) -> str:
        return text_of(self)

    def __repr__(self) -> str:
        return (
            f"<Explanation of {len(self.steps)} steps: {in_words(explanations.ending(self.found))}>"
        )


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
        return heuristic_values.as_json(self._values)

    def __str__(self) -> str:
        return text_of(self)

    def __repr__(self) -> str:
        values = ", ".join(f"{name} {one.value}" for name, one in self._values.items())
        return f"<Heuristics {values}>"


@typed
def solve(
    board: Source,
    *,
    method: str | Method = "auto",
    question: str | Question | None = None,
    nth: int | None = None,
    all_solutions: bool = False,
    time_s: float | None = None,
    cpu_s: float | None = None,
    limits: Limits = NO_LIMITS,
    cancel: CancelToken | None = None,
    trace: bool | int = False,
    progress: Progress | None = None,
    seed: int = 0,
    certificate: str | os.PathLike[str] | None = None,
    options: Mapping[str, str | int] | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    goal: str | os.PathLike[str] | None = None,
    **more: str | int,
) -> Answer[Solutions[Any, Any]]:
    """Solve a board, and check the answer by replaying it through the rules.

    Parameters
    ----------
    board
        A `Board`, or anything that makes one.
    method
        A name of `gridwise.methods()`; `auto` takes the best complete one (with `trace`, one that
        can be watched).
    question
        `solution` or `forced`; by default the puzzle's first: the forced moves of boards with
        hidden cells, a solution of others.
    nth
        Ask for the k-th solution alone, from 1, in the puzzle's order of solutions.
    all_solutions
        Ask for all solutions in that order, up to `limits.solutions`.
    time_s, cpu_s
        The limits of time on the clock and of processor time, seconds; short for
        `limits=Limits(time_s=..., cpu_s=...)`.
    limits, cancel
        End the run early.
    trace
        Whether to record the method's steps in `Answer.trace`; a number is the most rows kept.
    progress
        Called about ten times a second with the seconds and the counters so far.
    seed
        The seed of methods that choose at random.
    certificate
        A folder: a certificate of every claim is written to it and checked; see
        `Answer.certificate`.
    options, **more
        Options of the method and of its view, by name.
    workers, cluster
        Share the search out to so many processes, or to a Dask cluster: the address of its
        scheduler, or `local:N`. Only hard sliding boards are shared; the length is that of one
        process, the path the same for all. Call it under `if __name__ == "__main__":`.
    goal
        The goal of a sliding board, in place of its own; as for `Board`.

    Returns
    -------
    Answer
        With `board`, `boards`, `moves`, `unique`, `optimal`. A board without a solution gives an
        answer (`status` UNSATISFIABLE), and so does a stopped run (UNKNOWN).

    Raises
    ------
    ParseError, ParameterError
        The text is no board, or parameters exclude each other.
    UnknownNameError, NoSharedViewError
        The method or option does not exist, or the method cannot work on this puzzle.

    Examples
    --------
    >>> answer = solve("sudoku:2x2:1....2....3....4", nth=2)
    >>> answer.moves[:3]
    ('r1c2=4', 'r1c3=2', 'r1c4=3')
    """
    asked = Board(board, goal=goal)
    limits = limits_of(limits, time_s, cpu_s)
    with _shared(asked, method, workers, cluster, traced=bool(trace)) as chosen:
        result = _asked(
            questions.solve,
            asked,
            more,
            options,
            method=chosen,
            question=None if question is None else question_of(question),
            nth=nth,
            all_solutions=all_solutions,
            limits=limits,
            cancel=cancel,
            trace=trace,
            progress=progress,
            seed=seed,
        )
    return Answer.of(certified_in(result, certificate, limits, cancel), asked, limits)


@typed
def count(
    board: Source,
    *,
    method: str | Method = "auto",
    time_s: float | None = None,
    cpu_s: float | None = None,
    limits: Limits = NO_LIMITS,
    cancel: CancelToken | None = None,
    progress: Progress | None = None,
    seed: int = 0,
    up_to_symmetry: bool = False,
    workers: int | None = None,
    cluster: str | None = None,
    certificate: str | os.PathLike[str] | None = None,
    options: Mapping[str, str | int] | None = None,
    **more: str | int,
) -> Answer[Count]:
    """Count the solutions of a board.

    Parameters
    ----------
    board, method, time_s, cpu_s, cancel, progress, seed, certificate, options, **more
        As for `solve`.
    limits
        With `limits.solutions` = N the answer is exact up to N, and "at least N" beyond.
    up_to_symmetry
        Count solutions that are rotations or mirror images of each other once.
    workers, cluster
        Share the count out to so many processes, or to a Dask cluster: the address of its
        scheduler, or `local:N`. The puzzle's compiled engine counts, and no `method` is named.

    Returns
    -------
    Answer
        An answer with `count`, and `exact`: whether there are no more solutions.

    Examples
    --------
    >>> answer = count("queens:6:")
    >>> answer.count, answer.exact
    (4, True)
    """
    if up_to_symmetry and certificate is not None:
        raise ParameterError(
            msg("{a} and {b} exclude each other", a="up_to_symmetry", b="certificate")
        )
    asked = Board(board)
    limits = limits_of(limits, time_s, cpu_s)
    with _shared(asked, method, workers, cluster, counting=True) as chosen:
        result = _asked(
            questions.count,
            asked,
            more,
            options,
            method=chosen,
            limits=limits,
            cancel=cancel,
            progress=progress,
            seed=seed,
            up_to_symmetry=up_to_symmetry,
        )
    return Answer.of(certified_in(result, certificate, limits, cancel), asked, limits)


@typed
def hint(
    board: Source,
    *,
    origin: Source = None,
    ruled_out: str = "",
    time_s: float | None = None,
    cpu_s: float | None = None,
    cancel: CancelToken | None = None,
) -> BoardHint:
    """Return the next step from a board, the easiest that was found, and its reason.

    Parameters
    ----------
    board
        A `Board`, or anything that makes one, with the entries so far.
    origin
        The board as given; by default the board before the first `play`. The hint finds entries
        that it excludes.
    ruled_out
        Values that are ruled out, such as `r1c2=5,r3c4=7`.
    time_s, cpu_s
        The budgets of time on the clock (2 without both) and of processor time, seconds.
    cancel
        A token that ends the search early: the `stop` of the answer says so.

    Examples
    --------
    >>> hint("sudoku:2x2:1.3...1.....4...").text
    'Naked Single: r4c3 has no other candidate than 2, so r4c3 = 2.'
    """
    asked = Board(board)
    time_s = time_or(time_s, cpu_s, HINT_S)
    start = asked.origin if asked.puzzle.wants_unique and asked.origin != asked.position else None
    if origin is not None:
        start = Board(origin).position
        error = origin_error(asked.position, start)
        if error is not None:
            raise error
    instance = Instance.of(asked.position, asked.puzzle)
    marks = marks_of(ruled_out, instance) if ruled_out else ()
    found = staged(instance, origin=start, marks=marks, time_s=time_s, cpu_s=cpu_s, cancel=cancel)
    return BoardHint(asked, found)


@typed
def explain(
    board: Source,
    *,
    techniques: Names | None = None,
    time_s: float | None = None,
    cpu_s: float | None = None,
    cancel: CancelToken | None = None,
) -> BoardExplanation:
    """Return the steps that solve a board, each by the easiest technique, with its reason.

    Parameters
    ----------
    board
        A `Board`, or anything that makes one.
    techniques
        Names of the techniques (see `gridwise techniques`), as a list or with commas between; by
        default all.
    time_s, cpu_s, cancel
        End the explanation early; the steps so far are returned.

    Returns
    -------
    BoardExplanation
        `steps`, `solved`, `frames()`; printed, it is the numbered list of steps.

    Raises
    ------
    UnknownNameError, NoSharedViewError
        The technique does not exist, or none works on the board.

    Examples
    --------
    >>> found = explain("sudoku:2x2:1.......3......4", techniques=["naked_single"])
    >>> found.solved, len(found.steps)
    (False, 5)
    """
    asked = Board(board)
    limits = limits_of(NO_LIMITS, time_s, cpu_s)
    names = None if techniques is None else names_of("techniques", techniques)
    start = asked.origin if asked.origin != asked.position else None
    found = explanations.explain(
        Instance.of(asked.position, asked.puzzle),
        techniques=names,
        origin=start,
        limits=limits,
        cancel=cancel,
    )
    return BoardExplanation(asked, found)


@typed
def rate(
    board: Source,
    *,
    models: Names | None = None,
    time_s: float | None = None,
    cpu_s: float | None = None,
    cancel: CancelToken | None = None,
) -> BoardRatings:
    """Return the difficulty of a board, by the name of each rating model.

    Parameters
    ----------
    board
        A `Board`, or anything that makes one.
    models
        Names of the models, as a list or with commas between; by default all of the puzzle.
    time_s, cpu_s, cancel
        Limits of each model.

    Returns
    -------
    BoardRatings
        A dict with None for a model that did not end; its `stop` says why.

    Raises
    ------
    UnknownNameError, InputError
        The model does not exist, or does not rate the board, such as one with several solutions.

    Examples
    --------
    >>> rate("sliding:3x3:1,2,5,3,4,8,6,7,0")["length"]["length"]
    4
    """
    asked = Board(board)
    names = None if models is None else names_of("models", models)
    instance = Instance.of(asked.position, asked.puzzle)
    limits = limits_of(NO_LIMITS, time_s, cpu_s)
    return ratings.rate(instance, models=names, limits=limits, cancel=cancel)


@typed
def setter_bench(
    board: Source,
    *,
    time_s: float | None = None,
    cpu_s: float | None = None,
    most: int = MOST,
    cancel: CancelToken | None = None,
) -> SetterBench:
    """Return the setter's bench of a board: the values left open, and which givens matter.

    Parameters
    ----------
    board
        A `Board`, or anything that makes one.
    time_s, cpu_s, cancel
        End it early: `stop` says which, and the result is a part. The default limit is 5 seconds on
        the clock.
    most
        The most solutions that are counted.

    Raises
    ------
    ParameterError
        The puzzle's boards have no givens.

    Examples
    --------
    >>> bench = setter_bench("sudoku:2x2:1.......3......4")
    >>> bench.solutions.number, bench.candidates[1]["2"].number
    (3, 2)
    """
    position = Board(board).position
    return bench_board(position, time_s=time_s, cpu_s=cpu_s, most=most, cancel=cancel)


@typed
def probabilities(
    board: Source,
    *,
    time_s: float | None = None,
    cpu_s: float | None = None,
    limits: Limits = NO_LIMITS,
    cancel: CancelToken | None = None,
    progress: Progress | None = None,
) -> Answer[Probabilities]:
    """Return the exact probability of every covered cell to hold a mine.

    Parameters
    ----------
    board, time_s, cpu_s, limits, cancel, progress
        As for `solve`.

    Returns
    -------
    Answer
        `answer.answer.chances` is the array (height, width) of fractions, None on open cells;
        `answer.answer.layouts` is the number of layouts that fit. It prints a table of percents.

    Raises
    ------
    ParameterError
        The puzzle hides nothing.

    Examples
    --------
    >>> found = probabilities("minesweeper:3x1x1:1--")
    >>> found.answer.chances.tolist()
    [[None, Fraction(1, 1), Fraction(0, 1)]]
    """
    asked = Board(board)
    limits = limits_of(limits, time_s, cpu_s)
    result = chances.probabilities(asked.position, limits=limits, cancel=cancel, progress=progress)
    return Answer.of(result, asked, limits)


@typed
def heuristics(board: Source, *, cancel: CancelToken | None = None) -> HeuristicTable:
    """Return the value and the claims of every heuristic on a board, by name.

    Parameters
    ----------
    board
        A board of a puzzle that some method searches as a space of states.
    cancel
        A token that ends the work while small tables are made: the table is empty then, and its
        `stop` says why. This call never makes large tables.

    Raises
    ------
    NoSharedViewError
        No method searches this puzzle as a space of states.
    """
    asked = Board(board)
    try:
        values = heuristic_values.heuristics(asked.position, cancel=cancel)
    except Interrupted as end:
        return HeuristicTable(asked, {}, end.stop)
    return HeuristicTable(asked, values)


@typed
def encode(
    board: Source,
    *,
    simplified: bool = False,
    options: Mapping[str, str | int] | None = None,
    **more: str | int,
) -> Encoded:
    """Return the clauses of a board; `to_dimacs()` is their text.

    Parameters
    ----------
    board
        A `Board`, or anything that makes one.
    simplified
        The clauses after unit propagation, in place of the raw ones.
    options, **more
        Options of the clauses by name, such as `encoding`.

    Raises
    ------
    NoSharedViewError
        The board has no clauses: the puzzle has none, or the board is too large.
    UnknownNameError, ParameterError
        The puzzle's clauses do not have the option, or not its value.
    """
    return _asked(encoding.encode, Board(board), more, options, simplified=simplified)


class Board:
    """A board of any puzzle: immutable, hashable, and the same wherever it came from.

    Printed, it is drawn with characters; in a notebook it is a picture. Two boards are equal if
    their positions are.

    Parameters
    ----------
    source
        A notation (`"queens:8:"`), the text of a board in any known format, the path of a
        file with one board, a position, or a `Board`.
    puzzle
        The kind of puzzle; by default it is read from the text.
    goal
        The goal of a sliding board instead of its own: `first` (the blank first), `last`, `snail`,
        the numbers with commas between them, or the path of a file with the goal.

    Attributes
    ----------
    puzzle : Puzzle
        The rules; `puzzle.name` is the kind.
    position
        The raw position, as methods take it.
    origin
        The raw position before the first `play`: it tells givens from entries.
    claims
        The claims about a board that `gridwise.generate` made, all checked.

    Raises
    ------
    ParseError
        The text is no board, or the file does not exist; the error names the nearest name.
    ParameterError
        The source is no text, path, position or board.

    Examples
    --------
    >>> board = Board("sudoku:2x2:1....2....3....4")
    >>> print(board.play("r1c3=4"))
    ┏━━━━━┳━━━━━┓
    ┃ 1 · ┃ 4 · ┃
    ┃ · 2 ┃ · · ┃
    ┣━━━━━╋━━━━━┫
    ┃ · · ┃ 3 · ┃
    ┃ · · ┃ · 4 ┃
    ┗━━━━━┻━━━━━┛
    """

    __slots__ = ("claims", "origin", "position", "puzzle")

    puzzle: Puzzle[Any, Any]
    position: Any
    origin: Any
    claims: Mapping[str, bool | int | str]

    def __init__(
        self,
        source: Source,
        *,
        puzzle: str | None = None,
        goal: str | os.PathLike[str] | None = None,
    ) -> None:
        kind, position, origin, claims = _read(source, puzzle)
        if goal is not None:
            position, origin = with_goal(position, goal), with_goal(origin, goal)
        self._fill(kind, position, origin, claims)

    def _fill(
        self,
        puzzle: Puzzle[Any, Any],
        position: Any,
        origin: Any,
        claims: Mapping[str, bool | int | str],
    ) -> None:
        object.__setattr__(self, "puzzle", puzzle)
        object.__setattr__(self, "position", position)
        object.__setattr__(self, "origin", origin)
        object.__setattr__(self, "claims", claims)

    @classmethod
    @typed
    def read(cls, path: str | os.PathLike[str], *, puzzle: str | None = None) -> "Board":
        """Return the one board of a file; `puzzle` is its kind, by default read from it."""
        kind, position = read_board(Path(path), puzzle=puzzle)
        return made(kind, position)

    @classmethod
    @typed
    def empty(cls, puzzle: str, size: str | int = "") -> "Board":
        """Return a board with nothing on it.

        Parameters
        ----------
        puzzle
            The kind.
        size
            As `generate` takes it (`"3x3"`, `"9x9x10"`, `8`); by default the usual size. A sliding
            board is then solved.
        """
        interaction = registry.interaction(registry.puzzle(puzzle).name)
        wanted = str(size) or next(iter(interaction.sizes))
        return made(interaction.puzzle, interaction.empty(wanted))

    @property
    def notation(self) -> str:
        """The board on one line, as every command and function reads it."""
        return self.puzzle.format(self.position)

    @typed
    def to_text(self, style: str = "grid") -> str:
        """Return the board as the text of a file; `style` is one of `puzzle.styles`."""
        return self.puzzle.format(self.position, style_named(style, self.puzzle))

    def scene(self, *, highlights: Mapping[int, Highlight] | None = None) -> Scene:
        """Return the drawing as data: cells with their roles, lines, `highlights` by cell.

        Raises
        ------
        ParameterError
            The board is too large to be drawn.
        """
        return self.puzzle.scene(self.position, origin=self.origin, highlights=highlights)

    @typed
    def svg(self, *, theme: str = "light", lang: str = "en") -> str:
        """Return the drawing as an SVG document; `lang` is the language of its description."""
        return to_svg(self.scene(), theme=theme_named(theme), catalogue=catalogue(lang))

    def legal_moves(self) -> tuple[str, ...]:
        """Return the moves that the rules allow, wise or not, as `play` takes them."""
        return self.moves_as_text(self.puzzle.moves(self.position))

    def moves_as_text(self, moves: Iterable[Any]) -> tuple[str, ...]:
        """Return moves of the puzzle as text."""
        return tuple(self.puzzle.format_move(self.position, move) for move in moves)

    def play(self, *moves: Any) -> "Board":
        """Return the board after moves, in order.

        Parameters
        ----------
        *moves
            Each the text of a move (`"r1c3=4"`, `"r1c1"`, `"8"`) or a move of the puzzle.

        Raises
        ------
        ParseError, ParameterError
            The text is no move, or the move is not legal; the error names similar legal moves.

        Examples
        --------
        >>> Board("queens:4:").play("r1c2", "r2c4").notation
        'queens:4:r1c2,r2c4'
        """
        position = self.position
        for move in moves:
            position = played(self.puzzle, position, move)
        return self.with_position(position)

    def with_position(self, position: Any) -> "Board":
        """Return the board with another position of its puzzle, and the same origin."""
        return made(self.puzzle, position, self.origin)

    def violations(self) -> tuple[Violation, ...]:
        """Return the rules that the board breaks, each with its `text` and `cells`."""
        return self.puzzle.violations(self.position)

    @property
    def is_solved(self) -> bool:
        """Whether nothing is left to do and no rule is broken."""
        return self.puzzle.is_solved(self.position)

    def methods(self) -> tuple[str, ...]:
        """Return the names of the methods that work on this board, the first choice first."""
        return tuple(method.name for method in registry.methods_for(self.position))

    solve = solve
    count = count
    hint = hint
    explain = explain
    rate = rate
    setter_bench = setter_bench
    probabilities = probabilities
    heuristics = heuristics
    encode = encode

    def _repr_svg_(self) -> str | None:
        return bundle_of(self).get("image/svg+xml")

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return bundle_of(self)

    def __str__(self) -> str:
        return text_of(self)

    def __repr__(self) -> str:
        return f"Board({self.notation!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self.puzzle is other.puzzle and bool(self.position == other.position)

    def __hash__(self) -> int:
        return hash((self.puzzle.name, self.position))

    def __reduce__(self) -> tuple[Any, ...]:
        origin = None if self.origin == self.position else self.puzzle.format(self.origin)
        return _unpickled, (self.puzzle.name, self.notation, origin, dict(self.claims))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a board does not change: play() returns another one (set {name!r})")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a board does not change (delete {name!r})")


def made(
    puzzle: Puzzle[Any, Any],
    position: Any,
    origin: Any = None,
    claims: Mapping[str, bool | int | str] = MappingProxyType({}),
) -> Board:
    """Return the board of a position whose puzzle is known."""
    board = object.__new__(Board)
    board._fill(puzzle, position, position if origin is None else origin, claims)
    return board


@typed
def read_boards(source: Source, *, puzzle: str | None = None) -> list[Board]:
    """Return all boards of a file, a text or a list.

    Parameters
    ----------
    source
        Anything that `Board` takes, but with any number of boards; or several of these.
    puzzle
        The kind; by default it is read from the content.

    Raises
    ------
    ParseError
        A part is no board.

    Examples
    --------
    >>> [board.notation for board in read_boards(["queens:4:", Board.empty("queens", 5)])]
    ['queens:4:', 'queens:5:']
    """
    if isinstance(source, str | os.PathLike):
        out = []
        for item in read_inputs([source], puzzle=puzzle):
            if item.entry.error is not None:
                raise item.entry.error
            assert item.puzzle is not None
            out.append(made(item.puzzle, item.entry.position))
        return out
    if isinstance(source, Iterable):
        return [board for one in source for board in read_boards(one, puzzle=puzzle)]
    return [Board(source, puzzle=puzzle)]


def _read(
    source: Source, puzzle: str | None
) -> tuple[Puzzle[Any, Any], Any, Any, Mapping[str, bool | int | str]]:
    """Return the parts of a board: puzzle, position, origin, claims."""
    if isinstance(source, str | os.PathLike):
        kind, position = read_board(source, puzzle=puzzle)
        return kind, position, position, MappingProxyType({})
    claims: Mapping[str, bool | int | str] = MappingProxyType({})
    if isinstance(source, Board):
        kind, position, origin, claims = (
            source.puzzle,
            source.position,
            source.origin,
            source.claims,
        )
    else:
        position = origin = source.position if isinstance(source, Instance) else source
        try:
            kind = registry.puzzle_of(position)
        except UnknownNameError:
            raise ParameterError(
                msg(
                    "found {what}, expected a board: a notation such as {example}, the text of a "
                    "board, the path of a file, a position or a Board",
                    what=told(source),
                    example=next(iter(registry.puzzles().values())).examples[0],
                )
            ) from None
    if puzzle is not None and registry.puzzle(puzzle) is not kind:
        found, wanted = kind.name, puzzle
        raise ParameterError(
            msg("found a board of {found}, expected {wanted}", found=found, wanted=wanted)
        )
    return kind, position, origin, claims


def _unpickled(
    puzzle: str, notation: str, origin: str | None, claims: Mapping[str, bool | int | str]
) -> Board:
    position = parse(notation, puzzle=puzzle)
    start = position if origin is None else parse(origin, puzzle=puzzle)
    return made(registry.puzzle(puzzle), position, start, claims)


def _shared(
    board: Board,
    method: str | Method,
    workers: int | None,
    cluster: str | None,
    **more: bool,
) -> AbstractContextManager[str | Method]:
    """Return the method, or the engine on several processes."""
    if workers is None and cluster is None:
        return nullcontext(method)
    from gridwise.batch.parts import in_parts

    return in_parts(board.position, method, workers, cluster, **more)


def _asked(
    ask: Callable[..., R],
    board: Board,
    more: Mapping[str, str | int],
    options: Mapping[str, str | int] | None,
    **parameters: Any,
) -> R:
    """Ask a function of `solving`; a name that is no option may be a misspelt parameter."""
    instance = Instance.of(board.position, board.puzzle)
    try:
        return ask(instance, options={**(options or {}), **more}, **parameters)
    except UnknownNameError as error:
        near = difflib.get_close_matches(
            error.name, (*parameters, "time_s", "cpu_s"), n=1, cutoff=0.5
        )
        if error.name in more and near:
            raise UnknownNameError("parameter or option", error.name, near) from None
        raise
