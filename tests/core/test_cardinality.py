from collections import Counter
from itertools import combinations, product
from math import comb
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from every import every
from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.core.message import msg
from gridwise.core.trace import Mark, Reason
from gridwise.core.views import CnfModel, CountModel, Family, Premise, Sum
from gridwise.core.views import cardinality as encodings
from gridwise.core.views.cardinality import ENCODINGS, binomial_size, chosen_encoding, encode
from gridwise.solving.encoding.dimacs import LiteralDecoder
from samples import THOROUGH, seeds


class SumLens(LiteralDecoder):
    """Says which sum a reason speaks of."""

    def reason(self, constraint):
        return Reason(msg("sum {index}", index=constraint))


def counts(variables, *sums, names=None):
    made = tuple(
        Sum(tuple(cells), total, Family(names[i] if names else f"f{i}"))
        for i, (cells, total) in enumerate(sums)
    )
    return CountModel(variables, made, SumLens())


def models_of_sums(model: CountModel) -> set[tuple[int, ...]]:
    return {
        values
        for values in product((0, 1), repeat=model.variables)
        if all(sum(values[v] for v in s.variables) == s.total for s in model.sums)
    }


def models_of_clauses(model: CnfModel) -> set[tuple[int, ...]]:
    """Every assignment of the primary variables that the clauses can be met with."""
    from pysat.solvers import Solver

    found = set()
    with Solver(name="glucose4", bootstrap_with=[list(c) for c in model.clauses]) as solver:
        for values in product((0, 1), repeat=model.primary):
            assumptions = [v if x else -v for v, x in enumerate(values, 1)]
            if solver.solve(assumptions=assumptions):
                found.add(values)
    return found


def check_well_formed(model: CnfModel) -> None:
    assert len(model.family_of) == len(model.clauses)
    assert all(0 <= f < len(model.families) for f in model.family_of)
    as_sets = [frozenset(c) for c in model.clauses]
    assert len(set(as_sets)) == len(as_sets), "a clause twice"
    for clause, literals in zip(model.clauses, as_sets, strict=True):
        assert clause, "an empty clause"
        assert len(literals) == len(clause), "a literal twice"
        assert not any(-x in literals for x in literals), "always true"
        assert all(1 <= abs(x) <= model.variables for x in clause)


@every("size", range(1, 9))
def test_binomial_counts_and_clauses(size):
    """C(n, n-k+1) positive and C(n, k+1) negative clauses, and these very ones."""
    for total in range(size + 1):
        model = encode(counts(size, (range(size), total)))
        check_well_formed(model)
        positive = [c for c in model.clauses if c[0] > 0]
        negative = [c for c in model.clauses if c[0] < 0]
        assert len(positive) == comb(size, size - total + 1)
        assert len(negative) == comb(size, total + 1)
        assert len(model.clauses) == binomial_size(size, total)
        variables = range(1, size + 1)
        assert set(positive) == set(combinations(variables, size - total + 1))
        assert {tuple(-x for x in c) for c in negative} == set(combinations(variables, total + 1))
        assert model.variables == model.primary == size


@every("encoding, size", list(product(ENCODINGS, range(1, 9))))
def test_one_sum_in_every_encoding(encoding, size):
    for total in range(-1, size + 2):
        sums = counts(size, (range(size), total))
        model = encode(sums, encoding=encoding)
        check_well_formed(model)
        assert models_of_clauses(model) == models_of_sums(sums), (size, total)
        if total in (0, size):
            assert sorted(model.clauses, key=abs_of) == [
                (v if total else -v,) for v in range(1, size + 1)
            ]


def abs_of(clause):
    return [abs(x) for x in clause]


@st.composite
def small_counts(draw):
    variables = draw(st.integers(1, 7))
    cells = st.lists(st.integers(0, variables - 1), unique=True, max_size=variables)
    sums = draw(st.lists(st.tuples(cells, st.integers(-1, 5)), max_size=5))
    return counts(variables, *sums)


@settings(max_examples=len(seeds(20, 60)), deadline=None)
@given(small_counts())
def test_encodings_agree_with_enumeration(sums):
    expected = models_of_sums(sums)
    for encoding in ENCODINGS:
        model = encode(sums, encoding=encoding)
        check_well_formed(model)
        assert models_of_clauses(model) == expected, encoding


