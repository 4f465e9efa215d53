import pickle
from math import comb
from random import Random

import pytest

from every import every
from gridwise.core.errors import UnknownNameError
from gridwise.core.grid import neighbours
from gridwise.core.trace import Mark
from gridwise.core.views import CnfModel, CountModel, Deduction, EngineView
from gridwise.core.views.cardinality import ENCODINGS
from gridwise.puzzles.minesweeper import COVERED, MINE, PUZZLE, SAFE, MarkMine, Open, Position, Safe
from gridwise.puzzles.minesweeper.views import cnf_model, count_model
from puzzles.minesweeper.support import board, layouts
from samples import sample


def samples(seed: int, number: int) -> list[Position]:
    random = Random(seed)
    return [sample(PUZZLE, random) for _ in range(number)]


def fits_sums(model: CountModel, layout: tuple[int, ...]) -> bool:
    return all(sum(layout[v] for v in s.variables) == s.total for s in model.sums)


def solutions_of(model: CnfModel) -> set[tuple[int, ...]]:
    """Every model on the primary variables, by excluding each one found."""
    from pysat.solvers import Solver

    found = set()
    with Solver(name="glucose4", bootstrap_with=[list(c) for c in model.clauses]) as solver:
        while solver.solve():
            value = {abs(x): x > 0 for x in solver.get_model()}
            literals = [v if value.get(v) else -v for v in range(1, model.primary + 1)]
            found.add(tuple(int(x > 0) for x in literals))
            solver.add_clause([-x for x in literals])
    return found


def test_views_on_offer():
    position = board("2x2:1-/--")
    offers = PUZZLE.views(position)
    assert set(offers) == {CnfModel, CountModel, Deduction, EngineView}
    assert offers[EngineView].counts_only
    assert [o.name for o in offers[CnfModel].options] == ["encoding", "units"]
    assert offers[CnfModel].options[0].choices == ENCODINGS
    assert offers[CnfModel].options[0].default == "binomial"
    assert offers[CnfModel].make() == cnf_model(position)
    assert offers[CnfModel].make(encoding="totalizer") == cnf_model(position, encoding="totalizer")
    assert offers[CountModel].make() == count_model(position)
    with pytest.raises(UnknownNameError):
        offers[CnfModel].make(encoding="none")


def test_sums_have_the_layouts_as_models():
    with_none = with_some = 0
    for position in samples(1, 150):
        model = count_model(position)
        fitting = set(layouts(position))
        if PUZZLE.violations(position):
            assert not fitting
        covered = [c for c, code in enumerate(position.shown) if code == COVERED]
        for bits in range(1 << len(covered)):
            layout = [int(code == MINE) for code in position.shown]
            for i, cell in enumerate(covered):
                layout[cell] = bits >> i & 1
            assert fits_sums(model, tuple(layout)) == (tuple(layout) in fitting)
        with_none += not fitting
        with_some += bool(fitting)
    assert min(with_none, with_some) > 15


@every("encoding", ENCODINGS)
def test_clauses_have_the_layouts_as_models(encoding):
    for position in samples(2, 40):
        model = cnf_model(position, encoding=encoding)
        assert solutions_of(model) == set(layouts(position))


def test_solutions_replay_to_solved_boards():
    """Full facts of each layout give moves that end in a solved board with these mines."""
    done = 0
    for position in samples(3, 120):
        model = count_model(position)
        for layout in layouts(position):
            facts = tuple(v + 1 if value else -(v + 1) for v, value in enumerate(layout))
            moves = model.decoder.moves(facts)
            assert [m.cell for m in moves] == [
                c for c, code in enumerate(position.shown) if code in (COVERED, SAFE)
            ]
            after = position
            for move in moves:
                after = PUZZLE.apply(after, move)
            assert PUZZLE.is_solved(after)
            assert PUZZLE.order_key(after) == layout
            assert model.order_key(facts) == layout
            assert not list(PUZZLE.moves(after))
            done += 1
    assert done > 500


def test_orders_agree():
    for position in samples(4, 20):
        cnf, counts = cnf_model(position), count_model(position)
        facts = [
            tuple(v + 1 if value else -(v + 1) for v, value in enumerate(layout))
            for layout in layouts(position)  # in lexicographic order
        ]
        assert sorted(facts, key=cnf.order_key) == facts
        assert sorted(facts, key=counts.order_key) == facts


