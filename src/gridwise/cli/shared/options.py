"""The options that several commands share, and the readers of their values."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from gridwise.core.errors import ParameterError
from gridwise.core.limits import Limits
from gridwise.core.message import Message, msg
from gridwise.core.question import Arg, alternatives, expected, fits, names_in
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


def read_whole(text: str) -> int:
    """Return the number, -1 where it is none."""
    ok = text.isascii() and text.isdigit() and len(text) <= 18
    return int(text) if ok else -1


def number(hint: Any) -> Callable[[Any, Sequence[Any]], Any]:
    """Return a reader of the numbers that an annotation allows."""
    kinds = {kind for kind, _ in alternatives(hint)}

    def read(kind: Any, tokens: Sequence[Any]) -> Any:
        text, value = tokens[0].value, None
        if float in kinds:
            with suppress(ValueError):
                value = float(text)
        elif read_whole(text) >= 0:
            value = read_whole(text)
        if value is None or not fits(value, hint):
            raise _refused(expected(hint), tokens)
        return value

    return read


natural = number(Annotated[int, Arg(least=0)])
amount = number(Annotated[float, Arg(above=0)])


def _refused(wanted: Message, tokens: Sequence[Any]) -> ValueError:
    return ValueError(refused(wanted, tokens[0].value))


def refused(wanted: Message, found: str) -> Message:
    """Return what is wrong with the value of an option."""
    value = repr(unshielded(found))
    return msg("expected {expected}, not {found}", expected=wanted, found=value)


def _input(kind: Any, tokens: Sequence[Any]) -> str:
    if not tokens[0].value:
        raise _refused(msg("a file, a notation, the text of a board or -"), tokens)
    return str(tokens[0].value)


def read_names(kind: Any, tokens: Sequence[Any]) -> tuple[str, ...]:
    """Read names with commas between them."""
    found = names_in(tokens[0].value)
    if not found:
        raise _refused(msg("names with commas between"), tokens)
    return found


def read_numbers(kind: Any, tokens: Sequence[Any]) -> tuple[int, ...]:
    """Read whole numbers with commas between them."""
    found = tuple(read_whole(part) for part in tokens[0].value.split(","))
    if min(found) < 0:
        raise _refused(msg("whole numbers such as 1,2,3"), tokens)
    return found


def completer(values: Callable[[], Iterable[str]] | None) -> Callable[[Any], list[str]] | None:
    """Return the function that a shell asks for the values of an argument."""
    return None if values is None else lambda context: list(values())


def name_completer(values: Callable[[], Iterable[str]]) -> Callable[[Any], list[str]]:
    """Return the function that a shell asks for the next of several names."""

    def more(context: Any) -> list[str]:
        before, comma, _ = context.incomplete.rpartition(",")
        return [f"{before}{comma}{one}" for one in values()]

    return more


def puzzle_names() -> Iterable[str]:
    """Return the kinds of puzzle."""
    from gridwise.core import registry

    return registry.puzzles()


def method_names() -> Iterable[str]:
    """Return what `--method` takes."""
    from gridwise.core import registry

    return (*registry.methods(), "auto", "each")


if TYPE_CHECKING:
    Inputs = str
else:  # a path to cyclopts, so that shells complete file names; the text is taken as it is
    Inputs = Annotated[
        Path,
        Parameter(
            name="INPUT",
            help="A file, - for standard input, a notation, or the text of a board.",
            converter=_input,
            json_list=False,
        ),
    ]
KindName = Annotated[
    str, Parameter(name="KIND", help="The puzzle.", completer=completer(puzzle_names))
]
Lang = Annotated[
    str | None,
    Parameter(
        name="--lang",
        metavar="LANG",
        help="The language of messages, and of documents: en, vi or zh-Hant. Messages follow the "
        "environment without it.",
        show_default=False,
        completer=completer(lambda: LANGUAGES),
    ),
]
COMMON: Mapping[str, Any] = {
    "puzzle": Annotated[
        str | None,
        Arg(
            "The kind of puzzle; by default it is read from the input.",
            metavar="KIND",
            completions=puzzle_names,
        ),
    ],
    "goal": Annotated[
        str | None,
        Arg(
            "The goal of a sliding board: first (the blank first), last, snail, or a file of it.",
            completions=lambda: ("first", "last", "snail"),
        ),
    ],
    "method": Annotated[
        str | None,
        Arg(
            "One of `gridwise methods`; auto (the default) chooses one, each runs all that fit.",
            metavar="NAME",
            completions=method_names,
        ),
    ],
    "limit": Annotated[
        int | None, Arg("Stop after N solutions (with --all or --count).", least=1, metavar="N")
    ],
    "nodes": Annotated[
        int | None,
        Arg(
            "Limit of search nodes; `gridwise methods NAME` says what one is.", least=1, metavar="N"
        ),
    ],
    "memory": Annotated[
        float | None, Arg("Limit of the memory that a run adds, megabytes.", metavar="MB")
    ],
    "settings": Annotated[
        tuple[str, ...] | None,
        Parameter(
            name="--set",
            metavar="NAME=VALUE",
            negative="",
            consume_multiple=False,
            help="An option that `gridwise methods NAME` lists; may be repeated.",
        ),
    ],
    "encoding": Annotated[
        str | None,
        Arg("How sums are encoded as clauses; short for --set encoding=NAME.", metavar="NAME"),
    ],
    "workers": Annotated[
        int | None,
        Arg(
            "Share the work out to N processes. Without it `batch` takes one a core; so does "
            "`simulate` where games are compiled or 500 a row; the others work in one.",
            least=1,
            metavar="N",
        ),
    ],
    "cluster": Annotated[
        str | None,
        Arg(
            "Share the work out to a Dask cluster: its scheduler's address, or local:N.",
            metavar="ADDRESS",
        ),
    ],
    "certificate": Annotated[
        Path | None,
        Arg(
            "Write a certificate of every claim to a folder, and have the checker prove it.",
            metavar="DIR",
        ),
    ],
    "style": Annotated[
        str | None,
        Arg("How boards are written to the file; by default its ending says so.", metavar="NAME"),
    ],
    "json": Annotated[bool, Arg("Print one JSON object a line and nothing else.")],
    "ascii": Annotated[bool, Arg("Draw boards with + - | only.")],
}
"""The options of several commands, by the name of the parameter."""


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
