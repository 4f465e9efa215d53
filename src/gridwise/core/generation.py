"""What a puzzle's generator is given, and what it returns."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, TypeVar

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Generated(Generic[P]):
    """A new position, and what is claimed of it; every claim was checked when it was made."""

    position: P
    claims: Mapping[str, bool | int | str] = field(default_factory=dict)


class GenerationContext(ABC):
    """What the rules of a puzzle do not know themselves: the solver, the clock and the dice."""

    random: Random
    """The only source of chance, so that a seed makes the same position again."""

    @abstractmethod
    def check(self) -> None:
        """Raise `Interrupted` where the time is up."""

    @abstractmethod
    def count(self, position: Any, limit: int) -> int:
        """Return the number of solutions, at most `limit`; raise `Interrupted`."""

    @abstractmethod
    def solution(self, position: Any) -> Any | None:
        """Return the first solved position in the defined order, None where there is none.

        Raises `Interrupted`.
        """
