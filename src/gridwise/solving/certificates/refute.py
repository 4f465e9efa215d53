"""Asks a child process for proofs: a native solver heeds neither Ctrl-C nor a limit by itself."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from types import TracebackType

from gridwise.core.errors import ParameterError
from gridwise.core.limits import Interrupted
from gridwise.core.message import msg
from gridwise.core.result import Stop
from gridwise.core.run import Run
from gridwise.solving import end_with_parent
from gridwise.solving.certificates import prover
from gridwise.verifier import file

_POLL_S = 0.02


class ProofMaker:
    """A child process that refutes clauses; it starts when it is first needed.

    Parameters
    ----------
    run
        Its limits and its cancel token end the child at once.
    """

    def __init__(self, run: Run) -> None:
        self.run = run
        self._child: subprocess.Popen[bytes] | None = None
        self._lines: SimpleQueue[bytes] = SimpleQueue()

    def __enter__(self) -> "ProofMaker":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        if self._child is not None:
            self._child.kill()
            self._child.wait()
            self._reader.join()
            assert self._child.stdin is not None
            with suppress(OSError):  # the child did not read all
                self._child.stdin.close()

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
        child = self._child or self._start()
        assert child.stdin is not None
        with suppress(BrokenPipeError):  # it ended, and so do its lines
            child.stdin.write(json.dumps(clauses).encode() + b"\n")
            child.stdin.flush()
        while True:
            self.run.check()
            try:
                line = self._lines.get(timeout=_POLL_S)
                break
            except Empty:
                continue
        if not line:
            status = child.wait()
            if self.run.limits.memory_bytes is not None:  # a solver without memory ends its process
                raise Interrupted(Stop.MEMORY_LIMIT)
            raise RuntimeError(f"the process that makes proofs ended with {status}")
        proof: list[str] | bool | None = json.loads(line)
        if isinstance(proof, bool):
            raise ParameterError(msg("the proof is larger than {most} bytes", most=file.MOST_BYTES))
        return proof

    def _start(self) -> subprocess.Popen[bytes]:
        memory_bytes = self.run.limits.memory_bytes or 0
        words = [end_with_parent.__file__, *map(str, (os.getpid(), file.MOST_BYTES, memory_bytes))]
        self._child = child = subprocess.Popen(
            [sys.executable, "-P", prover.__file__, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # Windows: no Ctrl-C
        )
        self._reader = threading.Thread(target=self._read, args=(child,), daemon=True)
        self._reader.start()
        return child

    def _read(self, child: subprocess.Popen[bytes]) -> None:
        assert child.stdout is not None
        with child.stdout as lines:
            for line in lines:
                self._lines.put(line)
        self._lines.put(b"")
