"""A comparison shows itself: as the terminal's text, as a table of a notebook, as data."""

import json
import math
import re
from typing import Any

import pytest

from comparing.test_results import MANIFEST, row
from gridwise.comparing.results import Comparison, row_of
from gridwise.comparing.tables import by_size, method_table, result_table, rows_table
from gridwise.core.errors import UsageError
from gridwise.core.message import msg
from gridwise.core.numbers import Numeral
from gridwise.render import extras

WHOLE: dict[str, Any] = {
    **MANIFEST,
    "title": "Four & five <queens>",
    "measurement_class": "indicative",
}


def found(*rows: Any, **more: Any) -> Comparison:
    made = rows or (
        row(0.012, peak_bytes=20_000),
        row(0.5, subject="b", peak_bytes=30_000),
        row(0.02, contender="y", peak_bytes=10_000),
        row(2.0, "time_limit", subject="b", contender="y"),
    )
    return Comparison({**WHOLE, **more}, tuple(made))


def many(boards: int) -> Comparison:
    """Make a comparison of x and y on boards with long names; y is twice as slow."""
    subjects = [
        {**MANIFEST["subjects"][0], "id": f"s{n}", "label": f"a board with the number {n}"}  # type: ignore[dict-item]
        for n in range(1, boards + 1)
    ]
    rows = [
        row(0.02 * n if who == "x" else 0.01 * n, subject=f"s{n}", contender=who, peak_bytes=n)
        for n in range(1, boards + 1)
        for who in "xy"
    ]
    return found(*rows, subjects=subjects)


def table_of(said: str) -> list[list[str]]:
    """Return the cells of the table of methods."""
    lines = said.splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith("method "))
    return [re.split(" {2,}", line) for line in lines[start : start + 3]]


def test_print_writes_one_row_a_method_and_how_it_was_measured() -> None:
    lines = str(found()).splitlines()
    assert lines[0] == "Four & five <queens>"
    assert lines[1] == "x won: it answered on 2 of 2 boards, y k=v on 1."
    assert table_of(str(found())) == [
        ["method", "boards answered", "times the best", "four", "five", "memory, at most"],
        ["x", "2/2", "1.00", "12.0 ms", "500 ms", "30 kB"],
        ["y k=v", "1/2", "1.67", "20.0 ms", "> 2 s (time)", "10 kB"],
    ]
    assert any("limit 2 s a run; indicative" in line for line in lines)
    once = str(found(repeats=1))
    assert "Each pair was run once, limit" in once and "1 runs" not in once + str(found())


def test_the_best_stands_first() -> None:
    assert [line[0] for line in table_of(str(many(2)))] == ["method", "y k=v", "x"]


def test_boards_without_room_get_short_names_and_then_give_way() -> None:
    head, first, _ = table_of(str(many(3)))
    assert head[3:6] == ["B1", "B2", "B3"] and first[3:6] == ["10.0 ms", "20.0 ms", "30.0 ms"]
    assert "B3: a board with the number 3" in str(many(3)).splitlines()
    head, first, _ = table_of(str(many(20)))
    assert head[3:] == ["cpu, least to largest", "memory, at most"]
    assert first == ["y k=v", "20/20", "1.00", "10 ms to 200 ms", "20 B"]
    assert len(table_of(str(many(4)))[0]) == 3 + 4 + 1


def test_times_by_size_are_one_table_where_the_methods_do_not_fit() -> None:
    lines = str(result_table(many(4), width=60)).splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith("board "))
    cells = [re.split(" {2,}", line.strip()) for line in lines[start : start + 5]]
    assert cells[0] == ["board", "M1", "M2"]
    assert cells[1] == ["a board with the number 1", "10.0 ms", "20.0 ms"]
    assert [line[0][-1] for line in cells[1:]] == list("1234")
    assert {"M1: y k=v", "M2: x"} <= set(lines)
    stopped = by_size(found())
    assert stopped.rows[1] == ("five", "500 ms", msg("> {limit}", limit=Numeral("2 s")))
    # What is wrong on a board is marked in its row.
    bad = by_size(found(row(0.1), row(0.1, "fault", subject="b")))
    assert bad.marked == {1} and bad.ids == ("a", "b")


