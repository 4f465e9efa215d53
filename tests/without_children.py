"""Fixtures that do in this process what the package starts another for."""

from collections.abc import Sequence

import pytest

from gridwise.comparing import machine
from gridwise.core.errors import ParameterError
from gridwise.solving.certificates import prover
from gridwise.solving.certificates.refute import ProofMaker
from gridwise.verifier import file


def _refute(self: ProofMaker, clauses: Sequence[Sequence[int]]) -> list[str] | None:
    self.run.check()
    found = prover.refuted([list(clause) for clause in clauses], file.MOST_BYTES)
    if isinstance(found, bool):
        raise ParameterError("the proof is too large")
    return found


@pytest.fixture
def proofs_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make proofs here."""
    monkeypatch.setattr(ProofMaker, "refute", _refute)


@pytest.fixture
def no_git(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave open which commit is checked out: Git is not asked."""
    monkeypatch.setattr(machine, "_commit", lambda: None)


@pytest.fixture(scope="session")
def nicegui() -> None:
    """Import NiceGUI before a test begins: that asks the system for its libraries."""
    pytest.importorskip("nicegui")
