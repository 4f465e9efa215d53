"""Reports in every language and format, as their readers and other programs see them.

Their plots are drawn with a library that asks the system for its fonts.
"""

import base64
import re
import shutil
import subprocess
import zipfile
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
    has_chinese,
    needs_font,
    plain,
    written,
)
from gridwise.cli.main import run
from gridwise.comparing.charts import TITLES, plot
from gridwise.core import registry
from gridwise.core.message import as_message
from gridwise.documents.fonts import MissingFontError, chinese_family
from gridwise.documents.model import Gallery, Heading, words
from gridwise.documents.report import FORMATS, document, loaded, report
from gridwise.render.catalogue import LANGUAGES, catalogue

__all__ = ["folder", "written"]
PROVED = {"en": "proved: ", "vi": "đã chứng minh: ", "zh-Hant": "已證明："}


def test_pictures_that_are_not_whole_are_drawn_again(tmp_path: Path) -> None:
    folder = made.folder(tmp_path / "comparison")
    plot(loaded(folder), folder)
    sizes = {}
    for ending in FORMATS:
        report(folder, tmp_path / f"report{ending}", full=True)
        sizes[ending] = (tmp_path / f"report{ending}").stat().st_size

    def check(ending: str, what: str) -> None:
        report(folder, tmp_path / f"report{ending}", full=True)
        size = (tmp_path / f"report{ending}").stat().st_size
        assert abs(size - sizes[ending]) < 5_000, what

    for name, data in (("cactus.png", b""), ("nodes.svg", b"<svg"), ("time_by_size.png", None)):
        at = folder / "plots" / name
        before = at.read_bytes()
        at.unlink() if data is None else at.write_bytes(data)
        check(".html", name)
        at.write_bytes(before)
    shutil.rmtree(folder / "plots")
    for ending in FORMATS:
        check(ending, ending)


def test_a_break_while_plots_are_drawn_leaves_no_half_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from matplotlib.figure import Figure

    folder = made.folder(tmp_path / "comparison", plots=False)
    save = Figure.savefig

    def broken(self: Figure, file: Any, **how: Any) -> None:
        if (how.get("format") or Path(file).suffix[1:]) == "png":
            if not hasattr(file, "write"):
                Path(file).touch()
            raise KeyboardInterrupt
        save(self, file, **how)

    monkeypatch.setattr(Figure, "savefig", broken)
    with pytest.raises(KeyboardInterrupt):
        plot(loaded(folder), folder)
    assert all(one.stat().st_size for one in (folder / "plots").iterdir())


@pytest.mark.parametrize("language", LANGUAGES)
def test_html(folder: Path, tmp_path: Path, language: str) -> None:
    path = tmp_path / "report.html"
    report(folder, path, lang=language, full=True)
    text = path.read_text("utf-8")
    page = Page(text)
    assert page.open == []
    assert page.all("html")[0]["lang"] == language
    assert HEADINGS[language] in page.text
    assert SENTENCES[language] in page.text
    assert LIMITS[language] in page.text
    assert "A processor & <more>" in page.text
    assert loaded(folder).data_hash in page.text
    # Nothing is fetched: every picture is in the file, and a script would not be run.
    assert not page.all("script")
    assert not page.all("link")
    assert all(str(img["src"]).startswith("data:image/") for img in page.all("img"))
    hosts = set(re.findall(r"https?://[^\s\"'<>]*", text))
    assert hosts == {"http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML"}
    assert len(page.all("svg")) == len(made.BOARDS)
    # Tables that can be read without seeing them, and pictures with words.
    assert len(page.all("caption")) == len(page.all("table")) >= 5
    assert {"col", "row"} == {attrs["scope"] for attrs in page.all("th")}
    assert all(img["alt"] for img in page.all("img"))
    assert all(math["alttext"] for math in page.all("math"))
    assert [a["href"] for a in page.all("a")] == [
        f"#{h['id']}" for h in page.all("h2") if "id" in h
    ]


def has_chinese_font() -> bool:
    from matplotlib import font_manager

    try:
        chinese_family(font.name for font in font_manager.fontManager.ttflist)
    except MissingFontError:
        return False
    return True


