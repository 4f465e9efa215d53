"""`gridwise report`: a comparison's folder as a document to read, print and hand in."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from gridwise.cli.shared import options
from gridwise.cli.shared.options import valued


def report(
    folder: Annotated[Path, Parameter(name="DIR", help="A folder that `compare` made.")],
    /,
    *,
    output: Annotated[
        Path,
        valued(("--output", "-o"), "FILE", "A .docx, .pdf or .html file.", options.file_name),
    ],
    certificate: options.Certificate = None,
) -> int:
    """Write a report of a comparison."""
    from gridwise.cli.shared import language
    from gridwise.cli.shared.cancel import Cancel
    from gridwise.cli.shared.exit_status import CANCELLED
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.core.limits import Interrupted
    from gridwise.core.message import msg
    from gridwise.documents.report import report as write

    terminal = Terminal()
    terminal.progress(msg("writing {path}", path=str(output)))
    try:
        with Cancel() as cancel:
            cancel.at_once = certificate is None  # nothing else looks at the token
            write(folder, output, language.of_documents(), certificate=certificate, cancel=cancel)
    except Interrupted:
        terminal.clear()
        terminal.note(msg("{path} not written: cancelled", path=str(output)))
        return CANCELLED
    finally:
        terminal.clear()
    terminal.note(msg("{path} written", path=str(output)))
    return 0
