"""The goal of a puzzle whose boards are led to one that can be chosen."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from gridwise.core.capabilities import Capability


@dataclass(frozen=True, slots=True)
class Goals(Capability):
    """How the goal of a position is changed.

    Parameters
    ----------
    names
        The names of goals of any size.
    named
        `named(position, goal)` returns the position with the goal of such a name, or of a text;
        raises `ParseError`.
    like
        `like(position, other)` returns the position with the board `other` as its goal; raises
        `ParseError` where its size is another one.
    """

    constant = "GOALS"
    module = "goals"

    names: Sequence[str]
    named: Callable[[Any, str], Any]
    like: Callable[[Any, Any], Any]
