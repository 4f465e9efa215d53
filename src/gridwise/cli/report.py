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
    lang: Annotated[str, valued("--lang", "LANG", "en (the default), vi or zh-Hant.")] = "en",
    output: Annotated[
        Path,
        valued(("--output", "-o"), "FILE", "A .docx, .pdf or .html file.", options.file_name),
    ],
) -> int:
    """Write a report of a comparison."""
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.documents.report import report as write

    terminal = Terminal()
    terminal.progress(f"writing {output}")
    try:
        write(folder, output, lang)
    finally:
        terminal.clear()
    terminal.note(f"{output} written")
    return 0
