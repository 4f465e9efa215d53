from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from every import every
from gridwise.core.errors import ParseError, TooLargeError
from gridwise.core.reading import MAX_INPUT_BYTES
from gridwise.core.trace import Mark
from gridwise.core.views import CountModel, Family, Sum
from gridwise.core.views.cardinality import ENCODINGS, encode
from gridwise.puzzles.minesweeper import PUZZLE
from gridwise.puzzles.minesweeper.views import cnf_model as board_cnf
from gridwise.solving.encoding import dimacs
from gridwise.solving.encoding.dimacs import cnf_model, dumps, loads

LITERALS = st.integers(-30, 30).filter(bool)
CLAUSES = st.lists(st.lists(LITERALS, max_size=6).map(tuple), max_size=20).map(tuple)


@given(CLAUSES, st.integers(0, 5), st.booleans())
def test_bare_clauses_round_trip(clauses, more, comments):
    variables = max((abs(x) for c in clauses for x in c), default=0) + more
    text = dumps(clauses, variables=variables, comments=comments)
    assert loads(text) == (variables, clauses)


def test_variables_of_bare_clauses():
    assert dumps([(1, -7), (3,)]) == "p cnf 7 2\n1 -7 0\n3 0\n"
    assert dumps([]) == "p cnf 0 0\n"


@every("encoding, comments, cells", list(product(ENCODINGS, (False, True), (False, True))))
def test_models_round_trip(encoding, comments, cells):
    for notation in PUZZLE.examples:
        model = board_cnf(PUZZLE.parse(notation), encoding=encoding)
        text = dumps(model, comments=comments, cells=cells)
        assert loads(text) == (model.variables, model.clauses)
        assert any(line[0] == "c" for line in text.splitlines()) == (comments or cells)
        again = cnf_model(text)
        assert again.clauses == model.clauses
        assert again.variables == model.variables


def test_comments_name_families_and_cells():
    model = board_cnf(PUZZLE.parse("minesweeper:2x2x1:1-/--"))
    assert dumps(model, cells=True) == (
        "c variables 1 to 4 are primary\n"
        "c variable 1: r1c1 is a mine\n"
        "c variable 2: r1c2 is a mine\n"
        "c variable 3: r2c1 is a mine\n"
        "c variable 4: r2c2 is a mine\n"
        "p cnf 4 5\n"
        "c family shown: r1c1 shows 1\n"
        "-1 0\n"
        "c family number: r1c1 shows 1\n"
        "2 3 4 0\n"
        "-2 -3 0\n"
        "-2 -4 0\n"
        "-3 -4 0\n"
    )


def test_assumed_facts_are_units_at_the_end():
    sums = (Sum((0, 1), 1, Family("pair")),)
    model = encode(CountModel(2, sums, dimacs.LiteralDecoder())).without(1)
    assert dumps(model).splitlines()[-2:] == ["c family assumed", "-1 0"]
    assert loads(dumps(model)) == (2, ((1, 2), (-1, -2), (-1,)))


def test_the_format_is_read_freely():
    text = (
        "\ufeffc a comment\r\n"
        "\r\n"
        "  c indented, p cnf 9 9\r\n"
        "p  cnf\t3  4\r\n"
        "1 -2\r\n"
        "c between\r\n"
        "3 0 -1\t0 2 0\r\n"
        "\r\n"
        "0\r\n"
        "%\r\n"
        "0\r\n"
    )
    assert loads(text) == (3, ((1, -2, 3), (-1,), (2,), ()))


@every(
    "text, line, column, found",
    [
        ("", 1, 1, "no header"),
        ("c only\n", 2, 1, "no header"),
        ("1 2 0\n", 1, 1, "'1 2 0'"),
        ("c x\n  p cnf 2\n", 2, 3, "'p cnf 2'"),
        ("p cnf 2 x\n", 1, 1, "'p cnf 2 x'"),
        ("p sat 2 1\n", 1, 1, "'p sat 2 1'"),
        ("p cnf 2 1\n1 3 0\n", 2, 3, "'3'"),
        ("p cnf 2 1\n1 -3 0\n", 2, 3, "'-3'"),
        ("p cnf 2 1\n1 x 0\n", 2, 3, "'x'"),
        ("p cnf 2 1\n1 1-2 0\n", 2, 3, "'1-2'"),
        ("p cnf 2 1\n1 +2 0\n", 2, 3, "'+2'"),
        ("p cnf 2 1\n1 1_0 0\n", 2, 3, "'1_0'"),
        ("p cnf 2 1\n1 \u0662 0\n", 2, 3, "'\u0662'"),
        ("p cnf 2 1\n1 " + "9" * 5000 + " 0\n", 2, 3, "'" + "9" * 30 + "...'"),
        ("p cnf 2 1\np cnf 2 1\n1 0\n", 2, 1, "'p'"),
        ("p cnf 2 1\n1 2\n", 3, 1, "the end of the text"),
        ("p cnf 2 2\n1 2 0\n", 3, 1, "1 clauses"),
        ("p cnf 2 1\n1 0\n2 0\n", 3, 1, "more than 1 clauses"),
    ],
)
def test_errors_at_their_place(text, line, column, found):
    with pytest.raises(ParseError) as caught:
        loads(text, "some.cnf")
    error = caught.value
    assert (error.source, error.line, error.column, error.found) == (
        "some.cnf",
        line,
        column,
        found,
    )


@pytest.mark.parametrize(
    "text",
    [
        "c" * (MAX_INPUT_BYTES + 1),
        "c\u00e9" * (MAX_INPUT_BYTES // 3 + 1),
        "1 0\n" * 2_600_000,
        f"p cnf {dimacs.MAX_VARIABLES + 1} 0\n",
    ],
    ids=["ascii", "utf8", "clauses", "variables"],
)
def test_large_texts_are_refused_before_a_clause_is_read(text, monkeypatch):
    monkeypatch.setattr(dimacs, "_fast_values", lambda *_: pytest.fail("a clause was read"))
    with pytest.raises(TooLargeError):
        loads(text)


def test_cnf_model_is_normal():
    model = cnf_model("p cnf 4 8\n1 2 0 2 1 0 1 -1 0 3 3 -4 0\n0 4 0 0 4 0\n")
    assert model.clauses == ((1, 2), (3, -4), (5,), (-5,), (4,))
    assert (model.primary, model.variables) == (4, 5)
    assert model.simplified.contradiction is not None
    assert model.order == (-1, -2, -3, -4)


def test_cnf_model_decoder():
    model = cnf_model("p cnf 3 2\n1 -2 0\n-1 3 0\n")
    decoder = model.decoder
    assert decoder.moves((1, -2, 3)) == (1, -2, 3)
    assert decoder.marks(-2) == (Mark(1, 0),)
    assert decoder.marks(2) == (Mark(1, 1),)
    assert str(decoder.word(decoder.marks(-2)[0])) == "x2 = 0"
    reason = decoder.reason(1)
    assert (str(reason.text), reason.cells) == ("clause -1, 3", (0, 2))
    assert decoder.reason(2) is None
    assert model.families[model.family_of[0]].name == "dimacs"