def test_consistent_random_models_agree():
    """Sums taken from an assignment, so that there is always a model."""
    random = Random(20)
    for _ in range(25):
        variables = random.randint(3, 8)
        hidden = [random.randint(0, 1) for _ in range(variables)]
        groups = [
            random.sample(range(variables), random.randint(1, variables))
            for _ in range(random.randint(1, 4))
        ]
        sums = counts(variables, *((g, sum(hidden[v] for v in g)) for g in groups))
        expected = models_of_sums(sums)
        assert tuple(hidden) in expected
        for encoding in ENCODINGS:
            assert models_of_clauses(encode(sums, encoding=encoding)) == expected, encoding


def test_shared_clause_kept_once_for_the_first():
    # 1 of {a, b} and 1 of {b, a, c}: both forbid a and b together.
    model = encode(counts(3, ((0, 1), 1), ((1, 0, 2), 1), names=["first", "second"]))
    check_well_formed(model)
    by_family = Counter(model.families[f].name for f in model.family_of)
    assert by_family == {"first": 2, "second": 3}
    assert {frozenset(c) for c in model.clauses} == {
        frozenset(c) for c in [(1, 2), (-1, -2), (1, 2, 3), (-1, -3), (-2, -3)]
    }


IMPOSSIBLE = [((0, 1), 3), ((0, 1), -1), ((), 1), ((), -2)]


@every("encoding, impossible", list(product(ENCODINGS, IMPOSSIBLE)))
def test_a_sum_that_cannot_be_met(encoding, impossible):
    cells, total = impossible
    model = encode(counts(2, ((0,), 1), (cells, total)), encoding=encoding)
    check_well_formed(model)
    mine = [c for c, f in zip(model.clauses, model.family_of, strict=True) if f == 1]
    assert len(mine) == 2
    assert mine[0] == (-mine[1][0],)  # contradicts itself, whatever other sums say
    assert model.simplified.contradiction is not None
    assert models_of_clauses(model) == set()


def test_an_empty_sum_that_is_met_says_nothing():
    assert encode(counts(2, ((), 0))).clauses == ()


def test_auxiliary_variables_come_after_the_primary_ones():
    for encoding in ENCODINGS:
        model = encode(counts(8, (range(8), 3), (range(2, 8), 2)), encoding=encoding)
        assert model.primary == 8
        used = {abs(x) for c in model.clauses for x in c}
        assert used <= set(range(1, model.variables + 1))
        first = {
            abs(x) for c, f in zip(model.clauses, model.family_of, strict=True) for x in c if f == 0
        }
        second = {
            abs(x) for c, f in zip(model.clauses, model.family_of, strict=True) for x in c if f == 1
        }
        assert not {v for v in first & second if v > 8}, "auxiliary variables are not shared"
        assert (model.variables > 8) == (
            encoding not in ("binomial", "pairwise", "bitwise", "ladder")
        )


@pytest.mark.parametrize("encoding", ["pairwise", "bitwise", "ladder"])
def test_encodings_of_one_leave_the_rest_to_binomial(encoding):
    model = encode(counts(6, (range(6), 1), (range(6), 3), (range(6), 5)), encoding=encoding)
    assert [f.name for f in model.families] == ["f0", "f1/binomial", "f2"]
    own = [c for c, f in zip(model.clauses, model.family_of, strict=True) if f == 1]
    assert len(own) <= binomial_size(6, 3)


def test_premises_stay_with_renamed_families():
    premise = Premise((), msg("many"))
    sums = CountModel(20, (Sum(tuple(range(20)), 9, Family("total", premise)),), SumLens())
    family = encode(sums).families[0]
    assert family == Family("total/seqcounter", premise)


def test_large_sums_get_another_encoding():
    assert binomial_size(20, 9) > encodings.BINOMIAL_LIMIT
    model = encode(counts(20, (range(20), 9)))
    assert model.families[0].name == "f0/seqcounter"
    assert len(model.clauses) <= encodings.BINOMIAL_LIMIT
    check_well_formed(model)
    from pysat.solvers import Solver

    random = Random(1)
    with Solver(name="glucose4", bootstrap_with=[list(c) for c in model.clauses]) as solver:
        for ones in [9] * 20 + [8, 10] * 20:
            chosen = set(random.sample(range(1, 21), ones))
            literals = [v if v in chosen else -v for v in range(1, 21)]
            assert solver.solve(assumptions=literals) == (ones == 9)


