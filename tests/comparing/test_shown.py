"""A comparison shows itself: as the terminal's text, as a table of a notebook, as data."""

import json
import math
from typing import Any

import pytest

from comparing.test_results import MANIFEST, row
from gridwise.comparing.results import Comparison, row_of
from gridwise.core.errors import UnknownNameError, UsageError
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
        row(None, "time_limit", subject="b", contender="y"),
    )
    return Comparison({**WHOLE, **more}, tuple(made))


def test_print_writes_the_table_and_how_it_was_measured() -> None:
    lines = str(found()).splitlines()
    assert lines[0] == "Four & five <queens>"
    assert lines[1] == "x won: it answered on 2 of 2 boards, y k=v on 1."
    start = next(at for at, line in enumerate(lines) if line.startswith("board "))
    head, *rows = (line.split() for line in lines[start : start + 5])
    assert head == ["board", "contender", "answered", "cpu", "range", "memory", "heap", "decisions"]
    assert rows[0][:5] == ["four", "x", "1/1", "12", "ms"]
    assert rows[3] == ["five", "y", "k=v", "0/1", ">", "2.00", "s", "-", "-", "-"]
    assert "limit 2 s a run; indicative" in lines[start + 5]
    assert any(line.startswith("  decisions: choices made") for line in lines)


def test_short_names_are_told_below() -> None:
    subjects = [{**MANIFEST["subjects"][0], "label": "B1", "source": "a long name"}]  # type: ignore[dict-item]
    assert "B1: a long name" in str(found(row(1.0), subjects=subjects)).splitlines()


def test_the_notebook_shows_the_same_as_a_table() -> None:
    html = found()._repr_html_()
    assert "<strong>Four &amp; five &lt;queens&gt;</strong>" in html
    assert html.count('scope="row"') == 4 and html.count('scope="col"') == 8
    assert "&gt; 2.00 s" in html
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


def test_a_chart_is_a_figure_that_a_notebook_shows() -> None:
    pytest.importorskip("matplotlib")
    one = found()
    assert one.plots[0] == "time_by_size" and "cactus" in one.plots
    drawn = one.plot("cactus")
    assert drawn.axes[0].get_title() == "Boards solved within a time"
    assert one.plot()._repr_svg_().rstrip().endswith("</svg>")  # type: ignore[attr-defined]
    assert one.plot()._repr_svg_() == one.plot()._repr_svg_()  # type: ignore[attr-defined]
    with pytest.raises(UnknownNameError, match="cactus"):
        one.plot("kaktus")


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
