"""The functions of the package: their names, their twins, and what they print."""

import inspect
import io
import json
import re
from collections.abc import Iterable, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, get_args

import pytest

import gridwise as gw
from every import every
from gridwise.cli.main import app, run
from gridwise.core.limits import Interrupted

BOARD = "sudoku:2x2:1....2....3....4"
SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_every_command_has_its_function() -> None:
    own = {"web"}  # it serves the page
    names = {name.replace("-", "_") for name in app() if not name.startswith("-")} - own
    assert {"solve", "generate", "prepare"} <= names
    for name in names:
        assert name in gw.__all__, name
        assert callable(getattr(gw, name))


def test_help_is_a_table_of_contents() -> None:
    text = gw.__doc__
    assert text is not None
    for name in gw.__all__:
        thing = getattr(gw, name)
        if callable(thing) and not isinstance(thing, type):
            said = name in text or name in ("as_json", "parse", "parse_many", "puzzle_of")
            assert said, f"{name} is not in the table of contents"


PRINTED = [
    ("solve", f"sudoku:3x3:{SUDOKU}"),
    ("solve", "minesweeper:5x5:-----/-2121/-2000/-2110/--X10"),
    ("solve", "queens:3:"),
    ("solve", "sliding:3x2:1,2,5,3,4,0"),
    ("count", BOARD),
    ("count", "queens:3:"),
    ("hint", "sudoku:2x2:1.3...1.....4..."),
    ("hint", "minesweeper:3x3x3:-2-/2--/--2"),
    ("probabilities", "minesweeper:4x3:--1-/2-2-/--1-"),
    ("heuristics", "sliding:2x2:3,1,2,0"),
    ("encode", "queens:3:"),
]
ASKED = ("solve", "count", "probabilities")
MEASURED = re.compile(r"[0-9.,]+ (?:µs|ms|s|B|kB|MB)\b| · (?:compile|memory) ~")


def masked(text: str) -> str:
    return MEASURED.sub("~", MEASURED.sub("~", text)).replace(" · compile ~", "").rstrip()


