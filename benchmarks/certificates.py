"""What certificates cost and whether the checker is right; prints what it finds.

    python benchmarks/certificates.py [BOARDS] [PROOFS] [MUTATIONS]

- BOARDS (20) of the hardest 9x9 Sudokus known: CPU seconds to make a certificate that there is
  exactly one solution and to check it, and the clauses that the proofs added.
- PROOFS (1,000) random formulas without a model: how many of the solver's proofs are accepted.
- MUTATIONS (1,000) of such formulas and proofs: how many are accepted, and how many of these have a
  model by a second solver. That has to be 0.
"""

import sys
import tempfile
import time
from pathlib import Path

import gridwise as gw
from gridwise.comparing.machine import machine
from gridwise.solving.certificates.writing import certified

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))


def boards(number: int) -> None:
    """Print what certificates of Sudokus cost."""
    made: list[float] = []
    steps = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(number):
            board = gw.generate("sudoku", seed=seed)
            answer = board.solve()
            before = time.process_time()
            written = certified(answer, Path(folder)).certificate or ()
            made.append(time.process_time() - before)
            assert all(one.proved for one in written)
            steps += sum(one.steps for one in written)
    made.sort()
    print(
        f"sudoku: {number} boards, made and checked in {sum(made) / number:.3f} s each, "
        f"at most {made[-1]:.3f} s; {steps} clauses added"
    )


def proofs(number: int, mutations: int) -> None:
    """Print how many proofs are accepted, right and changed."""
    from verifier import test_proof as tests

    tests.check_random_proofs(number, 11)
    print(f"random proofs: {number} of {number} accepted")
    taken, refused = tests.check_mutations(mutations, 12)
    print(f"mutations: {mutations}; {refused} refused, {taken} accepted, 0 of these false")


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]] + [20, 1000, 1000][len(sys.argv) - 1 :]
    print(machine())
    boards(numbers[0])
    proofs(*numbers[1:])
