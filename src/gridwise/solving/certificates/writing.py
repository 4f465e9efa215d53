"""Writes certificates to a folder and has each checked at once."""

import gzip
import hashlib
import json
import time
from collections.abc import Mapping
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

from gridwise.core.capabilities import Claim
from gridwise.core.errors import InputError, ParameterError
from gridwise.core.files import make_folder, write_whole
from gridwise.core.limits import NO_LIMITS, CancelToken, Interrupted, Limits
from gridwise.core.message import msg
from gridwise.core.result import Certificate, Result, Stop
from gridwise.core.run import Run, collector_off
from gridwise.solving.certificates.checking import check, message_of, text_of
from gridwise.solving.certificates.claims import claims
from gridwise.solving.certificates.prover import SOLVER
from gridwise.verifier.claims import CHECKER

R = TypeVar("R", bound=Result[Any])


@collector_off()  # a fifth of the time
def certified(
    result: R,
    folder: Path,
    *,
    index: int = 0,
    limits: Limits = NO_LIMITS,
    cancel: CancelToken | None = None,
) -> R:
    """Write a certificate for every claim of a result, check each, and return the result with them.

    Parameters
    ----------
    result
        The answer of `solve` or `count`.
    folder
        The folder, made if missing, for files such as `0001-solutions.jsonl.gz`.
    index
        The number of the board, from 0.
    limits, cancel
        End the work early. Then, and if a claim is too large, the last entry says so.

    Raises
    ------
    InputError
        The folder cannot be written to.
    """
    run = Run(limits, cancel=cancel)
    written: list[Certificate] = []
    since = time.perf_counter()
    try:
        for claim in claims(result, run):
            path = folder / f"{index + 1:04}-{claim.claim['kind']}.jsonl.gz"
            make_folder(folder)
            data = packed(claim, result.puzzle, result.notation)
            write_whole(path, [data])
            made = time.perf_counter()
            try:
                verdict = check(path, board=result.notation, limits=run.rest(), cancel=cancel)
            except InputError as error:  # it is larger than a reader accepts
                path.unlink()
                raise ParameterError(error.message) from None
            except Interrupted:  # its worth is unknown
                path.unlink()
                raise
            checked = time.perf_counter()
            written.append(
                Certificate(
                    str(path),
                    verdict.claim,
                    verdict.proved,
                    text_of(verdict),
                    verdict.checker,
                    verdict.steps,
                    said=message_of(verdict.text),
                    clauses=verdict.clauses,
                    made_s=made - since,
                    checked_s=checked - made,
                    size=len(data),
                    versions=versions(solver=CHECKER in verdict.checker.split(", ")),
                )
            )
            since = time.perf_counter()
    except Interrupted as end:
        text = msg("solved, not proved: a limit was reached before the certificate was whole")
        if end.stop is Stop.CANCELLED:
            text = msg("solved, not proved: it was stopped before the certificate was whole")
        written.append(Certificate(None, None, False, text))
    except ParameterError as error:
        text = msg("solved, not proved: {why}", why=error.message)
        written.append(Certificate(None, None, False, text))
    return replace(result, certificate=tuple(written))


def versions(*, solver: bool = True) -> Mapping[str, str]:
    """Return the makers of certificates, with versions; without the solver if it had no part."""
    makers = {"gridwise": version("gridwise")}
    if solver:
        makers["solver"] = f"{SOLVER} (python-sat {version('python-sat')})"
    return makers


def packed(claim: Claim, puzzle: str, notation: str) -> bytes:
    """Return the bytes of a certificate. Equal claims give equal bytes."""
    head = {
        "format": "gridwise-certificate",
        "version": 1,
        **versions(),
        "puzzle": puzzle,
        "board": notation,
        "claim": claim.claim,
    }
    lines = [json.dumps(value, separators=(",", ":")) for value in (head, *claim.evidence)]
    data = "".join(f"{line}\n" for line in lines).encode()
    end = json.dumps({"sha256": hashlib.sha256(data).hexdigest()})
    return gzip.compress(data + f"{end}\n".encode(), 6, mtime=0)  # 9 takes four times as long
