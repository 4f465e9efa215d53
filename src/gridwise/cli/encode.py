"""`gridwise encode`: the clauses of a board, as DIMACS."""

from pathlib import Path
from typing import Annotated

from gridwise.cli.shared import params as _params
from gridwise.cli.shared.params import Encoding, Inputs, Json, Kind, Settings, flag, valued


def encode(
    *inputs: Inputs,
    output: Annotated[
        Path | None,
        valued(("--output", "-o"), "FILE", "Write the DIMACS text to a file.", _params.file_name),
    ] = None,
    simplified: Annotated[
        bool,
        flag("--simplified", "What unit propagation leaves, in place of the raw clauses."),
    ] = False,
    puzzle: Kind = None,
    encoding: Encoding = None,
    settings: Settings = None,
    json: Json = False,
) -> int:
    """Write the clauses of a board as DIMACS, or count them."""
    from gridwise.cli.shared.cancel import Cancel
    from gridwise.cli.shared.files import write_whole
    from gridwise.cli.shared.job import CANCELLED
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.core.errors import GridwiseError, InputError, UnknownNameError, UsageError
    from gridwise.solving.encoding import encode as workbench
    from gridwise.solving.files import check_writable
    from gridwise.solving.inputs import read_inputs
    from gridwise.solving.result_json import error_record

    if not inputs:
        raise UsageError("no input: name a file, a notation such as sudoku:2x2:1..., or -")
    options = _params.settings(settings or (), encoding)
    if output is not None:
        check_writable(output)
    terminal = Terminal(json=json)
    status = 0
    text = ""
    with Cancel() as cancel:
        cancel.at_once = True  # making clauses does not look at the token
        try:
            for item in read_inputs(_params.unshielded(inputs), puzzle=puzzle):
                try:
                    if item.entry.error is not None:
                        raise item.entry.error
                    if text:
                        raise InputError(
                            f"{item.source}:{item.entry.line}: found a second board, expected one: "
                            "DIMACS text holds one (--json takes many)"
                        )
                    found = workbench.encode(
                        item.entry.position, simplified=simplified, options=options
                    )
                except UnknownNameError:
                    raise
                except GridwiseError as error:
                    terminal.error(str(error))
                    terminal.record(error_record(error, index=item.index))
                    status = max(status, error.exit_status)
                    continue
                terminal.record({"index": item.index, **found.to_dict()})
                if not json or output is not None:
                    text = found.to_dimacs()
        except KeyboardInterrupt:
            if not cancel.is_set():
                raise
            return CANCELLED
    if text and output is not None:
        write_whole(output, [text])
        terminal.note(f"{output} written: {text_size(found.variables, len(found.clauses))}")
    elif text:
        terminal.line(text.removesuffix("\n"))
    terminal.flush()
    return status


def text_size(variables: int, clauses: int) -> str:
    """Return both numbers in words."""
    return f"{variables:,} variables, {clauses:,} clauses"
