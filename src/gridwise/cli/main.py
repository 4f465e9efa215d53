"""The program `gridwise`: its commands, and the exit status of every end."""

import contextlib
import inspect
import os
import pkgutil
import re
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.abc import InspectLoader
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any, TextIO, get_args

from cyclopts import (
    App,
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    RepeatArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)

import gridwise
import gridwise.cli
import gridwise.questions
from gridwise.cli.board_commands import SUMMARIES, board_command
from gridwise.cli.completion import completion_of
from gridwise.cli.shared.exit_status import ANSWERED, CANCELLED, FAULT
from gridwise.cli.shared.language import choose, error_words, sentence
from gridwise.cli.shared.options import STDIN, Lang, refused, shielded, unshielded
from gridwise.core.errors import Fault, GridwiseError, UnknownNameError, UsageError
from gridwise.core.limits import Interrupted
from gridwise.core.message import Message, as_message, msg
from gridwise.render.words import printable

_COMPLETE = "__complete"  # shells ask the parser by this for the values of an argument
_INTERRUPTED, _BAD_OUTPUT = 130, 30

_Command = Callable[..., int]

_HELP = """\
Solve, prove, explain, compare and play grid puzzles with classical AI.

Five to try first:
  gridwise solve sudoku:2x2:1.......3......4
  gridwise hint sudoku:2x2:1.......3......4
  gridwise generate minesweeper 9x9x10
  gridwise puzzles
  gridwise web

An INPUT is a file, - for standard input, the text of a board, or a notation
such as queens:8: (`gridwise puzzles` has more)."""

_STATUSES = """\
Exit status: 0 answered, 10 there is no solution, 20 a limit was
reached, 21 cancelled, 2 wrong usage, 30 bad input, 31 a fault of ours; for
several inputs the highest."""

_COMMANDS = """\
solve INPUT... [OPTIONS]
  solve hard.sdk -o solved.sdk
  solve queens:8: --all --limit 3
  solve minesweeper:4x3x2:--1-/--21/---- --json
  solve sudoku:2x2:1.......3......4 --method each
count INPUT... [OPTIONS]
  count queens:8:
  count queens:6: --fundamental
hint INPUT... [OPTIONS]
  hint sudoku:2x2:1.......3......4
  hint sliding:2x2:3,1,2,0 --level 2
explain INPUT... [OPTIONS]
  explain sudoku:2x2:1.....2..3.....4
  explain queens:6:r1c2
rate INPUT... [OPTIONS]
  rate sliding:3x3:1,2,5,3,4,8,6,7,0
  rate --bench sudoku:2x2:1.......3......4
generate KIND [PARAMS] [OPTIONS]
  generate sudoku --seed 7
  generate minesweeper 9x9x10 -n 3
  generate queens 8
probabilities INPUT... [OPTIONS]
  probabilities minesweeper:4x3x2:--1-/--21/----
heuristics INPUT... [OPTIONS]
  heuristics sliding:2x2:3,1,2,0
encode INPUT [-o BOARD.cnf] [OPTIONS]
  encode queens:4:
  encode queens:4: --json --encoding seqcounter
check_encoding CNF INPUT [OPTIONS]
  check-encoding queens.cnf queens:4:
  check-encoding queens.cnf queens:4: --json
verify CERTIFICATE... [OPTIONS]
  verify proofs/0001-solutions.jsonl.gz --json
simulate KIND [OPTIONS]
  simulate minesweeper --games 20 --policy single_point
  simulate minesweeper --board 5x5x4 --games 20 --policy sat --guess random
batch INPUT -o OUT [OPTIONS]
  batch sudoku:2x2:1.......3......4 -o solved.csv
  batch queens:8: -o counts.jsonl --do count --workers 1
compare INPUT... [OPTIONS]
  compare queens:6: --methods sat,dpll --repeats 1 -o runs
  compare queens -o runs
report DIR -o FILE [OPTIONS]
  report runs -o report.html --lang vi
grade ASSIGNMENT SUBMISSIONS -o DIR [OPTIONS]
  grade homework.toml handed-in -o grades
  grade homework.toml handed-in -o graded --lang vi --format pdf,html
replay TRACE [OPTIONS]
  replay queens.jsonl
  replay queens.jsonl --step 12
  replay queens.jsonl --html q.html
export INPUT... -o FILE [OPTIONS]
  export sudoku:2x2:1.......3......4 -o board.svg
  export queens:8: -o sheet.html --solution
web [OPTIONS]
  web
  web --port 0 --no-browser
puzzles [OPTIONS]
  puzzles
  puzzles --json
methods [NAME] [OPTIONS]
  methods
  methods a_star
  methods --puzzle queens
policies [OPTIONS]
  policies
techniques [OPTIONS]
  techniques
bench KIND [INPUT] [OPTIONS]
  bench queens --list
  bench sudoku --scale 0.1
prepare [NAME...] [OPTIONS]
  prepare --list
  prepare sudoku
doctor [OPTIONS]
  doctor
  doctor --json
"""
"""The commands in the order of the help: the usage of each, and examples below it."""


