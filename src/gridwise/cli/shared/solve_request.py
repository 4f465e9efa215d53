"""What `solve` or `count` was asked: inputs, question, limits, and where the answers go."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from gridwise.cli.shared.boards import needed
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
    fundamental: bool = False
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
        if self.fundamental and self.certificate is not None:
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
        twice = self.counting and (self.json or self.fundamental)
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
