"""An encoding to be checked: its clauses, where each stands, and what its variables mean."""

import json
import os
import re
import reprlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import index
from pathlib import Path
from typing import Any

from gridwise.core.errors import ParseError, TooLargeError
from gridwise.core.grid import parse_cell_name
from gridwise.core.message import Message, msg
from gridwise.core.reading import quoted
from gridwise.core.scene import Scene
from gridwise.core.views import Clause, CnfModel
from gridwise.solving.encoding import dimacs
from gridwise.solving.encoding.encode import Encoded
from gridwise.solving.inputs import load

MOST_LITERALS = 4_000_000
"""Clauses made by a program with more literals, each clause's 0 counted, are refused."""
FUNCTION = "<encode>"
CLAUSES = "<clauses>"
MAP = "<map>"

Encoder = Callable[[Any], Iterable[Iterable[int]]]
"""A function that returns the clauses of a board, such as a student writes."""
Meaning = tuple[int, int | str]
"""What a variable stands for: this cell holds this value."""


@dataclass(frozen=True, slots=True)
class GivenClauses:
    """Clauses that somebody wrote.

    Parameters
    ----------
    source
        A file's name, `<clauses>` or `<encode>`.
    variables
        The number of variables; None if only the clauses show it.
    clauses, lines
        Each clause, unchanged, and the line of the file that it begins on; no lines without a file.
    """

    source: str
    variables: int | None
    clauses: tuple[Clause, ...]
    lines: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FileText:
    """The content of a file that was read elsewhere, and its name for errors."""

    source: str
    text: str


def read_given(source: object) -> GivenClauses:
    """Return the clauses of a DIMACS file, a DIMACS text, a list of clauses or an `Encoded`.

    A `str` with more than one line is DIMACS itself, any other is a path.

    Raises
    ------
    ParseError
        What was found and what was expected, at its line and column; in a list the line is the
        number of the clause and the column that of the literal.
    TooLargeError
        A file over 8 MiB, more than `MOST_LITERALS`.
    """
    if isinstance(source, GivenClauses):
        return source
    if isinstance(source, Encoded):
        return GivenClauses(CLAUSES, source.variables, source.clauses)
    if isinstance(source, str) and "\n" in source:
        source = FileText("<text>", source)
    if isinstance(source, FileText):
        return GivenClauses(source.source, *dimacs.read(source.text, source.source))
    if isinstance(source, str | os.PathLike):
        name = os.fspath(source)
        shown = "<stdin>" if name == "-" else name
        return GivenClauses(shown, *dimacs.read(load(name, shown), shown))
    return GivenClauses(CLAUSES, None, tuple(checked_clauses(source, CLAUSES)))


def checked_clauses(made: object, source: str) -> Iterator[Clause]:
    """Yield the clauses that a program made; raise at the first thing that is none."""
    literals = 0
    for number, clause in enumerate(_items(made, msg("a list of clauses"), source, 1), 1):
        read: list[int] = []
        wanted = msg("a clause: a list of whole numbers that are not 0")
        for at, literal in enumerate(_items(clause, wanted, source, number), 1):
            value = _whole(literal)
            if not value or abs(value) > dimacs.MAX_VARIABLES:
                expected = msg("a whole number that is not 0")
                if value:
                    expected = msg("a variable up to {most}", most=dimacs.MAX_VARIABLES)
                raise ParseError(
                    reprlib.repr(literal), expected, source=source, line=number, column=at
                )
            read.append(value)
            literals += 1
            _check_room(literals, source, number)
        literals += 1
        _check_room(literals, source, number)
        yield tuple(read)


def _check_room(literals: int, source: str, line: int) -> None:
    if literals > MOST_LITERALS:
        found = msg("more than {most} literals", most=MOST_LITERALS)
        raise TooLargeError(found, msg("fewer"), source=source, line=line)


def _items(value: object, expected: Message, source: str, line: int) -> Iterator[object]:
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
        raise ParseError(reprlib.repr(value), expected, source=source, line=line)
    return iter(value)


def _whole(value: object) -> int | None:
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type]  # NumPy's whole numbers pass too
    except TypeError:
        return None


