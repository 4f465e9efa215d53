"""A course report beside what came out: its figures, and what becomes of each of its claims."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import gridwise.documents.report.course_report as module
from documents import made
from every import every
from gridwise.comparing.results import Comparison
from gridwise.comparing.suites import CourseReport, suites
from gridwise.comparing.worked_examples import WorkedExample, save
from gridwise.core.message import Message, msg
from gridwise.documents.model import Bullets
from gridwise.documents.report import loaded
from gridwise.documents.report.build import document
from gridwise.documents.report.course_report import (
    Holds,
    about_report,
    claims,
    figures_and_examples,
    judge_claims,
    median_or_reason,
)
from gridwise.documents.report.results import stopped_by_clock
from gridwise.render.tables import ResultTable

REPORT = CourseReport(
    about=(Message("What it describes."),),
    forms=(("backtracking", "sat"), ("a_star", "sat")),
    figures=(
        ("a_star", "3x3", "expanded", 12, "report"),
        ("a_star", "5x5", "expanded", 3000, "report"),
        ("sat", "3x3", "cpu_s", 738, "machine"),
        ("nobody", "3x3", "cpu_s", 1, "report"),
    ),
)


def of(report: CourseReport, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the suite `made` be one that repeats a report."""
    suite = replace(next(iter(suites().values())), name="made", report=report)
    monkeypatch.setattr(module, "suites", lambda: {"made": suite})


def comparison(tmp_path: Path, **changes: Any) -> Comparison:
    return loaded(made.folder(tmp_path, suite="made", **changes))


def only(kind: str, **test: Any) -> tuple[dict[str, Any], ...]:
    return ({"text": "It is so", "test": {"kind": kind, **test}},)


def test_figures_stand_beside_what_was_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    of(REPORT, monkeypatch)
    found = comparison(tmp_path)
    table = next(
        block for block in figures_and_examples(found, tmp_path) if isinstance(block, ResultTable)
    )
    rows = [[str(text) for text in row] for row in table.rows]
    assert rows == [
        ["3x3", "a_star", "States expanded", "12", "21", str(module._SOURCES["report"])],
        ["5x5", "a_star", "States expanded", "3,000", "no answer (time limit)",
         str(module._SOURCES["report"])],
        ["3x3", "sat", "CPU time", "738 s", "3.00 ms", str(module._SOURCES["machine"])],
    ]  # fmt: skip
    assert median_or_reason(found, "a_star", "3x3", "expanded+expanded") == 42


def test_a_comparison_of_something_else_has_nothing_beside_it(tmp_path: Path) -> None:
    found = loaded(made.folder(tmp_path))
    assert not [
        *about_report(found),
        *figures_and_examples(found, tmp_path),
        *claims(found, tmp_path),
    ]


@pytest.mark.parametrize("agrees", [True, False, None])
def test_a_claim_by_a_worked_example(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, agrees: bool | None
) -> None:
    of(replace(REPORT, claims=only("worked", of="x")), monkeypatch)
    found = comparison(tmp_path)
    assert judge_claims(found, tmp_path) == ()  # it was not computed
    head = (msg("level"), msg("here"), msg("the report"))
    rows = (("easy", "10", "16"), ("hard", "99", "99"))
    save([WorkedExample("x", msg("The answer"), head, rows, agrees)], tmp_path)
    result = judge_claims(found, tmp_path)
    if agrees is None:
        assert result == ()
        return
    (one,) = result
    assert one.holds is (Holds.YES if agrees else Holds.NO)
    text = str(one.sentence())
    if agrees:
        assert text == 'It is so: holds here. As the worked example "The answer" shows'
    else:
        assert text == "It is so: does not hold here. easy: here 10, the report 16"


