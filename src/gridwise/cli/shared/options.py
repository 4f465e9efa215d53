"""The options that several commands share, and the readers of their values."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from gridwise.core.errors import ParameterError
from gridwise.core.limits import Limits
from gridwise.core.message import Message, msg
from gridwise.render.catalogue import LANGUAGES

STDIN = "\0"
"""Replaces a bare `-` for the parser, which would take that for an option.

No argument of a process can hold this character.
"""


_WITHOUT_VALUE = {"--daily": "today"}
"""By option that may stand without a value the value that it then has."""


def shielded(args: Sequence[str]) -> list[str]:
    """Return the arguments with each bare `-` and each value that is left out replaced."""
    found = []
    for arg, after in zip(args, (*args[1:], "-"), strict=False):
        found.append(STDIN if arg == "-" else arg)
        if arg in _WITHOUT_VALUE and after.startswith("-"):
            found.append(_WITHOUT_VALUE[arg])
    return found


def unshielded(value: Any) -> Any:
    """Return an argument's value as it was before `shielded`."""
    return "-" if value == STDIN else value


def file_name(kind: Any, tokens: Sequence[Any]) -> Path:
    """Read the name of a file to write."""
    if tokens[0].value in ("", STDIN):
        raise _refused(msg("a file name"), tokens)
    return Path(tokens[0].value)


def whole(kind: Any, tokens: Sequence[Any]) -> int:
    """Read a whole number above 0."""
    value = read_whole(tokens[0].value)
    if value < 1:
        raise _refused(msg("a whole number above 0"), tokens)
    return value


def natural(kind: Any, tokens: Sequence[Any]) -> int:
    """Read a whole number, 0 included."""
    value = read_whole(tokens[0].value)
    if value < 0:
        raise _refused(msg("a whole number"), tokens)
    return value


def read_whole(text: str) -> int:
    """Return the number, -1 where it is none."""
    ok = text.isascii() and text.isdigit() and len(text) <= 18
    return int(text) if ok else -1


def amount(kind: Any, tokens: Sequence[Any]) -> float:
    """Read a number above 0."""
    try:
        value = float(tokens[0].value)
    except ValueError:
        value = math.nan
    if not (value > 0 and math.isfinite(value)):
        raise _refused(msg("a number above 0"), tokens)
    return value


def _refused(expected: Message, tokens: Sequence[Any]) -> ValueError:
    return ValueError(refused(expected, tokens[0].value))


def refused(expected: Message, found: str) -> Message:
    """Return what is wrong with the value of an option."""
    value = repr(unshielded(found))
    return msg("expected {expected}, not {found}", expected=expected, found=value)


def _input(kind: Any, tokens: Sequence[Any]) -> str:
    if not tokens[0].value:
        raise _refused(msg("a file, a notation, the text of a board or -"), tokens)
    return str(tokens[0].value)


def flag(name: str, help: str) -> Parameter:
    """Return an option that takes no value."""
    return Parameter(name=name, help=help, negative="", show_default=False)


def valued(
    name: str | tuple[str, ...],
    metavar: str,
    help: str,
    read: Any = None,
    values: Callable[[], Iterable[str]] | None = None,
) -> Parameter:
    """Return an option that takes one value, read by `read`; a shell completes it by `values`."""
    return Parameter(
        name=name,
        metavar=metavar,
        help=help,
        converter=read,
        show_default=False,
        completer=completer(values),
    )


def names(name: str, metavar: str, help: str, known: Callable[[], Iterable[str]]) -> Parameter:
    """Return an option that takes names with commas between; a shell completes it by `known`."""

    def read(kind: Any, tokens: Sequence[Any]) -> tuple[str, ...]:
        from gridwise.arguments import names_in

        found = names_in(tokens[0].value)
        if not found:
            raise _refused(msg("names with commas between"), tokens)
        return found

    def more(context: Any) -> list[str]:
        before, comma, _ = context.incomplete.rpartition(",")
        return [f"{before}{comma}{one}" for one in known()]

    return Parameter(
        name=name,
        metavar=metavar,
        help=help,
        converter=read,
        n_tokens=1,
        consume_multiple=False,
        negative="",
        show_default=False,
        completer=more,
    )


def time_limit(help: str) -> Parameter:
    """Return the option of a time limit."""
    return valued("--time", "S", help, amount)


def cpu_limit(help: str) -> Parameter:
    """Return the option of a limit of processor time."""
    return valued("--cpu", "S", help, amount)


def completer(values: Callable[[], Iterable[str]] | None) -> Callable[[Any], list[str]] | None:
    """Return the function that a shell asks for the values of an argument."""
    return None if values is None else lambda context: list(values())


def puzzle_names() -> Iterable[str]:
    """Return the kinds of puzzle."""
    from gridwise.core import registry

    return registry.puzzles()


def method_names() -> Iterable[str]:
    """Return what `--method` takes."""
    from gridwise.core import registry

    return (*registry.methods(), "auto", "each")


