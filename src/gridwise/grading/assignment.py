"""An assignment: the tasks, limits and points that submissions are graded by; one TOML file."""

import hashlib
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from gridwise.core import registry
from gridwise.core.capabilities import Generator
from gridwise.core.errors import GridwiseError, ParameterError
from gridwise.core.limits import CancelToken, Limits
from gridwise.core.message import Message, msg
from gridwise.core.views import CnfModel
from gridwise.grading.follow import KEYS, Followed, Rule
from gridwise.grading.toml_tables import TomlTable, read_toml
from gridwise.process.stranger import RunLimits
from gridwise.solving.generate import generate_many
from gridwise.solving.inputs import NOTATION, is_text, load, parse, read_inputs
from gridwise.solving.instance import Instance
from gridwise.solving.solve import solve
from gridwise.workers.own_solver.program import CNF_WORD, wants_clauses

CORRECT, OPTIMAL, FOLLOWS = "correct", "optimal", "follows"
WITHIN_TIME, ENCODING = "within_time", "encoding"
ASPECTS: Mapping[str, Message] = {
    CORRECT: msg("correct"),
    OPTIMAL: msg("optimal"),
    FOLLOWS: msg("pseudo-code"),
    WITHIN_TIME: msg("within time"),
    ENCODING: msg("encoding right"),
}
"""The aspects that points are given for."""
VISIBILITIES = ("visible", "hidden", "after_due_date", "after_published")
"""The times at which a student may see a result; the words are Gradescope's."""
MARGIN = 1.5
"""The factor over the CPU seconds of the assignment up to which a solver is within time."""
_TOP = ("title", "seed", "solver", "limits", FOLLOWS, "points", "boards", "hidden", "encodings")
_POINTS = (CORRECT, OPTIMAL, FOLLOWS, WITHIN_TIME)
_GROUP = ("name", "points", "within_s", "visibility")
_GENERATE_S, _REFERENCE_S = 60.0, 60.0
_MOST_BOARDS = 1000


@dataclass(frozen=True, slots=True)
class GradedTask:
    """A task with points: a board to solve, or an encoding to check.

    Parameters
    ----------
    id
        The name, unique in the assignment.
    notation
        The board.
    points
        The most points by aspect; only those above 0.
    hidden
        Whether students do not see the board.
    visibility
        The time at which the student may see the result.
    within_s
        The CPU seconds of the aspect `within_time`, without the margin.
    shortest
        The fewest moves of a solution, if points are given for that.
    followed
        The run of the method that a solver follows, if points are given for that.
    file, map_file
        The file of the encoding in a submission, and the file of its variables.
    """

    id: str
    notation: str
    points: Mapping[str, float]
    hidden: bool = False
    visibility: str = "visible"
    within_s: float | None = None
    shortest: int | None = None
    followed: Followed | None = None
    file: str | None = None
    map_file: str | None = None

    @property
    def most(self) -> float:
        """The points of a faultless solution."""
        return sum(self.points.values())


@dataclass(frozen=True, slots=True)
class CourseAssignment:
    """The rules of grading: tasks, limits and points.

    Parameters
    ----------
    title
        The title, for people.
    digest
        A hash of the file and of the boards: grades under different hashes are not mixed.
    file
        The solver's file in a submission.
    command
        The command that starts a program, in its folder; None for a Python file.
    limits
        The limits of each run.
    tasks
        The tasks in the order of the file: boards, hidden boards, encodings.
    notes
        What was assumed to read the boards, each with the place of its board.
    """

    title: str
    digest: str
    file: str
    command: tuple[str, ...] | None
    limits: RunLimits
    tasks: tuple[GradedTask, ...]
    notes: tuple[Message, ...] = ()

    @property
    def most(self) -> float:
        """The points of a faultless submission."""
        return sum(task.most for task in self.tasks)


