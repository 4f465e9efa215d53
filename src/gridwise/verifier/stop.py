"""Ends a verification early: a function that raises, called by everything that may take long."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


def _never() -> None:
    """Raise nothing."""


_STOP: ContextVar[Callable[[], None]] = ContextVar("stop", default=_never)


def check_stop() -> None:
    """Call the function that ends this verification, if there is one."""
    _STOP.get()()


@contextmanager
def stopped_by(stop: Callable[[], None] | None) -> Iterator[None]:
    """Let a function end the work inside, by raising."""
    token = _STOP.set(stop or _never)
    try:
        yield
    finally:
        _STOP.reset(token)