def app() -> App:
    """Return the parser with all commands."""
    program = App(
        name="gridwise",
        version=lambda: f"gridwise {gridwise.__version__}",
        help=_HELP,
        help_format="plaintext",
        help_epilogue=_STATUSES,
        usage="Usage: gridwise COMMAND [INPUT...] [OPTIONS]; gridwise COMMAND --help says more",
    )
    for at, (command, (usage, *examples)) in enumerate(_commands().items()):
        lines = "".join(f"\n  gridwise {example}" for example in examples)
        name = command.replace("_", "-")
        program.command(
            f"{__name__}:{command}",  # imported by `__getattr__` below, when it is asked for
            name=name,
            help=_help_of(command),
            usage=f"Usage: gridwise {name} {usage}",
            help_epilogue=f"Examples:{lines}" if examples else "",
            sort_key=at,
        )
    program.command(
        completion_of(program),
        name="--install-completion",
        usage="Usage: gridwise --install-completion [SHELL] [-o FILE]",
        help_epilogue="Examples:\n  gridwise --install-completion bash",
    )

    @program.default
    def no_command(*, lang: Lang = None) -> None:
        program.help_print([])

    return program


def __getattr__(name: str) -> Any:
    """Import a command, as most runs need a single one; all others are not imported."""
    if name not in _commands():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if (
        name in SUMMARIES
        or PathFinder.find_spec(f"gridwise.cli.{name}", gridwise.cli.__path__) is None
    ):
        return _with_language(board_command(name))
    return _with_language(getattr(import_module(f"gridwise.cli.{name}"), name))


def _help_of(command: str) -> str | None:
    """Return the first lines of the help of a command, whose module is not run for that."""
    summary = SUMMARIES.get(command) or _docstring(gridwise.cli, command)
    return summary or (_docstring(gridwise.questions, command) or "").partition("\n")[0]


def _docstring(package: ModuleType, name: str) -> str | None:
    """Return the docstring of the function `name` in the module `name` of a package."""
    spec = PathFinder.find_spec(f"{package.__name__}.{name}", package.__path__)
    if spec is None or not isinstance(spec.loader, InspectLoader):
        return None
    code = spec.loader.get_code(spec.name)
    constants = () if code is None else code.co_consts
    function = next((one for one in constants if getattr(one, "co_name", None) == name), None)
    docstring: str | None = None if function is None else function.co_consts[0]
    return docstring  # Python keeps it first


@cache
def _commands() -> Mapping[str, list[str]]:
    """Return the usage of every command, and its examples, by name."""
    listed: dict[str, list[str]] = {}
    for block in re.split(r"\n(?! )", _COMMANDS.rstrip()):
        head, *examples = map(str.strip, block.splitlines())
        name, _, usage = head.partition(" ")
        listed[name] = [usage, *examples]
    others = {info.name for info in pkgutil.iter_modules(gridwise.questions.__path__)}
    for name in sorted(others - {*listed, "setter_bench"}):
        if _docstring(gridwise.questions, name):
            listed[name] = ["INPUT... [OPTIONS]"]
    return listed


