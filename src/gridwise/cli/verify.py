"""`gridwise verify`: check certificates with code that shares nothing with the solvers."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from gridwise.cli.shared.options import Json, flag


def verify(
    *certificates: Annotated[
        Path, Parameter(name="CERTIFICATE", help="A file that --certificate wrote.")
    ],
    both: Annotated[
        bool, flag("--both", "Ask a second checker too: the package dratify, if installed.")
    ] = False,
    json: Json = False,
) -> int:
    """Check certificates of answers: the board is read and its clauses are made anew."""
    from gridwise.cli.shared.exit_status import ANSWERED, LIMIT
    from gridwise.cli.shared.language import error_words
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.core.errors import InputError, UsageError
    from gridwise.core.message import msg
    from gridwise.render.words import in_words
    from gridwise.solving.certificates.checking import check, text_of

    if not certificates:
        raise UsageError(msg("no certificate: name a file that --certificate wrote"))
    terminal = Terminal(json=json)
    status = ANSWERED
    for path in certificates:
        try:
            found = check(path, both=both)
        except InputError as error:
            terminal.error(error_words(error))
            terminal.json_line({"path": str(path), "claim": None, "error": str(error)})
            status = max(status, error.exit_status)
            continue
        terminal.json_line({"path": str(path), **found.to_dict()})
        terminal.line(f"{path}: {in_words(text_of(found))}")
        if not found.proved:
            status = max(status, LIMIT if found.open else InputError.exit_status)
    return status
