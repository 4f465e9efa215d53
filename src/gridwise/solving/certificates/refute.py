"""Asks a child process for proofs: a native solver heeds neither Ctrl-C nor a limit by itself."""

from collections.abc import Sequence
from types import TracebackType

from gridwise.core.errors import ParameterError
from gridwise.core.limits import Interrupted, Limits
from gridwise.core.message import msg
from gridwise.core.result import Stop
from gridwise.core.run import Run
from gridwise.process.sharing import awaited
from gridwise.process.supervisor import FUNCTIONS, Supervisor, Task
from gridwise.solving.certificates import prover
from gridwise.verifier import file


class ProofMaker:
    """A child process that refutes clauses; it starts when it is first needed.

    Parameters
    ----------
    run
        Its limits and its cancel token end the child at once.
    """

    def __init__(self, run: Run) -> None:
        self.run = run
        self._supervisor: Supervisor | None = None

    def __enter__(self) -> "ProofMaker":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        if self._supervisor is not None:
            self._supervisor.close()

    def refute(self, clauses: Sequence[Sequence[int]]) -> list[str] | None:
        """Return a proof that clauses contradict each other, as lines of DRAT text.

        Parameters
        ----------
        clauses
            Literals signed as in DIMACS.

        Returns
        -------
        list of str or None
            None if the clauses have a model.

        Raises
        ------
        Interrupted
            A limit was reached.
        ParameterError
            The proof is larger than a certificate may be.
        """
        if self._supervisor is None:
            self._supervisor = Supervisor(program=FUNCTIONS, grace_s=0.0)
        task = Task.of(prover.refutation, clauses=clauses, most_bytes=file.MOST_BYTES)
        ticket = self._supervisor.submit(task, Limits(memory_bytes=self.run.limits.memory_bytes))
        outcome = awaited(ticket, self.run.check)
        if outcome.end == "memory_limit":
            raise Interrupted(Stop.MEMORY_LIMIT)
        if outcome.value is None:
            raise RuntimeError(f"the process that makes proofs: {outcome.error}")
        proof: list[str] | bool | None = outcome.value["proof"]
        if isinstance(proof, bool):
            raise ParameterError(msg("the proof is larger than {most} bytes", most=file.MOST_BYTES))
        return proof
