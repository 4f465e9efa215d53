"""Asks the verifier, and says what it found in words that can be translated."""

from os import PathLike

from gridwise.core.errors import InputError, UsageError
from gridwise.core.message import Message, msg
from gridwise.verifier import ForeignError, Verdict, Words, verify


def check(path: str | PathLike[str], *, both: bool = False) -> Verdict:
    """Check a certificate.

    Parameters
    ----------
    path
        The file.
    both
        Ask a second checker, the package `dratify`, about every proof too.

    Raises
    ------
    InputError
        No whole certificate, with the line that shows it; a file that cannot be read.
    UsageError
        `both`, and `dratify` is not installed.
    """
    try:
        return verify(path, both=both)
    except ForeignError as error:
        place = {"path": str(path), "line": error.line}
        what = message_of(error.what)
        raise InputError(msg("{path}:{line}: {what}", **place, what=what)) from None
    except ModuleNotFoundError:
        raise UsageError(
            msg("a second checker needs the package dratify: pip install dratify")
        ) from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(msg("{path}: {reason}", path=str(path), reason=reason)) from None


def text_of(found: Verdict) -> Message:
    """Return what the checker says, for people."""
    claim = message_of(found.text)
    if found.proved:
        return msg("proved: {claim}", claim=claim)
    assert found.why is not None
    return msg("solved, not proved: {claim}: {why}", claim=claim, why=message_of(found.why))


def message_of(words: Words) -> Message:
    """Return a sentence of the verifier, which imports nothing of ours, as one of ours."""
    return Message(words.template, words.params)