def test_backbone_replays():
    """Forced facts alone: their moves are allowed, and true of every layout."""
    done = 0
    for position in samples(5, 120):
        fitting = list(layouts(position))
        if not fitting:
            continue
        model = count_model(position)
        forced = [
            (v + 1 if fitting[0][v] else -(v + 1))
            for v in range(len(position.shown))
            if len({layout[v] for layout in fitting}) == 1
        ]
        after = position
        for move in model.decoder.moves(forced):
            after = PUZZLE.apply(after, move)
        assert not PUZZLE.violations(after)
        for c, code in enumerate(after.shown):
            mines = {layout[c] for layout in fitting}
            assert mines == {COVERED: {0, 1}, MINE: {1}}.get(code, {0})
            if code == SAFE:  # its number is really not determined by forced cells
                near = neighbours(c, position.width, position.height)
                assert any(after.shown[n] == COVERED for n in near)
        assert cnf_model(after).forced_by_units() >= set(forced)
        done += 1
    assert done > 60


@pytest.mark.parametrize("seed", range(3))
def test_raw_clauses_without_known_cells(seed):
    """A unit for each number, and the binomial clauses of its covered neighbours, each once."""
    random = Random(seed)
    width, height = random.randint(3, 9), random.randint(3, 9)
    size = width * height
    mines = {c for c in range(size) if random.random() < 0.2}
    shown = bytes(
        COVERED
        if c in mines or random.random() < 0.4
        else sum(n in mines for n in neighbours(c, width, height))
        for c in range(size)
    )
    position = Position(width, height, shown)
    model = cnf_model(position)
    numbers = [c for c, code in enumerate(shown) if code <= 8]
    expected = {frozenset({-(c + 1)}) for c in numbers}
    upper = 0
    for c in numbers:
        near = [n + 1 for n in neighbours(c, width, height) if shown[n] == COVERED]
        k, n = shown[c], len(near)
        made = set(subsets(near, n - k + 1)) | {
            frozenset(-x for x in s) for s in subsets(near, k + 1)
        }
        assert len(made) == comb(n, n - k + 1) + comb(n, k + 1)
        upper += len(made) + 1
        expected |= made
    assert set(map(frozenset, model.clauses)) == expected
    assert len(model.clauses) == len(expected) <= upper
    assert model.variables == model.primary == size
    simplified = model.simplified
    units = {abs(x) for x in simplified.units}
    assert simplified.contradiction is None
    assert all(c and not units & {abs(x) for x in c} for c in simplified.clauses)
    assert len(set(map(frozenset, simplified.clauses))) == len(simplified.clauses)
    assert {x - 1 for x in units} >= set(numbers)


def subsets(items: list[int], size: int) -> list[frozenset[int]]:
    if size == 0:
        return [frozenset()]
    return [
        frozenset({x}) | rest
        for i, x in enumerate(items)
        for rest in subsets(items[i + 1 :], size - 1)
    ]


def family_sums(notation: str) -> list[tuple[str, tuple[int, ...], int, tuple[int, ...], str]]:
    return [
        (
            s.family.name,
            s.variables,
            s.total,
            s.family.premise.cells,
            str(s.family.premise.text),
        )
        for s in count_model(board(notation)).sums
    ]


def test_sums_and_their_premises():
    assert family_sums("3x2x3:3X-/s-0") == [
        ("shown", (0,), 0, (0,), "r1c1 shows 3"),
        ("known_mine", (1,), 1, (1,), "r1c2 is known to be a mine"),
        ("known_safe", (3,), 0, (3,), "r2c1 is known to be safe"),
        ("shown", (5,), 0, (5,), "r2c3 shows 0"),
        # 3 less the mine at r1c2, of r2c2 alone: cannot be met
        ("number", (4,), 2, (0, 1, 3), "r1c1 shows 3 (known mines: r1c2; known safe: r2c1)"),
        # 0 less the mine at r1c2: cannot be met either
        ("number", (2, 4), -1, (5, 1), "r2c3 shows 0 (known mines: r1c2)"),
        ("total", (2, 4), 2, (), "3 mines in total, known: 1"),
    ]
    assert family_sums("2x2x1:-1/s1") == [
        ("shown", (1,), 0, (1,), "r1c2 shows 1"),
        ("known_safe", (2,), 0, (2,), "r2c1 is known to be safe"),
        ("shown", (3,), 0, (3,), "r2c2 shows 1"),
        ("number", (0,), 1, (1, 2), "r1c2 shows 1 (known safe: r2c1)"),
        ("number", (0,), 1, (3, 2), "r2c2 shows 1 (known safe: r2c1)"),
        ("total", (0,), 1, (), "1 mines in total"),
    ]


