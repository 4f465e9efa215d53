"""The check of a certificate, and the drawing of a resolution refutation in it."""

import os
from pathlib import Path
from typing import Annotated

from gridwise.core.errors import ParameterError
from gridwise.core.limits import CancelToken, Limits
from gridwise.core.message import msg
from gridwise.core.question import Arg, Source, typed
from gridwise.questions.base_board import board_of
from gridwise.questions.parameters import ThemeName
from gridwise.solving.certificates.checking import check, refutations, tree_svg
from gridwise.solving.certificates.exporting import export as write_files
from gridwise.verifier import Verdict


@typed
def verify(
    path: str | os.PathLike[str],
    *,
    both: Annotated[
        bool, Arg("Ask a second checker too: the package dratify, if installed.")
    ] = False,
    board: Annotated[
        Source | None,
        Arg("The board that a certificate has to speak of; by default any.", metavar="INPUT"),
    ] = None,
    export: Annotated[
        str | os.PathLike[str] | None,
        Arg("Write the refutations to DIR, as DIMACS and DRAT.", metavar="DIR"),
    ] = None,
    time_s: Annotated[
        float | None, Arg("The limit for each, seconds.", option="--time", metavar="S")
    ] = None,
    cpu_s: Annotated[
        float | None, Arg("Limit of the CPU time for each, seconds.", option="--cpu", metavar="S")
    ] = None,
    cancel: CancelToken | None = None,
) -> Verdict:
    """Check a certificate with code that shares nothing with the solvers.

    It reads the board from the certificate, and makes the clauses of that board itself.

    Parameters
    ----------
    path
        A file that `solve(board, certificate=DIR)` or `--certificate DIR` wrote.
    both
        Ask a second checker, the package `dratify`, about every proof too.
    board
        The board that it must be about, or anything that makes one; a certificate of another board
        is refused. By default any board will do: `Verdict.board` is the certificate's.
    export
        A folder: the refutations of an accepted certificate are written to it, each as a DIMACS and
        a DRAT file, which other checkers read.
    time_s, cpu_s, cancel
        End the check early: seconds on the clock, of processor time, and a token.

    Returns
    -------
    Verdict
        `proved`, the claim as `text`, and the place (`where`) and reason (`why`) of a failure.

    Raises
    ------
    EndedEarlyError
        The time was up, or the check was cancelled.
    InputError
        No whole certificate; the error names the line; or the certificate of another board.
    UsageError
        `both`, and `dratify` is not installed.
    """
    wanted = None if board is None else board_of(board).notation
    limits = Limits(time_s=time_s, cpu_s=cpu_s)
    verdict = check(path, both=both, board=wanted, limits=limits, cancel=cancel)
    if export is not None:
        write_files(path, verdict, Path(export))
    return verdict


@typed
def resolution_tree(
    path: str | os.PathLike[str], *, number: int = 1, theme: ThemeName = "light"
) -> str:
    """Draw the resolution refutation of a certificate as a tree.

    `verify(path).derivations` holds the same as clauses with their parents; the method `listing`
    of each numbers them as on a blackboard.

    Parameters
    ----------
    path
        A certificate of an answer of a method that makes resolution refutations.
    number
        The number of the refutation, from 1; a board with forced cells has one for each.
    theme
        `light`, `dark`, `high-contrast` or `colour-blind`.

    Returns
    -------
    str
        The SVG document: the leaves above, the empty clause at the bottom.

    Raises
    ------
    InputError
        The certificate is not whole.
    ParameterError
        It holds no such refutation, or one with too many clauses to be drawn.
    """
    held = refutations(path, check(path))
    if not 0 < number <= len(held):
        raise ParameterError(
            msg("{path} holds {number} refutations", path=str(path), number=len(held))
        )
    return tree_svg(held[number - 1], theme=theme)
