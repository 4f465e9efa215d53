"""The check of somebody's own clauses: right ones are found right, and each fault is found."""

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gridwise as gw
import samples
from every import every
from gridwise.core import registry
from gridwise.core.capabilities import Certificates
from gridwise.core.errors import (
    GridwiseError,
    NoSharedViewError,
    ParameterError,
    ParseError,
    TooLargeError,
)
from gridwise.core.reading import MAX_INPUT_BYTES
from gridwise.solving.encoding import given_clauses as reading
from gridwise.solving.encoding.check import CounterExample, EncodingCheck
from gridwise.solving.encoding.encode import Encoded

EXAMPLES = Path(__file__).parents[2] / "examples" / "encodings"
BOARDS = (
    "sudoku:2x2:1.......3......4",
    "sudoku:2x2:11..............",
    "queens:6:",
    "queens:5:r1c2",
    "queens:3:",
    "minesweeper:4x3x2:--1-/--21/----",
    "minesweeper:4x3:--1-/--21/----",
    "minesweeper:3x3x1:-8-/---/---",
)
ENCODINGS = [
    (board, encoding)
    for board in BOARDS
    for encoding in {
        "sudoku": ("extended", "minimal"),
        "queens": ("pairwise", "seqcounter"),
        "minesweeper": ("binomial", "seqcounter", "totalizer", "sortnetwrk"),
    }[board.partition(":")[0]]
]


def renumbered(
    encoded: Encoded, random: random.Random
) -> tuple[list[list[int]], dict[int, tuple[int, Any]]]:
    """Return the clauses shuffled, with other numbers for all variables, and the map of these."""
    numbers = list(range(1, encoded.variables + 1))
    random.shuffle(numbers)
    clauses = [
        [numbers[abs(x) - 1] if x > 0 else -numbers[abs(x) - 1] for x in clause]
        for clause in encoded.clauses
    ]
    for clause in clauses:
        random.shuffle(clause)
    random.shuffle(clauses)
    meaning = {}
    for variable in range(1, encoded.model.primary + 1):
        (mark,) = encoded.model.decoder.marks(variable)
        meaning[numbers[variable - 1]] = (mark.cell, mark.value)
    return clauses, meaning


@cache
def legal_boards(board: str) -> set[frozenset[tuple[int, Any]]]:
    """Return the legal boards by the slow way: what is true on each, as cells and values."""
    asked = gw.Board(board)
    solved = gw.solve(asked, question="solution", all_solutions=True)
    certificates = registry.capability(asked.puzzle.name, Certificates)
    assert certificates is not None
    assert certificates.facts is not None
    decoder = gw.encode(asked).model.decoder
    found = set()
    for one in solved.boards:
        true = (x for x in certificates.facts(one.position) if x > 0)
        found.add(frozenset((m.cell, m.value) for x in true for m in decoder.marks(x)))
    return found


def of_example(example: CounterExample) -> frozenset[tuple[int, Any]]:
    return frozenset((mark.cell, mark.value) for mark in example.marks)


def confirm(
    found: EncodingCheck,
    board: str,
    clauses: list[list[int]],
    meaning: dict[int, tuple[int, Any]] | None = None,
) -> None:
    """Confirm counter-examples without the code that found them; clauses have no auxiliaries."""
    legal = legal_boards(board)
    if meaning is None:
        decoder = gw.encode(board).model
        meaning = {}
        for variable in range(1, decoder.primary + 1):
            (mark,) = decoder.decoder.marks(variable)
            meaning[variable] = (mark.cell, mark.value)

    def holds(clause: list[int], true: frozenset[tuple[int, Any]]) -> bool:
        return any((meaning[abs(x)] in true) == (x > 0) for x in clause)

    if found.accepted is not None:
        true = of_example(found.accepted)
        assert true not in legal
        assert all(holds(clause, true) for clause in clauses)
        assert found.accepted.rule is not None
    if found.rejected is not None:
        true = of_example(found.rejected)
        assert true in legal
        assert found.rejected.clause is not None
        assert list(found.rejected.clause.literals) == clauses[found.rejected.clause.index - 1]
        assert not holds(clauses[found.rejected.clause.index - 1], true)
    assert (found.right is False) == (found.accepted is not None or found.rejected is not None)