Place = tuple[str, int, int]
"""Source, line, column."""


@dataclass(frozen=True, slots=True)
class Numbering:
    """What the variables of an encoding are among those of the board's own clauses.

    Parameters
    ----------
    to
        By variable the one of the board's clauses; the auxiliary ones get numbers above those.
    back
        The other way round.
    auxiliary
        How many variables stand for no cell.
    absent
        Literals of the board's clauses that the givens decide, and that have no variable here.
    """

    to: Mapping[int, int]
    back: Mapping[int, int]
    auxiliary: int
    absent: tuple[int, ...]

    def clause(self, clause: Sequence[int]) -> Clause:
        """Return a clause in the numbers of the board."""
        return tuple(self.to[x] if x > 0 else -self.to[-x] for x in clause)


def numbering(
    given: GivenClauses,
    model: CnfModel[Any],
    scene: Scene,
    variables: "Mapping[Any, Any] | FileText | str | os.PathLike[str] | None" = None,
) -> Numbering:
    """Return what the variables mean: by a map, or else row-major, cell by cell, value by value.

    Parameters
    ----------
    model
        The clauses of the board.
    scene
        The drawing of the board: its cells.
    variables
        A JSON file, its text, or a dict: of each variable that is not auxiliary its cell and value
        as `"r1c2=5"`, `["r1c2", 5]` or `{"cell": 1, "value": 5}` (cells from 0, row-major). Where a
        cell has one variable only, `"r1c2"` will do.

    Raises
    ------
    ParseError
        A variable or a cell that is not there, a value that the cell does not take, two variables
        for one thing, a cell and value without a variable.
    """
    used = {abs(x) for clause in given.clauses for x in clause}
    place = (given.source, 1, 1)
    if variables is None:
        most = model.primary if given.variables is None else given.variables
        to = {v: v for v in range(1, min(most, model.primary) + 1)} | {v: v for v in used}
    else:
        entries, source = _entries(variables)
        to = _mapped(entries, given, model, scene)
        rest = sorted(used.difference(to))
        to |= {v: model.primary + 1 + i for i, v in enumerate(rest)}
        place = (source, 1, 1)
    back = {value: key for key, value in to.items()}
    units = {abs(c[0]): c[0] for c in model.clauses if len(c) == 1}
    missing = [v for v in range(1, model.primary + 1) if v not in back]
    for variable in missing:
        if variable not in units:
            raise _error(
                place,
                msg("no variable for {what}", what=_name(model, variable)),
                msg("one for each cell and value: {number}", number=model.primary),
            )
    auxiliary = sum(1 for v in to.values() if v > model.primary)
    return Numbering(to, back, auxiliary, tuple(units[v] for v in missing))


def _mapped(
    entries: Iterable[tuple[Place, object, object]],
    given: GivenClauses,
    model: CnfModel[Any],
    scene: Scene,
) -> dict[int, int]:
    """Return the variables of the board by those of a map."""
    meaning: dict[Meaning, int] = {}
    for variable in range(1, model.primary + 1):
        for mark in model.decoder.marks(variable):
            meaning[mark.cell, mark.value] = variable
    values: dict[int, list[int | str]] = {}
    for cell, what in meaning:
        values.setdefault(cell, []).append(what)
    named: dict[int, int] = {}
    taken: dict[int, int] = {}
    for place, key, value in entries:
        variable = _variable(place, key, given.variables)
        at = meaning[_meaning(place, value, scene, values)]
        if variable in named:
            raise _error(place, msg("variable {v} again", v=variable), msg("each once"))
        if at in taken:
            raise _error(
                place,
                msg("variable {v} for {what}", v=variable, what=_name(model, at)),
                msg("one variable for it: it is {v} already", v=taken[at]),
            )
        named[variable], taken[at] = at, variable
    return named


def _name(model: CnfModel[Any], variable: int) -> Message:
    return model.decoder.word(model.decoder.marks(variable)[0])


def _error(place: Place, found: Message | str, expected: Message) -> ParseError:
    source, line, column = place
    return ParseError(found, expected, source=source, line=line, column=column)


