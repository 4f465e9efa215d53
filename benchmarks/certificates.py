"""What certificates cost and whether the checker is right; prints what it finds.

    python benchmarks/certificates.py [BOARDS] [PROOFS] [MUTATIONS]

- BOARDS (20) of the hardest 9x9 Sudokus known (the first of `hardest_1106`): CPU seconds to make
  a certificate that there is exactly one solution, the process of the solver included, and to check
  it, and the clauses that the proofs added.
- PROOFS (1,000) random formulas without a model: how many of the solver's proofs are accepted.
- MUTATIONS (1,000) of such formulas and proofs: how many are accepted, and how many of these have a
  model by a second solver. That has to be 0.
- A proof of 690,000 literals: CPU seconds to make it, and to check it in plain Python and compiled.
"""

import os
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import gridwise as gw
from gridwise.comparing.machine import machine
from gridwise.compiled.kernel import kernel
from gridwise.solving.certificates.writing import certified
from gridwise.verifier import long_proof
from gridwise.verifier.proof import Checker

TESTS = Path(__file__).parents[1] / "tests"
sys.path.insert(0, str(TESTS))


def cpu_s() -> float:
    """Return the CPU seconds of this process and of its children that ended."""
    return sum(os.times()[:4])


def boards(number: int) -> None:
    """Print what certificates of Sudokus cost."""
    made: list[float] = []
    steps = 0
    lines = (TESTS / "golden" / "sudoku" / "hardest_1106.txt").read_text().splitlines()
    texts = [line for line in lines if line[:1] in ".0123456789"]
    with tempfile.TemporaryDirectory() as folder:
        for text in texts[:number]:
            answer = gw.Board(text[:81]).solve()
            before = cpu_s()
            written = certified(answer, Path(folder)).certificate or ()
            made.append(cpu_s() - before)
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


def long(variables: int = 220, seed: int = 3) -> None:
    """Print what a long proof costs: of random clauses of three literals."""
    from pysat.solvers import Cadical195

    from verifier.test_proof import steps

    rng = Random(seed)
    while True:
        formula = [
            tuple(v * rng.choice((1, -1)) for v in rng.sample(range(1, variables + 1), 3))
            for _ in range(int(variables * 4.4))
        ]
        with Cadical195(bootstrap_with=formula, with_proof=True) as solver:
            before = time.process_time()
            if not solver.solve():
                made = time.process_time() - before
                proof = steps(*solver.get_proof())
                break
    fast = kernel(long_proof.advance, _nrt=False)
    long_proof.check(1, [(1,), (-1,)], [], fast)  # compiled, or loaded, before the clock runs
    times = [time.process_time()]
    Checker(variables, formula).check(proof)
    times.append(time.process_time())
    long_proof.check(variables, formula, proof, fast)
    times.append(time.process_time())
    literals = sum(len(clause) for _, _, clause in proof)
    print(
        f"a proof of {literals:,} literals: made in {made:.2f} s, checked in plain Python in "
        f"{times[1] - times[0]:.2f} s, compiled in {times[2] - times[1]:.2f} s"
    )


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]] + [20, 1000, 1000][len(sys.argv) - 1 :]
    print(machine())
    boards(numbers[0])
    proofs(*numbers[1:])
    long()
