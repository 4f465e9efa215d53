"""What `solve` or `count` was asked: inputs, question, limits, and where the answers go."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from gridwise.cli.shared.boards import needed
from gridwise.cli.shared.options import limits_of, settings_of
from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.core.limits import NO_LIMITS, Limits
from gridwise.core.message import msg
from gridwise.core.puzzle import Puzzle, Question

EACH = "each"


@dataclass(frozen=True, slots=True)
class SolveRequest:
    """One command `solve` or `count`.

    Raises
    ------
    UsageError
        Options that exclude each other; names that nothing has.
    """

    inputs: tuple[str, ...]
    puzzle: str | None = None
    goal: str | None = None
    method: str = "auto"
    question: Question | None = None
    counting: bool = False
    up_to_symmetry: bool = False
    nth: int | None = None
    all_solutions: bool = False
    limits: Limits = NO_LIMITS
    seed: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    workers: int | None = None
    cluster: str | None = None
    json: bool = False
    ascii: bool = False
    trace: Path | None = None
    output: Path | None = None
    style: str | None = None
    certificate: Path | None = None

    @classmethod
    def of(
        cls,
        inputs: tuple[str, ...],
        *,
        limit: int | None = None,
        nodes: int | None = None,
        memory: float | None = None,
        time_s: float | None = None,
        cpu_s: float | None = None,
        settings: Sequence[str] | None = None,
        encoding: str | None = None,
        **asked: Any,
    ) -> "SolveRequest":
        """Return the request of a command with these options."""
        limits = limits_of(time_s, cpu_s, nodes=nodes, memory_mb=memory, solutions=limit)
        return cls(inputs, limits=limits, options=settings_of(settings, encoding), **asked)

    def __post_init__(self) -> None:
        needed(self.inputs)
        if self.puzzle is not None:
            registry.puzzle(self.puzzle)
        if self.method not in ("auto", EACH):
            name, colon, options = self.method.partition(":")
            registry.method(name)
            if colon:
                given = " ".join((name, *(f"--set {one}" for one in options.split(":") if one)))
                raise ParameterError(
                    msg("--method takes a name; options follow it: --method {given}", given=given)
                )
        if self.method == EACH and self.trace is not None:
            raise ParameterError(msg("--trace records one method: name it with --method"))
        if self.method == EACH and self.certificate is not None:
            raise ParameterError(
                msg("{a} and {b} exclude each other", a="--method each", b="--certificate")
            )
        if self.up_to_symmetry and self.certificate is not None:
            raise ParameterError(
                msg("{a} and {b} exclude each other", a="--fundamental", b="--certificate")
            )
        if self.limits.solutions is not None and not (self.all_solutions or self.counting):
            raise ParameterError(msg("--limit goes with --all or --count"))

    @property
    def plain(self) -> bool:
        """Whether only the answer itself is asked for, and nothing limits or changes the run."""
        limits = self.limits
        limited = replace(limits, solutions=None) != NO_LIMITS
        listed = self.all_solutions or self.nth is not None or self.trace is not None
        forced = self.question is Question.FORCED
        # A count in JSON has the guesses of two searches of the puzzle.
        twice = self.counting and (self.json or self.up_to_symmetry)
        shared = self.workers is not None or self.cluster is not None
        certified = self.certificate is not None
        other = forced or twice or shared or certified or self.options or self.method == EACH
        return not (limited or listed or other)

    def question_for(self, puzzle: Puzzle[object, object]) -> Question | None:
        """Return the question to a puzzle, None for its first; raise `ParameterError`."""
        if self.question is not None and self.question not in puzzle.questions:
            raise ParameterError(
                msg(
                    "{puzzle} is not asked for a {question}",
                    puzzle=puzzle.name,
                    question=self.question.value,
                )
            )
        return self.question
