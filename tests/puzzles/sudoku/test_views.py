"""The three views of a board say the same, and their numbers mean what the decoders say."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from every import every
from gridwise.core.method import Option
from gridwise.core.trace import Mark
from gridwise.core.views import CnfModel, DomainModel, ExactCover
from gridwise.puzzles.sudoku import PUZZLE, PlaceDigit, Position
from puzzles.sudoku.support import board, houses, positions, solutions, solved, with_holes
from samples import THOROUGH, sample, seeds

CNF = [(e, g) for e in ("extended", "minimal") for g in ("reduced", "premises")]
GOLDEN = Path(__file__).parents[2] / "golden" / "sudoku"


def make(position, kind, **options):
    return PUZZLE.views(position)[kind].make(**options)


def domain_models(view: DomainModel) -> Iterator[dict[int, int]]:
    """Yield the models of a domain view: smallest domain first."""

    def search(domains):
        if not all(domains.values()):
            return
        open_vars = [v for v in domains if v not in fixed]
        if not open_vars:
            yield dict(fixed)
            return
        var = min(open_vars, key=lambda v: len(domains[v]))
        for value in domains[var]:
            fixed[var] = value
            if all(fixed.get(p) != value for p in view.peers[var]):
                yield from search(
                    {
                        v: [x for x in d if v not in view.peers[var] or x != value]
                        for v, d in domains.items()
                    }
                )
            del fixed[var]

    fixed: dict[int, int] = {}
    yield from search({v: list(d) for v, d in enumerate(view.domains)})


def cover_models(view: ExactCover) -> Iterator[list[int]]:
    """Yield the models of a cover: the first item in order that is open, options ascending."""
    covers: dict[int, list[int]] = {item: [] for item in range(view.primary)}
    for index, option in enumerate(view.options):
        for item in option:
            covers[item].append(index)

    def search(done: frozenset[int], chosen: list[int]) -> Iterator[list[int]]:
        item = next((i for i in view.order if i not in done), None)
        if item is None:
            yield sorted(chosen)
            return
        for index in covers[item]:
            if done.isdisjoint(view.options[index]):
                yield from search(done | set(view.options[index]), [*chosen, index])

    start: set[int] = set()
    for index in view.chosen:
        if not start.isdisjoint(view.options[index]):
            return
        start.update(view.options[index])
    yield from search(frozenset(start), list(view.chosen))


def cnf_models(view: CnfModel) -> Iterator[list[int]]:
    """Yield the models of a clause set by splitting on the order's first open literal."""

    def search(clauses, true):
        while unit := next((c[0] for c in clauses if len(c) == 1), None):
            clauses = after(clauses, unit)
            true = [*true, unit]
            if clauses is None:
                return
        known = {abs(lit) for lit in true}
        lit = next((x for x in view.order if abs(x) not in known), None)
        if lit is None:
            yield sorted(true, key=abs)
            return
        for choice in (lit, -lit):
            rest = after(clauses, choice)
            if rest is not None:
                yield from search(rest, [*true, choice])

    def after(clauses, lit):
        rest = [tuple(x for x in c if x != -lit) for c in clauses if lit not in c]
        return None if () in rest else rest

    yield from search(list(view.clauses), [])


def grids_of(position, kind, models, **options):
    view = make(position, kind, **options)
    found = []
    for model in models(view):
        facts = [v * view.base + d for v, d in model.items()] if isinstance(model, dict) else model
        end = position
        for move in view.decoder.moves(facts):
            end = PUZZLE.apply(end, move)
        assert PUZZLE.is_solved(end)
        found.append(tuple(end.cells))
    return found


def small_positions(number):
    random = Random(17)
    return [sample(PUZZLE, random) for _ in range(number)]


@every("position", lambda: small_positions(len(seeds(12, 40))), ids=PUZZLE.format)
def test_all_views_have_the_same_models(position):
    want = list(solutions(position))
    assert sorted(grids_of(position, DomainModel, domain_models)) == want
    assert grids_of(position, ExactCover, cover_models) == want, "and in the same order"
    for encoding, givens in CNF:
        if givens == "reduced" or position.size == 4:
            found = grids_of(position, CnfModel, cnf_models, encoding=encoding, givens=givens)
            assert found == want, (encoding, givens)


def test_all_288_boards_in_order():
    empty = Position(2, 2, bytes(16))
    want = list(solutions(empty))
    assert len(want) == 288 and want == sorted(want)
    assert grids_of(empty, ExactCover, cover_models) == want
    assert sorted(grids_of(empty, DomainModel, domain_models)) == want