def theme_names() -> Iterable[str]:
    """Return what `--theme` takes."""
    from gridwise.render.palette import THEMES

    return THEMES


if TYPE_CHECKING:
    Inputs = str
else:  # a path to cyclopts, so that shells complete file names; the text is taken as it is
    Inputs = Annotated[
        Path,
        Parameter(
            name="INPUT",
            help="A file, - for standard input, a notation, or the text of a board.",
            converter=_input,
        ),
    ]
Kind = Annotated[
    str | None,
    valued(
        "--puzzle",
        "KIND",
        "The kind of puzzle; by default it is read from the input.",
        values=puzzle_names,
    ),
]
Goal = Annotated[
    str | None,
    valued(
        "--goal",
        "GOAL",
        "The goal of a sliding board: first (the blank first), last, snail, or a file of it.",
        values=lambda: ("first", "last", "snail"),
    ),
]
KindName = Annotated[
    str, Parameter(name="KIND", help="The puzzle.", completer=completer(puzzle_names))
]
Lang = Annotated[
    str | None,
    valued(
        "--lang",
        "LANG",
        "The language of messages, and of documents: en, vi or zh-Hant. Messages follow the "
        "environment without it.",
        values=lambda: LANGUAGES,
    ),
]
_METHOD = valued(
    "--method",
    "NAME",
    "One of `gridwise methods`; auto (the default) chooses one, each runs all that fit.",
    values=method_names,
)
MethodName = Annotated[str, _METHOD]
OptionalMethod = Annotated[str | None, _METHOD]
Limit = Annotated[
    int | None, valued("--limit", "N", "Stop after N solutions (with --all or --count).", whole)
]
Time = Annotated[float | None, time_limit("Time limit for each board, seconds.")]
Cpu = Annotated[float | None, cpu_limit("Limit of the CPU time for each board, seconds.")]
Nodes = Annotated[
    int | None,
    valued(
        "--nodes", "N", "Limit of search nodes; `gridwise methods NAME` says what one is.", whole
    ),
]
Memory = Annotated[
    float | None,
    valued("--memory", "MB", "Limit of the memory that a run adds, megabytes.", amount),
]
Workers = Annotated[
    int | None,
    valued(
        "--workers",
        "N",
        "Share the work out to N processes. Without it `batch` takes one a core; so does "
        "`simulate` where games are compiled or 500 a row; the others work in one.",
        whole,
    ),
]
Cluster = Annotated[
    str | None,
    valued(
        "--cluster",
        "ADDRESS",
        "Share the work out to a Dask cluster: its scheduler's address, or local:N.",
    ),
]
Certificate = Annotated[
    Path | None,
    valued(
        "--certificate",
        "DIR",
        "Write a certificate of every claim to a folder, and have the checker prove it.",
        file_name,
    ),
]
Json = Annotated[bool, flag("--json", "Print one JSON object a line and nothing else.")]
Fundamental = Annotated[
    bool,
    flag(
        "--fundamental", "Count solutions that are rotations or mirror images of each other once."
    ),
]
Ascii = Annotated[bool, flag("--ascii", "Draw boards with + - | only.")]
Theme = Annotated[
    str,
    valued(
        "--theme",
        "T",
        "light (the default), dark, high-contrast or colour-blind.",
        values=theme_names,
    ),
]
Style = Annotated[
    str | None,
    valued(
        "--style",
        "NAME",
        "How boards are written to the file; by default its ending says so.",
    ),
]
Settings = Annotated[
    tuple[str, ...] | None,
    Parameter(
        name="--set",
        metavar="NAME=VALUE",
        negative="",
        consume_multiple=False,
        help="An option that `gridwise methods NAME` lists; may be repeated.",
    ),
]
Encoding = Annotated[
    str | None,
    valued("--encoding", "NAME", "How sums are encoded as clauses; short for --set encoding=NAME."),
]


def limits_of(
    time_s: float | None,
    cpu_s: float | None,
    *,
    nodes: int | None = None,
    memory_mb: float | None = None,
    solutions: int | None = None,
) -> Limits:
    """Return the limits of one run. A megabyte is 1,000,000 bytes."""
    memory = None if memory_mb is None else max(1, int(memory_mb * 1_000_000))
    return Limits(time_s, nodes, memory, solutions, cpu_s=cpu_s)


def settings_of(pairs: Sequence[str] | None, encoding: str | None = None) -> Mapping[str, str]:
    """Return the options of `--set` and `--encoding` by name; raise `ParameterError`."""
    out: dict[str, str] = {}
    every = [*(pairs or ()), *([f"encoding={encoding}"] if encoding is not None else [])]
    for pair in every:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise ParameterError(msg("--set takes NAME=VALUE, not {pair}", pair=repr(pair)))
        if out.get(name, value) != value:
            one, other = out[name], value
            raise ParameterError(
                msg("{name} is set twice: {one} and {other}", name=name, one=one, other=other)
            )
        out[name] = value
    return out