def _with_language(command: _Command) -> _Command:
    """Return the command with the option `--lang` in its help; `choose` has read it before."""
    signature = inspect.signature(command)

    def run(*args: object, lang: str | None = None, **kwargs: object) -> int:
        return command(*args, **kwargs)

    option = inspect.Parameter(
        "lang", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Lang
    )
    parameters = [*signature.parameters.values(), option]
    run.__name__, run.__doc__ = command.__name__, command.__doc__
    run.__annotations__ = {**command.__annotations__, "lang": Lang}
    run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return run


def run(args: list[str]) -> int:
    """Run one command line and return its exit status; raises nothing but `SystemExit`."""
    try:
        status = _dispatch(args if args[:1] == [_COMPLETE] else choose(args))
        sys.stdout.flush()
        return status
    except GridwiseError as error:
        # An error about a file begins with the file's name, one about the command with ours.
        prefix = "gridwise: " if isinstance(error, UsageError) else ""
        _complain(f"{prefix}{error_words(error)}")
        return error.exit_status
    except CycloptsError as error:
        _complain(f"gridwise: {sentence(_refusal(error))}")
        return UsageError.exit_status
    except Interrupted:
        return CANCELLED
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # The reader closed the pipe: what is still buffered is dropped silently.
        _drop_output()
        return ANSWERED
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        _complain(sentence(msg("standard output: {why}", why=why)))
        _drop_output()
        return _BAD_OUTPUT
    except Exception as error:
        _complain(error_words(Fault(f"{type(error).__name__}: {error}")))
        from gridwise.cli.shared.terminal import debug

        if debug():
            traceback.print_exc()
        return FAULT


def _dispatch(args: Sequence[str]) -> int:
    command, bound, _ = app().parse_args(shielded(args), print_error=False, exit_on_error=False)
    kwargs = {name: unshielded(value) for name, value in bound.kwargs.items()}
    status = command(*map(unshielded, bound.args), **kwargs)
    return status if isinstance(status, int) else 0


def _refusal(error: CycloptsError) -> Message:
    """Return what is wrong with a command line that cannot be read."""
    command = " ".join(("gridwise", *(error.command_chain or ())))
    match error:
        case UnknownOptionError():
            name = (error.token.keyword or error.token.value).partition("=")[0]
            known = {name for one in error.argument_collection for name in one.names}
            options = {name for name in known if name.startswith("--")}
            return UnknownNameError(msg("option"), name, options | {"--help"}).message
        case UnknownCommandError() | UnusedCliTokensError() if not error.command_chain:
            known = {name for name in app() if not name.startswith("-")}
            unused = error.unused_tokens or [""]
            return UnknownNameError(msg("command"), unused[0], known).message
        case UnusedCliTokensError():
            found = repr((error.unused_tokens or [""])[0])
            return msg("{command} takes no further {found}", command=command, found=found)
        case MissingArgumentError() if error.argument is not None:
            name = error.keyword or error.argument.name
            if error.keyword or error.argument.tokens:
                return msg("{option} needs a value", option=name)
            return msg("{command} needs {name}; see {command} --help", command=command, name=name)
        case RepeatArgumentError():
            return msg("{option} is given twice", option=error.token.keyword or "")
        case CoercionError() if error.token is not None:
            why = error.__cause__.args[0] if error.__cause__ and error.__cause__.args else ""
            if not isinstance(why, Message):
                values = get_args(error.target_type)
                expected = msg("{values}", values=values) if values else msg("another value")
                why = refused(expected, error.token.value)
            option = error.token.keyword or (error.argument.name if error.argument else "")
            return msg("{option}: {why}", option=option, why=why)
        case _:
            error.verbose = False
            return as_message(str(error))


def _complain(text: str) -> None:
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
    line = " ".join(text.replace(repr(STDIN), "'-'").replace(STDIN, "-").split())
    print(printable(line), file=sys.stderr, flush=True)


def _drop_output() -> None:
    """Send what is still buffered for a standard output that takes no more to nowhere."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _writable(stream: TextIO | None) -> TextIO:
    """Return a stream that takes any text: the null device for a closed one, else with escapes."""
    if stream is None:
        return Path(os.devnull).open("w", encoding="utf-8")
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")
    return stream


def main() -> None:
    """Run the program on this process's arguments and leave it."""
    sys.stdout, sys.stderr = _writable(sys.stdout), _writable(sys.stderr)
    sys.exit(run(sys.argv[1:]))