def _entries(
    variables: "Mapping[Any, Any] | FileText | str | os.PathLike[str]",
) -> tuple[Iterable[tuple[Place, object, object]], str]:
    """Return the entries of a map, each with its place, and the name of the map."""
    if isinstance(variables, Mapping):
        found = (((MAP, n, 1), key, value) for n, (key, value) in enumerate(variables.items(), 1))
        return found, MAP
    if isinstance(variables, FileText):
        source, text = variables.source, variables.text
    elif isinstance(variables, str) and variables.lstrip().startswith("{"):
        source, text = MAP, variables
    elif isinstance(variables, str | os.PathLike):
        source = os.fspath(variables)
        text = load(str(Path(source)), source)
    else:
        raise ParseError(
            reprlib.repr(variables), msg("a dict, or the path of a JSON file"), source=MAP
        )
    try:
        pairs = json.loads(text.removeprefix("\ufeff"), object_pairs_hook=tuple)
    except json.JSONDecodeError as error:
        rest = text[error.pos : error.pos + 20]
        raise ParseError(
            quoted(rest) if rest else msg("the end"),
            msg("JSON"),
            source=source,
            line=error.lineno,
            column=error.colno,
        ) from None
    except (RecursionError, ValueError):
        raise ParseError(
            msg("JSON that is nested too deeply, or a number that is too long"),
            msg("variables with cell and value"),
            source=source,
        ) from None
    if not isinstance(pairs, tuple):
        raise ParseError(
            quoted(text.strip()), msg("an object: variables with cell and value"), source=source
        )
    return _placed(pairs, text, source), source


def _placed(
    pairs: tuple[tuple[str, object], ...], text: str, source: str
) -> Iterator[tuple[Place, object, object]]:
    """Yield the pairs of a JSON object, each with the place of its key."""
    at = 0
    line, column = 1, 1
    for key, value in pairs:
        match = re.compile(re.escape(json.dumps(key)) + r"\s*:").search(text, at)
        if match is not None:
            line += text.count("\n", at, match.start())
            column = match.start() - text.rfind("\n", 0, match.start())
            at = match.start() + 1
        yield (source, line, column), key, value


def _variable(place: Place, key: object, most: int | None) -> int:
    whole = _whole(key)
    if isinstance(key, str) and re.fullmatch("[0-9]{1,9}", key, re.ASCII):
        whole = int(key)
    if not whole or whole < 1 or whole > (most or dimacs.MAX_VARIABLES):
        expected = msg("a variable from 1 to {most}", most=most or dimacs.MAX_VARIABLES)
        raise _error(place, reprlib.repr(key), expected)
    return whole


def _meaning(
    place: Place, value: object, scene: Scene, values: Mapping[int, Sequence[int | str]]
) -> Meaning:
    """Return the cell and the value that an entry of a map names."""
    cell, what = _parts(value)
    number = _whole(cell)
    if isinstance(cell, str):
        number = parse_cell_name(cell, scene.width, scene.height)
    if number is None or not 0 <= number < len(scene.cells):
        last = f"r{scene.height}c{scene.width}"
        expected = msg("a cell from r1c1 to {last}, as in r1c1=5 or [0, 5]", last=last)
        raise _error(place, reprlib.repr(value), expected)
    takes = values.get(number, ())
    if what is None and len(takes) == 1:
        return number, takes[0]
    for one in takes:
        if str(one) == str(what) and not isinstance(what, bool):
            return number, one
    raise _error(
        place, reprlib.repr(value), msg("one of these values: {takes}", takes=tuple(takes))
    )


def _parts(value: object) -> tuple[object, object]:
    """Return the cell and the value of an entry, as they are written."""
    if isinstance(value, str):
        cell, equals, what = value.replace(" ", "").partition("=")
        return cell, what if equals else None
    if isinstance(value, tuple) and value and all(isinstance(x, tuple) for x in value):
        value = dict(value)  # a JSON object comes as pairs
    if isinstance(value, Mapping):
        return value.get("cell"), value.get("value")
    if isinstance(value, list | tuple) and len(value) == 2:
        return value[0], value[1]
    return value, None
