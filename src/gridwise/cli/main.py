"""The program `gridwise`: its commands, and the exit status of every end."""

import contextlib
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from cyclopts import App, CycloptsError

from gridwise import __version__
from gridwise.cli.bench import bench
from gridwise.cli.compare import compare
from gridwise.cli.count import count
from gridwise.cli.encode import encode
from gridwise.cli.export import export
from gridwise.cli.generate import generate
from gridwise.cli.heuristics import heuristics
from gridwise.cli.hint import hint
from gridwise.cli.methods import methods
from gridwise.cli.policies import policies
from gridwise.cli.prepare import prepare
from gridwise.cli.probabilities import probabilities
from gridwise.cli.puzzles import puzzles
from gridwise.cli.report import report
from gridwise.cli.shared.options import STDIN, shielded, unshielded
from gridwise.cli.shared.terminal import debug
from gridwise.cli.simulate import simulate
from gridwise.cli.solve import solve
from gridwise.cli.web import web
from gridwise.core.errors import Fault, GridwiseError, UsageError
from gridwise.render.words import printable

_FAULT, _INTERRUPTED, _BAD_OUTPUT = 31, 130, 30

_HELP = """\
Solve, count and compare grid puzzles with classical AI.

Exit status: 0 answered, 10 proved that there is no solution, 20 a limit was reached, 21 cancelled,
2 wrong usage, 30 bad input, 31 a fault of ours; for several inputs the highest."""


def app() -> App:
    """Return the parser with all commands."""
    program = App(name="gridwise", version=f"gridwise {__version__}", help=_HELP)
    for command, words in (
        (solve, "INPUT... [OPTIONS]"),
        (count, "INPUT... [OPTIONS]"),
        (generate, "KIND [PARAMS] [OPTIONS]"),
        (hint, "INPUT... [OPTIONS]"),
        (probabilities, "INPUT... [OPTIONS]"),
        (heuristics, "INPUT... [OPTIONS]"),
        (encode, "INPUT [-o BOARD.cnf] [OPTIONS]"),
        (simulate, "KIND [OPTIONS]"),
        (compare, "INPUT... -o DIR [OPTIONS]"),
        (export, "INPUT... -o FILE [OPTIONS]"),
        (report, "DIR [--lang LANG] -o FILE"),
        (bench, "NAME [INPUT] [OPTIONS]"),
        (prepare, "[NAME...] [OPTIONS]"),
        (puzzles, "[--json]"),
        (methods, "[NAME] [--puzzle KIND] [--json]"),
        (policies, "[--puzzle KIND] [--json]"),
        (web, "[--host H] [--port P] [--no-browser] [OPTIONS]"),
    ):
        program.command(command, usage=f"Usage: gridwise {command.__name__} {words}")
    return program


def run(args: Sequence[str]) -> int:
    """Run one command line and return its exit status; raises nothing but `SystemExit`."""
    try:
        status = _dispatch(args)
        sys.stdout.flush()
        return status
    except GridwiseError as error:
        # An error about a file begins with the file's name, one about the command with ours.
        prefix = "gridwise: " if isinstance(error, UsageError) else ""
        prefix = "internal fault: " if isinstance(error, Fault) else prefix
        _complain(f"{prefix}{error}")
        return error.exit_status
    except CycloptsError as error:
        error.verbose = False
        _complain(f"gridwise: {error}")
        return UsageError.exit_status
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # The reader closed the pipe: what is still buffered is dropped silently.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        _complain(f"standard output: {(error.strerror or str(error)).lower()}")
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _BAD_OUTPUT
    except Exception as error:
        _complain(f"internal fault: {type(error).__name__}: {error}")
        if debug():
            traceback.print_exc()
        return _FAULT


def _dispatch(args: Sequence[str]) -> int:
    command, bound, _ = app().parse_args(shielded(args), print_error=False, exit_on_error=False)
    kwargs = {name: unshielded(value) for name, value in bound.kwargs.items()}
    status = command(*map(unshielded, bound.args), **kwargs)
    return status if isinstance(status, int) else 0


def _complain(text: str) -> None:
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
    line = " ".join(text.replace(repr(STDIN), "'-'").replace(STDIN, "-").split())
    print(printable(line), file=sys.stderr, flush=True)


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