def test_one_board_has_all_that_was_measured() -> None:
    one = str(found(row(1.0), subjects=[{**MANIFEST["subjects"][0], "source": "a long name"}]))  # type: ignore[dict-item]
    head, first, _ = table_of(one)
    assert head == ["method", "answered", "cpu", "range", "memory", "heap", "Decisions"]
    assert first[:4] == ["x", "1/1", "1.00 s", "1.00 s to 1.00 s"]
    assert "Board: a long name" in one.splitlines()
    assert any(line.startswith("  Decisions: choices made") for line in one.splitlines())


def test_the_rows_of_each_board_and_method_are_there_on_request() -> None:
    table = rows_table(found())
    assert [tuple(map(str, line[:3])) for line in table.rows] == [
        ("four", "x", "1/1"),
        ("four", "y k=v", "1/1"),
        ("five", "x", "1/1"),
        ("five", "y k=v", "0/1"),
    ]
    assert str(table.rows[3][3]) == "> 2 s"


def test_players_stand_by_the_share_that_they_finished() -> None:
    def games(who: str, finished: int) -> Any:
        counted = {"games": 10, "finished": finished}
        return row(1.0, contender=who, kind="games", counters=counted)

    played = found(games("x", 3), games("y", 9), question="games")
    lines = str(played).splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith("player "))
    assert [line.split() for line in lines[start : start + 3]] == [
        ["player", "games", "finished", "four", "five"],
        ["y", "k=v", "10", "9", "90.0", "%", "–"],
        ["x", "10", "3", "30.0", "%", "–"],
    ]


def test_bars_are_parts_of_the_best() -> None:
    made = method_table(found(), "cpu_s")
    assert made.ids == ("x", "y")
    assert made.bars == (
        (None, None, None, 1.0, 1.0),
        (None, None, None, pytest.approx(0.6), None),
    )


def test_the_notebook_shows_the_same_as_a_table() -> None:
    html = found()._repr_html_()
    assert "<strong>Four &amp; five &lt;queens&gt;</strong>" in html
    assert html.count('scope="row"') == 2 and html.count('scope="col"') == 6
    assert "&gt; 2 s (time)" in html
    assert "<br>x won: it answered on 2 of 2 boards" in html
    assert len(html) < 4_000


def test_what_is_wrong_is_marked_and_said() -> None:
    bad = found(row(1.0), row(1.0, "fault", contender="y", error="it died <here>"))
    assert "y k=v failed on four: it died <here>" in str(bad)
    html = bad._repr_html_()
    assert html.count("background") == 1 and "it died &lt;here&gt;" in html


def test_the_json_form_holds_all_runs() -> None:
    one = found()
    again = json.loads(json.dumps(one.to_dict()))
    assert Comparison(again["manifest"], tuple(map(row_of, again["runs"]))).rows == one.rows
    assert [line["median"]["cpu_s"] for line in again["table"]] == [0.012, 0.02, 0.5, None]


def test_a_data_frame_has_a_row_for_each_pair_or_run() -> None:
    pytest.importorskip("pandas")
    table = found().to_pandas()
    assert list(table["board"]) == ["four", "four", "five", "five"]
    assert list(table["method"]) == ["x", "y k=v", "x", "y k=v"]
    assert table["cpu_s"][0] == 0.012 and math.isnan(table["cpu_s"][3])
    assert table["censored"][3] == "1 time_limit" and not table["censored"][0]
    assert table["decisions"][0] == 7
    runs = found().to_pandas(runs=True)
    assert len(runs) == 4 and list(runs["end"])[3] == "time_limit"


def test_a_comparison_is_short_in_a_list() -> None:
    assert repr(found()) == "<Comparison of 2 methods on 2 boards, 4 runs>"


@pytest.mark.parametrize("name", ["pandas", "matplotlib"])
def test_a_missing_library_is_one_line_with_its_command(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(module: str) -> None:
        raise ModuleNotFoundError(f"No module named {module!r}", name=module)

    monkeypatch.setattr(extras, "import_module", missing)
    with pytest.raises(UsageError) as refused:
        found().to_pandas() if name == "pandas" else found().plot()
    said = str(refused.value)
    assert name in said and 'pip install "gridwise[' in said and "\n" not in said
