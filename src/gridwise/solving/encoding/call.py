"""Calls a function that makes clauses in a child process, so that it can hang and crash alone."""

import contextlib
import os
import struct
import sys
import traceback
from array import array
from collections.abc import Iterator
from functools import partial
from typing import Any

from gridwise.core.errors import InputError, ParseError
from gridwise.core.message import Message, msg
from gridwise.process.fork import Forked
from gridwise.process.usage import status_bytes
from gridwise.solving.encoding.given_clauses import FUNCTION, Encoder, GivenClauses, checked_clauses

CALL_S = 10.0
"""How long a function may take by default, seconds."""
MOST_BYTES = 1 << 30
"""How much memory it may take on top of what its process has."""

_CLAUSES, _PARSE_ERROR, _ERROR = b"c", b"p", b"e"


def call_encoder(encode: Encoder, board: Any, time_s: float = CALL_S) -> GivenClauses:
    """Return the clauses that a function makes of a board.

    Where processes can be forked, it runs in a child with bounded time and memory, whatever it
    does; elsewhere here, unbounded.

    Raises
    ------
    InputError
        It raised an error, ended its process, or took too long.
    ParseError
        It returned something else than clauses.
    """
    if not hasattr(os, "fork"):
        try:
            return GivenClauses(FUNCTION, None, tuple(checked_clauses(encode(board), FUNCTION)))
        except InputError:
            raise
        except Exception as error:
            raise _failed(_words(error)) from error
    child = Forked(partial(_serve, encode, board))
    answer = child.output(time_s)
    if answer is None:
        raise _failed(msg("no answer after {seconds} s", seconds=f"{time_s:g}"))
    if child.returncode or not answer:
        raise _failed(msg("its process ended (exit status {n})", n=child.returncode))
    return _read(answer)


def _read(answer: bytes) -> GivenClauses:
    kind, rest = answer[:1], answer[1:]
    if kind == _CLAUSES:
        numbers = array("i")
        numbers.frombytes(rest)
        return GivenClauses(FUNCTION, None, tuple(_split(numbers)))
    if kind == _PARSE_ERROR:
        line, column = struct.unpack_from("ii", rest)
        found, _, expected = rest[struct.calcsize("ii") :].decode().partition("\0")
        raise ParseError(found, expected, source=FUNCTION, line=line, column=column)
    raise _failed(rest.decode("utf-8", "replace"))


def _split(numbers: "array[int]") -> Iterator[tuple[int, ...]]:
    clause: list[int] = []
    for number in numbers:
        if number:
            clause.append(number)
        else:
            yield tuple(clause)
            clause.clear()


def _failed(what: Message | str) -> ParseError:
    return ParseError(what, msg("a list of clauses"), source=FUNCTION)


def _words(error: BaseException) -> str:
    """Return an error in one line, with the line of the function that raised it."""
    text = " ".join("".join(traceback.format_exception_only(error)).split())
    frames = traceback.extract_tb(error.__traceback__)
    here = [frame for frame in frames if frame.filename != __file__]
    where = f" ({os.path.basename(here[-1].filename)}, line {here[-1].lineno})" if here else ""  # noqa: PTH119
    return f"{text[:200]}{where}"


def _serve(encode: Encoder, board: Any) -> None:
    """Run the function in the child and write what it returns."""
    answers = os.fdopen(os.dup(1), "wb")
    # What it prints must not come between the lines of the parent's answer.
    sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    for stream in (1, 2):
        os.dup2(sys.stdout.fileno(), stream)
    _bound_memory()
    try:
        numbers = array("i")
        for clause in checked_clauses(encode(board), FUNCTION):
            numbers.extend((*clause, 0))
        answers.write(_CLAUSES + numbers.tobytes())
    except ParseError as error:
        place = struct.pack("ii", error.line, error.column)
        answers.write(_PARSE_ERROR + place + f"{error.found}\0{error.expected}".encode())
    except MemoryError:
        answers.write(_ERROR + b"MemoryError: it needs more than 1 GiB")
    except BaseException as error:
        answers.write(_ERROR + _words(error).encode("utf-8", "replace"))
    answers.close()


def _bound_memory() -> None:
    held = status_bytes("self", "VmSize:")
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        if held is not None:
            resource.setrlimit(resource.RLIMIT_AS, (held + MOST_BYTES, held + MOST_BYTES))