def test_plots_speak_the_language_of_the_report(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    report(folder, path, lang="vi")
    text = path.read_text("utf-8")
    pictures = [base64.b64decode(part) for part in re.findall(r"svg\+xml;base64,([^\"]+)", text)]
    drawn = [picture.decode() for picture in pictures] + re.findall(r"<svg.*?</svg>", text, re.S)
    title = words(TITLES["time_by_size"], catalogue("vi"))
    assert title != str(TITLES["time_by_size"])
    assert any(title in picture for picture in drawn)


@pytest.mark.parametrize("language", LANGUAGES)
def test_docx(folder: Path, written: Written, language: str) -> None:
    import docx

    path = written(f"{language}.docx")
    file = docx.Document(str(path))
    texts = [paragraph.text for paragraph in file.paragraphs]
    styles = {p.text: p.style.name for p in file.paragraphs}
    assert styles[HEADINGS[language]] == "Heading 1"
    assert styles[SENTENCES[language]] == "List Bullet"
    assert sum(p.style.name == "Caption" for p in file.paragraphs) >= 5
    assert file.core_properties.language == language
    assert file.core_properties.title == words(
        as_message("Comparison of methods"), catalogue(language)
    )
    assert any(loaded(folder).data_hash in text for text in texts)
    assert any(
        cell.text == LIMITS[language] for t in file.tables for row in t.rows for cell in row.cells
    )
    xml = zipfile.ZipFile(path).read("word/document.xml").decode()
    assert xml.count("w:tblHeader") == sum(t.style.name == "Table Grid" for t in file.tables) >= 5
    assert xml.count("<m:oMath>") >= 3
    pictures = len(file.inline_shapes)
    assert xml.count("descr=") == pictures
    if language == "en" or (language == "zh-Hant" and not has_chinese_font()):
        assert pictures == len(made.BOARDS) + 1  # the plots of the folder
    else:
        assert pictures >= len(made.BOARDS) + 4  # drawn anew, in this language
    style = zipfile.ZipFile(path).read("word/styles.xml").decode()
    assert style.count('w:eastAsia="PMingLiU"') >= 5
    normal = file.styles["Normal"].element.rPr.rFonts
    assert not [key for key in normal.attrib if key.endswith("Theme")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_pdf(folder: Path, written: Written, tmp_path: Path, language: str) -> None:
    import pypdf

    needs_font(language)
    path = written(f"{language}.pdf")
    assert path.read_bytes().startswith(b"%PDF-")
    file = pypdf.PdfReader(path)
    text = plain("".join(page.extract_text() for page in file.pages))
    for found in (HEADINGS, SENTENCES, LIMITS):
        assert plain(found[language]) in text
    assert loaded(folder).data_hash in text
    assert file.metadata is not None
    assert file.metadata.title == words(as_message("Comparison of methods"), catalogue(language))
    assert len(file.outline) >= 7
    if language == "vi":
        again = tmp_path / "again.pdf"
        report(folder, again, lang=language, full=True)
        assert again.read_bytes() == path.read_bytes()


@pytest.mark.parametrize("format", FORMATS)
def test_every_puzzle_and_the_games(tmp_path: Path, format: str) -> None:
    """Each puzzle's description with its formulas is set by every writer."""
    runs: dict[tuple[str, str], list[float | str]] = {}
    boards = {kind: p.examples[0] for kind, p in registry.puzzles().items()}
    who = ("a_star", "sat", "exact_cover", "min_conflicts", "constructive", "nobody")
    for name in who:
        for kind in boards:
            runs[name, kind] = [0.1] * 5
    head = made.manifest(runs)
    for subject in head["subjects"]:
        subject |= {"puzzle": subject["id"], "notation": boards[subject["id"]]}
    head["contenders"][0]["options"] = {"heuristic": "squared_discounted"}
    rows = [made.row(*key, n, v) for key, values in runs.items() for n, v in enumerate(values, 1)]
    where = made.written(tmp_path / "all", head, rows)
    report(where, tmp_path / f"all{format}", full=True)
    report(made.games(tmp_path / "games"), tmp_path / f"games{format}", lang="vi")
    found = document(loaded(where), where, full=True)
    titles = [str(block.text) for block in found.blocks if isinstance(block, Heading)]
    for title in ("The binomial encoding", "The extended encoding", "The pairwise encoding"):
        assert title in titles
    assert "Heuristic squared_discounted" in titles
    assert "Exact cover" in titles
    pictures = [p for b in found.blocks if isinstance(b, Gallery) for p in b.figures]
    assert len(pictures) >= len(boards)


def test_without_a_font_for_the_letters_nothing_is_written(
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    import typst

    class Few:
        def families(self) -> list[str]:
            return ["Libertinus Serif", "DejaVu Sans Mono"]

    monkeypatch.setattr(typst, "Fonts", Few)
    path = tmp_path / "r.pdf"
    status = run(["report", str(folder), "--lang", "zh-Hant", "-o", str(path)])
    error = capsys.readouterr().err
    assert status == 30
    assert "fonts-noto-cjk" in error
    assert error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_the_command(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "r.html"
    assert run(["report", str(folder), "--lang", "vi", "-o", str(path)]) == 0
    assert 'lang="vi"' in path.read_text("utf-8")
    assert capsys.readouterr().out == f"Đã ghi {path}.\n"
    assert run(["report", str(tmp_path), "-o", str(path)]) == 30
    assert run(["report", str(folder), "--lang", "xx", "-o", str(path)]) == 2
    assert run(["report", str(folder)]) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_boards_of_a_comparison_are_proved(language: str, tmp_path: Path) -> None:
    needs_font(language)
    path, proofs = tmp_path / "a.html", tmp_path / "proofs"
    limits = {"time_s": 120.0, "memory_bytes": 1_000_000_000}  # a busy machine takes seconds
    folder = made.folder(tmp_path / "runs", limits=limits)
    gridwise.report(folder, path, lang=language, certificate=proofs)
    text = " ".join(re.sub("<[^>]+>", " ", path.read_text("utf-8")).split())
    files = sorted(proofs.iterdir())
    assert [file.name for file in files] == [f"000{at}-forced.jsonl.gz" for at in (1, 2, 3)]
    proved = PROVED[language]
    for file in files:
        verdict = gridwise.verify(file)
        assert verdict.proved
        assert file.name in text
        clauses = (
            f"{verdict.clauses:,}" if verdict.clauses else "–"
        )  # none where nothing is refuted
        assert f"{verdict.checker} {verdict.steps:,} {clauses}" in text
    assert text.count(proved) == len(files)
    plain = tmp_path / "plain.html"
    gridwise.report(folder, plain, lang=language)
    assert proved not in plain.read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_pdf_by_pdftotext(written: Written, language: str) -> None:
    needs_font(language)
    program = shutil.which("pdftotext")
    if program is None:
        pytest.skip("pdftotext (poppler-utils) is not installed")
    args = [program, "-enc", "UTF-8", "-layout", str(written(f"{language}.pdf")), "-"]
    text = plain(subprocess.run(args, capture_output=True, check=True, timeout=240).stdout.decode())
    for found in (HEADINGS, SENTENCES, LIMITS):
        assert plain(found[language]) in text
    assert plain("minesweeper:5x5:-----/-2121/-2000/-2110/--X10") in text


def test_docx_opened_by_libreoffice(folder: Path, written: Written, tmp_path: Path) -> None:
    import pypdf

    office = shutil.which("soffice")
    if office is None:
        pytest.skip("soffice (libreoffice-writer) is not installed")
    home = f"-env:UserInstallation={(tmp_path / 'home').as_uri()}"
    files = [str(written(f"{language}.docx")) for language in ("vi", "zh-Hant")]
    subprocess.run(
        [office, home, "--headless", "--convert-to", "pdf", "--outdir", str(tmp_path), *files],
        capture_output=True,
        check=True,
        timeout=300,
    )
    for language in ("vi", "zh-Hant"):
        file = pypdf.PdfReader(tmp_path / f"{language}.pdf")
        text = plain("".join(page.extract_text() for page in file.pages))
        assert loaded(folder).data_hash in text
        assert 5 <= len(file.pages) <= 15
        # Letters that a font lacks come from another, and then in another order.
        assert "backtracking" in text
        if language == "zh-Hant" and has_chinese():
            assert plain(HEADINGS[language]) in text
            assert plain(LIMITS[language]) in text


def test_drawings_are_described_in_the_report_s_language(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "r.html"
    report(folder, path, lang="vi")
    text = path.read_text("utf-8")
    said = re.findall(r"<(?:title|desc) id[^>]*>([^<]*)", text)
    assert len(said) == 2 * len(made.BOARDS)
    assert not any("board" in one.lower() for one in said)
