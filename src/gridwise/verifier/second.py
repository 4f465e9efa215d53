"""Asks a second checker about a proof: `dratify`, a package of others, if it is installed."""

from gridwise.verifier.refutation import CheckedRefutation


def accepts(refutation: CheckedRefutation) -> bool:
    """Return whether `dratify` accepts a proof that clauses contradict each other.

    Raises
    ------
    ModuleNotFoundError
        It is not installed.
    """
    import dratify

    formula = dratify.parse_dimacs("\n".join(refutation.dimacs()))
    return bool(dratify.check_proof(formula, "\n".join(refutation.drat())).ok)
