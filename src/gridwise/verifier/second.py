"""Asks a second checker about a proof: `dratify`, a package of others, where it is installed."""

from collections.abc import Iterable, Sequence

from gridwise.verifier.proof import Step


def accepts(variables: int, clauses: Sequence[Sequence[int]], steps: Iterable[Step]) -> bool:
    """Return whether `dratify` accepts a proof that clauses contradict each other.

    Raises
    ------
    ModuleNotFoundError
        It is not installed.
    """
    import dratify

    head = f"p cnf {variables} {len(clauses)}"
    cnf = "\n".join([head, *map(_line, clauses)])
    proof = "\n".join(
        _line(clause) if added else f"d {_line(clause)}" for _, added, clause in steps
    )
    return bool(dratify.check_proof(dratify.parse_dimacs(cnf), proof).ok)


def _line(clause: Sequence[int]) -> str:
    return " ".join(map(str, (*clause, 0)))
