"""Checks certificates with code of its own; imports nothing else of the package.

So that it can be believed, it shares no code with the solvers: it reads the text of a board,
makes the clauses by its own loops, and checks proofs by `proof.Checker`.
"""

from gridwise.verifier.claims import Verdict, verify
from gridwise.verifier.refutation import CheckedRefutation
from gridwise.verifier.resolution import Derivation, ResolutionStep
from gridwise.verifier.words import ForeignError, UnprovedError, Words

__all__ = [
    "CheckedRefutation",
    "Derivation",
    "ForeignError",
    "ResolutionStep",
    "UnprovedError",
    "Verdict",
    "Words",
    "verify",
]