def test_numbers_with_nothing_covered_around():
    # Met: no sum. Not met: a sum over nothing.
    assert [s[0] for s in family_sums("2x1x1:1X")] == ["shown", "known_mine"]
    assert family_sums("2x1:2X")[-1][:3] == ("number", (), 1)
    assert family_sums("1x1x1:0")[-1][:3] == ("total", (), 1)
    for notation in ("2x1:2X", "1x1x1:0", "3x1:1Xs", "3x1x0:X1-"):
        model = cnf_model(board(notation))
        assert (model.simplified.contradiction is None) == (notation == "3x1:1Xs")
        assert all(model.clauses)


def test_reasons_of_clauses_and_sums():
    position = board("3x2x3:3X-/s-0")
    counts, cnf = count_model(position), cnf_model(position)
    for index, item in enumerate(counts.sums):
        reason = counts.decoder.reason(index)
        assert (reason.text, reason.cells) == (item.family.premise.text, item.family.premise.cells)
    for index, family in enumerate(cnf.family_of):
        assert cnf.decoder.reason(index).text == cnf.families[family].premise.text
    assert counts.decoder.reason(len(counts.sums)) is None
    more = counts.without(1)
    assert more.decoder.reason(len(more.sums) - 1) is None
    assert cnf.decoder.reason(-1) is None


def test_total_over_many_cells_has_its_own_encoding():
    position = Position(8, 6, bytes([COVERED]) * 48, 10)
    model = cnf_model(position)
    assert [f.name for f in model.families] == ["total/seqcounter"]
    assert model.variables > model.primary == 48
    assert model.decoder.marks(49) == ()
    assert str(model.decoder.reason(0).text) == "10 mines in total"


def test_marks_and_names():
    decoder = count_model(board("3x2:---/---")).decoder
    assert decoder.marks(5) == (Mark(4, "mine", True),)
    assert decoder.marks(-5) == (Mark(4, "mine", False),)
    assert decoder.cell_name(4) == "r2c2"
    assert str(decoder.word(decoder.marks(5)[0])) == "r2c2 is a mine"
    assert str(decoder.word(decoder.marks(-5)[0])) == "r2c2 is safe"


def test_moves_of_some_facts():
    #  - 1 s      r1c1 is a mine; r1c3's neighbours r2c2, r2c3 are covered
    #  1 - -
    position = board("3x2:-1s/1--")
    decoder = count_model(position).decoder
    assert decoder.moves(()) == ()
    assert decoder.moves((1,)) == (MarkMine(0),)
    assert decoder.moves((-5,)) == (Safe(4),)  # r1c1, r2c3 undecided
    assert decoder.moves((-5, 1)) == (MarkMine(0), Safe(4))
    assert decoder.moves((6, -5, 1)) == (MarkMine(0), Open(4, 2), MarkMine(5))
    assert decoder.moves((-5, -6)) == (Safe(4), Open(5, 0))
    assert decoder.moves((-3, -5, -6)) == (Open(2, 0), Safe(4), Open(5, 0))
    assert decoder.moves((-3, 5)) == (MarkMine(4),)  # r2c3 is undecided, so r1c3 stays s
    assert decoder.moves((-2, -4)) == ()  # shown already
    assert decoder.moves(iter((-3, 5, 6))) == (Open(2, 2), MarkMine(4), MarkMine(5))


def test_views_are_small_to_send():
    for view in (cnf_model(board("3x3x2:---/-1-/---")), count_model(board("3x3:---/-1-/---"))):
        again = pickle.loads(pickle.dumps(view))
        assert again == view
        assert again.decoder.moves((1,)) == (MarkMine(0),)