def test_known_numbers_of_solutions():
    lines = (GOLDEN / "solution_counts.tsv").read_text(encoding="utf-8").split("\n")
    for line in lines[1 : 7 if THOROUGH else 2]:
        text, number, _ = line.split("\t")
        view = make(PUZZLE.parse(text), DomainModel)
        assert sum(1 for _ in domain_models(view)) == int(number)


@settings(max_examples=len(seeds(15, 60)))
@given(positions(boxes=((2, 2), (2, 3), (3, 2), (2, 4), (3, 3))), st.sampled_from(CNF))
def test_the_clauses_keep_the_contract(position, how):
    """Each once, none empty; every variable is decided or in a clause. Any board will do."""
    view = make(position, CnfModel, encoding=how[0], givens=how[1])
    assert view.variables == view.primary == position.size**3 == len(view.order)
    assert view.order == tuple(range(1, view.variables + 1))
    assert len(view.clauses) == len(view.family_of)
    assert all(view.clauses)
    assert len({frozenset(clause) for clause in view.clauses}) == len(view.clauses)
    assert all(len({abs(lit) for lit in clause}) == len(clause) for clause in view.clauses)
    assert all(1 <= abs(lit) <= view.variables for clause in view.clauses for lit in clause)
    if view.simplified.contradiction is None:
        assert view.free == () and view.multiplicity == 1
    if PUZZLE.violations(position):
        assert view.simplified.contradiction is not None, "a broken rule shows by units alone"
    names = {family.name for family in view.families if family.premise is None}
    most = {"row_at_most", "column_at_most", "box_at_most"}
    if how[0] == "minimal":
        assert names <= {"cell_at_least", "excluded", *most}
    given_cells = [c for c, digit in enumerate(position.cells) if digit]
    premises = [family.premise for family in view.families if family.premise is not None]
    assert [premise.cells for premise in premises] == [(c,) for c in given_cells]
    for clause, index in zip(view.clauses, view.family_of, strict=True):
        if view.families[index].premise is not None:
            (cell,) = view.families[index].premise.cells
            assert clause == (cell * position.size + position.cells[cell],)


@settings(max_examples=len(seeds(25, 100)))
@given(positions(boxes=((2, 2), (2, 3))))
def test_without_its_premises_the_clause_set_is_that_of_the_empty_board(position):
    empty = Position(position.box_height, position.box_width, bytes(len(position.cells)))

    def rest(view):
        pairs = zip(view.clauses, view.family_of, strict=True)
        return {frozenset(c) for c, f in pairs if view.families[f].premise is None}

    assert rest(make(position, CnfModel, givens="premises")) == rest(
        make(empty, CnfModel, givens="premises")
    )


def test_known_numbers_of_clauses():
    """Lynce and Ouaknine (2006): 8829 and 11,988 clauses on 9x9, with each pair counted a house.

    Here a pair that a line and a box share is one clause: 9 boxes, 9 digits, 18 pairs less each.
    """
    empty = Position(3, 3, bytes(81))
    minimal = make(empty, CnfModel, encoding="minimal", givens="premises")
    assert len(minimal.clauses) == 8829 - 9 * 9 * 18
    extended = make(empty, CnfModel, givens="premises")
    assert len(extended.clauses) == 11_988 - 9 * 9 * 18
    assert make(empty, CnfModel).clauses == extended.clauses


def test_options_on_offer():
    options = {o.name: o for o in PUZZLE.views(solved(2, 2))[CnfModel].options}
    assert {name: (o.default, o.choices) for name, o in options.items()} == {
        "encoding": ("extended", ("extended", "minimal")),
        "givens": ("reduced", ("reduced", "premises")),
        "units": ("fixpoint", ("fixpoint", "single")),
    }
    assert all(isinstance(option, Option) for option in options.values())


@given(positions(boxes=((2, 2), (2, 3), (3, 3))))
def test_domains(position):
    view = make(position, DomainModel)
    assert [list(group) for group in view.groups] == houses(position)
    assert view.complete_groups == frozenset(range(3 * position.size))
    assert view.values == tuple(range(1, position.size + 1)) and max(view.values) < view.base
    allowed = {(move.cell, move.digit) for move in PUZZLE.moves(position)}
    for cell, digit in enumerate(position.cells):
        want = (digit,) if digit else tuple(d for d in view.values if (cell, d) in allowed)
        assert view.domains[cell] == want


