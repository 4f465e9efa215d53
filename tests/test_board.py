"""The board that people hold, over every puzzle of the registry."""

import copy
import pickle
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import gridwise as gw
from every import every
from gridwise.core import registry
from gridwise.core.result import Status
from samples import sample, seeds

SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
TWO = "sudoku:2x2:1....2....3....4"


def boards() -> Iterator[gw.Board]:
    """Yield boards of every puzzle."""
    for puzzle in registry.puzzles().values():
        for seed in seeds(4, 12):
            yield gw.Board(sample(puzzle, Random(seed)))


each_board = every("board", boards, ids=lambda board: board.notation)


@each_board
def test_a_board_comes_back_from_every_form(board: gw.Board, tmp_path: Path) -> None:
    name = board.puzzle.name
    forms = {
        "board": gw.Board(board),
        "position": gw.Board(board.position),
        "notation": gw.Board(board.notation),
        "repr": eval(repr(board), {"Board": gw.Board}),
        "pickle": pickle.loads(pickle.dumps(board)),
        "copy": copy.deepcopy(board),
    }
    path = tmp_path / "board.txt"
    path.write_text(board.notation, encoding="utf-8")
    forms |= {"path": gw.Board(path), "name": gw.Board(str(path)), "read": gw.Board.read(path)}
    text = board.to_text("grid")
    if "\n" in text and board.puzzle.parse(text) == board.position:  # a goal may be lost in it
        forms["text"] = gw.Board(text, puzzle=name)
    for form, back in forms.items():
        assert back == board, form
        assert hash(back) == hash(board), form
        assert back.puzzle is board.puzzle, form


@each_board
def test_a_question_has_one_answer_whatever_form_the_board_has(board: gw.Board) -> None:
    answers = [
        board.solve(),
        gw.solve(board),
        gw.solve(board.position),
        gw.solve(board.notation),
    ]
    for answer in answers[1:]:
        assert answer.status is answers[0].status
        assert answer.board == answers[0].board
        assert answer.moves == answers[0].moves
        assert answer.unique == answers[0].unique


@each_board
def test_the_moves_of_an_answer_lead_to_its_board(board: gw.Board) -> None:
    answer = board.solve()
    if answer.status is Status.SOLVED:
        assert answer.board is not None
        assert board.play(*answer.moves) == answer.board == answer.boards[0]
        assert answer.question == "forced" or answer.board.is_solved
        assert not answer.board.violations()
    else:
        assert (answer.board, answer.boards, answer.moves) == (None, (), ())


@each_board
def test_counting_and_listing_agree(board: gw.Board) -> None:
    if not board.puzzle.countable:
        pytest.skip("paths are not counted")
    count, listed = board.count(), board.solve(all_solutions=True)
    assert (count.count, count.exact) == (listed.count, listed.exact)
    assert count.count == len(listed.boards) == len(set(listed.boards))
    assert all(one.is_solved for one in listed.boards)


@each_board
def test_every_legal_move_can_be_played_as_text_and_as_object(board: gw.Board) -> None:
    before = board.notation
    moves = list(board.puzzle.moves(board.position))[:20]
    texts = board.legal_moves()[:20]
    for move, text in zip(moves, texts, strict=True):
        after = board.play(text)
        assert after == board.play(move)
        assert after != board
        assert after.origin == board.position
        assert pickle.loads(pickle.dumps(after)).origin == board.position
    assert board.notation == before


@each_board
def test_a_hint_names_a_move_that_can_be_played(board: gw.Board) -> None:
    hint = board.hint()
    assert hint.text
    assert len(hint.stages) == 5
    assert f"\n{hint.text}" in str(hint)
    if hint.move is not None:
        assert board.play(hint.move) != board
    assert hint.to_dict()["notation"] == board.notation
    assert hint.to_dict()["move"] == hint.move


@each_board
def test_a_board_and_its_answer_show_themselves_in_a_notebook(board: gw.Board) -> None:
    shown = board._repr_mimebundle_()
    assert shown["text/plain"] == str(board)
    assert shown["image/svg+xml"] == board.svg() == board._repr_svg_()
    answer = board.solve()
    of_answer = answer._repr_mimebundle_()
    assert of_answer["text/plain"] == str(answer)
    assert ("image/svg+xml" in of_answer) == (answer.board is not None)


@every("name", registry.interactions)
def test_an_empty_board_breaks_no_rule(name: str) -> None:
    board = gw.Board.empty(name)
    assert not board.violations()
    size = board.notation.split(":")[1]
    assert gw.Board.empty(name, size) == board


def test_a_size_may_be_a_number() -> None:
    assert gw.Board.empty("queens", 6).notation == "queens:6:"


