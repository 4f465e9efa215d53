"""How hard a position is, by the measures of a puzzle."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from gridwise.core.capabilities import Capability
from gridwise.core.message import Message
from gridwise.core.run import Run

Rating = Mapping[str, int | float | str]
"""The numbers of a rating by name, as JSON shows them: `{"er": 7.2, "ep": 1.2, "ed": 1.2}`."""


@dataclass(frozen=True, slots=True)
class RatingModel:
    """One measure of difficulty.

    Parameters
    ----------
    name, version
        Both are shown with every rating.
    title
        One line for menus.
    rate
        `rate(position, run)` returns the rating; raises `ParameterError` for a position that the
        model does not rate, in one sentence, and `Interrupted` at a limit.
    """

    name: str
    version: str
    title: Message
    rate: Callable[[Any, Run], Rating]


@dataclass(frozen=True, slots=True)
class Ratings(Capability):
    """The rating models of a puzzle; the first is the default of menus."""

    constant = "RATINGS"
    module = "ratings"

    models: Mapping[str, RatingModel]
