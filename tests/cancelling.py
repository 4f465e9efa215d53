"""A cancel token that is set after so many looks at it, and how a call ends that has it."""

from collections.abc import Callable
from typing import Any

import gridwise as gw

Ask = Callable[[Any], Any]


class After:
    """A token that is set from the k-th look at it on."""

    def __init__(self, looks: int) -> None:
        self.left, self.looked = looks, 0

    def is_set(self) -> bool:
        self.looked += 1
        return self.looked > self.left


def ended(ask: Ask, token: After) -> gw.Stop | None:
    """Return why a call ended; None for an answer without a `stop`."""
    try:
        return getattr(ask(token), "stop", None)
    except gw.EndedEarlyError as error:
        assert str(error)
        return error.stop


def check_ends(ask: Ask, ladder: tuple[int, ...]) -> None:
    """Check that a call with a set token is cancelled, and one whose token is set on the way."""
    assert ended(ask, After(0)) is gw.Stop.CANCELLED
    for looks in ladder:
        token = After(looks)
        stop = ended(ask, token)
        if token.looked <= looks:
            break
        assert stop in (gw.Stop.CANCELLED, gw.Stop.COMPLETED, gw.Stop.SOLUTION_LIMIT), looks
    assert ended(ask, After(10**9)) is not gw.Stop.CANCELLED
