"""A refutation that was checked, and the files of it that checkers of others read."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gridwise.verifier.boards import Clause
from gridwise.verifier.proof import Step


@dataclass(frozen=True, slots=True)
class CheckedRefutation:
    """Clauses that contradict each other, and the steps that show it.

    Parameters
    ----------
    about
        The cell of one of many refutations and its value: `r1c2-safe`, `r1c2-mine`. Empty if one
        refutation shows the whole claim.
    variables
        The number of variables.
    clauses
        Clauses of the board, and clauses that exclude the listed solutions.
    assumed
        Literals that are assumed besides: the contrary of the conclusion.
    steps
        The additions and deletions of the proof, up to the last clause that was needed.
    """

    about: str
    variables: int
    clauses: Sequence[Clause]
    assumed: tuple[int, ...]
    steps: tuple[Step, ...]

    def dimacs(self) -> Iterator[str]:
        """Yield the lines of a DIMACS file: the clauses, each assumption as one of one literal."""
        yield f"p cnf {self.variables} {len(self.clauses) + len(self.assumed)}"
        for clause in (*self.clauses, *((lit,) for lit in self.assumed)):
            yield _line(clause)

    def drat(self) -> Iterator[str]:
        """Yield the lines of a DRAT file, the last of which adds the empty clause."""
        for _, is_added, clause in self.steps:
            yield _line(clause) if is_added else f"d {_line(clause)}"
        yield _line(())


def _line(clause: Sequence[int]) -> str:
    return " ".join(map(str, (*clause, 0)))