@every("board, encoding", ENCODINGS)
def test_our_own_clauses_are_right(board: str, encoding: str) -> None:
    encoded = gw.encode(board, encoding=encoding)
    found = gw.check_encoding(encoded, board)
    assert found.right is True
    assert found.accepted is None
    assert found.rejected is None
    assert not found.extra_number
    assert not any(family.missing for family in found.families)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(ENCODINGS), st.integers(0, 2**32))
def test_right_clauses_with_other_numbers_are_right(pair: tuple[str, str], seed: int) -> None:
    board, encoding = pair
    encoded = gw.encode(board, encoding=encoding)
    clauses, meaning = renumbered(encoded, random.Random(seed))
    found = gw.check_encoding(clauses, board, map=meaning)
    assert found.right is True, found
    assert all(family.enforced for family in found.families)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(BOARDS), st.integers(0, 2**32))
def test_a_clause_that_is_missing_is_found(board: str, seed: int) -> None:
    """Delete one clause: the check says wrong exactly where a new board is accepted."""
    rng = random.Random(seed)
    encoded = gw.encode(board)
    clauses, meaning = renumbered(encoded, rng)
    primary = [i for i, c in enumerate(clauses) if all(abs(x) in meaning for x in c)]
    if len(primary) < len(clauses):
        return  # a contradictory board, with auxiliary variables of its own
    del clauses[rng.choice(primary)]
    found = gw.check_encoding(clauses, board, map=meaning)
    confirm(found, board, clauses, meaning)
    flipped = _models(clauses, meaning)
    assert found.right is (flipped == legal_boards(board))


def _models(
    clauses: list[list[int]], meaning: dict[int, tuple[int, Any]]
) -> set[frozenset[tuple[int, Any]]]:
    """Return all models by another solver; at most a few hundred more than are legal."""
    from pysat.solvers import Solver

    found = set()
    with Solver(name="glucose4", bootstrap_with=clauses) as solver:
        solver.add_clause([max(meaning), -max(meaning)])
        for model in solver.enum_models():
            positive = {x for x in model if x > 0}
            found.add(frozenset(meaning[x] for x in positive if x in meaning))
            if len(found) > 2_000:
                break
    return found


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(BOARDS), st.integers(0, 2**32))
def test_a_clause_that_is_wrong_is_found(board: str, seed: int) -> None:
    """Add a random clause: the check says wrong exactly where it excludes a legal board."""
    rng = random.Random(seed)
    clauses, meaning = renumbered(gw.encode(board), rng)
    if len(meaning) < max(abs(x) for c in clauses for x in c):
        return
    added = [v * rng.choice((1, -1)) for v in rng.sample(sorted(meaning), rng.randint(1, 3))]
    at = rng.randrange(len(clauses))
    clauses.insert(at, added)
    found = gw.check_encoding(clauses, board, map=meaning)
    confirm(found, board, clauses, meaning)
    excluded = any(
        not any((meaning[abs(x)] in true) == (x > 0) for x in added) for true in legal_boards(board)
    )
    assert found.right is not excluded
    assert (found.rejected is not None) is excluded


@pytest.mark.parametrize("encoding", ["seqcounter", "totalizer"])
def test_faults_behind_auxiliary_variables_are_found(encoding: str) -> None:
    board = "minesweeper:4x3x2:--1-/--21/----"
    clauses, meaning = renumbered(gw.encode(board, encoding=encoding), random.Random(1))
    auxiliary = next(abs(x) for c in clauses for x in c if abs(x) not in meaning)
    cell = next(v for v, (at, _) in meaning.items() if at == 5)
    too_strong = [*clauses, [auxiliary, -cell], [-auxiliary, -cell]]  # together: no mine at r2c2
    found = gw.check_encoding(too_strong, board, map=meaning)
    assert found.right is False
    assert found.rejected is not None
    assert (5, "mine") in of_example(found.rejected)
    assert of_example(found.rejected) in legal_boards(board)
    assert found.rejected.clause is not None  # unit propagation names one of the two
    assert found.rejected.clause.literals in {(auxiliary, -cell), (-auxiliary, -cell)}
    weak = [c for c in clauses if all(abs(x) in meaning for x in c)]
    found = gw.check_encoding(weak, board, map=meaning)
    assert found.right is False
    assert found.accepted is not None
    assert of_example(found.accepted) not in legal_boards(board)


