"""`gridwise report`: a comparison's folder as a document to read, print and hand in."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from gridwise.cli.shared import language
from gridwise.cli.shared.asking import takes_options
from gridwise.cli.shared.cancel import Cancel
from gridwise.cli.shared.terminal import Terminal
from gridwise.core.message import msg
from gridwise.documents.report import report as write


@takes_options(write, order="output full certificate")
def report(
    folder: Annotated[Path, Parameter(name="DIR", help="A folder that `compare` made.")],
    /,
    *,
    output: Path,
    full: bool = False,
    certificate: Path | None = None,
) -> int:
    """Write a report of a comparison."""
    terminal = Terminal()
    terminal.progress(msg("writing {path}", path=str(output)))
    with (
        Cancel() as cancel,
        terminal.noting(msg("{path} not written: cancelled", path=str(output))),
    ):
        cancel.at_once = certificate is None  # nothing else looks at the token
        lang = language.of_documents()
        write(folder, output, lang=lang, full=full, certificate=certificate, cancel=cancel)
    terminal.note(msg("{path} written", path=str(output)))
    return 0