@every("command, notation", PRINTED)
def test_an_answer_prints_what_the_command_prints(
    command: str, notation: str, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = getattr(gw, command)(notation)
    capsys.readouterr()
    assert run([command, notation]) in (0, 10)
    told = masked(capsys.readouterr().out)
    assert re.sub(r"~+", "~", masked(str(answer))) == re.sub(r"~+", "~", told)


@every("command, notation", [row for row in PRINTED if row[0] in ASKED])
def test_the_dict_of_an_answer_is_the_json_of_the_command(
    command: str, notation: str, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = getattr(gw, command)(notation).to_dict()
    capsys.readouterr()
    run([command, notation, "--json"])
    theirs = json.loads(capsys.readouterr().out)
    assert mine.pop("statistics").keys() == theirs.pop("statistics").keys()
    assert mine == theirs


def test_the_chances_are_drawn_on_the_board() -> None:
    found = gw.probabilities("minesweeper:4x3:--1-/2-2-/--1-")
    drawn = found._repr_mimebundle_()["image/svg+xml"]
    assert drawn != found.asked.svg()
    assert drawn.count(">100<") == found.answer.chances.tolist()[0].count(1) + sum(
        row.count(1) for row in found.answer.chances.tolist()[1:]
    )


def test_heuristics_are_a_table_and_a_mapping() -> None:
    found = gw.heuristics("sliding:2x2:1,0,2,3")
    assert found["manhattan"].value is not None
    assert found.to_dict().keys() == dict(found).keys()
    assert "manhatan" not in found
    with pytest.raises(gw.UnknownNameError, match="did you mean manhattan"):
        found["manhatan"]


def test_limits_are_named_in_two_ways() -> None:
    big = "queens:30:"
    stopped = gw.count(big, time_s=0.05, method="backtracking")
    assert stopped.stop is gw.Stop.TIME_LIMIT
    assert "time limit of 0.05 s reached" in stopped.text
    with pytest.raises(gw.ParameterError, match="exclude each other"):
        gw.count(big, time_s=1, limits=gw.Limits(time_s=1))


NAMES: list[tuple[dict[str, Any], str]] = [
    ({"method": "stas"}, "Unknown method 'stas'; did you mean "),
    ({"metod": "sat"}, "Unknown parameter or option 'metod'; did you mean method?"),
    ({"time": 3}, "Unknown parameter or option 'time'; did you mean time_s?"),
    ({"question": "forcd"}, "Unknown question 'forcd'; did you mean forced?"),
    ({"method": "sat", "encodin": "x"}, "'encodin'; did you mean encoding?"),
    ({"method": "sat", "seed": 1, "nht": 3}, "'nht'; did you mean nth?"),
    ({"options": {"encodin": "x"}, "method": "sat"}, "'encodin'; did you mean encoding?"),
]


@every("words, said", NAMES)
def test_a_wrong_name_is_answered_with_the_nearest(words: dict[str, Any], said: str) -> None:
    with pytest.raises(gw.UnknownNameError) as caught:
        gw.solve(BOARD, **words)
    assert said in str(caught.value)


TYPES: list[tuple[str, str]] = [
    ("gw.generate(42)", "puzzle: Found int 42, expected a text."),
    ("gw.solve(b, time_s='5')", "time_s: Found str '5', expected a number."),
    ("gw.solve(b, nth='2')", "nth: Found str '2', expected a whole number above 0."),
    ("gw.solve(b, method=3)", "method: Found int 3, expected a text or Method."),
    ("gw.solve(b, limits=5)", "limits: Found int 5, expected Limits."),
    (
        "gw.solve(b, trace='yes')",
        "trace: Found str 'yes', expected True or False or a whole number.",
    ),
    ("b.count(options=['a'])", "options: Found list ['a'], expected a dict."),
    ("b.to_text(3)", "style: Found int 3, expected a text."),
    ("gw.Board.read(5)", "path: Found int 5, expected a text or a path."),
    ("gw.compare(b, methods=3)", "methods: Found int 3, expected a text or a function or a list."),
    ("gw.export(b, 5)", "path: Found int 5, expected a text or a path."),
    ("gw.prepare(5)", "names: Found int 5, expected a text."),
    ("b.explain(techniques=5)", "techniques: Found int 5, expected a text or a list."),
    ("b.explain(techniques=[5])", "techniques: Found int 5, expected a text."),
    ("b.rate(models=' ,')", "models: Found str ' ,', expected names with commas between."),
    ("b.rate(models=b'se')", "models: Found bytes b'se', expected a text or a list."),
    (
        "gw.simulate('minesweeper', free_cells='12')",
        "free_cells: Found str '12', expected a whole number or a list.",
    ),
    ("gw.solve_many(5)", "Found int 5, expected a board: "),
    ("gw.hint(b, time_s=0)", "Limit time_s must be a number more than 0, not 0."),
    ("gw.Limits(nodes=[1])", "Limit nodes must be a number more than 0, not [1]"),
]


@every("call, said", TYPES)
def test_an_argument_of_another_type_is_named(call: str, said: str) -> None:
    with pytest.raises(gw.ParameterError) as caught:
        eval(call, {"gw": gw, "b": gw.Board(BOARD)})
    assert said in str(caught.value)


def test_a_text_is_one_name_or_several_with_commas() -> None:
    board = gw.Board(BOARD)
    for text, names in (
        ("naked_single", ["naked_single"]),
        (" naked_single, hidden_single,", ["naked_single", "hidden_single"]),
    ):
        listed = board.explain(techniques=iter(names)).to_dict()
        assert board.explain(techniques=text).to_dict() == listed
    assert set(gw.rate("sliding:3x3:1,2,5,3,4,8,6,7,0", models="length")) == {"length"}
    played = gw.simulate("minesweeper", board="4x4x2, 5x4x2", games=1)
    assert [row.board for row in played.rows] == ["4x4x2", "5x4x2"]
    with pytest.raises(gw.UnknownNameError, match="did you mean naked_single"):
        board.explain(techniques="naked_singl")


def test_every_parameter_that_takes_names_takes_a_text() -> None:
    functions = [getattr(gw, name) for name in gw.__all__]
    functions += [getattr(gw.Board, name) for name in dir(gw.Board) if name[0] != "_"]
    seen = 0
    for function in filter(inspect.isfunction, functions):
        for parameter in inspect.signature(function).parameters.values():
            parts = get_args(parameter.annotation)
            if any(part in (Iterable[str], Sequence[str]) for part in parts):
                seen += 1
                assert str in parts, (function.__name__, parameter)
    assert seen


def test_whole_numbers_are_numbers_and_signatures_stay() -> None:
    assert gw.solve(BOARD, time_s=5).status is gw.Status.SOLVED
    assert "all_solutions" in inspect.signature(gw.solve).parameters
    assert gw.solve.__doc__ == gw.Board.solve.__doc__


def test_methods_and_policies_are_listed() -> None:
    assert set(gw.Board("queens:4:").methods()) <= set(gw.methods())
    assert set(gw.policies("minesweeper")) == set(gw.policies())
    assert not gw.policies("sudoku")


def test_options_of_a_method_are_named_like_parameters() -> None:
    board = "sliding:3x3:1,2,0,3,4,5,6,7,8"
    one = gw.solve(board, method="a_star", heuristic="manhattan")
    two = gw.solve(board, method="a_star", options={"heuristic": "manhattan"})
    assert one.moves == two.moves == ("2", "1")


def test_a_generated_board_keeps_its_claims() -> None:
    board = gw.generate("sudoku", "2x2", seed=7, minimal=True)
    assert board is not None
    assert board.claims["unique"] is True
    assert board == gw.generate("sudoku", "2x2", seed=7, minimal=True)
    assert gw.count(board).count == 1
    with pytest.raises(gw.UnknownNameError, match="did you mean givens"):
        gw.generate("sudoku", given=20)


def test_boards_of_all_forms_are_exported(tmp_path: Path) -> None:
    path = tmp_path / "in.txt"
    path.write_text(SUDOKU)
    out = tmp_path / "out.sdm"
    done = gw.export([path, gw.Board(SUDOKU), SUDOKU], out)
    assert done.paths == (out,)
    assert gw.read_boards(out) == [gw.Board(SUDOKU)] * 3
    with pytest.raises(gw.InputError, match="it is an input"):
        gw.export(path, path)


def test_many_boards_are_solved_in_any_form(tmp_path: Path) -> None:
    path, text = tmp_path / "boards.sdm", f"{SUDOKU}\n{SUDOKU}\n"
    path.write_text(text)
    for boards in ([gw.Board(SUDOKU)] * 2, path, str(path), text, [SUDOKU, SUDOKU]):
        found = gw.solve_many(boards)
        assert [one.value for one in found.uniqueness] == ["unique", "unique"]


def test_games_begin_on_a_covered_board() -> None:
    board = gw.Board.empty("minesweeper", "5x5x3")
    by_board = gw.simulate(board, games=5, policy="single_point")
    by_size = gw.simulate("minesweeper", board="5x5x3", games=5, policy="single_point")
    assert [r.wins for r in by_board.rows] == [r.wins for r in by_size.rows]
    assert gw.play(board, seed=3).answer == gw.play("minesweeper", board="5x5x3", seed=3).answer
    with pytest.raises(gw.ParameterError, match="covered board"):
        gw.play("minesweeper:3x1x1:1--")
    with pytest.raises(gw.UnknownNameError, match="did you mean minesweeper"):
        gw.simulate("minesweper")


def test_benchmarks_and_tables_are_run_from_python() -> None:
    class Now:
        def is_set(self) -> bool:
            return True

    with pytest.raises(gw.UnknownNameError):
        gw.prepare("no-such-table")
    with pytest.raises(gw.UnknownNameError):
        gw.bench("sudoku", "no-such-set")
    with pytest.raises(Interrupted):
        gw.prepare("sliding:kernels", cancel=Now())


def test_a_notebook_shows_errors_in_two_lines() -> None:
    shell = pytest.importorskip("IPython.core.interactiveshell").InteractiveShell()
    out = io.StringIO()
    with redirect_stdout(out):
        shell.run_cell("import gridwise as gw\ngw.solve(42)")
    lines = [line for line in out.getvalue().splitlines() if line.strip()]
    assert len(lines) == 2
    assert lines[0].startswith("line 2: ")
    assert lines[1].startswith("ParameterError: Found int 42, expected a board: ")


def test_a_game_is_played_undone_and_won() -> None:
    game = gw.Game("queens:4:")
    game.play("r1c2 queen", "r2c4 queen", "r3c1 queen")
    assert game.status == "open"
    before = str(game)
    assert game.play("r4c3 queen").status == "won"
    assert game.board.is_solved
    assert str(game.undo()) == before
    assert game.undo().undo().undo().undo().board == gw.Board("queens:4:")


def test_a_hidden_layout_follows_from_the_seed_and_is_not_shown() -> None:
    one, two = (gw.Game("minesweeper", "8x8x10", seed=4, first_click="zero") for _ in range(2))
    assert str(one) == str(two)
    assert "✹" not in str(one)
    assert one.play("r4c4 open").board == two.play("r4c4 open").board
    for _ in range(40):
        hint = one.hint()
        if hint.guess or hint.move is None:
            break
        one.play(hint.move)
        assert one.status != "lost"  # what is forced is never wrong


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"first_clik": "zero"}, "did you mean first_click"),
        ({"first_click": "zeo"}, "did you mean zero"),
    ],
)
def test_the_choices_of_a_game_are_checked(words: dict[str, str], said: str) -> None:
    with pytest.raises(gw.UnknownNameError, match=said):
        gw.Game("minesweeper", **words)
