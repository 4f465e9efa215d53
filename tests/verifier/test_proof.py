"""The strict checker of proofs: what it accepts is truly unsatisfiable, by a second solver."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from pysat.solvers import Solver

import samples
from gridwise.verifier.proof import Checker, Step
from gridwise.verifier.words import UnprovedError

Formula = list[tuple[int, ...]]
SQUARE: Formula = [(1, 2), (-1, 2), (1, -2), (-1, -2)]


def steps(*texts: str) -> list[Step]:
    found: list[Step] = []
    for line, text in enumerate(texts, 1):
        words = text.split()
        deleted = words[0] == "d"
        found.append((line, not deleted, [int(word) for word in words[deleted:-1]]))
    return found


def accepted(variables: int, formula: Formula, proof: Sequence[Step]) -> bool:
    try:
        Checker(variables, formula).check(proof)
    except UnprovedError:
        return False
    return True


def has_model(formula: Formula) -> bool:
    with Solver("minisat22", bootstrap_with=formula) as solver:
        return bool(solver.solve())


def random_formula(rng: Random) -> tuple[int, Formula]:
    variables = rng.randint(4, 16)
    number = int(variables * rng.uniform(3.5, 6.5))
    return variables, [
        tuple(
            v * rng.choice((1, -1))
            for v in rng.sample(range(1, variables + 1), rng.choice((2, 3, 3, 3)))
        )
        for _ in range(number)
    ]


def refuted(rng: Random) -> Iterator[tuple[int, Formula, list[Step]]]:
    """Yield random formulas without a model, each with a solver's proof."""
    while True:
        variables, formula = random_formula(rng)
        with Solver("cadical195", bootstrap_with=formula, with_proof=True) as solver:
            if not solver.solve():
                yield variables, formula, steps(*solver.get_proof())


def mutated(rng: Random, variables: int, formula: Formula, proof: list[Step]) -> Formula:
    """Change one thing about a proof (in place) or about the formula, which is returned."""
    formula = list(formula)
    kind = rng.randrange(5)
    at = rng.randrange(len(proof)) if proof else 0
    if kind == 0 or not proof:
        del formula[rng.randrange(len(formula))]
    elif kind == 1:
        del proof[at]
    elif kind == 2:
        line, added, clause = proof[at]
        if clause:
            changed = list(clause)
            changed[rng.randrange(len(changed))] *= -1
            proof[at] = (line, added, changed)
    elif kind == 3:
        proof.insert(at, (at, False, formula[rng.randrange(len(formula))]))
    else:
        other = rng.randrange(len(proof))
        proof[at], proof[other] = proof[other], proof[at]
    return formula


def test_a_proof_by_hand() -> None:
    checker = Checker(2, SQUARE)
    assert checker.follows([2])
    assert not Checker(2, SQUARE[:2]).follows([1])
    assert checker.check(steps("2 0", "0")) == 1  # units then contradict: the rest is not needed


def test_an_empty_proof_is_right_where_units_contradict() -> None:
    assert Checker(2, [(1,), (-1, 2), (-2,)]).check([]) == 0
    assert Checker(1, [()]).check([]) == 0


def test_what_follows_the_contradiction_is_not_looked_at() -> None:
    assert Checker(1, [(1,), (-1,)]).check(steps("0", "d -1 0", "d 1 0", "d 7 0")) == 0


@pytest.mark.parametrize(
    ("formula", "proof", "line", "why"),
    [
        (SQUARE, [], 0, "without a contradiction"),
        (SQUARE[:3], ["2 0", "1 0", "0"], 3, "does not follow"),
        (SQUARE, ["d 1 2 0", "2 0"], 2, "does not follow"),
        (SQUARE, ["d 1 0"], 1, "not there"),
        (SQUARE, ["3 0"], 1, "outside"),
        # A strict checker takes a unit back with what followed from it.
        ([(1,), (-1, 2), (-2, 3), (-3, -1, 4)], ["d 1 0", "4 0"], 2, "does not follow"),
        ([(1, 2), (-1, -2)], ["1 0", "-1 0"], 1, "does not follow"),  # RAT steps are not taken
    ],
)
def test_a_wrong_proof_is_refused_at_its_line(
    formula: Formula, proof: list[str], line: int, why: str
) -> None:
    with pytest.raises(UnprovedError, match=why) as error:
        Checker(4 if len(formula[-1]) == 3 else 2, formula).check(steps(*proof))
    assert error.value.line == line


def test_a_clause_that_is_there_twice_is_deleted_once() -> None:
    twice = [*SQUARE, (2, 1)]
    assert accepted(2, twice, steps("d 1 2 0", "2 0"))
    assert not accepted(2, twice, steps("d 1 2 0", "d 2 1 0", "2 0"))


def test_following_changes_nothing() -> None:
    rng = Random(5)
    for _ in range(50):
        variables, formula = random_formula(rng)
        checker = Checker(variables, formula)
        first = [checker.follows([lit]) for lit in range(-variables, variables + 1) if lit]
        again = [checker.follows([lit]) for lit in range(-variables, variables + 1) if lit]
        assert first == again


def holes(number: int) -> tuple[int, Formula]:
    """Return clauses for one pigeon too many, which need long proofs."""
    rows = [[at * number + hole + 1 for hole in range(number)] for at in range(number + 1)]
    pairs = [
        (-a[hole], -b[hole])
        for hole in range(number)
        for at, a in enumerate(rows)
        for b in rows[:at]
    ]
    return rows[-1][-1], [*map(tuple, rows), *pairs]


@pytest.mark.parametrize("solver", ["cadical195", "glucose4", "maplechrono"])
def test_only_proofs_of_cadical_have_to_pass(solver: str) -> None:
    # What Glucose and MapleChrono write leaves steps out that a strict checker asks for.
    variables, formula = holes(5)
    with Solver(solver, bootstrap_with=formula, with_proof=True) as native:
        assert not native.solve()
        proof = steps(*native.get_proof())
    try:
        Checker(variables, formula).check(proof)
    except UnprovedError as error:
        assert solver != "cadical195"
        assert "does not follow" in str(error)
    without_a_pigeon = [clause for clause in formula if clause != formula[0]]
    assert not accepted(variables, without_a_pigeon, proof)  # there they fit: it has a model


def check_random_proofs(number: int, seed: int) -> None:
    for (variables, formula, proof), _ in zip(refuted(Random(seed)), range(number), strict=False):
        assert accepted(variables, formula, proof)


def check_mutations(number: int, seed: int) -> tuple[int, int]:
    rng, taken, wrong = Random(seed), 0, 0
    source = refuted(rng)
    for at in range(number):
        if at % 10 == 0:
            variables, formula, proof = next(source)
        changed_proof = list(proof)
        changed = mutated(rng, variables, formula, changed_proof)
        if accepted(variables, changed, changed_proof):
            taken += 1
            assert not has_model(changed)
        else:
            wrong += 1
    return taken, wrong


def test_proofs_of_a_solver_are_accepted() -> None:
    check_random_proofs(samples.seeds(300, 3000).stop, 1)


def test_what_is_accepted_is_unsatisfiable() -> None:
    taken, refused = check_mutations(samples.seeds(1500, 20_000).stop, 2)
    assert taken > 100  # a mutated proof may still be right
    assert refused > 100