@every(
    "size, total, expected",
    [
        (8, 4, "binomial"),
        (200, 1, "binomial"),  # 1 + C(200, 2) = 19,901
        (200, 199, "binomial"),
        (201, 1, "seqcounter"),  # 20,101
        (15, 7, "binomial"),  # C(15, 6) + C(15, 8) = 11,440
        (16, 8, "seqcounter"),  # 2 * C(16, 7) = 22,880
        (480, 99, "seqcounter"),
        (10_000, 2_000, "cardnetwrk"),
        (10**6, 0, "binomial"),
        (10**6, 10**6, "binomial"),
        (10**6, 10**6 + 1, "binomial"),
    ],
)
def test_what_binomial_becomes(size, total, expected):
    assert chosen_encoding(size, total, "binomial") == expected


@every("encoding", ENCODINGS)
def test_a_sum_over_a_million_is_refused_at_once(encoding):
    if encoding in ("bitwise", "ladder"):
        assert chosen_encoding(10**5, 1, encoding) == encoding
    with pytest.raises(ParameterError, match="about"):
        chosen_encoding(10**6, 300_000, encoding)


@every("encoding", sorted(set(ENCODINGS) - {"binomial"}))
def test_estimates_are_not_too_low(encoding):
    """What the refusal goes by is at least what comes out, and not ten times it."""
    large = [(150, 40), (257, 128)] if THOROUGH else [(150, 60)]
    for size, total in [(20, 1), (64, 1), (64, 63), (40, 13), *large]:
        if encoding in ("pairwise", "bitwise", "ladder") and total not in (1, size - 1):
            continue
        made = len(encode(counts(size, (range(size), total)), encoding=encoding).clauses)
        about = encodings._estimate(encoding, size, total)
        assert made <= about
        if size >= 150 and total * 3 > size:
            assert about <= 10 * made


@pytest.mark.parametrize("encoding", ["binomial", "seqcounter", "cardnetwrk"])
def test_unit_propagation_decides_the_rest_of_a_full_sum(encoding):
    """The encodings that large sums get lose nothing against `binomial`."""
    sums = counts(7, (range(7), 3))
    model = encode(sums, encoding=encoding)
    for ones in combinations(range(1, 8), 3):
        for_ones = model
        for v in ones:
            for_ones = for_ones.without(-v)
        assert {v: v in ones for v in range(1, 8)}.items() <= for_ones.decided.items()
    for zeros in combinations(range(1, 8), 4):
        for_zeros = model
        for v in zeros:
            for_zeros = for_zeros.without(v)
        assert {v: v not in zeros for v in range(1, 8)}.items() <= for_zeros.decided.items()


def test_order_and_expand():
    sums = counts(4, ((0, 1), 1))
    model = encode(sums)
    assert model.order == (-1, -2, -3, -4)
    assert model.multiplicity == sums.multiplicity == 4
    assert encode(sums.expanded()).expand
    assert encode(sums, order=(4, 3, 2, 1)).order == (4, 3, 2, 1)


def test_facts_and_lens():
    sums = counts(8, (range(8), 3), ((0, 1), 1))
    model = encode(sums, encoding="seqcounter")
    assert model.fact(3, 1) == sums.fact(2, 1) == 3
    assert model.fact(3, 0) == sums.fact(2, 0) == -3
    assert model.decoder.marks(3) == (Mark(2, 1),)
    assert model.decoder.marks(9) == model.decoder.marks(-20) == ()  # auxiliary
    assert model.decoder.moves((1, -2, 9, -20)) == (1, -2)
    assert model.decoder.cell_name(0) == "x1"
    for index, family in enumerate(model.family_of):
        assert str(model.decoder.reason(index).text) == f"sum {family}"
    assert model.decoder.reason(len(model.clauses)) is None
    assert model.decoder.reason(-1) is None


def test_unknown_encoding():
    with pytest.raises(UnknownNameError, match="totalizer"):
        encode(counts(1, ((0,), 1)), encoding="totaliser")


def test_names_are_those_of_pysat():
    from pysat.card import EncType

    theirs = {n for n in vars(EncType) if not n.startswith("_")} - {"native"}
    assert set(ENCODINGS) == theirs | {"binomial"}