def test_a_board_does_not_change() -> None:
    board = gw.Board(TWO)
    with pytest.raises(AttributeError, match=r"play\(\) returns another one"):
        board.position = None
    with pytest.raises(AttributeError):
        del board.position
    with pytest.raises(AttributeError):
        board.name = "mine"  # type: ignore[attr-defined]


def test_boards_of_other_puzzles_are_not_equal() -> None:
    assert gw.Board.empty("queens", 4) != gw.Board.empty("sudoku", "2x2")
    assert gw.Board(TWO) != TWO
    assert len({gw.Board(TWO), gw.Board(TWO), gw.Board.empty("sudoku")}) == 2


def test_entries_are_told_from_givens_after_a_move() -> None:
    board = gw.Board(SUDOKU)
    wrong = board.play("r1c3=2")
    assert "r1c3 = 2 is wrong" in wrong.hint().text
    assert gw.hint(wrong.notation, origin=board).text == wrong.hint().text
    found = gw.hint(wrong.notation, time_s=600)  # two seconds may be too few
    assert found.text.startswith("Something is wrong: these contradict")
    assert wrong.svg() != gw.Board(wrong.notation).svg()  # the entry in a lighter hand
    assert wrong == gw.Board(wrong.notation)


def test_an_origin_of_another_board_is_refused() -> None:
    with pytest.raises(gw.InputError, match="origin: Found a board of queens"):
        gw.hint(TWO, origin="queens:4:")


def test_a_board_too_large_to_draw_is_its_notation() -> None:
    board = gw.Board.empty("sliding", "9x9")
    assert "image/svg+xml" in board._repr_mimebundle_()
    large = gw.Board("queens:5000:")
    assert str(large) == large.notation
    assert large._repr_mimebundle_() == {"text/plain": large.notation}
    assert large._repr_svg_() is None


BARE = {
    SUDOKU: "sudoku",
    SUDOKU.replace(".", "0"): "sudoku",
    "1....2....3....4": "sudoku",
    "8,7,1,6,0,4,3,2,5": "sliding",
    "8 7 1 6 0 4 3 2 5": "sliding",
    "3,1,2,0": "sliding",
    "1 2 3\n4 5 6\n7 8 _": "sliding",
    "Q...\n..Q.\n....\n....": "queens",
    "-----\n-2121\n-2000\n-2110\n--X10": "minesweeper",
    "\n".join(SUDOKU[at : at + 9] for at in range(0, 81, 9)): "sudoku",
}


@every("text, kind", BARE.items())
def test_the_bare_text_of_a_board_is_read(text: str, kind: str) -> None:
    assert gw.Board(text).puzzle.name == kind
    assert [board.puzzle.name for board in gw.read_boards([text])] == [kind]


@every(
    "text",
    [
        f"https://www.sudokuwiki.org/sudoku.htm?bd={'1' + '0' * 80}",
        f":0000:x:{'+1' + '.' * 80}:259::",
        f'<opensudoku><game data="{"1" + "0" * 80}" /></opensudoku>',
        "3x3:1z_zzb",
        "9x9:0,0,me0691ca8a278f3c371688",
        "4x4:8,11,3,6,14,13,4,2,0,9,12,10,5,1,7,15",
    ],
)
def test_the_text_of_a_program_is_no_path(text: str) -> None:
    assert gw.Board(text).notation


def test_a_file_goes_before_a_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path(SUDOKU).write_text(TWO)
    assert gw.Board(SUDOKU).notation == TWO


WRONG: list[tuple[Any, type[Exception], str]] = [
    (42, gw.ParameterError, "Found int 42, expected a board: a notation such as "),
    (None, gw.ParameterError, "Found NoneType None, expected a board: "),
    ([TWO, TWO], gw.ParseError, "Row 2, column 1: found a second puzzle, expected one puzzle"),
    ([], gw.ParameterError, "Found list [], expected a board: "),
    ("sudko:3x3:...", gw.ParseError, "did you mean sudoku?"),
    ("hrad.sdk", gw.ParseError, "hrad.sdk:1:1: Found no such file, "),
    ("hrad.sdk", gw.ParseError, "; did you mean hard.sdk?"),
    ("boards/hrad.sdk", gw.ParseError, "; did you mean boards/hard.sdk?"),
    ("nonsense", gw.ParseError, "Found no such file, expected a path, a notation, "),
    ("20240101", gw.ParseError, "Found no such file"),
    ("C:\\no\\1....2....3....4", gw.ParseError, "Found no such file"),
    ("", gw.ParseError, "Found nothing, expected a puzzle"),
    ("-", gw.ParseError, "-:1:1: Found no such file"),
    ("boards", gw.ParseError, "Found a directory, expected a file."),
    (SUDOKU[:-1], gw.ParseError, "Found the end after 80 cells, expected 81"),
    ("two.txt", gw.ParseError, "two.txt:2:1: Found a second puzzle, expected one puzzle"),
]