def test_too_many_boards_to_try_are_not_decided() -> None:
    board = "minesweeper:5x5x4:--1--/-----/1----/-----/-----"
    clauses, meaning = renumbered(gw.encode(board, encoding="totalizer"), random.Random(2))
    found = gw.check_encoding(clauses, board, map=meaning, boards=20)
    assert found.right is None
    assert found.nothing_illegal is True
    assert found.nothing_rejected is None
    assert found.examined == 20
    assert "no counter-example among 20 legal boards" in str(found)


def test_the_time_limit_leaves_it_undecided() -> None:
    clauses = [list(c) for c in gw.encode("sudoku:3x3:" + "." * 81).clauses]
    clauses[0].append(-700)
    found = gw.check_encoding(clauses, "sudoku:3x3:" + "." * 81, time_s=1e-6)
    assert found.right is None
    assert "the time was up" in str(found)


@every("mines", lambda: range(0, 9, 1 if samples.THOROUGH else 4))
def test_a_total_is_checked_by_its_sum(mines: int) -> None:
    """The total's own clauses have auxiliary variables; theirs say one mine more or fewer."""
    board = f"minesweeper:4x4x{mines}:----/----/----/----"
    for other in (mines - 1, mines, mines + 1):
        if not 0 <= other <= 16:
            continue
        theirs = gw.encode(f"minesweeper:4x4x{other}:----/----/----/----", encoding="totalizer")
        found = gw.check_encoding(theirs, board, boards=40)
        assert (found.right is False) is (other != mines)
        if other != mines:
            assert found.accepted is not None
            assert len(found.accepted.marks) == other
            assert found.rejected is not None
            assert len(found.rejected.marks) == mines


def test_the_counts_are_those_of_the_formulas() -> None:
    n = 4
    found = gw.check_encoding(EXAMPLES / "sudoku-no-boxes.cnf", BOARDS[0])
    counts = {one.name: (one.expected, one.found) for one in found.families}
    pairs = n * (n - 1) // 2
    assert counts["given"] == (3, 3)
    assert counts["cell_at_least"] == (n * n, n * n)
    assert counts["cell_at_most"] == (n * n * pairs, n * n * pairs)
    assert counts["row_at_most"] == counts["column_at_most"] == (n * n * pairs, n * n * pairs)
    in_lines = n * n * 4  # pairs of a box that share a line are counted there
    assert counts["box_at_most"] == (n * n * pairs - in_lines, 0)
    assert counts["box_at_least"] == (n * n, 0)
    board = "queens:5:"
    found = gw.check_encoding(gw.encode(board), board)
    assert {one.name: one.expected for one in found.families} == {
        "row": 5 + 5 * 10,
        "column": 5 + 5 * 10,
        "falling": 30,
        "rising": 30,
    }


def test_duplicates_subsumed_clauses_and_tautologies_are_named() -> None:
    board = "queens:4:"
    encoded = gw.encode(board)
    clauses = [
        *encoded.clauses,
        (-2, -1),  # the second clause of row 1 again, turned round
        (1, -1, 5),
        (1, 2, 3, 4, 9),
    ]
    found = gw.check_encoding(clauses, board)
    size = len(encoded.clauses)
    assert found.right is True
    assert found.duplicates_number == 1
    ((one, by),) = found.duplicates
    assert (one.index, by.index, by.text) == (size + 1, 2, "¬r1c1 ∨ ¬r1c2")
    assert [clause.index for clause in found.tautologies] == [size + 2]
    assert (size + 3, 1) in {(a.index, b.index) for a, b in found.subsumed}
    assert found.extra_number == 1
    said = str(found)
    assert "Always true: 1" in said
    assert f"clause {size + 3} (r1c1 ∨ r1c2 ∨ r1c3 ∨ r1c4 ∨ r3c1) follows from clause 1" in said


