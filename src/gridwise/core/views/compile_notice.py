"""Announces that code is going to be compiled, and about how long that takes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from gridwise.core.message import Message, msg

Listener = Callable[[str, float], None]
"""Called with the puzzle whose engine is compiled, and the processor seconds to expect."""

_LISTENER: ContextVar[Listener | None] = ContextVar("compile_listener", default=None)


def words(puzzle: str, seconds: float) -> Message:
    """Return the notice that an engine is going to be compiled."""
    return msg(
        "compiling the {puzzle} engine, about {seconds} s; this happens once on this machine",
        puzzle=puzzle,
        seconds=f"{seconds:.0f}",
    )


@contextmanager
def heard_by(listener: Listener) -> Iterator[None]:
    """Call the listener before code is compiled inside the block."""
    token = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(token)


def tell(puzzle: str, seconds: float) -> None:
    """Announce that a puzzle's engine is going to be compiled, if that takes any time."""
    listener = _LISTENER.get()
    if listener is not None and seconds:
        listener(puzzle, seconds)