def read_assignment(path: str | Path, *, cancel: CancelToken | None = None) -> CourseAssignment:
    """Read an assignment, make its hidden boards, and find the required lengths.

    Parameters
    ----------
    path
        The TOML file; paths in it are relative to its folder.
    cancel
        A token that ends the work.

    Raises
    ------
    ParseError
        The assignment is wrong at FILE:LINE:COLUMN; the error says what was found and expected.
    Interrupted
        The call was cancelled.
    """
    source = str(path)
    text = load(source, source)
    top = read_toml(text, source, _TOP)
    solver = top.table("solver", ("file", "command"))
    command = shlex.split(solver.text_of("command")) if solver.has("command") else None
    limits = top.table("limits", ("time_s", "cpu_s", "memory_mb", "output_mb", "within_s"))
    reader = _TaskReader(top, Path(path).parent, limits, cancel)
    reader.clauses = command is not None and wants_clauses(command)
    tasks = tuple(reader.tasks())
    if not tasks:
        raise top.missing("boards", msg("[[boards]], [[hidden]] or [[encodings]]"))
    content = repr((text, [(task.id, task.notation, task.shortest) for task in tasks]))
    content += "".join(repr(task.followed) for task in tasks if task.followed is not None)
    return CourseAssignment(
        title=top.text_of("title", Path(path).stem),
        digest=hashlib.sha256(content.encode()).hexdigest()[:16],
        file=_inside(solver, "file", "solver.py"),
        command=None if command is None else tuple(command),
        limits=RunLimits(
            limits.number("time_s", 10.0, least=0.01, most=86_400),
            round(1e6 * limits.number("memory_mb", 512.0, least=16, most=1e6)),
            round(1e6 * limits.number("output_mb", 1.0, least=0.001, most=1000)),
            limits.number("cpu_s", least=0.01, most=86_400) if limits.has("cpu_s") else None,
        ),
        tasks=tasks,
        notes=tuple(reader.notes),
    )