def test_subsumption_is_that_of_a_double_loop() -> None:
    rng = random.Random(3)
    clauses = [
        [v * rng.choice((1, -1)) for v in rng.sample(range(1, 10), rng.randint(1, 5))]
        for _ in range(60)
    ]
    found = gw.check_encoding(clauses, "minesweeper:3x3:---/---/---")
    keys = [frozenset(c) for c in clauses]
    distinct = dict.fromkeys(keys)
    subsumed = [key for key in distinct if any(other < key for other in distinct)]
    assert found.subsumed_number == len(subsumed)
    assert found.duplicates_number == len(keys) - len(distinct)


FAULTS = {
    "sudoku-no-boxes": ("box_at_least", "accepted"),
    "sudoku-off-by-one": ("cell_at_most", "accepted"),
    "queens-one-diagonal": ("rising", "accepted"),
    "queens-at-least-one": ("row", "accepted"),
    "minesweeper-at-least": ("number", "accepted"),
    "minesweeper-swapped-sign": ("number", "both"),
}


def board_of(path: Path) -> str:
    return next(
        line.removeprefix("c board: ")
        for line in path.read_text().splitlines()
        if line.startswith("c board: ")
    )


@every("name", FAULTS)
def test_the_faulty_examples_are_found_faulty(name: str) -> None:
    path = EXAMPLES / f"{name}.cnf"
    family, sort = FAULTS[name]
    found = gw.check_encoding(path, board_of(path))
    assert found.right is False
    assert found.accepted is not None
    assert found.accepted.family == family
    assert (found.rejected is not None) == (sort == "both")
    assert not next(one for one in found.families if one.name == family).enforced
    rows = [line for line in path.read_text().splitlines() if line[0] not in "cp"]
    confirm(found, board_of(path), [list(map(int, row.split()))[:-1] for row in rows])


def test_the_program_of_the_examples_writes_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import runpy

    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(EXAMPLES / "make.py"), run_name="__main__")
    written = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    kept = {p.name: p.read_bytes() for p in EXAMPLES.iterdir() if p.suffix in (".cnf", ".json")}
    assert written == kept