@given(positions(boxes=((2, 2), (2, 3), (3, 3))))
def test_covers(position):
    view = make(position, ExactCover)
    size = position.size
    assert view.items == view.primary == 4 * size * size
    assert view.order[: size * size] == tuple(range(size * size))
    assert sorted(view.order) == list(range(view.primary))
    assert all(len(set(option)) == 4 for option in view.options)
    assert list(view.options) == sorted(view.options)
    marks = [view.decoder.marks(index)[0] for index in view.chosen]
    assert marks == [Mark(c, d) for c, d in enumerate(position.cells) if d]


def test_lenses_read_facts():
    position = board("1... .... ...2 ....")
    domains, cover, cnf = (make(position, kind) for kind in (DomainModel, ExactCover, CnfModel))
    assert domains.decoder.marks(domains.fact(5, 3)) == (Mark(5, 3),)
    assert cnf.decoder.marks(cnf.fact(5 * 4 + 3, 1)) == (Mark(5, 3),)
    assert cnf.decoder.marks(-(5 * 4 + 3)) == (Mark(5, 3, holds=False),)
    index = next(i for i, o in enumerate(cover.options) if cover.decoder.marks(i) == (Mark(5, 3),))
    assert cover.options[index][0] == 5
    for view, facts in ((domains, [0 * 5 + 1, 5 * 5 + 3]), (cnf, [1, -2, 5 * 4 + 3, 5 * 4 + 3])):
        assert view.decoder.moves(facts) == (PlaceDigit(5, 3),), (
            "givens are no moves, and none comes twice"
        )
    assert str(cnf.decoder.word(Mark(5, 3))) == "r2c2 = 3"
    assert str(cnf.decoder.word(Mark(5, 3, holds=False))) == "r2c2 is not 3"
    assert {view.decoder.cell_name(15) for view in (domains, cover, cnf)} == {"r4c4"}


def reasons(view, number):
    return [view.decoder.reason(index) for index in range(number)]


def test_reasons_of_houses():
    position = board("1... .... ...2 ....")
    view = make(position, DomainModel)
    said = reasons(view, len(view.groups))
    assert str(said[0].text) == "row 1 takes each digit once"
    assert str(said[5].text) == "column 2 takes each digit once"
    assert [list(reason.cells) for reason in said] == houses(position)
    assert view.decoder.reason(len(view.groups)) is None
    view = make(position, ExactCover)
    said = reasons(view, view.items)
    assert str(said[0].text) == "r1c1 needs a digit" and said[0].cells == (0,)
    assert str(said[16].text) == "row 1 needs a 1" and said[16].cells == (0, 1, 2, 3)
    assert str(said[16 + 16 + 7].text) == "column 2 needs a 4"
    assert str(said[63].text) == "box 4 needs a 4"
    assert view.decoder.reason(view.items) is None


@pytest.mark.parametrize(("encoding", "givens"), CNF)
def test_reasons_of_clauses(encoding, givens):
    position = board("1... .... ...2 ....")
    view = make(position, CnfModel, encoding=encoding, givens=givens)
    said = {str(reason.text) for reason in reasons(view, len(view.clauses))}
    assert {"given 1 in r1c1", "given 2 in r3c4", "r2c3 needs a digit"} <= said
    assert "row 2 takes only one 3" in said
    if encoding == "extended":
        assert {"r2c3 takes only one digit", "column 2 needs a 3", "box 4 needs a 4"} <= said
    if givens == "reduced":
        assert {"row 1 has 1 at r1c1", "box 1 has 1 at r1c1", "r1c1 holds 1"} <= said
    assert view.decoder.reason(len(view.clauses)) is None and view.decoder.reason(-1) is None
    for clause, reason in zip(view.clauses, reasons(view, len(view.clauses)), strict=True):
        cells = {(abs(lit) - 1) // 4 for lit in clause}
        if len(clause) > 1:
            assert cells <= set(reason.cells)
        assert reason.cells


def test_a_cell_or_digit_without_a_place_is_contradicted_by_units():
    for text in ("123. ...4 .... ....", "1... ..1. ...2 .1.."):
        position = board(text)
        assert not list(solutions(position)) and not PUZZLE.violations(position)
        for encoding, _ in CNF[::2]:
            view = make(position, CnfModel, encoding=encoding)
            assert not list(cnf_models(view))
        assert make(position, CnfModel).simplified.contradiction is not None


def test_the_views_of_a_half_empty_25x25_stay_small():
    position = with_holes(solved(5, 5), 312)
    view = make(position, CnfModel)
    assert view.free == () and len(view.clauses) < 60_000
    assert len(make(position, ExactCover).options) < 3_000
    assert sum(map(len, make(position, DomainModel).domains)) < 3_000
