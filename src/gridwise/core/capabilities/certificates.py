"""What a puzzle adds so that answers to it get certificates that a third party can check."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gridwise.core.capabilities import Capability
from gridwise.core.message import Message, msg
from gridwise.core.method import Refutation
from gridwise.core.result import Result
from gridwise.core.run import Run


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim about a board with its evidence, both as JSON.

    Parameters
    ----------
    claim
        What is claimed: `kind`, and what else it needs.
    evidence
        JSON objects, one a line of the certificate.
    """

    claim: Mapping[str, Any]
    evidence: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate of an answer, and what the checker said of it.

    Parameters
    ----------
    path
        The file; None where none could be written.
    claim
        What is claimed, as JSON; None where nothing was.
    proved
        Whether the checker accepted it.
    text
        The same in words: "proved: there is exactly one solution".
    checker, steps
        What checked it, and how many steps of proofs it checked.
    said
        The claim alone, in words.
    clauses
        The clauses of the board that the checker made, with those that the claim adds.
    made_s, checked_s
        Seconds that making it took, and checking it.
    size
        Bytes of the file.
    versions
        What made it, with versions.
    """

    path: str | None
    claim: Mapping[str, Any] | None
    proved: bool
    text: Message
    checker: str = ""
    steps: int = 0
    said: Message | None = None
    clauses: int = 0
    made_s: float = 0.0
    checked_s: float = 0.0
    size: int = 0
    versions: Mapping[str, str] = field(default_factory=dict)

    @property
    def words(self) -> Message:
        """The text, with the path before it."""
        if self.path is None:
            return self.text
        return msg("{path}: {text}", path=self.path, text=self.text)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object."""
        return {
            "path": self.path,
            "claim": self.claim,
            "proved": self.proved,
            "text": str(self.text),
            "checker": self.checker,
            "steps": self.steps,
            "clauses": self.clauses,
            "made_s": round(self.made_s, 6),
            "checked_s": round(self.checked_s, 6),
            "bytes": self.size,
            "versions": dict(self.versions),
        }


@dataclass(frozen=True, slots=True)
class Certificates(Capability):
    """How answers become claims; puzzles with clauses give the first three, others `more`.

    Parameters
    ----------
    facts
        Returns what a position says, as literals over the primary variables of the clauses: of a
        solved one all.
    filled
        `filled(position, facts)` returns the solved position that all facts say.
    options
        Options of the clauses that the verifier knows.
    minimal
        Whether a board with one solution and no given to spare is worth a claim of its own.
    hidden
        Whether what is forced is claimed, cell by cell.
    refuted
        `refuted(position, run)` returns, for some forced literals, a resolution refutation of the
        contrary: what a person can follow without a solver.
    more
        Returns further claims that a result makes.
    """

    constant = "CERTIFICATES"
    module = "certificates"

    facts: Callable[[Any], tuple[int, ...]] | None = None
    filled: Callable[[Any, Iterable[int]], Any] | None = None
    options: Mapping[str, str | int] = field(default_factory=dict)
    minimal: bool = False
    hidden: bool = False
    refuted: Callable[[Any, Run], Mapping[int, Refutation]] | None = None
    more: Callable[[Result[Any]], Iterable[Claim]] = lambda _: ()