def test_a_claim_that_a_counter_stays_0(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    claim = only("never", contender="sat", name="expanded")
    of(replace(REPORT, claims=claim), monkeypatch)
    (one,) = judge_claims(comparison(tmp_path), tmp_path)
    assert one.holds is Holds.NO and "3x3: 21" in str(one.why)
    of(replace(REPORT, claims=only("never", contender="nobody", name="expanded")), monkeypatch)
    assert judge_claims(comparison(tmp_path), tmp_path) == ()


def test_a_claim_that_there_is_an_answer_everywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards = ["3x3", "4x3", "5x5"]
    for who, holds in (("sat", Holds.YES), ("backtracking", Holds.NO)):
        of(replace(REPORT, claims=only("answered", contender=who, boards=boards)), monkeypatch)
        (one,) = judge_claims(comparison(tmp_path), tmp_path)
        assert one.holds is holds
    assert str(one.why) == "Answered on 2 of 3 boards (3x3, 4x3); not on 5x5"


@pytest.mark.parametrize(
    ("low", "high", "holds"),
    [(0.5, 0.95, Holds.YES), (0.8, 0.9, Holds.OPEN), (0.95, 1.0, Holds.NO), (0.0, 0.1, Holds.NO)],
)
def test_a_claim_of_a_share(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, low: float, high: float, holds: Holds
) -> None:
    claim = only("share", contender="subset", boards=["x2"], low=low, high=high)
    of(replace(REPORT, claims=claim), monkeypatch)
    where = made.games(tmp_path)
    text = (where / "manifest.json").read_text().replace('"suite": null', '"suite": "made"')
    (where / "manifest.json").write_text(text)
    (one,) = judge_claims(loaded(where), where)
    assert one.holds is holds and "30 of 40 games" in str(one.why)


@pytest.mark.parametrize(("most", "holds"), [(0.8, Holds.YES), (0.5, Holds.OPEN), (0.1, Holds.NO)])
def test_a_claim_that_a_number_hardly_matters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: float, holds: Holds
) -> None:
    """By the intervals of the differences: within the bound, across it, beyond it."""
    boards = ["x1", "x2"]
    where = made.games(tmp_path)
    text = (where / "manifest.json").read_text().replace('"suite": null', '"suite": "made"')
    (where / "manifest.json").write_text(text)
    claim = only("alike", contender="subset", boards=boards, most=most)
    of(replace(REPORT, claims=claim), monkeypatch)
    (one,) = judge_claims(loaded(where), where)
    assert one.holds is holds, str(one.why)


