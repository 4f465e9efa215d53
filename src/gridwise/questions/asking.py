"""What several questions share: options by name, and a search that is shared out."""

import difflib
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any, TypeVar

from gridwise.core.errors import UnknownNameError
from gridwise.core.method import Method
from gridwise.questions.base_board import BaseBoard
from gridwise.solving.instance import Instance

R = TypeVar("R")


def shared(
    board: BaseBoard,
    method: str | Method,
    workers: int | None,
    cluster: str | None,
    **more: bool,
) -> AbstractContextManager[str | Method]:
    """Return the method, or the engine on several processes."""
    if workers is None and cluster is None:
        return nullcontext(method)
    from gridwise.batch.parts import in_parts

    return in_parts(board.position, method, workers, cluster, **more)


def ask_with_options(
    ask: Callable[..., R],
    board: BaseBoard,
    more: Mapping[str, str | int],
    options: Mapping[str, str | int] | None,
    **parameters: Any,
) -> R:
    """Ask a function of `solving`; a name that is no option may be a misspelt parameter."""
    instance = Instance.of(board.position, board.puzzle)
    try:
        return ask(instance, options={**(options or {}), **more}, **parameters)
    except UnknownNameError as error:
        near = difflib.get_close_matches(
            error.name, (*parameters, "time_s", "cpu_s"), n=1, cutoff=0.5
        )
        if error.name in more and near:
            raise UnknownNameError("parameter or option", error.name, near) from None
        raise
