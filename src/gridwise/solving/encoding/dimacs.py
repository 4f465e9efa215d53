"""DIMACS CNF text: written from a clause set, and read.

The format is that of the SAT competitions: comment lines begin with `c`, one line
`p cnf VARIABLES CLAUSES`, then the clauses as signed numbers, each closed by 0, over as many
lines as one likes. A line that begins with `%` ends the text (SATLIB's files have one).
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from gridwise.core.errors import ParseError, TooLargeError
from gridwise.core.message import Message, msg
from gridwise.core.reading import MAX_INPUT_BYTES
from gridwise.core.trace import Decoder, Mark, Reason
from gridwise.core.views import Clause, CnfModel, Family

MAX_VARIABLES = 2_000_000
"""More are refused. A text under `MAX_INPUT_BYTES` cannot name as many different ones."""

_HEADER = re.compile(r"[ \t]*p[ \t]+cnf[ \t]+([0-9]{1,12})[ \t]+([0-9]{1,12})[ \t]*", re.ASCII)
_PLAIN = re.compile(r"[-0-9 \t]*", re.ASCII)
_TOKEN = re.compile(r"\S+")
_LITERAL = re.compile(r"-?[0-9]{1,12}", re.ASCII)


class LiteralDecoder(Decoder[int]):
    """The decoder of a bare clause set: a move is a literal, cell v - 1 is variable v."""

    def __init__(self, clauses: Sequence[Clause] = ()) -> None:
        self.clauses = tuple(clauses)

    def marks(self, fact: int) -> tuple[Mark, ...]:
        return (Mark(abs(fact) - 1, int(fact > 0)),)

    def moves(self, facts: Iterable[int]) -> tuple[int, ...]:
        return tuple(facts)

    def cell_name(self, cell: int) -> str:
        return f"x{cell + 1}"

    def reason(self, constraint: int) -> Reason | None:
        if not 0 <= constraint < len(self.clauses):
            return None
        clause = self.clauses[constraint]
        text = msg("clause {literals}", literals=clause)
        return Reason(text, tuple(abs(literal) - 1 for literal in clause))


def dumps(
    model: CnfModel[Any] | Iterable[Sequence[int]],
    *,
    comments: bool = True,
    cells: bool = False,
    counts: bool = False,
    variables: int | None = None,
) -> str:
    """Return DIMACS text, with a newline at its end.

    Parameters
    ----------
    model
        A clause set with its families (the raw set, then `assumed` as units), or bare clauses.
    comments
        Whether a comment names the family of each run of clauses.
    cells
        Whether comments say what each primary variable means.
    counts
        Whether comments say how many clauses each family has.
    variables
        The number in the header; by default the model's, or the highest that bare clauses use.
    """
    lines: list[str] = []
    if isinstance(model, CnfModel):
        clauses: list[Sequence[int]] = [*model.clauses, *((x,) for x in model.assumed)]
        variables = model.variables if variables is None else variables
        if comments:
            lines.append(f"c variables 1 to {model.primary} are primary")
        if cells:
            lines.extend(_cell_lines(model))
        if counts:
            sizes = Counter(model.families[index].name for index in model.family_of)
            lines.extend(f"c clauses of {name}: {count}" for name, count in sizes.items())
    else:
        clauses = list(model)
        if variables is None:
            variables = max((abs(x) for clause in clauses for x in clause), default=0)
    lines.append(f"p cnf {variables} {len(clauses)}")
    last: Family | None = None
    for index, clause in enumerate(clauses):
        if comments and isinstance(model, CnfModel):
            family = _ASSUMED
            if index < len(model.family_of):
                family = model.families[model.family_of[index]]
            if family is not last:
                last = family
                lines.append(f"c family {family.name}{_words(family)}")
        lines.append(" ".join(map(str, (*clause, 0))))
    return "\n".join(lines) + "\n"


_ASSUMED = Family("assumed")


def _words(family: Family) -> str:
    return "" if family.premise is None else f": {family.premise.text}"


def _cell_lines(model: CnfModel[Any]) -> Iterable[str]:
    if model.variables > model.primary:
        yield f"c variables {model.primary + 1} to {model.variables} are auxiliary"
    for variable in range(1, model.primary + 1):
        words: list[Message] = [model.decoder.word(mark) for mark in model.decoder.marks(variable)]
        if words:
            yield f"c variable {variable}: {', '.join(map(str, words))}"


class Dimacs(NamedTuple):
    """A DIMACS text as it was read: the line of each clause is that of its first literal."""

    variables: int
    clauses: tuple[Clause, ...]
    lines: tuple[int, ...]


def loads(text: str, source: str = "<text>") -> tuple[int, tuple[Clause, ...]]:
    """Return the number of variables and the clauses of a text, unchanged; see `read`."""
    return read(text, source)[:2]


def read(text: str, source: str = "<text>") -> Dimacs:
    """Return the number of variables, the clauses of a text, unchanged, and their lines.

    Parameters
    ----------
    text
        DIMACS CNF.
    source
        The name of the text in errors.

    Raises
    ------
    ParseError
        With line and column: no header, a token that is no number, a variable above the
        header's, an open last clause, another number of clauses.
    TooLargeError
        Over `MAX_INPUT_BYTES` or `MAX_VARIABLES`.

    Notes
    -----
    O(length of the text). Empty clauses, repeated ones and repeated literals are kept.
    """
    _check_size(text, source)
    lines = text.removeprefix("\ufeff").split("\n")
    variables, expected, first = _read_header(lines, source)
    clauses: list[Clause] = []
    open_clause: list[int] = []
    places: list[int] = []
    number = start = first
    for number, line in enumerate(lines[first:], first + 1):
        if line.endswith("\r"):
            line = line[:-1]  # noqa: PLW2901  (CRLF)
        head = line.lstrip(" \t")[:1]
        if head == "c":
            continue
        if head == "%":
            break
        values = _fast_values(line, variables)
        if values is None:
            values = _checked_values(line, number, variables, source)
        for value in values:
            if value:
                start = start if open_clause else number
                open_clause.append(value)
            else:
                places.append(start if open_clause else number)
                clauses.append(tuple(open_clause))
                open_clause.clear()
        if len(clauses) > expected:
            raise ParseError(
                f"more than {expected} clauses",
                "the number in the header",
                source=source,
                line=number,
                column=1,
            )
    if open_clause:
        raise ParseError(
            "the end of the text", "0 after the last clause", source=source, line=number
        )
    if len(clauses) != expected:
        raise ParseError(
            f"{len(clauses)} clauses", f"{expected} as in the header", source=source, line=number
        )
    return Dimacs(variables, tuple(clauses), tuple(places))


def _check_size(text: str, source: str) -> None:
    """Raise `TooLargeError` for a text of more than `MAX_INPUT_BYTES` in UTF-8."""
    size = len(text)
    if size <= MAX_INPUT_BYTES and not text.isascii():
        size = len(text.encode("utf-8", "surrogatepass"))
    if size > MAX_INPUT_BYTES:
        raise TooLargeError(
            f"{size} bytes", f"at most {MAX_INPUT_BYTES} bytes of DIMACS text", source=source
        )


def _read_header(lines: Sequence[str], source: str) -> tuple[int, int, int]:
    """Return variables, clauses, and the index of the line after the header."""
    for index, line in enumerate(lines):
        text = line.strip()
        if not text or text.startswith("c"):
            continue
        match = _HEADER.fullmatch(line.rstrip("\r"))
        if match is None:
            raise ParseError(
                _quote(text),
                "p cnf VARIABLES CLAUSES",
                source=source,
                line=index + 1,
                column=len(line) - len(line.lstrip()) + 1,
            )
        variables, clauses = int(match[1]), int(match[2])
        if variables > MAX_VARIABLES:
            raise TooLargeError(
                f"{variables} variables",
                f"at most {MAX_VARIABLES}",
                source=source,
                line=index + 1,
                column=match.start(1) + 1,
            )
        return variables, clauses, index + 1
    raise ParseError("no header", "p cnf VARIABLES CLAUSES", source=source, line=max(1, len(lines)))


def _fast_values(line: str, variables: int) -> list[int] | None:
    """Return the numbers of a line, None if it has an error."""
    if _PLAIN.fullmatch(line) is None:
        return None
    try:
        values = list(map(int, line.split()))
    except ValueError:  # "1-2", or more digits than Python reads
        return None
    return values if all(-variables <= value <= variables for value in values) else None


def _checked_values(line: str, number: int, variables: int, source: str) -> list[int]:
    """Return the numbers of a line, or raise the error at its column."""
    values: list[int] = []
    for token in _TOKEN.finditer(line):
        expected = "a signed whole number"
        if _LITERAL.fullmatch(token[0]) is not None:
            value = int(token[0])
            if abs(value) <= variables:
                values.append(value)
                continue
            expected = f"a variable up to {variables}"
        raise ParseError(
            _quote(token[0]), expected, source=source, line=number, column=token.start() + 1
        )
    return values


def _quote(text: str, length: int = 30) -> str:
    return repr(text if len(text) <= length else text[:length] + "...")


def cnf_model(text: str, source: str = "<text>") -> CnfModel[int]:
    """Return a DIMACS text as a view whose moves are literals.

    All variables are primary, branched on in turn with false first. Always-true clauses and
    repetitions are dropped; an empty clause becomes an auxiliary variable and its negation.

    Raises
    ------
    ParseError, TooLargeError
        As `read`.
    """
    variables, raw = loads(text, source)
    kept: dict[frozenset[int], Clause] = {}
    top = variables
    for clause in raw:
        literals = dict.fromkeys(clause)
        if any(-x in literals for x in literals):
            continue
        if literals:
            kept.setdefault(frozenset(literals), tuple(literals))
        elif top == variables:
            top += 1
            kept[frozenset((top,))], kept[frozenset((-top,))] = (top,), (-top,)
    clauses = tuple(kept.values())
    return CnfModel(
        variables=top,
        primary=variables,
        clauses=clauses,
        family_of=(0,) * len(clauses),
        families=(Family("dimacs"),),
        order=tuple(range(-1, -variables - 1, -1)),
        decoder=LiteralDecoder(clauses),
    )
