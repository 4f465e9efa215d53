"""Every format in every language: real structure, and the text found again."""

import threading
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

import gridwise
from documents import made
from documents.reports import (
    HEADINGS,
    LIMITS,
    SENTENCES,
    Page,
    Written,
    folder,
    plain,
    written,
)
from gridwise.cli.main import run
from gridwise.core.errors import InputError, ParseError, UnknownNameError, UsageError
from gridwise.core.limits import Interrupted
from gridwise.documents import fonts
from gridwise.documents.fonts import chinese_family, needs_chinese
from gridwise.documents.model import Gallery, Heading
from gridwise.documents.report import FORMATS, document, loaded, report
from gridwise.render.catalogue import catalogue
from gridwise.render.tables import ResultTable

__all__ = ["folder", "written"]


@pytest.mark.parametrize("ending", FORMATS)
def test_a_report_in_english(written: Written, ending: str) -> None:
    """The other languages, whose plots are drawn anew, are in `tests/process/documents`."""
    import docx
    import pypdf

    path = written(f"en{ending}")
    if ending == ".html":
        text = Page(path.read_text("utf-8")).text
    elif ending == ".pdf":
        text = "".join(page.extract_text() for page in pypdf.PdfReader(path).pages)
    else:
        file = docx.Document(str(path))
        cells = [cell.text for t in file.tables for row in t.rows for cell in row.cells]
        text = "".join([*(one.text for one in file.paragraphs), *cells])
    for found in (HEADINGS, SENTENCES, LIMITS):
        assert plain(found["en"]) in plain(text)


def test_games_show_what_is_dealt(tmp_path: Path) -> None:
    where = made.games(tmp_path)
    found = document(loaded(where), where, full=True)
    pictures = [p for b in found.blocks if isinstance(b, Gallery) for p in b.figures]
    assert len(pictures) == 2
    assert all("A board 9 wide and 9 high" in one.alt(catalogue("en")) for one in pictures)
    titles = [str(block.text) for block in found.blocks if isinstance(block, Heading)]
    assert "The players" in titles
    assert "Clauses" not in titles  # no clauses are at work in a game


def test_many_boards_are_parted_into_tables(tmp_path: Path) -> None:
    runs: made.Runs = {
        (who, f"s{at}"): [0.1 * at * slow] * 5
        for at in range(1, 12)
        for who, slow in (("slow", 3), ("quick", 1))
    }
    found = document(loaded(made.folder(tmp_path, runs)), tmp_path, full=True)
    parts = [b for b in found.blocks if isinstance(b, ResultTable) and "CPU" in str(b.title)]
    assert [len(part.head) - 1 for part in parts] == [5, 5, 1]
    assert all([row[0] for row in part.rows] == ["quick", "slow"] for part in parts)
    (standing,) = (
        b for b in found.blocks if isinstance(b, ResultTable) and "all boards" in str(b.title)
    )
    assert standing.rows == (("quick", "11/11", "1.00"), ("slow", "11/11", "3.0"))


def test_who_has_nothing_of_a_measure_has_no_row(tmp_path: Path) -> None:
    runs: made.Runs = {(name, "3x3"): [0.1] * 5 for name in ("a_star", "sat")}
    head = made.manifest(runs)
    rows = [made.row(*key, n, v) for key, values in runs.items() for n, v in enumerate(values, 1)]
    rows = [row | ({"counters": {}} if row["contender"] == "sat" else {}) for row in rows]
    where = made.written(tmp_path / "c", head, rows)
    found = document(loaded(where), where, full=True)
    names = [
        [row[0] for row in b.rows]
        for b in found.blocks
        if isinstance(b, ResultTable) and "expanded" in str(b.title)
    ]
    assert names == [["a_star"]]


def test_of_many_contenders_only_pairs_with_the_best_are_told(tmp_path: Path) -> None:
    runs: made.Runs = {
        (f"m{at}", "s"): [0.1 * at + 0.001 * n for n in range(5)] for at in range(1, 8)
    }
    found = document(loaded(made.folder(tmp_path, runs)), tmp_path, full=True)
    texts = [str(text) for text in found.texts() if "is faster than" in str(text)]
    assert len(texts) == 6
    assert all(text.startswith("m1 is faster") for text in texts)