def test_a_claim_that_nobody_has_less(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for who, holds in (("sat", Holds.YES), ("a_star", Holds.NO)):
        claim = only("least", contenders=[who], name="cpu_s")
        of(replace(REPORT, claims=claim), monkeypatch)
        (one,) = judge_claims(comparison(tmp_path), tmp_path)
        assert one.holds is holds, str(one.why)
    assert "a_star on 3x3" in str(one.why)
    of(replace(REPORT, claims=only("least", contenders=["nobody"], name="cpu_s")), monkeypatch)
    assert judge_claims(comparison(tmp_path), tmp_path) == ()


@pytest.mark.parametrize(
    ("one", "other", "name", "holds", "said"),
    [
        ("sat", "a_star", "cpu_s", Holds.YES, "sat is faster than a_star"),
        ("a_star", "sat", "cpu_s", Holds.NO, "sat is faster than a_star"),
        ("sat", "a_star", "expanded", Holds.OPEN, "cannot be told apart on any board"),
        ("sat", "nobody", "cpu_s", None, ""),
    ],
)
def test_a_claim_that_a_form_takes_less(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    one: str, other: str, name: str, holds: Holds | None, said: str,
) -> None:  # fmt: skip
    claim = only("below", contender=one, other=other, name=name)
    of(replace(REPORT, claims=claim), monkeypatch)
    judged = judge_claims(comparison(tmp_path), tmp_path)
    assert [claim.holds for claim in judged] == ([] if holds is None else [holds])
    assert all(said in str(claim.why) for claim in judged), str(judged[0].why)


def test_times_of_another_machine_are_not_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    figures = tuple(("sat", board, "cpu_s", value, "machine")
                    for board, value in (("3x3", 0.1), ("5x5", 10.0)))  # fmt: skip
    claim = only("times", contender="sat", name="cpu_s")
    of(replace(REPORT, figures=figures, claims=claim), monkeypatch)
    (one,) = judge_claims(comparison(tmp_path), tmp_path)
    assert one.holds is Holds.OPEN
    assert "13.3 times here and 100 times in the report" in str(one.why)
    cut = tuple(("a_star", *one[1:]) for one in figures)
    claim = only("times", contender="a_star", name="cpu_s")
    of(replace(REPORT, figures=cut, claims=claim), monkeypatch)
    (one,) = judge_claims(comparison(tmp_path), tmp_path)
    assert one.holds is Holds.OPEN and "5x5: > 2 s (time)" in str(one.why)


def test_the_document_says_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    claim = only("answered", contender="sat", boards=["3x3"])
    of(replace(REPORT, claims=claim), monkeypatch)
    found = document(comparison(tmp_path), tmp_path, full=True)
    texts = [str(text) for text in found.texts()]
    assert "What it describes." in texts
    assert "As in the report: backtracking, a_star. The better form: sat." in texts
    assert any(text.startswith("It is so: holds here.") for text in texts)
    assert any(text.startswith("CPU time: sat is faster than a_star") for text in texts)
    assert any(isinstance(block, Bullets) for block in found.blocks)


@every("suite", [s for s in suites().values() if s.report is not None])
def test_what_the_suites_say_of_reports_fits_them(suite: Any) -> None:
    report = suite.report
    labels = {contender.label for contender in suite.contenders}
    boards = {subject.label for subject in suite.subjects()}
    names = {example["name"] for example in report.worked}
    assert report.about and report.forms
    assert {label for pair in report.forms for label in pair} <= labels
    theirs, better = (set(side) for side in zip(*report.forms, strict=True))
    assert not theirs & better, "a form is the report's own or a better one"
    for contender, board, name, _, source in report.figures:
        assert contender in labels and board in boards and source in module._SOURCES
        assert name == module.GAME_S or name.replace("+", "").replace("_", "").isalpha()
    for claim in report.claims:
        assert re.search(r"\([IVX\d][^)]*\)", claim["text"]), "its place in the report is missing"
        test = claim["test"]
        assert test["kind"] in module._TESTS
        assert {*test.get("contenders", ()), test.get("contender")} <= {*labels, None}
        assert set(test.get("boards", ())) <= boards
        assert test.get("of") in {None, *names}


def test_an_answer_where_the_other_has_none_is_said_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    of(REPORT, monkeypatch)
    blocks = claims(comparison(tmp_path), tmp_path)
    items = [str(item) for block in blocks if isinstance(block, Bullets) for item in block.items]
    assert [item for item in items if "has no answer" in item] == [
        "sat answers where a_star has no answer: 5x5"
    ]


def test_what_the_clock_stopped_says_its_cpu_time(tmp_path: Path) -> None:
    assert str(stopped_by_clock(comparison(tmp_path))) == (
        "The limit of time counts seconds on the clock. The runs that it stopped (6) had 2.00 s to "
        "2.00 s of CPU time until then."
    )
    quick = comparison(tmp_path / "q", runs={("sat", "3x3"): [0.1] * 5})
    assert stopped_by_clock(quick) is None


def test_a_limit_on_many_games_is_not_that_of_one(tmp_path: Path) -> None:
    runs: made.Runs = {("resolution", "9x9x10"): ["time_limit"] * 5}
    head = made.manifest(runs)
    head["subjects"][0] |= {"options": {"games": 10}}
    rows = [made.row(*key, n, v) for key, values in runs.items() for n, v in enumerate(values, 1)]
    found = loaded(made.written(tmp_path / "c", head, rows))
    (contender,), (subject,) = found.contenders, found.subjects
    said = median_or_reason(found, contender.id, subject.id, module.GAME_S)
    assert str(said) == "> 2 s (time) for 10 games"
