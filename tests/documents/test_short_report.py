"""The short report: what is in it, in whose words, and how its plots are drawn."""

import json
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from documents import made
from documents.reports import SUITES, of_suite
from every import every
from gridwise.comparing.charts import charts
from gridwise.comparing.results import Comparison
from gridwise.comparing.tables import in_spoken_names, title_of
from gridwise.core.message import Message
from gridwise.documents.model import (
    Bullets,
    Document,
    Gallery,
    Heading,
    Paragraph,
    WritingSpace,
    widths,
)
from gridwise.documents.report import document, loaded, report
from gridwise.render.catalogue import LANGUAGES, catalogue
from gridwise.render.charts import Axis, Chart, Series
from gridwise.render.tables import ResultTable
from gridwise.render.words import in_language, in_words
from gridwise.web.widgets.charts import options


def headings(found: Document, level: int = 1) -> list[str]:
    return [str(b.text) for b in found.blocks if isinstance(b, Heading) and b.level == level]


def under(found: Document, heading: str) -> list[Any]:
    """Return the blocks below a heading, up to the next of the highest level."""
    names = [str(b.text) if isinstance(b, Heading) else "" for b in found.blocks]
    start = names.index(heading) + 1
    ends = (at for at in range(start, len(names)) if getattr(found.blocks[at], "level", 2) == 1)
    return list(found.blocks[start : next(ends, len(names))])


def test_a_report_is_short_by_default(tmp_path: Path) -> None:
    where = made.folder(tmp_path)
    short, full = (document(loaded(where), where, full=whole) for whole in (False, True))
    assert headings(short) == [
        "The question",
        "The method",
        "Results",
        "Conclusions",
        "In my own words",
        "What this was made from",
    ]
    assert short.cover is not None and not short.cover.own_page
    assert full.cover is not None and full.cover.own_page
    assert len(full.blocks) > 2 * len(short.blocks) - 10
    assert not any(isinstance(block, WritingSpace) for block in full.blocks)
    # One table and at most one plot for each question.
    results = under(short, "Results")
    asked = [at for at, block in enumerate(results) if isinstance(block, Heading)]
    assert len(asked) == 2
    for at in asked:
        assert isinstance(results[at + 1], ResultTable)
    assert sum(isinstance(block, ResultTable) for block in results) == 2
    assert sum(isinstance(block, Gallery) for block in results) == 1  # the plot of the folder
    # Three conclusions, and room for the student's own.
    (three,) = (b.items for b in under(short, "Conclusions") if isinstance(b, Bullets))
    assert len(three) == 3
    assert str(three[0]).startswith("sat won: it answered on 3 of 3 boards")
    assert str(three[1]) == "States expanded: no two methods can be told apart on any board."
    assert str(three[2]).startswith("No answer in some runs: backtracking on 1 of 3 boards")
    own = under(short, "In my own words")
    assert isinstance(own[0], Paragraph) and isinstance(own[1], WritingSpace)


def test_a_run_without_an_answer_is_never_a_number(tmp_path: Path) -> None:
    where = made.folder(tmp_path)
    found = document(loaded(where), where)
    tables = [block for block in under(found, "Results") if isinstance(block, ResultTable)]
    times = {str(row[0]): [str(cell) for cell in row[-3:]] for row in tables[0].rows}
    assert times["a_star"] == ["12.0 ms", "120 ms", "> 2 s"]
    assert times["backtracking"][2] == "40.0 ms"
    runs = {**made.RUNS, ("a_star", "5x5"): ["incomplete"] * 5}
    other = made.folder(tmp_path / "other", runs)
    found = document(loaded(other), other)
    table = next(block for block in under(found, "Results") if isinstance(block, ResultTable))
    assert str({row[0]: row[-1] for row in table.rows}["a_star"]) == "none"


@every("suite", SUITES)
def test_a_method_has_one_name(suite: Any, tmp_path_factory: pytest.TempPathFactory) -> None:
    where = tmp_path_factory.mktemp("suite")
    comparison = of_suite(where, suite)
    for full in (False, True):
        found = document(comparison, where, full=full)
        texts = {
            str(text)
            for block in found.blocks
            for text in Document("", (block,)).texts()
            if not (isinstance(block, Paragraph) and block.code)
        }
        said = set().union(*(set(map(str, report_texts(suite))), (str(found.title),)))
        for one in suite.contenders:
            if one.options:  # a name without options may be a word of a sentence
                assert not [text for text in texts - said if one.label in text]
        names = {comparison.labels[one.id] for one in suite.contenders}
        assert len(names) == len(suite.contenders)
        assert names <= texts


