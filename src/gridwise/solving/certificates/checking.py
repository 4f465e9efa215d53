"""Asks the verifier, and puts its verdict into words that can be translated."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from os import PathLike
from typing import Any

from gridwise.core import registry
from gridwise.core.errors import InputError, ParameterError, UsageError
from gridwise.core.limits import NO_LIMITS, CancelToken, Limits
from gridwise.core.message import Message, as_message, msg
from gridwise.core.run import Run, collector_off
from gridwise.render.palette import theme_named
from gridwise.render.resolution_tree import resolution_tree
from gridwise.render.words import Catalogue
from gridwise.solving.certificates.claims import makes_refutations
from gridwise.verifier import Derivation, ForeignError, Verdict, Words, verify
from gridwise.verifier.claims import (
    CHECKER,
    DISTANCE,
    INVARIANT,
    REPLAY,
    RESOLUTION,
    SEARCH,
    SECOND,
)

CHECKERS: Mapping[str, Message] = {
    CHECKER: msg("strict RUP: every added clause follows by unit propagation"),
    RESOLUTION: msg("resolution: every clause follows from its two parents"),
    INVARIANT: msg("an invariant of the slides: parity, or in one line the order of the tiles"),
    DISTANCE: msg("the sum of the distances of the tiles: no path is shorter"),
    SEARCH: msg("a second search from both ends: no path is shorter"),
    SECOND: msg("the package dratify, a second time"),
    REPLAY: msg("replay by the rules of the puzzle"),
}
"""The method of each checker of the verifier, by the checker's name."""


@collector_off()
def check(
    path: str | PathLike[str],
    *,
    name: str | None = None,
    both: bool = False,
    board: str | None = None,
    limits: Limits = NO_LIMITS,
    cancel: CancelToken | None = None,
) -> Verdict:
    """Check a certificate; see `gridwise.verify`.

    `name` is the name of the file in errors, its path by default; `board` is a notation. Raises
    `Interrupted` when a limit was reached.
    """
    shown = str(path) if name is None else name
    try:
        stop = Run(limits, cancel=cancel).check
        return verify(path, both=both, board=board, stop=stop, compiler=_compiled)
    except ForeignError as error:
        place = {"path": shown, "line": error.line}
        what = message_of(error.what)
        raise InputError(msg("{path}:{line}: {what}", **place, what=what)) from None
    except ModuleNotFoundError:
        raise UsageError(
            msg("a second checker needs the package dratify: pip install dratify")
        ) from None
    except OSError as error:
        reason = as_message((error.strerror or str(error)).lower())
        raise InputError(msg("{path}: {reason}", path=shown, reason=reason)) from None


@cache
def _compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    from gridwise.compiled.kernel import kernel

    made: Callable[..., Any] = kernel(function, _nrt=False)
    return made


def text_of(found: Verdict) -> Message:
    """Return the checker's verdict, for people."""
    claim = message_of(found.text)
    if found.proved:
        return msg("proved: {claim}", claim=claim)
    assert found.why is not None
    if found.open:  # the path was right
        return msg("solved, not proved: {claim}: {why}", claim=claim, why=message_of(found.why))
    return msg("not proved: {claim}: {why}", claim=claim, why=message_of(found.why))


def about_lines(found: Verdict) -> Iterator[Message]:
    """Yield the board that a certificate is about, and the solution or the path that it shows."""
    yield msg("board: {board}", board=found.board)
    if found.solution is not None:
        yield msg("solution: {solution}", solution=found.solution)
    if found.slides is not None:
        yield msg("slides: {tiles}", tiles=" ".join(map(str, found.slides)))


def checker_words(name: str) -> Message:
    """Return the method of a checker, for people.

    Parameters
    ----------
    name
        As `Verdict.checker` has it, several with commas.
    """
    return msg("{what}", what=tuple(CHECKERS.get(checker, checker) for checker in name.split(", ")))


def refutations(path: str | PathLike[str], found: Verdict) -> tuple[Derivation, ...]:
    """Return the resolution refutations of a certificate that was accepted.

    Raises
    ------
    ParameterError
        It holds none.
    """
    if not found.derivations:
        raise ParameterError(
            msg(
                "{path} holds no resolution refutation: they are in certificates of {methods}",
                path=str(path),
                methods=tuple(filter(makes_refutations, registry.methods())),
            )
        )
    return found.derivations


def listing(found: Derivation) -> Iterator[Message]:
    """Yield the lines of a resolution refutation, for people."""
    return map(message_of, found.listing())


def tree_svg(found: Derivation, *, theme: str = "light", catalogue: Catalogue | None = None) -> str:
    """Draw a resolution refutation; see `render.resolution_tree`."""
    numbers = range(1, len(found.steps) + 1)
    return resolution_tree(
        [found.literals(number) for number in numbers],
        [step.parents for step in found.steps],
        theme=theme_named(theme),
        catalogue=catalogue,
    )


def message_of(words: Words) -> Message:
    """Return a sentence of the verifier, which imports nothing of ours, as one of ours."""
    return Message(words.template, words.params)