def test_a_map_says_what_the_variables_are() -> None:
    path = EXAMPLES / "sudoku-by-digit.cnf"
    board = board_of(path)
    assert gw.check_encoding(path, board).right is False  # row-major it is another thing
    assert gw.check_encoding(path, board, map=EXAMPLES / "sudoku-by-digit.json").right is True
    text = (EXAMPLES / "sudoku-by-digit.json").read_text()
    assert gw.check_encoding(path, board, map=text).right is True
    meaning = {int(key): value for key, value in json.loads(text).items()}
    assert gw.check_encoding(path, board, map=meaning).right is True
    longer = {
        key: {"cell": at // 4 % 16, "value": str(at % 4 + 1)}
        for key in meaning
        for at in [((key - 1) % 16) * 4 + (key - 1) // 16]
    }
    assert gw.check_encoding(path, board, map=longer).right is True


def test_cells_that_are_given_need_no_variable() -> None:
    board = "minesweeper:4x3x2:--1-/--21/----"
    covered = [c for c, sign in enumerate("--1---21----") if sign == "-"]
    number = {cell: at for at, cell in enumerate(covered, 1)}
    clauses = [
        [number[abs(x) - 1] * (1 if x > 0 else -1) for x in clause]
        for clause in gw.encode(board).clauses
        if abs(clause[0]) - 1 in number
    ]
    meaning = {variable: cell for cell, variable in number.items()}
    found = gw.check_encoding(clauses, board, map=meaning)
    assert found.right is True
    assert gw.check_encoding(clauses[1:], board, map=meaning).accepted is not None
    with pytest.raises(ParseError, match="no variable for r1c1"):
        gw.check_encoding(clauses, board, map={v: cell for v, cell in meaning.items() if cell})


def test_a_text_is_taken_too() -> None:
    found = gw.check_encoding(gw.encode("queens:4:").to_dimacs(), "queens:4:")
    assert (found.right, found.source) == (True, "<text>")


def test_an_empty_clause_rejects_every_board() -> None:
    found = gw.check_encoding([*gw.encode("queens:4:").clauses, ()], "queens:4:")
    assert found.rejected is not None
    assert found.rejected.clause is not None
    assert found.rejected.clause.literals == ()
    assert "empty clause" in str(found)
    assert found.nothing_illegal is True


def test_no_clauses_accept_anything() -> None:
    for board in ("queens:4:", "sudoku:2x2:1.......3......4", "minesweeper:3x1x1:-1-"):
        found = gw.check_encoding([], board)
        assert found.right is False
        assert found.accepted is not None
        assert found.nothing_rejected is True


def test_the_drawing_shows_what_their_variables_say() -> None:
    """A given cell with another digit, and a cell with two digits."""
    board = "sudoku:2x2:1.......3......4"
    clauses = [c for c in gw.encode(board).clauses if len(c) != 2]
    found = gw.check_encoding([*clauses, [6], [7]], board)
    assert found.accepted is not None
    texts = [cell.text for cell in found.accepted.scene.cells]
    for cell, text in enumerate(texts):
        true = [str(m.value) for m in found.accepted.marks if m.cell == cell]
        assert text == "/".join(true)
    assert "/" in texts[1]


def test_json_is_json() -> None:
    path = EXAMPLES / "minesweeper-swapped-sign.cnf"
    found = json.loads(json.dumps(gw.check_encoding(path, board_of(path)).to_dict()))
    assert found["right"] is False
    assert found["families"]["total"]["missing"] == 64
    wrong = found["rejected_legal_board"]["wrong_clause"]
    text = path.read_text().splitlines()[wrong["line"] - 1]
    assert list(map(int, text.split())) == [*wrong["literals"], 0]
    missing = found["accepted_illegal_board"]["missing_clause"]["literals"]
    assert all(isinstance(x, int) for x in missing)


# -- bad input


@every(
    "text, said",
    [
        ("1 2 0\n\n", r"x.cnf:1:1: Found '1 2 0', expected p cnf VARIABLES CLAUSES\."),
        ("p cnf x 1\n1 0\n", r"x.cnf:1:1: Found 'p cnf x 1', expected p cnf"),
        ("c\np cnf 16 1\n17 0\n", r"x.cnf:3:1: Found '17', expected a variable up to 16\."),
        ("p cnf 16 1\n1 two 0\n", r"x.cnf:2:3: Found 'two', expected a signed whole number\."),
        ("p cnf 16 2\n1 0\n", r"x.cnf:\d:1: Found 1 clauses, expected 2 as in the header"),
        ("p cnf 16 1\n1 0\n2 0\n", r"x.cnf:3:1: Found more than 1 clauses"),
        ("p cnf 16 1\n1 2\n", r"x.cnf:\d:1: Found the end of the text, expected 0"),
        ("p cnf 15 1\n1 0\n", r"x.cnf:1:1: Found no variable for .*r4c4.*, expected one for each"),
        ("p cnf 99999999 1\n1 0\n", r"x.cnf:1:7: Found 99999999 variables, expected at most"),
        ("", r"x.cnf:1:1: Found no header"),
    ],
)
def test_a_bad_file_is_refused_at_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.cnf").write_text(text)
    with pytest.raises(ParseError, match=said):
        gw.check_encoding("x.cnf", "queens:4:")


def test_binary_garbage_and_a_gigabyte_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.cnf").write_bytes(b"p cnf 3 1\n\x80\xff\x00\xfe" + random.Random(0).randbytes(2000))
    with pytest.raises(ParseError, match=r"x.cnf:1:1: Found a file that is no text"):
        gw.check_encoding("x.cnf", "queens:4:")
    with Path("big.cnf").open("wb") as file:
        file.truncate(1 << 30)  # sparse: no such space is taken
    with pytest.raises(TooLargeError, match=r"big.cnf:1:1: Found 1,073,741,824 bytes"):
        gw.check_encoding("big.cnf", "queens:4:")
    with pytest.raises(TooLargeError, match=r"big.cnf:1:1"):
        gw.check_encoding([[1]], "queens:4:", map="big.cnf")
    with pytest.raises(TooLargeError, match="<text>:1:1"):
        gw.check_encoding("c\n" * MAX_INPUT_BYTES, "queens:4:")
    with pytest.raises(ParseError, match="no such file"):
        gw.check_encoding("none.cnf", "queens:4:")


@every(
    "clauses, said",
    [
        (5, "<clauses>:1:1: Found 5, expected a list of clauses."),
        ([[1], 5], "<clauses>:2:1: Found 5, expected a clause"),
        ([[1], "ab"], "<clauses>:2:1: Found 'ab', expected a clause"),
        ([[1, 0]], "<clauses>:1:2: Found 0, expected a whole number that is not 0."),
        ([[1, True]], "<clauses>:1:2: Found True"),
        ([[1, 2.0]], "<clauses>:1:2: Found 2.0"),
        ([[1, None]], "<clauses>:1:2: Found None"),
        ([[10**30]], "<clauses>:1:1: Found 10+, expected a variable up to 2,000,000"),
        ({1: 2}, "<clauses>:1:1: Found {1: 2}, expected a list of clauses"),
        (b"p cnf", "<clauses>:1:1: Found b'p cnf'"),
    ],
)
def test_a_bad_list_is_refused_at_its_place(clauses: Any, said: str) -> None:
    with pytest.raises(ParseError, match=said):
        gw.check_encoding(clauses, "queens:4:")


def test_a_list_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_LITERALS", 1000)

    def endless() -> Any:
        while True:
            yield [1]

    def long() -> Any:
        while True:
            yield 1

    with pytest.raises(TooLargeError, match="more than 1,000 literals"):
        gw.check_encoding(endless(), "queens:4:")
    with pytest.raises(TooLargeError, match="more than 1,000 literals"):
        gw.check_encoding([long()], "queens:4:")


Q4 = {at + 1: [at, "queen"] for at in range(16)}


@every(
    "text, said",
    [
        ('{"1": "r1c1"', r"m.json:1:13: Found the end, expected JSON\."),
        ('{"1" "r1c1"}', r"m.json:1:6: Found '\"r1c1\"}', expected JSON\."),
        ("[1, 2]", r"m.json:1:1: Found '\[1, 2\]', expected an object"),
        ("[" * 100_000, r"m.json:1:1: Found JSON that is nested too deeply"),
        ('{\n  "1": "r9c1"}', r"m.json:2:3: Found 'r9c1', expected a cell from r1c1 to r4c4"),
        ('{"x": "r1c1"}', r"m.json:1:2: Found 'x', expected a variable from 1 to"),
        ('{"0": "r1c1"}', r"m.json:1:2: Found '0', expected a variable from 1 to"),
        ('{"1": "r1c1=king"}', r"m.json:1:2: Found 'r1c1=king', expected one of these values: q"),
        ('{"1": 16}', r"m.json:1:2: Found 16, expected a cell from r1c1 to r4c4"),
        ('{"1": null}', r"m.json:1:2: Found None, expected a cell"),
        ('{"1": "r1c1", "1": "r1c2"}', r"m.json:1:15: Found variable 1 again"),
        (
            '{"1": "r1c1",\n "2": "r1c1"}',
            r"m.json:2:2: Found variable 2 for queen on r1c1, expected one variable",
        ),
        (json.dumps({k: v for k, v in Q4.items() if k != 7}), r"m.json:1:1: Found no variable for"),
    ],
)
def test_a_bad_map_is_refused_at_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("m.json").write_text(text)
    with pytest.raises(ParseError, match=said):
        gw.check_encoding([[1, 2, 3]], "queens:4:", map="m.json")


def test_a_map_of_another_type_is_refused() -> None:
    with pytest.raises(ParseError, match="Found 5, expected a dict, or the path of a JSON file"):
        gw.check_encoding([[1]], "queens:4:", map=5)
    with pytest.raises(ParseError, match="<map>:1:1: Found 17"):
        gw.check_encoding("p cnf 16 0\n\n", "queens:4:", map={17: "r1c1"})


def test_boards_without_clauses_and_wrong_limits_are_refused() -> None:
    with pytest.raises(NoSharedViewError, match="no clauses"):
        gw.check_encoding([[1]], "sliding:3x2:1,2,5,3,4,0")
    with pytest.raises(ParameterError):
        gw.check_encoding([[1]], "queens:4:", time_s=0)
    with pytest.raises(ParameterError, match="too large to check"):
        gw.check_encoding([[1]], "queens:45:")
    with pytest.raises(GridwiseError):
        gw.check_encoding([[1]], "queens:4:", boards=-1)
