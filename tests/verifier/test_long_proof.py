"""The checker of long proofs, plain and compiled, answers as the plain checker does."""

from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from random import Random

import pytest

import gridwise
import samples
from gridwise.verifier import claims, long_proof
from gridwise.verifier.proof import Checker, Step
from gridwise.verifier.words import UnprovedError
from verifier.test_proof import Formula, mutated, refuted, steps
from without_children import proofs_here

__all__ = ["proofs_here"]
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


@cache
def compiled() -> long_proof.Advance:
    from gridwise.compiled.kernel import kernel

    advance: long_proof.Advance = kernel(long_proof.advance, _nrt=False)
    return advance


def said(check: Callable[[], int]) -> tuple[int, str]:
    try:
        return check(), "right"
    except UnprovedError as error:
        return error.line, str(error)


def compare(number: int, seed: int, advance: long_proof.Advance | None) -> int:
    """Compare the verdicts on changed proofs, their lines included; return how many are right."""
    rng, right = Random(seed), 0
    source = refuted(rng)
    for at in range(number):
        if at % 10 == 0:
            variables, formula, proof = next(source)
        changed_proof, changed = list(proof), formula
        for _ in range(rng.randrange(4)):
            changed = mutated(rng, variables, changed, changed_proof)
        listed: list[Step] = [(line, *step[1:]) for line, step in enumerate(changed_proof, 1)]
        plain = said(lambda: Checker(variables, changed).check(listed))  # noqa: B023
        long = said(partial(long_proof.check, variables, changed, listed, advance))
        assert plain == long, (variables, changed, listed)
        right += plain[1] == "right"
    return right


@pytest.mark.parametrize("kind", ["plain", "compiled"])
def test_it_answers_as_the_plain_checker(kind: str) -> None:
    number = samples.seeds(400, 10_000 if kind == "compiled" else 400).stop
    advance = compiled() if kind == "compiled" else None
    assert number / 2 < compare(number, 3, advance) < number


@pytest.mark.parametrize(
    ("formula", "proof"),
    [
        ([(1,), (-1, 2), (-2,)], []),
        ([()], []),
        ([(1,), (-1,)], ["d 7 0"]),
        ([(1, 2), (-1, -2)], []),
        ([(1, 2), (-1, -2)], ["0"]),
        ([(1, 2), (-1, 2)], ["2 2 0", "d 3 0"]),
        ([(1, 2), (-1, 2)], ["3 0"]),
        ([(1, 1), (-1, 2)], ["1 0", "d 1 0", "d 1 0", "2 0"]),
        ([(1,), (-1, 2), (-2, 3), (-3, -1, 4)], ["d 1 0", "4 0"]),
    ],
)
def test_the_edges(formula: Formula, proof: Sequence[str]) -> None:
    listed = steps(*proof)
    variables = 4 if len(formula[-1]) == 3 else 2
    plain = said(lambda: Checker(variables, formula).check(listed))
    assert plain == said(lambda: long_proof.check(variables, formula, listed))
    assert plain == said(lambda: long_proof.check(variables, formula, listed, compiled()))


@pytest.mark.usefixtures("proofs_here")
def test_a_long_proof_of_a_certificate_is_checked_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = gridwise.count(HARD, certificate=tmp_path)
    (written,) = answer.certificate
    assert written.path is not None
    plain = gridwise.verify(written.path)
    asked: list[int] = []
    check = long_proof.check

    def counted(*arguments: object) -> int:
        asked.append(len(arguments))
        return check(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(long_proof, "check", counted)
    assert gridwise.verify(written.path) == plain and not asked
    monkeypatch.setattr(claims, "LONG", 0)
    assert gridwise.verify(written.path) == plain and asked == [4]
    assert plain.proved and plain.steps > 100
