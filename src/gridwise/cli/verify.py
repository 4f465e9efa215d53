"""`gridwise verify`: check certificates with code that shares nothing with the solvers."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from gridwise.cli.shared.options import Json, Theme, file_name, flag, time_limit, valued


def verify(
    *certificates: Annotated[
        Path, Parameter(name="CERTIFICATE", help="A file that --certificate wrote.")
    ],
    both: Annotated[
        bool, flag("--both", "Ask a second checker too: the package dratify, if installed.")
    ] = False,
    listed: Annotated[
        bool, flag("--list", "Print the steps of a resolution refutation, numbered.")
    ] = False,
    tree: Annotated[
        Path | None,
        valued("--tree", "FILE.svg", "Draw a small resolution refutation as a tree.", file_name),
    ] = None,
    theme: Theme = "light",
    time: Annotated[float | None, time_limit("The limit for each, seconds.")] = None,
    json: Json = False,
) -> int:
    """Check certificates of answers with code that shares nothing with the solvers."""
    from gridwise.cli.shared.cancel import Cancel
    from gridwise.cli.shared.exit_status import ANSWERED, CANCELLED, LIMIT
    from gridwise.cli.shared.language import error_words, of_documents, words
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.core.errors import InputError, UsageError
    from gridwise.core.limits import Interrupted, Limits
    from gridwise.core.message import msg
    from gridwise.core.result import Stop
    from gridwise.render.catalogue import catalogue
    from gridwise.solving.certificates.checking import (
        check,
        listing,
        refutations,
        text_of,
        tree_svg,
    )
    from gridwise.solving.files import write_whole
    from gridwise.verifier import Derivation

    if not certificates:
        raise UsageError(msg("no certificate: name a file that --certificate wrote"))
    if tree is not None and len(certificates) > 1:
        raise UsageError(msg("--tree draws one certificate"))
    terminal = Terminal(json=json)
    status = ANSWERED
    for path in certificates:
        try:
            with Cancel() as cancel:
                found = check(path, both=both, limits=Limits(time_s=time), cancel=cancel)
        except Interrupted as stopped:
            known = msg("not proved: a limit was reached before the check ended")
            terminal.json_line({"path": str(path), "claim": None, "error": str(known)})
            terminal.line(f"{path}: {words(known)}")
            if stopped.stop is Stop.CANCELLED:
                return CANCELLED
            status = max(status, LIMIT)
            continue
        except InputError as error:
            terminal.error(error_words(error))
            terminal.json_line({"path": str(path), "claim": None, "error": str(error)})
            status = max(status, error.exit_status)
            continue
        lines: list[str] | None = None
        held: tuple[Derivation, ...] = ()
        if found.proved and (listed or tree is not None):
            held = refutations(path, found)
            lines = [words(line) for one in held for line in listing(one)] if listed else None
        more = {} if lines is None else {"list": lines}
        terminal.json_line({"path": str(path), **found.to_dict(), **more})
        place = path if found.line is None else f"{path}:{found.line}"
        terminal.line(f"{place}: {words(text_of(found))}")
        for line in lines or ():
            terminal.line(line)
        for at, one in enumerate(held if tree is not None else (), 1):
            assert tree is not None
            file = tree.with_stem(f"{tree.stem}-{at}") if len(held) > 1 else tree
            write_whole(file, [tree_svg(one, theme=theme, catalogue=catalogue(of_documents()))])
            terminal.note(msg("{path} written", path=str(file)))
        if not found.proved:
            status = max(status, LIMIT if found.open else InputError.exit_status)
    return status