def report_texts(suite: Any) -> list[Message]:
    """Return what a suite says in its own words; other tests read these."""
    return [*suite.report.about, *(Message(claim["text"]) for claim in suite.report.claims)]


@every("suite", SUITES)
def test_every_document_has_three_conclusions(
    suite: Any, tmp_path_factory: pytest.TempPathFactory
) -> None:
    where = tmp_path_factory.mktemp("suite")
    found = document(of_suite(where, suite), where)
    first = next(b.items for b in under(found, "Conclusions") if isinstance(b, Bullets))
    assert len(first) == 3
    assert len(set(map(str, first))) == 3
    assert sum(isinstance(block, WritingSpace) for block in found.blocks) == 1


@every("language", [language for language in LANGUAGES if language != "en"])
def test_names_of_suites_are_in_the_language(
    language: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    words = catalogue(language)
    for suite in SUITES:
        where = tmp_path_factory.mktemp("suite")
        comparison = of_suite(where, suite, language)
        found = document(comparison, where)
        assert in_language(found.title, words) != str(suite.title)
        for board in comparison.subjects:
            wordy = any(len(word) > 3 and word.isalpha() for word in board.label.split())
            assert (comparison.labels[board.id] != board.label) is wordy, board.label
        texts = {in_language(text, words) for text in found.texts()}
        assert {comparison.labels[board.id] for board in comparison.subjects} <= texts


@every("language", LANGUAGES)
def test_names_that_a_user_gave_stay(
    language: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    words = catalogue(language)
    assert language == "en" or words["tiles"] != "tiles"  # it has a translation
    where = made.folder(tmp_path_factory.mktemp("own"), title="tiles")
    found = in_spoken_names(loaded(where), lambda text: in_words(text, words))
    assert in_language(title_of(found), words) == "tiles"
    head = found.manifest | {
        "subjects": [one | {"label": "the worked row"} for one in found.manifest["subjects"]]
    }
    renamed = in_spoken_names(replace(found, manifest=head), lambda text: in_words(text, words))
    assert {renamed.labels[board.id] for board in renamed.subjects} == {"the worked row"}


def test_the_puzzle_stands_beside_boards_of_several_only(tmp_path: Path) -> None:
    def heads(where: Path) -> tuple[str, ...]:
        blocks = document(loaded(where), where).blocks
        tables = (block for block in blocks if isinstance(block, ResultTable))
        return tuple(map(str, next(t for t in tables if "The boards" in str(t.title)).head))

    where = made.folder(tmp_path / "one")
    assert heads(where) == ("board", "cells", "notation")
    head = made.manifest(made.RUNS)
    head["subjects"][0] |= {"puzzle": "queens", "notation": "queens:4:"}
    rows = [made.row(who, b, n, 0.1) for who, b in made.RUNS for n in range(1, 5)]
    assert heads(made.written(tmp_path / "two", head, rows)) == (
        "board", "puzzle", "cells", "notation",
    )  # fmt: skip


def chart_of(where: Path, sizes: list[int], puzzles: list[str], runs: made.Runs) -> Chart:
    head = made.manifest(runs)
    for one, size, puzzle in zip(head["subjects"], sizes, puzzles, strict=True):
        one |= {"size": size, "puzzle": puzzle}
    rows = [
        made.row(who, board, n, value)
        for (who, board), values in runs.items()
        for n, value in enumerate(values, 1)
    ]
    found = Comparison.load(made.written(where, head, rows))
    return next(chart for chart in charts(found) if chart.name == "time_by_size")


ANSWERS: made.Runs = {("sat", f"b{at}"): [0.1 * at] * 4 for at in range(1, 5)}


def test_points_are_joined_in_the_order_of_the_axis(tmp_path: Path) -> None:
    chart = chart_of(tmp_path, [400, 25, 225, 81], ["minesweeper"] * 4, ANSWERS)
    (line,) = chart.series
    assert [point.x for point in line.points] == [25, 81, 225, 400]
    assert [point.joined for point in line.points] == [False, True, True, True]
    assert [label for _, label in chart.x.ticks] == ["b2", "b4", "b3", "b1"]


def test_boards_of_different_puzzles_are_not_joined(tmp_path: Path) -> None:
    two = chart_of(tmp_path / "a", [9, 16, 25, 36], ["queens"] * 2 + ["sudoku"] * 2, ANSWERS)
    assert [point.joined for point in two.series[0].points] == [False, True, False, True]
    # Side by side, where sizes recur, nor is a smaller board joined to the one before.
    side = chart_of(tmp_path / "b", [64, 64, 16, 25], ["queens"] * 4, ANSWERS)
    assert [point.joined for point in side.series[0].points] == [False, True, False, True]


def test_a_stopped_run_interrupts_the_line_and_is_drawn_where_it_stopped(tmp_path: Path) -> None:
    runs = {**ANSWERS, ("sat", "b2"): ["time_limit"] * 4, ("dpll", "b2"): ["time_limit"] * 4}
    chart = chart_of(tmp_path, [9, 16, 25, 36], ["queens"] * 4, runs)
    line, other = chart.series
    assert [(point.x, point.joined) for point in line.points] == [
        (9, False), (25, False), (36, True),
    ]  # fmt: skip
    assert list(chart.stopped(line)) == [(16, 2.0, -0.5)]  # beside each other
    assert list(chart.stopped(other)) == [(16, 2.0, 0.5)]
    assert str(line.name) == "sat" and str(other.name) == "dpll: no answer"


def test_counters_of_stopped_runs_are_drawn_too(tmp_path: Path) -> None:
    head = made.manifest({("sat", "3x3"): []})
    rows = [made.row("sat", "3x3", n, "time_limit") | {"counters": {"expanded": 700 + n}}
            for n in range(1, 5)]  # fmt: skip
    found = Comparison.load(made.written(tmp_path, head, rows))
    nodes = next(chart for chart in charts(found) if chart.name == "nodes")
    assert nodes.series[0].censored == ((1, 701),)


def test_every_board_has_a_label_on_the_page(tmp_path: Path) -> None:
    chart = chart_of(tmp_path, [400, 25, 225, 81], ["minesweeper"] * 4, ANSWERS)
    drawn = options(chart, str)
    assert drawn["xAxis"]["data"] == ["b2", "b4", "b3", "b1"]
    assert drawn["xAxis"]["axisLabel"]["interval"] == 0
    broken = replace(chart.series[0].points[2], joined=False)
    points = (*chart.series[0].points[:2], broken)
    series = replace(chart.series[0], points=points)
    (line,) = options(replace(chart, series=(series,)), str)["series"]
    assert [value for _, value in line["data"]] == [0.2, 0.4, None, pytest.approx(0.3)]


def test_a_count_of_0_is_an_answer() -> None:
    assert str(Series("a", 0, ()).name) == "a"
    assert str(Series("a", 0, (), answered=False).name) == "a: no answer"
    assert Axis().ticks == ()


def test_a_docx_of_the_same_folder_is_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = made.folder(tmp_path / "c")
    report(folder, tmp_path / "a.docx")
    monkeypatch.setattr("time.localtime", lambda _=None: (2031, 2, 3, 4, 5, 6, 0, 34, 0))
    report(folder, tmp_path / "b.docx")
    assert (tmp_path / "a.docx").read_bytes() == (tmp_path / "b.docx").read_bytes()
    with zipfile.ZipFile(tmp_path / "a.docx") as archive:
        assert {member.date_time[0] for member in archive.infolist()} == {1980}


def test_a_column_is_as_wide_as_its_words() -> None:
    names, numbers = widths(["method", "3x3, 20 slides"], [["a" * 60, "1.23 ms"]])
    assert names > 2.5 * numbers


def test_what_was_assumed_to_read_a_board_is_in_every_report(tmp_path: Path) -> None:
    where = made.folder(tmp_path)
    manifest = json.loads((where / "manifest.json").read_text("utf-8"))
    manifest["subjects"][0]["notes"] = [{"msg": "0 is read as {digit}", "with": {"digit": "9"}}]
    (where / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    for full in (False, True):
        blocks = document(loaded(where), where, full=full).blocks
        listed = [str(item) for b in blocks if isinstance(b, Bullets) for item in b.items]
        assert sum(text.endswith(": 0 is read as 9") for text in listed) == 1
