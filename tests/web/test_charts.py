"""Charts of a comparison: what a limit ended is no point, and nothing from outside is code."""

from typing import Any

from gridwise.comparing.charts import charts
from gridwise.comparing.results import Comparison, RunRow
from gridwise.core.message import Message
from gridwise.web.widgets import charts as charts_of_the_page
from gridwise.web.widgets.charts import options, summary


def words(message: Message) -> str:
    return str(message)


def run(contender: str, subject: str, cpu_s: float, end: str = "answered", **more: Any) -> RunRow:
    return RunRow(subject, contender, 1, more.pop("kind", "time"), end, "SOLVED", "COMPLETED",
                  cpu_s=cpu_s, wall_s=cpu_s, peak_bytes=1000, **more)  # fmt: skip


def comparison(*rows: RunRow, sizes: tuple[int, ...] = (16, 81), **more: Any) -> Comparison:
    names = ("small", "large")
    subjects = [
        {"id": n, "puzzle": "sudoku", "notation": "", "label": n.title(), "size": s}
        for n, s in zip(names, sizes, strict=True)
    ]
    contenders = [{"id": n, "method": n, "label": n} for n in ("a", "b")]
    return Comparison(
        {"subjects": subjects, "contenders": contenders, "limits": {"time_s": 2.0}, **more}, rows
    )


def by_name(found: Comparison) -> dict[str, dict[str, Any]]:
    return {chart.name: options(chart, words) for chart in charts(found)}


def test_what_a_limit_ended_is_an_open_triangle_at_the_limit() -> None:
    found = by_name(
        comparison(
            run("a", "small", 0.5), run("a", "large", 2.0, "time_limit"), run("b", "small", 0.25)
        )
    )
    series = found["time_by_size"]["series"]
    drawn = {(s["name"], s["type"]): s["data"] for s in series}
    assert drawn == {
        ("a", "line"): [["Small", 0.5]],
        ("a", "scatter"): [{"value": ["Large", 2.0], "symbolOffset": ["0%", 0]}],
        ("b", "line"): [["Small", 0.25]],
    }
    assert [s["symbol"] for s in series if s["type"] == "scatter"] == ["emptyTriangle"]
    assert found["time_by_size"]["xAxis"]["data"] == ["Small", "Large"]
    assert found["time_by_size"]["yAxis"]["type"] == "log"


def test_one_that_never_answers_is_there_and_says_so() -> None:
    found = by_name(comparison(run("a", "small", 2.0, "time_limit"), run("b", "small", 1.0)))
    names = [s["name"] for s in found["time_by_size"]["series"]]
    assert names == ["a: no answer", "b"]


def test_boards_of_one_size_stand_side_by_side() -> None:
    found = by_name(comparison(run("a", "small", 1.0), sizes=(9, 9)))
    axis = found["time_by_size"]["xAxis"]
    assert (axis["type"], axis["data"]) == ("category", ["Small", "Large"])


def test_a_cactus_counts_boards_in_order_of_time() -> None:
    found = by_name(comparison(run("a", "small", 3.0), run("a", "large", 1.0)))
    assert found["cactus"]["series"][0]["data"] == [[1, 1.0], [2, 3.0]]


def test_the_work_is_drawn_by_the_first_metric() -> None:
    rows = (run("a", "small", 1.0, counters={"expanded": 7}),)
    found = by_name(comparison(*rows, metrics=["length", "expanded"]))
    assert found["nodes"]["yAxis"]["name"] == "States expanded"
    assert found["nodes"]["series"][0]["data"] == [["Small", 7.0]]


def test_games_are_drawn_as_shares() -> None:
    rows = run("a", "small", 1.0, kind="games", counters={"games": 8, "finished": 2})
    found = by_name(comparison(rows))
    assert list(found) == ["success", "time_per_game"]
    assert found["time_per_game"]["series"][0]["data"] == [["Small", 0.125]]
    assert found["success"]["series"][0]["data"] == [25.0, None]


def test_every_series_differs_by_more_than_its_colour() -> None:
    found = by_name(comparison(run("a", "small", 1.0), run("b", "small", 1.0)))
    one, other = found["time_by_size"]["series"]
    assert one["symbol"] != other["symbol"]
    assert one["itemStyle"] != other["itemStyle"]


def test_options_are_data_alone() -> None:
    def leaves(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            for name, one in value.items():
                yield from leaves(one, name)
        elif isinstance(value, list):
            for one in value:
                yield from leaves(one, key)
        else:
            yield key, value

    found = by_name(comparison(run("a", "small", 1.0), run("b", "large", 1.0)))
    assert found
    for chart in found.values():
        for key, value in leaves(chart):
            assert isinstance(value, str | int | float | bool | None)
            if key.startswith(":"):  # NiceGUI runs it
                assert value == charts_of_the_page._IN_LANGUAGE
            assert key != "formatter"
        assert chart["tooltip"]["renderMode"] == "richText"


def test_nothing_measured_draws_nothing() -> None:
    assert charts(comparison(run("a", "small", 1.0, "fault"))) == ()


def test_every_chart_says_in_words_what_it_shows() -> None:
    rows = (run("a", "small", 1.0, counters={"expanded": 7, "length": 3}),)
    said = {c.name: str(summary(c)) for c in charts(comparison(*rows, metrics=["length"]))}
    assert "CPU time, s on a logarithmic scale" in said["time_by_size"]
    assert "A chart of moves, 1 lines" in said["length"]