@every("source, error, said", WRONG)
def test_what_is_no_board_is_named(
    source: Any,
    error: type[Exception],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("boards").mkdir()
    for path in (Path("hard.sdk"), Path("boards", "hard.sdk")):
        path.write_text(SUDOKU)
    Path("two.txt").write_text(f"{SUDOKU}\n{SUDOKU}\n")
    for ask in (gw.Board, gw.solve, gw.count, gw.hint, gw.encode, gw.probabilities, gw.heuristics):
        with pytest.raises(error) as caught:
            ask(source)
        assert said in str(caught.value)
        assert "\n" not in str(caught.value)


MOVES: list[tuple[str, Any, str]] = [
    (TWO, "r3c1=3", "r3c1=3: Row 3 has 3 at r3c3; legal: r3c1=4, r3c1=2"),
    (TWO, "r1c3:4", "Found ':4', expected '=' and a digit; legal: r1c3=4"),
    (TWO, "r1c1=4", "r1c1 holds 1 already; legal: "),
    (TWO, "nowhere", "expected a cell r1c1 to r4c4; legal: r1c2=3"),
    (TWO, None, "Found NoneType None, expected a move of sudoku, or its text; legal: "),
    (TWO, 7, "Found '7', expected a cell"),
    ("queens:4:r1c1", "r2c2", "r1c1 and r2c2 attack each other on a diagonal; legal: r2c"),
    ("sliding:2x2:3,1,2,0", "3", "legal: 1, 2"),
    ("minesweeper:2x1x1:--", "r1c1=5", "r1c1 cannot show 5"),
]


@every("board, move, said", MOVES)
def test_a_move_that_is_none_is_answered_with_those_like_it(
    board: str, move: Any, said: str
) -> None:
    with pytest.raises((gw.ParameterError, gw.ParseError)) as caught:
        gw.Board(board).play(move)
    assert said in str(caught.value)


def test_a_move_of_another_puzzle_is_refused() -> None:
    queens = gw.Board("queens:4:")
    foreign = next(iter(queens.puzzle.moves(queens.position)))
    with pytest.raises(gw.ParseError, match="expected a move of sudoku"):
        gw.Board(TWO).play(foreign)


def test_several_moves_are_played_in_order() -> None:
    board = gw.Board("sliding:2x2:3,1,2,0")
    assert board.play(1, 3) == board.play("1").play("3")


def test_all_boards_of_a_file_a_text_and_a_list(tmp_path: Path) -> None:
    path = tmp_path / "many.sdm"
    path.write_text(f"{SUDOKU}\n{SUDOKU}\n")
    empty = gw.Board.empty("queens", 4)
    assert gw.read_boards(path) == gw.read_boards(str(path)) == [gw.Board(SUDOKU)] * 2
    assert gw.read_boards([path, empty, TWO, empty.position]) == [
        *[gw.Board(SUDOKU)] * 2,
        empty,
        gw.Board(TWO),
        empty,
    ]
    with pytest.raises(gw.ParseError):
        gw.read_boards([empty, tmp_path / "none.txt"])


def test_the_puzzle_can_be_named() -> None:
    assert gw.Board("1....2....3....4", puzzle="sudoku") == gw.Board(TWO)
    with pytest.raises(gw.ParameterError, match="Found a board of sudoku, expected queens"):
        gw.Board(gw.Board(TWO), puzzle="queens")
    with pytest.raises(gw.UnknownNameError, match="did you mean queens"):
        gw.Board(TWO, puzzle="quens")


def test_a_pickle_holds_text_alone() -> None:
    made, parts = gw.Board(TWO).play("r1c2=4").__reduce__()
    assert callable(made)
    assert parts == ("sudoku", "sudoku:2x2:14...2....3....4", TWO, {})


def test_the_setters_bench_of_a_board() -> None:
    board = gw.Board("sudoku:2x2:1.......3......4")
    found = board.setter_bench()
    assert found == gw.setter_bench(board.notation)
    counted = {
        value: board.play(f"r1c2={value}").count().count
        for value in "234"
        if f"r1c2={value}" in board.legal_moves()
    }
    known = {value: number.number for value, number in found.candidates[1].items()}
    assert known == {value: number for value, number in counted.items() if number}
    assert not gw.setter_bench(board, most=1).solutions.exact
    with pytest.raises(gw.ParameterError, match="no setter's bench for queens"):
        gw.Board("queens:8:").setter_bench()
