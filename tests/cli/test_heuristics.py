"""`gridwise heuristics`: every heuristic of a board side by side."""

from pathlib import Path

import pytest

import gridwise
from cli.boards import THREE
from cli.running import Command
from gridwise.core import registry
from gridwise.puzzles.sliding.pdb.patterns import TABLE

EIGHT = "sliding:3x3:7,2,4,5,0,6,8,3,1"
FIFTEEN = "sliding:4x4:14,13,15,7,11,12,9,5,6,0,2,1,4,8,10,3"


@pytest.fixture(autouse=True)
def _no_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRIDWISE_CACHE_DIR", str(tmp_path / "tables"))


def test_all_are_side_by_side(gridwise: Command) -> None:
    record = gridwise("heuristics", EIGHT, "--json").record
    found = record["heuristics"]
    assert record["notation"] == EIGHT
    assert found["misplaced"] == {"value": 8, "admissible": True, "consistent": True}
    assert found["manhattan"]["value"] == 18
    assert found["pattern_database"]["value"] == 26  # the distance itself (Russell and Norvig)
    assert found["squared_reversals"]["admissible"] is False
    for one in found.values():
        assert one["value"] <= 26 or not one["admissible"]
    ran = gridwise("heuristics", EIGHT)
    assert ran.status == 0
    rows = {line.split()[0]: line.split()[1:4] for line in ran.out.splitlines()[5:]}
    assert rows.pop("heuristic") == ["h", "admissible", "consistent"]
    words = {True: "yes", False: "no"}
    assert rows == {
        name: [str(one["value"]), words[one["admissible"]], words[one["consistent"]]]
        for name, one in found.items()
    }


def test_a_large_table_is_named_and_not_made(gridwise: Command, tmp_path: Path) -> None:
    found = gridwise("heuristics", FIFTEEN, "--json").record["heuristics"]
    assert found["manhattan"]["value"] == 41
    assert found["pattern_database"] == {
        "value": None,
        "admissible": True,
        "consistent": False,
        "needs": f"prepare sliding:{TABLE}",
    }
    said = gridwise("heuristics", FIFTEEN).out
    assert f"pattern_database needs `gridwise prepare sliding:{TABLE}`" in said
    assert not list(tmp_path.glob("tables/*"))
    goal = ">" + ",".join(map(str, (1, 0, *range(2, 16))))
    found = gridwise("heuristics", FIFTEEN + goal, "--json").record["heuristics"]
    assert found["pattern_database"]["needs"].startswith("solve BOARD --method a_star")


def test_a_table_that_is_there_is_used(gridwise: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    from gridwise.puzzles.sliding.pdb import patterns

    monkeypatch.setattr(patterns, "CORNERS", (0,))
    monkeypatch.setattr(
        patterns, "make_table", lambda cells, blank, check: bytes([7]) * patterns.TABLE_BYTES
    )
    assert gridwise("prepare", f"sliding:{TABLE}").status == 0
    found = gridwise("heuristics", FIFTEEN, "--json").record["heuristics"]
    assert found["pattern_database"] == {"value": 21, "admissible": True, "consistent": False}


def test_no_value_where_the_goal_cannot_be_reached(gridwise: Command) -> None:
    ran = gridwise("heuristics", "sliding:2x2:0,2,1,3")
    assert ran.status == 0
    assert ran.out.splitlines()[-1] == "No value: the goal cannot be reached."


def test_boards_that_are_searched_as_clauses(gridwise: Command) -> None:
    board = "minesweeper:2x2:1-/--"
    ran = gridwise("heuristics", board, THREE, "queens:6:", "--json")
    assert ran.status == 0
    mines, digits, queens = (record["heuristics"] for record in ran.records)
    # One of three is a mine: one clause of three cells, three of two. A literal is in two at most.
    assert mines["open_clauses"] == {"value": 4, "admissible": False, "consistent": False}
    assert mines["open_clauses_bound"] == {"value": 2, "admissible": True, "consistent": True}
    lines = gridwise("encode", THREE, "--simplified").out.splitlines()
    longer = [line for line in lines if line[0] not in "cp" and len(line.split()) > 2]
    assert digits["open_clauses"]["value"] == len(longer)
    assert queens["open_rows"]["value"] == 6
    assert "heuristics" not in gridwise("hint", board, "--json").record


def test_a_hint_on_a_sliding_board_has_them(gridwise: Command) -> None:
    values = gridwise("heuristics", EIGHT, "--json").record["heuristics"]
    hint = gridwise("hint", EIGHT, "--json").record
    assert hint["heuristics"] == values
    assert "heuristics" not in gridwise("hint", EIGHT, "--json", "--level", 2).record
    assert "heuristics" not in gridwise("hint", "queens:6:r1c2", "--json").record
    table = [line for line in gridwise("heuristics", EIGHT).out.splitlines() if "  yes  " in line]
    assert table and all(line in gridwise("hint", EIGHT).out for line in table)


def test_from_python() -> None:
    found = gridwise.heuristics(gridwise.parse(EIGHT))
    assert next(iter(found)) == "linear_conflict"
    assert found["manhattan"].value == 18


def test_without_a_method_that_takes_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "methods_on", lambda views: ())
    with pytest.raises(gridwise.NoSharedViewError, match="No method searches sliding"):
        gridwise.heuristics(gridwise.parse(EIGHT))
