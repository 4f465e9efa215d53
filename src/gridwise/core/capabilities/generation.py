"""A puzzle's generator: what it is given, and what it returns."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, TypeVar

from gridwise.core.capabilities import Capability
from gridwise.core.message import Message
from gridwise.core.method import Option
from gridwise.core.run import Run

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Generated(Generic[P]):
    """A new position, and what is claimed of it; every claim was checked when it was made."""

    position: P
    claims: Mapping[str, bool | int | str] = field(default_factory=dict)


class GenerationContext(ABC):
    """What a generator needs beside the rules: a solver, a time budget and chance."""

    random: Random
    """The only source of chance, so that a seed makes the same position again."""

    nearest: Message | None = None
    """Set by a generator before it times out: what came nearest to what was wanted."""
    _distance = float("inf")

    def missed(self, distance: float, what: Message) -> None:
        """Note something at a distance above 0 from what is wanted; the nearest is kept."""
        if distance < self._distance:
            self.nearest, self._distance = what, distance

    def run(self) -> Run:
        """Return a run that ends when the generation does; by default one without limits."""
        return Run()

    @abstractmethod
    def check(self) -> None:
        """Raise `Interrupted` where the generation has timed out or was cancelled."""

    @abstractmethod
    def count(self, position: Any, limit: int) -> int:
        """Return the number of solutions, at most `limit`; raise `Interrupted`."""

    @abstractmethod
    def solution(self, position: Any) -> Any | None:
        """Return the first solved position in the defined order, None where there is none.

        Raises `Interrupted`.
        """


@dataclass(frozen=True, slots=True)
class Generator(Capability):
    """Makes new positions of a puzzle.

    Parameters
    ----------
    options
        What `generate` takes beside the size.
    sizes
        What `generate` takes as the size, in words.
    generate
        `generate(size, context, options)` returns a new position, None where it found none of the
        wanted kind. The same `context.random` makes the same position. Raises `ParameterError`
        for a size or options that no position has, `Interrupted` where it timed out.
    generate_many
        `generate_many(size, contexts, options)` returns what `generate` does with each context, all
        made at once; None where that is no faster. None where there is no such way.
    """

    constant = "GENERATOR"
    module = "generate"

    options: tuple[Option, ...]
    sizes: str
    generate: Callable[[str, GenerationContext, Mapping[str, str | int]], Generated[Any] | None]
    generate_many: (
        Callable[
            [str, Sequence[GenerationContext], Mapping[str, str | int]],
            list[Generated[Any]] | None,
        ]
        | None
    ) = None
