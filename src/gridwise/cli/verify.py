"""`gridwise verify`: check certificates with code that shares nothing with the solvers."""

from collections import Counter
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from gridwise.cli.shared.asking import takes_options
from gridwise.cli.shared.boards import only_board
from gridwise.cli.shared.cancel import Cancel
from gridwise.cli.shared.exit_status import ANSWERED, CANCELLED, LIMIT
from gridwise.cli.shared.language import error_words, of_documents, sentence, words
from gridwise.cli.shared.terminal import Terminal
from gridwise.core.errors import InputError, UsageError
from gridwise.core.files import write_whole
from gridwise.core.limits import Interrupted
from gridwise.core.message import msg
from gridwise.core.question import Arg
from gridwise.core.result import Stop
from gridwise.questions.verify import resolution_tree
from gridwise.questions.verify import verify as checked
from gridwise.render.catalogue import catalogue
from gridwise.solving.certificates.checking import (
    about_lines,
    listing,
    refutations,
    text_of,
    tree_svg,
)
from gridwise.solving.certificates.exporting import export as export_to
from gridwise.solving.certificates.exporting import stem_of
from gridwise.verifier import Derivation


@takes_options(
    checked, resolution_tree, order="both board puzzle export listed tree theme time_s cpu_s json"
)
def verify(
    *certificates: Annotated[
        Path, Parameter(name="CERTIFICATE", help="A file that --certificate wrote.")
    ],
    board: str | None = None,
    puzzle: str | None = None,
    export: Path | None = None,
    listed: Annotated[
        bool, Arg("Print the steps of a resolution refutation, numbered.", option="--list")
    ] = False,
    tree: Annotated[
        Path | None, Arg("Draw a small resolution refutation as a tree.", metavar="FILE.svg")
    ] = None,
    theme: str = "light",
    json: bool = False,
    **asked: Any,
) -> int:
    """Check certificates of answers with code that shares nothing with the solvers.

    Exit status 30 says that the evidence does not prove the claim, or that it is about another
    board.
    """
    if not certificates:
        raise UsageError(msg("no certificate: name a file that --certificate wrote"))
    if tree is not None and len(certificates) > 1:
        raise UsageError(msg("--tree draws one certificate"))
    names = Counter(map(stem_of, certificates)) if export is not None else Counter[str]()
    for name, times in names.items():
        if times > 1:
            raise UsageError(
                msg(
                    "{times} certificates are called {name}: export each to another folder",
                    times=times,
                    name=name,
                )
            )
    terminal = Terminal(json=json)
    wanted = None if board is None else only_board(terminal, board, puzzle)
    status = ANSWERED
    for path in certificates:
        try:
            with Cancel() as cancel:
                found = checked(path, board=wanted, cancel=cancel, **asked)
        except Interrupted as stopped:
            known = msg("not proved: a limit was reached before the check ended")
            terminal.json_line({"path": str(path), "claim": None, "error": known.sentence()})
            terminal.line(f"{path}: {sentence(known)}")
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
        more: dict[str, list[str]] = {} if lines is None else {"list": lines}
        files: list[str] = []
        if export is not None and found.proved:
            files = list(map(str, export_to(path, found, export)))
        if export is not None:
            more["exported"] = files
        terminal.json_line({"path": str(path), **found.to_dict(), **more})
        place = path if found.line is None else f"{path}:{found.line}"
        terminal.line(f"{place}: {sentence(text_of(found))}")
        for about in about_lines(found):
            terminal.line(f"  {words(about)}")
        for line in lines or ():
            terminal.line(line)
        for at, one in enumerate(held if tree is not None else (), 1):
            assert tree is not None
            file = tree.with_stem(f"{tree.stem}-{at}") if len(held) > 1 else tree
            write_whole(file, [tree_svg(one, theme=theme, catalogue=catalogue(of_documents()))])
            terminal.note(msg("{path} written", path=str(file)))
        for name in files:
            terminal.note(msg("{path} written", path=name))
        if export is not None and found.proved and not files:
            terminal.note(msg("{path} holds no refutation to export", path=str(path)))
        if not found.proved:
            status = max(status, LIMIT if found.open else InputError.exit_status)
    return status