def test_text_is_never_read_as_markup(tmp_path: Path) -> None:
    import docx
    import pypdf

    nasty = '#panic("x") $ * _ <b>&amp;</b> \\ @ref `raw` [a] {b} "q"'
    runs: made.Runs = {("sat", "s"): [0.1] * 5}
    folder = made.folder(tmp_path / "c", runs, title=nasty, cpu=nasty)
    for format in FORMATS:
        report(folder, tmp_path / f"r{format}")
    assert docx.Document(str(tmp_path / "r.docx")).paragraphs[0].text == nasty
    file = pypdf.PdfReader(tmp_path / "r.pdf")
    assert plain(nasty) in plain(file.pages[0].extract_text())
    assert nasty in Page((tmp_path / "r.html").read_text("utf-8")).text


def test_fonts() -> None:
    import typst

    assert chinese_family(["Arial", "Noto Sans CJK TC"]) == "Noto Sans CJK TC"
    assert chinese_family(["noto sans cjk tc", "NOTO SERIF CJK TC"]) == "NOTO SERIF CJK TC"
    assert needs_chinese(["abc", "盤面"])
    assert not needs_chinese(["Tiếng Việt", "∑ ⋀ – × µ"])
    assert set(fonts.LATIN) <= set(
        typst.Fonts(include_system_fonts=False).families()
    )  # the reports in Latin letters need no font of the system


@pytest.mark.parametrize(
    ("change", "match"),
    [
        ({"limits": None}, "limits"),
        ({"limits": {}}, "time_s"),
        ({"repeats": "five"}, "repeats"),
        ({"subjects": [{"id": 1}]}, "subjects and contenders"),
        ({"contenders": []}, "what the manifest lists"),
    ],
)
def test_a_manifest_that_is_none(tmp_path: Path, change: dict[str, Any], match: str) -> None:
    folder = made.folder(tmp_path / "c", **change)
    with pytest.raises(ParseError, match=match):
        report(folder, tmp_path / "r.html")
    assert not (tmp_path / "r.html").exists()


def test_bad_requests(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"\.docx, \.pdf, \.html"):
        report(folder, tmp_path / "r.odt")
    with pytest.raises(UnknownNameError, match="language"):
        report(folder, tmp_path / "r.html", lang="fr")
    with pytest.raises(InputError, match="no such directory"):
        report(folder, tmp_path / "no" / "r.html")
    with pytest.raises(ParseError, match=r"no manifest\.json"):
        report(tmp_path, tmp_path / "r.html")
    empty = made.written(tmp_path / "c", made.manifest(made.RUNS), [])
    with pytest.raises(ParseError, match="no runs"):
        report(empty, tmp_path / "r.html")


def test_the_python_twin(folder: Path, tmp_path: Path) -> None:
    gridwise.report(folder, tmp_path / "r.html", lang="en")
    assert (tmp_path / "r.html").stat().st_size > 10_000


def test_pictures_are_whole(folder: Path) -> None:
    found = document(loaded(folder), folder, full=True)
    for block in found.blocks:
        for picture in block.figures if isinstance(block, Gallery) else ():
            drawn = picture.drawn(catalogue("en"), None)
            assert drawn is not None
            ET.fromstring(drawn)


def test_games_have_no_certificates(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where, proofs = made.games(tmp_path / "games"), tmp_path / "proofs"
    words = ["report", str(where), "-o", str(tmp_path / "a.html"), "--certificate", str(proofs)]
    assert run(words) == 2
    assert "Games have no certificates" in capsys.readouterr().err
    assert not proofs.exists()


def test_a_report_with_certificates_is_cancelled(folder: Path, tmp_path: Path) -> None:
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(Interrupted):
        report(folder, tmp_path / "a.html", certificate=tmp_path / "proofs", cancel=cancel)
    assert not (tmp_path / "a.html").exists()
