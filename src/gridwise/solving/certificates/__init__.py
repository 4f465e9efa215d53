"""Certificates: claims of an answer, with evidence that `gridwise.verifier` checks."""

from os import PathLike
from pathlib import Path
from typing import Any, TypeVar

from gridwise.core.limits import CancelToken, Limits
from gridwise.core.result import Result

R = TypeVar("R", bound=Result[Any])


def certified_in(
    result: R,
    folder: str | PathLike[str] | None,
    limits: Limits,
    cancel: CancelToken | None,
) -> R:
    """Return a result with the certificates of its claims, if a folder for them is named."""
    if folder is None:
        return result
    from gridwise.solving.certificates.writing import certified

    return certified(result, Path(folder), limits=limits, cancel=cancel)
