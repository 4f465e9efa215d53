"""The task that checks a certificate, as `gridwise verify` does."""

import base64
import binascii
import gzip
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

from gridwise.core import registry
from gridwise.core.errors import InputError
from gridwise.core.message import msg
from gridwise.core.question import Arg
from gridwise.solving.certificates.checking import check
from gridwise.solving.inputs import parse
from gridwise.workers.arguments import MOST_TEXT as MOST_BOARD
from gridwise.workers.protocol import Arguments, Call, TaskAnswer, TaskKind

MOST_TEXT = 7_000_000
NAME = "certificate"


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyArguments(Arguments):
    """As `gridwise verify`."""

    certificate: Annotated[
        str,
        Arg("The file, in base64; or the JSON lines in it.", least=1, most_remote=MOST_TEXT),
    ]
    board: (
        Annotated[
            str,
            Arg("The board that it has to speak of.", least=1, most_remote=MOST_BOARD),
        ]
        | None
    ) = None


def verify(call: Call, args: VerifyArguments) -> TaskAnswer:
    """Return the verdict on a certificate."""
    wanted = None
    if args.board is not None:
        position = parse(args.board)
        wanted = registry.puzzle_of(position).format(position)
    with TemporaryDirectory(prefix="gridwise-") as folder, call.measured():
        path = Path(folder) / "certificate.jsonl.gz"
        path.write_bytes(_packed(args.certificate))
        verdict = check(path, name=NAME, board=wanted, limits=call.limits(), cancel=call.cancel)
    return TaskAnswer(verdict.to_dict())


def _packed(text: str) -> bytes:
    """Return the gzip file of a text: JSON lines begin with a brace, which base64 never holds."""
    if text.lstrip().startswith("{"):
        return gzip.compress(text.lstrip().encode("utf-8", "surrogatepass"), 1)
    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        raise InputError(msg("{path}: neither base64 nor JSON lines", path=NAME)) from None


TASKS = (TaskKind("verify", VerifyArguments, verify),)