class _TaskReader:
    """Makes the tasks of one assignment."""

    def __init__(
        self, top: TomlTable, folder: Path, limits: TomlTable, cancel: CancelToken | None
    ) -> None:
        self.top, self.folder, self.limits, self.cancel = top, folder, limits, cancel
        self.usual = top.table("points", _POINTS)
        self.follows = Rule.of(top.table(FOLLOWS, KEYS)) if top.has(FOLLOWS) else None
        self.ids: set[str] = set()
        self.notes: list[Message] = []
        self.clauses = False  # whether a solver takes clauses

    def tasks(self) -> Iterator[GradedTask]:
        for group in self.top.tables("boards", (*_GROUP, "board")):
            yield from self._given(group)
        seed = self.top.whole("seed", 0)
        for at, group in enumerate(self.top.tables("hidden", (*_GROUP, *_HIDDEN)), 1):
            yield from self._hidden(group, seed, at)
        for group in self.top.tables("encodings", _ENCODING):
            yield self._encoding(group)

    def _given(self, group: TomlTable) -> Iterator[GradedTask]:
        boards = self._boards(group)
        name = group.text_of("name", boards[0] if len(boards[0]) <= 40 else "board")
        for at, notation in enumerate(boards, 1):
            yield self._task(group, name if len(boards) == 1 else f"{name} {at}", notation)

    def _hidden(self, group: TomlTable, seed: int, place: int) -> Iterator[GradedTask]:
        kind = group.text_of("puzzle")
        number = group.whole("number", 1, least=1, most=_MOST_BOARDS)
        options = group.table("options").value
        name = group.text_of("name", f"hidden {place}")
        size = group.value.get("size", "")
        if not isinstance(size, str | int) or isinstance(size, bool):
            raise group.wrong("size", msg("a size such as {example}", example='"3x3"'))
        for at in range(1, number + 1):
            own = hashlib.sha256(f"{seed}:{name}:{at}".encode()).digest()[:4]
            try:
                if registry.capability(kind, Generator) is None:
                    raise ParameterError(msg("{puzzle} has no generator", puzzle=kind))
                ((_, made, _),) = generate_many(
                    kind,
                    str(size),
                    [int.from_bytes(own)],
                    time_s=_GENERATE_S,
                    cancel=self.cancel,
                    options={key: _option(value) for key, value in options.items()},
                )
            except GridwiseError as error:
                key = "puzzle" if kind not in registry.puzzles() else "options"
                raise group.wrong(key if group.has(key) else "puzzle", error.message) from None
            if made is None:
                limit = f"{_GENERATE_S:g} s"
                raise group.wrong(
                    "options" if options else "puzzle",
                    msg("a kind of board that is found in {limit}", limit=limit),
                )
            notation = registry.puzzle(kind).format(made.position)
            label = name if number == 1 else f"{name} {at}"
            yield self._task(group, label, notation, hidden=True)

    def _encoding(self, group: TomlTable) -> GradedTask:
        (notation, *more) = self._boards(group)
        if more:
            raise group.wrong("board", msg("one puzzle"))
        file = _inside(group, "file", None)
        map_file = _inside(group, "map", "-") if group.has("map") else None
        name = self._unique(group, group.text_of("name", file))
        visibility = group.choice("visibility", "visible", VISIBILITIES)
        points = {ENCODING: group.number("points", 1.0, most=1e6)}
        return GradedTask(
            name, notation, points, visibility=visibility, file=file, map_file=map_file
        )

    def _boards(self, group: TomlTable) -> list[str]:
        board = group.text_of("board")
        where = board if is_text(board) else str(self.folder / board)
        boards = []
        for item in read_inputs([where]):
            if item.entry.error is not None:
                error = item.entry.error
                whole = error.message if item.source == NOTATION else error.placed
                raise group.wrong("board", msg("a board ({why})", why=whole))
            assert item.puzzle is not None
            boards.append(item.puzzle.format(item.entry.position))
            for note in item.entry.notes:
                self.notes.append(msg("{name}: {text}", name=item.place, text=note))
        return boards

    def _task(
        self, group: TomlTable, name: str, notation: str, *, hidden: bool = False
    ) -> GradedTask:
        if self.clauses and CnfModel not in Instance.of(parse(notation)).offers:
            key = "puzzle" if hidden else "board"
            wanted = msg("a board that has clauses, as the command wants {word}", word=CNF_WORD)
            raise group.wrong(key, wanted)
        own = group.table("points", _POINTS)
        points = {}
        for aspect in _POINTS:
            default = self.usual.number(aspect, 1.0 if aspect == CORRECT else 0.0, most=1e6)
            points[aspect] = own.number(aspect, default, most=1e6)
        at = own if own.has(OPTIMAL) else self.usual
        usual_s = self.limits.value.get("within_s")
        within = group if group.has("within_s") else self.limits
        within_s = within.number("within_s", least=0.001) if within.has("within_s") else None
        if points[WITHIN_TIME] and usual_s is None and within_s is None:
            where = own if own.has(WITHIN_TIME) else self.usual
            raise where.wrong(WITHIN_TIME, msg("0, or within_s in [limits]"))
        if points[FOLLOWS] and self.follows is None:
            where = own if own.has(FOLLOWS) else self.usual
            raise where.wrong(FOLLOWS, msg("0, or a method in [follows]"))
        rule = self.follows if points[FOLLOWS] else None
        after = "after_published" if hidden else "visible"
        return GradedTask(
            self._unique(group, name),
            notation,
            {aspect: most for aspect, most in points.items() if most},
            hidden=hidden,
            visibility=group.choice("visibility", after, VISIBILITIES),
            within_s=within_s,
            shortest=self._shortest(at, notation) if points[OPTIMAL] else None,
            followed=None if rule is None else rule.run(parse(notation), self.cancel),
        )

    def _shortest(self, at: TomlTable, notation: str) -> int:
        """Return the fewest moves; an error is at the key that asks for them."""
        puzzle = registry.puzzle(notation.partition(":")[0])
        if puzzle.countable:
            raise at.wrong(
                OPTIMAL,
                msg(
                    "0 for {puzzle}, where no solution is shorter than another", puzzle=puzzle.name
                ),
            )
        limits = Limits(time_s=_REFERENCE_S)
        found = solve(puzzle.parse(notation), limits=limits, cancel=self.cancel)
        if found.answer is None or not found.optimal:
            limit = f"{_REFERENCE_S:g} s"
            raise at.wrong(
                OPTIMAL,
                msg(
                    "0: no shortest solution was found in {limit}: {board}",
                    limit=limit,
                    board=notation,
                ),
            )
        return len(found.answer.items[0].moves)

    def _unique(self, group: TomlTable, name: str) -> str:
        if name in self.ids:
            raise group.wrong("name", msg("a name that no other board has"))
        if len(self.ids) >= _MOST_BOARDS:
            raise group.wrong("name", msg("at most {most} boards", most=_MOST_BOARDS))
        self.ids.add(name)
        return name


_HIDDEN = ("puzzle", "size", "number", "options")
_ENCODING = ("name", "board", "file", "map", "points", "visibility")


def _option(value: Any) -> str | int:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, int) else str(value)


def _inside(table: TomlTable, key: str, default: str | None) -> str:
    """Return the name of a file in a submission; it may not lead out of the submission."""
    name = table.text_of(key, default)
    parts = PurePosixPath(name.replace("\\", "/"))
    if parts.is_absolute() or ".." in parts.parts or ":" in name or "\0" in name:
        raise table.wrong(key, msg("the name of a file in the submission's folder"))
    return str(parts)


__all__ = ["CourseAssignment", "GradedTask", "RunLimits", "read_assignment"]
