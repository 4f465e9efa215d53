"""Boards as documents, pictures and puzzle files: what was put in is found again."""

import importlib
import io
import re
import stat
import struct
import sys
import zipfile
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import gridwise
from every import every
from gridwise.core import registry
from gridwise.core.errors import InputError, ParameterError, UnknownNameError, UsageError
from gridwise.core.limits import Interrupted
from gridwise.core.result import Status, Stop
from gridwise.documents import pictures as _pictures
from gridwise.documents.export import DOCUMENTS, MOST_PER_PAGE, PICTURES, check_targets, export
from gridwise.documents.fonts import LATIN, MissingFontError, chinese_family
from gridwise.documents.model import Gallery
from gridwise.documents.write_docx import _ROOM
from gridwise.render.catalogue import catalogue
from gridwise.render.palette import THEMES
from gridwise.render.svg import CELL, MARGIN, description
from gridwise.solving.files import styles_by_ending
from without_children import proofs_here

__all__ = ["proofs_here"]


class Lazy:
    """A module that is imported when something of it is used, so that collecting stays quick."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(importlib.import_module(self._name), name)


docx, pypdf = Lazy("docx"), Lazy("pypdf")
module = importlib.import_module("gridwise.documents.export")  # not the function of that name
EN = catalogue("en")
SVG = "{http://www.w3.org/2000/svg}"
EXAMPLES = Path(__file__).parents[2] / "examples"
KINDS = ("minesweeper", "queens", "sliding", "sudoku")
SOLVABLE = {
    "minesweeper": "minesweeper:4x3:--1-/2-2-/--1-",
    "queens": "queens:6:r1c4,xr3c2",
    "sliding": "sliding:3x3:1,0,2,3,4,5,6,7,8",
    "sudoku": "sudoku:2x2:1....2....3....4",
}
SUDOKU = gridwise.parse(SOLVABLE["sudoku"])
CONTRADICTION = gridwise.parse("sudoku:2x2:11..............")
UNSOLVABLE = gridwise.parse("sudoku:2x2:123....4........")
EVIL = (
    "#panic() *b* _i_ $x$ @ref `raw` \\ // \"q\" 'a' </title></text><script>alert(1)</script>"
    '<img src="http://evil.example/x"> &amp; ]]> --> ${x} {{x}} %s {x} \x00\x1b\u202e\ud800'
)


def board(kind: str) -> Any:
    return gridwise.parse(SOLVABLE[kind])


def each_kind() -> list[Any]:
    return [board(kind) for kind in KINDS]


def scene(position: Any) -> Any:
    return gridwise.puzzle_of(position).scene(position, origin=position)


def solved(position: Any) -> Any:
    answer = gridwise.solve(position).answer
    assert answer is not None
    return answer.items[0].position


def png_size(data: bytes) -> tuple[int, int]:
    assert data.startswith(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    assert data.endswith(b"IEND\xaeB`\x82")
    return struct.unpack(">II", data[16:24])  # type: ignore[return-value]


def svg_text(root: ET.Element) -> list[str]:
    return [text.text or "" for text in root.iter(f"{SVG}text")]


def descr(document: Any) -> list[str]:
    """The alternative texts of a document's pictures and tables, in order."""
    found = document.element.body.iter()
    names = {"docPr": "descr", "tblDescription": docx.oxml.ns.qn("w:val")}
    said = [(names.get(one.tag.rpartition("}")[2]), one) for one in found]
    return [one.get(name) for name, one in said if name is not None]


def tables(document: Any) -> list[list[str]]:
    """The texts of the cells of each board that is a table, row by row."""
    boards = [t for table in document.tables for c in table._cells for t in c.tables]
    return [[cell.text for row in table.rows for cell in row.cells] for table in boards]


def words(document: Any) -> str:
    cells = [cell for table in document.tables for row in table.rows for cell in row.cells]
    parts = [*document.paragraphs, *(part for cell in cells for part in cell.paragraphs)]
    return "\n".join(part.text for part in parts)


def pdf_text(path: Path) -> str:
    return " ".join("\n".join(page.extract_text() for page in pypdf.PdfReader(path).pages).split())


class Page(HTMLParser):
    """The tags and the text of an HTML page; an element left open is an error."""

    VOID = frozenset({"meta", "rect", "path", "circle", "polygon"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        named = dict(attrs)
        if "id" in named:
            self.ids.append(named["id"] or "")
        if tag == "a":
            self.links.append(named["href"] or "")
        assert not [name for name in named if name.startswith("on") or name == "src"]
        if tag not in self.VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def read_page(path: Path) -> Page:
    return Page(path.read_text("utf-8"))


# Every format with every puzzle


@pytest.mark.parametrize("kind", KINDS)
def test_svg(kind: str, tmp_path: Path) -> None:
    done = export(board(kind), tmp_path / "a.svg", solution=True)
    assert [path.name for path in done.paths] == ["a.svg", "a-solution.svg"]
    for path, position in zip(done.paths, (board(kind), solved(board(kind))), strict=True):
        root = ET.fromstring(path.read_text("utf-8"))
        drawn = gridwise.puzzle_of(position).scene(position, origin=board(kind))
        assert root.find(f"{SVG}desc").text == description(drawn)  # type: ignore[union-attr]
        digits = [cell.text for cell in drawn.cells if cell.text.isdigit()]
        assert svg_text(root) == digits


@pytest.mark.parametrize("kind", KINDS)
def test_png(kind: str, tmp_path: Path) -> None:
    done = export(board(kind), tmp_path / "a.png", solution=True)
    shown = scene(board(kind))
    size = tuple(2 * (side * CELL + 2 * MARGIN) for side in (shown.width, shown.height))
    pictures = [path.read_bytes() for path in done.paths]
    assert [png_size(data) for data in pictures] == [size, size]
    assert pictures[0] != pictures[1]


@pytest.mark.parametrize("kind", KINDS)
def test_html(kind: str, tmp_path: Path) -> None:
    export(board(kind), tmp_path / "a.html", solution=True)
    page = read_page(tmp_path / "a.html")
    assert page.tags.count("svg") == 2
    assert description(scene(board(kind))) in page.text
    assert "Solutions" in page.text
    assert "solved" in page.text
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)


@pytest.mark.parametrize("kind", KINDS)
def test_docx(kind: str, tmp_path: Path) -> None:
    export(board(kind), tmp_path / "a.docx", solution=True)
    document = docx.Document(str(tmp_path / "a.docx"))
    name = registry.puzzle(kind).title.partition(":")[0]
    assert document.paragraphs[0].text == document.core_properties.title == name
    given, answer = descr(document)
    assert given.endswith(description(scene(board(kind))))
    after = gridwise.puzzle_of(board(kind)).scene(solved(board(kind)), origin=board(kind))
    assert answer.endswith(description(after))
    assert len(document.inline_shapes) == (0 if kind == "sudoku" else 2)
    assert "1. solved" in words(document)
    with zipfile.ZipFile(tmp_path / "a.docx") as parts:
        pictures = [parts.read(one) for one in parts.namelist() if one.endswith(".png")]
        footer = b"".join(parts.read(one) for one in parts.namelist() if "footer" in one)
    assert all(min(png_size(picture)) > 100 for picture in pictures)
    assert b'w:instr="PAGE"' in footer


def test_digits_are_a_table_that_can_be_edited(tmp_path: Path) -> None:
    path = tmp_path / "a.docx"
    export([SUDOKU, CONTRADICTION], path, solution=True)
    document = docx.Document(str(path))
    given, twice, answer, wrong = tables(document)
    assert [int(text or 0) for text in given] == list(SUDOKU.cells)
    assert [int(text or 0) for text in answer] == list(solved(SUDOKU).cells)
    assert twice == wrong == ["1", "1", *[""] * 14]
    boards = [t for table in document.tables for c in table._cells for t in c.tables]
    runs = [cell.paragraphs[0].runs for row in boards[2].rows for cell in row.cells]
    assert [bool(run[0].bold) for run in runs] == [digit > 0 for digit in SUDOKU.cells]
    lined = [bool(run[0].underline) for row in boards[3].rows for c in row.cells
             if (run := c.paragraphs[0].runs)]  # fmt: skip
    assert lined == [True, True]
    edges = [
        {edge.tag.rpartition("}")[2]: int(edge.get(docx.oxml.ns.qn("w:sz"))) for edge in borders}
        for borders in boards[0]._tbl.iter(docx.oxml.ns.qn("w:tcBorders"))
    ]
    assert [edge["right"] > edge["left"] for edge in edges[4:8]] == [False, True, False, True]
    boards[0].rows[0].cells[1].text = "3"
    document.save(str(path))
    assert tables(docx.Document(str(path)))[0][1] == "3"


WIDE = gridwise.parse("minesweeper:12x3:" + "/".join(["-" * 12] * 3))


def page_sizes(path: Path) -> list[tuple[int, int]]:
    """The width and height of each page in millimetres."""
    pages = (page.mediabox for page in pypdf.PdfReader(path).pages)
    return [(round(box.width / 72 * 25.4), round(box.height / 72 * 25.4)) for box in pages]


@pytest.mark.parametrize(
    ("boards", "per_page", "at", "least_mm", "size"),
    [
        ([SUDOKU] * 2, None, "end", 170, (210, 297)),
        ([SUDOKU] * 4, 2, "end", 125, (297, 210)),
        ([SUDOKU] * 8, 4, "end", 83, (210, 297)),
        ([WIDE] * 2, None, "end", 255, (297, 210)),
        ([SUDOKU] * 2, None, "beside", 125, (297, 210)),
        ([SUDOKU] * 4, 2, "beside", 83, (210, 297)),
    ],
)
def test_boards_are_as_large_as_the_page_allows(
    boards: list[Any],
    per_page: int | None,
    at: str,
    least_mm: float,
    size: tuple[int, int],
    tmp_path: Path,
) -> None:
    made = [module.ExportedBoard(registry.puzzle_of(one).name, one) for one in boards]
    if at == "beside":
        made = module._solved(made, module.Limits(time_s=5.0), None, None, None)
    found = module._document(made, THEMES["light"], per_page or 1, at, None, EN)
    first, second = (block for block in found.blocks if isinstance(block, Gallery))
    assert len(first.figures) == len(second.figures) == len(boards) // 2 * (1 + (at == "beside"))
    shown = first.figures[0]
    assert shown.scene is not None
    assert first.grid.size(shown.shape, shown.scene.width)[0] > least_mm
    for ending in (".pdf", ".docx"):
        export(boards, tmp_path / f"a{ending}", per_page=per_page, solution=True, solution_at=at)
    assert page_sizes(tmp_path / "a.pdf") == [size] * (2 if at == "beside" else 3)
    section = docx.Document(str(tmp_path / "a.docx")).sections[0]
    assert (round(section.page_width.mm), round(section.page_height.mm)) == size


@pytest.mark.parametrize("ending", DOCUMENTS)
def test_solutions_beside_their_boards(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"a{ending}"
    export(each_kind(), path, solution=True, solution_at="beside")
    text = read_text(path)
    assert "Solutions" not in text
    if ending == ".docx":  # a table a page, one row of two
        document = docx.Document(str(path))
        assert [len(table._cells) for table in document.tables] == [2] * 4
        text = " ".join(words(document).split())
    if ending == ".html":  # without the drawings' titles
        page = path.read_text("utf-8")
        assert page.count('class="gallery beside"') == 1
        ids = [f"{kind}-{n}" for n in range(1, 5) for kind in ("board", "solution")]
        assert re.findall(r'<figure id="([^"]+)"', page) == ids
        text = " ".join(Page(re.sub("(?s)<svg.*?</svg>", "", page)).text.split())
    for n, one in enumerate(each_kind(), 1):
        titles = [f"{n}. {scene(one).title}", f"{n}. solved"]
        assert re.findall(rf"\b{n}\. (?:{scene(one).title}|solved)", text) == titles
    if ending == ".pdf":
        pages = [page.extract_text() for page in pypdf.PdfReader(path).pages]
        assert [("solved" in page, f"{n}." in page) for n, page in enumerate(pages, 1)] == (
            [(True, True)] * 4
        )


def _angles(page: Any, wanted: str) -> list[int]:
    """The direction of each piece of a page's text that holds some words, degrees."""
    found: list[int] = []

    def visit(text: str, ctm: list[float], matrix: list[float], *_: Any) -> None:
        if wanted in text:
            found.append(0 if matrix[0] * ctm[0] + matrix[1] * ctm[2] > 0 else 180)

    page.extract_text(visitor_text=visit)
    return found


@pytest.mark.parametrize("at", ["end", "upside-down"])
def test_solutions_upside_down_at_the_end(at: str, tmp_path: Path) -> None:
    export(each_kind(), tmp_path / "a.pdf", solution=True, solution_at=at)
    *boards, last = pypdf.PdfReader(tmp_path / "a.pdf").pages
    assert _angles(last, "Solutions") == [0]
    turned = set(_angles(last, "solved"))
    assert turned == ({180} if at == "upside-down" else {0})
    assert {angle for page in boards for angle in _angles(page, "1")} == {0}
    export(each_kind(), tmp_path / "a.html", solution=True, solution_at=at)
    page = (tmp_path / "a.html").read_text("utf-8")
    assert page.count('class="upside-down"') == (4 if at == "upside-down" else 0)


def test_upside_down_in_a_word_processor(tmp_path: Path) -> None:
    """The solution is a picture with its caption in it, which the alternative text tells."""
    from PIL import Image, ImageChops, ImageStat

    for at in ("end", "upside-down"):
        export(board("sliding"), tmp_path / f"{at}.docx", solution=True, solution_at=at)
    upright, turned = (docx.Document(str(tmp_path / f"{at}.docx")) for at in ("end", "upside-down"))
    assert "1. solved" in words(upright)
    assert "solved" not in words(turned)
    assert descr(turned)[-1] == f"{descr(upright)[-1]} solved, optimal; 1 move 1: 1"

    def last(document: Any) -> Any:
        picture = document.inline_shapes[-1]._inline.graphic.graphicData.pic
        part = document.part.related_parts[picture.blipFill.blip.embed]
        drawn = Image.open(io.BytesIO(part.blob)).convert("RGBA")
        white = Image.new("RGBA", drawn.size, "white")
        return Image.alpha_composite(white, drawn).convert("L")

    whole, board_alone = last(turned), last(upright)
    width, height = whole.size
    wide = high = round(board_alone.size[0] * _ROOM)
    board_alone = board_alone.resize((wide, high))
    assert width >= wide
    assert height > high + 40
    left = (width - wide) // 2
    below = whole.crop((left, height - high, left + wide, height))
    as_it_is, turned_round = (
        ImageStat.Stat(ImageChops.difference(below, one)).mean[0]
        for one in (board_alone, board_alone.rotate(180))
    )
    assert turned_round < 10 < as_it_is
    above = whole.crop((0, 0, width, height - high))
    assert above.getextrema()[0] < 100  # letters


def test_a_place_for_solutions_is_refused_where_there_are_none(tmp_path: Path) -> None:
    for name, solution, at, error, said in (
        ("a.pdf", False, "beside", ParameterError, "goes with --solution"),
        ("a.svg", True, "beside", ParameterError, "pdf say where the solutions are"),
        ("a.pdf", True, "besides", UnknownNameError, "did you mean beside"),
    ):
        with pytest.raises(error, match=said):
            export(SUDOKU, tmp_path / name, solution=solution, solution_at=at)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("lang", ["vi", "zh-Hant"])
def test_documents_and_drawings_in_another_language(lang: str, tmp_path: Path) -> None:
    words = catalogue(lang)
    export(each_kind(), tmp_path / "a.html", solution=True, lang=lang)
    page = (tmp_path / "a.html").read_text("utf-8")
    assert f'<html lang="{lang}">' in page
    for position in each_kind():
        said = description(scene(position), words)
        assert said in page
        assert not re.search(r"board|high|empty|covered|queen|tile|Row", said)
        assert scene(position).title.words(words) in page
    assert words["Solutions"] in page
    export(each_kind(), tmp_path / "a.docx", lang=lang)
    document = docx.Document(str(tmp_path / "a.docx"))
    assert document.core_properties.language == lang
    assert descr(document)[0].endswith(description(scene(each_kind()[0]), words))
    export(SUDOKU, tmp_path / "a.svg", lang=lang)
    assert description(scene(SUDOKU), words) in (tmp_path / "a.svg").read_text("utf-8")
    with pytest.raises(UnknownNameError):
        export(SUDOKU, tmp_path / "a.svg", lang="fr")


@pytest.mark.parametrize("kind", KINDS)
def test_pdf(kind: str, tmp_path: Path) -> None:
    done = export(board(kind), tmp_path / "a.pdf", solution=True)
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF-")
    pages = pypdf.PdfReader(tmp_path / "a.pdf").pages
    assert len(pages) == 2
    text = " ".join(pages[0].extract_text().split())
    title = registry.puzzle(kind).title.partition(":")[0]
    assert text.startswith(f"{title} ")
    assert f"1. {scene(board(kind)).title}" in text
    assert pages[1].extract_text().startswith("Solutions")
    assert str(done.boards[0].known).split(";")[0] in " ".join(pages[1].extract_text().split())


@every(
    "kind, ending",
    [(kind, ending) for kind in KINDS for ending in styles_by_ending(registry.puzzle(kind))],
)
def test_puzzle_files(kind: str, ending: str, tmp_path: Path) -> None:
    puzzle = registry.puzzle(kind)
    nine = ending in (".sdk", ".sdm", ".ss", ".sdx")
    one = puzzle.parse(puzzle.examples[0]) if nine else board(kind)
    path = tmp_path / f"a{ending}"
    for solution, expected in ((False, one), (True, solved(one))):
        done = export([one], path, solution=solution)
        assert done.paths == (path,)
        (entry,) = gridwise.parse_many(path.read_text("utf-8"), puzzle=kind)
        assert entry.position == expected


@pytest.mark.parametrize("ending", [".txt", ".csv", ".sdm", ".line"])
def test_puzzle_files_of_several_boards(ending: str, tmp_path: Path) -> None:
    one = gridwise.parse(registry.puzzle("sudoku").examples[0])
    boards = [one, solved(one), one]
    export(boards, tmp_path / f"a{ending}")
    entries = gridwise.parse_many((tmp_path / f"a{ending}").read_text("utf-8"), puzzle="sudoku")
    assert [entry.position for entry in entries] == boards


# Several boards, and solutions


def test_pictures_of_several_boards_are_numbered(tmp_path: Path) -> None:
    done = export(each_kind(), tmp_path / "b.x.svg", solution=True)
    names = (
        [f"b.x-{at}.svg" for at in range(1, 5)],
        [f"b.x-{at}-solution.svg" for at in range(1, 5)],
    )
    assert {path.name for path in done.paths} == {*names[0], *names[1]}
    for name, position in zip(names[0], each_kind(), strict=True):
        title = ET.parse(tmp_path / name).getroot().find(f"{SVG}title")
        assert title is not None
        assert (title.text or "").endswith(str(scene(position).title))
    done = export([SUDOKU] * 10, tmp_path / "c.png")
    assert done.paths[0].name == "c-01.png"
    assert done.paths[-1].name == "c-10.png"
    assert {png_size(path.read_bytes()) for path in done.paths} == {(432, 432)}


def test_a_booklet_of_mixed_boards(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    done = export(each_kind() * 3, path, solution=True, per_page=5)
    assert len(done.boards) == 12
    pages = [" ".join(page.extract_text().split()) for page in pypdf.PdfReader(path).pages]
    assert len(pages) == 3 + 1
    assert pages[0].startswith("Minesweeper, N-Queens, Sliding puzzle, Sudoku")
    numbers = [re.findall(r"\b(\d+)\. [MQS]\w+", page) for page in pages[:3]]
    assert numbers == [list("12345"), [*list("6789"), "10"], ["11", "12"]]
    assert [page.split()[-1] for page in pages] == ["1", "2", "3", "4"]
    assert re.findall(r"\b(\d+)\. solved", pages[3]) == [str(at) for at in range(1, 13)]
    assert "solved, optimal; 1 move 1: 1" in pages[3]


def test_alternative_texts_are_in_the_pdf(tmp_path: Path) -> None:
    export(SUDOKU, tmp_path / "a.pdf")
    reader = pypdf.PdfReader(tmp_path / "a.pdf")
    found = [
        str(thing["/Alt"])
        for at in range(1, len(reader.xref_objStm) + 60)
        if isinstance(thing := _object(reader, at), dict) and "/Alt" in thing
    ]
    assert [text.endswith(description(scene(SUDOKU))) for text in found] == [True]


def _object(reader: Any, at: int) -> Any:
    try:
        return reader.get_object(at)
    except Exception:  # a number that no object has
        return None


def test_html_of_several_boards(tmp_path: Path) -> None:
    text_path = tmp_path / "a.html"
    export([*each_kind(), SUDOKU, SUDOKU], text_path, solution=True, theme="dark")
    page = read_page(text_path)
    assert page.tags.count("svg") == 12
    assert len(page.ids) == len(set(page.ids))
    assert len(page.links) == 12
    text = text_path.read_text("utf-8")
    assert THEMES["dark"].page in text
    assert set(re.findall(r"https?://[^\"'\s<]+", text)) == {"http://www.w3.org/2000/svg"}
    for word in ("<script", "@import", "url(", "<link", "<iframe", "src="):
        assert word not in text


def test_solutions_show_what_was_filled_in(tmp_path: Path) -> None:
    export(SUDOKU, tmp_path / "a.svg", solution=True)
    root = ET.parse(tmp_path / "a-solution.svg").getroot()
    bold = [text.text for text in root.iter(f"{SVG}text") if text.get("font-weight")]
    assert bold == ["1", "2", "3", "4"]
    assert len(svg_text(root)) == 16


def test_boards_without_an_answer_are_said_to_have_none(tmp_path: Path) -> None:
    boards = [SUDOKU, CONTRADICTION, UNSOLVABLE]
    done = export(boards, tmp_path / "a.pdf", solution=True)
    assert [at for at, _ in done.unanswered] == [2, 3]
    text = pdf_text(tmp_path / "a.pdf")
    assert "1. solved" in text
    assert "2. no solution: 1 twice in row 1" in text
    assert "3. no solution" in text
    export(boards, tmp_path / "a.docx", solution=True)
    document = docx.Document(str(tmp_path / "a.docx"))
    assert "2. no solution: 1 twice in row 1" in words(document)
    assert "r1c1 conflict, r1c2 conflict" in descr(document)[4]
    export(boards, tmp_path / "a.html", solution=True)
    assert "no solution: 1 twice in row 1" in read_page(tmp_path / "a.html").text
    assert export(boards, tmp_path / "a.line", solution=True).paths
    assert len((tmp_path / "a.line").read_text().splitlines()) == 1


def test_boards_given_up_are_said_to_be_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def give_up(position: Any, **more: Any) -> Any:
        more["limits"] = gridwise.Limits(nodes=1)
        return gridwise.solve(position, method="backtracking", **more)

    monkeypatch.setattr(module, "solve", give_up)
    empty = gridwise.parse("sudoku:3x3:" + "." * 81)
    done = export(empty, tmp_path / "a.pdf", solution=True)
    assert done.boards[0].result is not None
    assert done.boards[0].result.status is Status.UNKNOWN
    text = pdf_text(tmp_path / "a.pdf")
    assert "1. gave up: node limit reached; nothing is known" in text
    done = export(empty, tmp_path / "a.svg", solution=True)
    assert [path.name for path in done.paths] == ["a.svg"]  # there is nothing to draw
    done = export(empty, tmp_path / "a.txt", solution=True)
    assert done.paths == ()
    assert not (tmp_path / "a.txt").exists()


def test_a_long_way_is_cut_and_counted(tmp_path: Path) -> None:
    puzzle = registry.puzzle("sliding")
    big = gridwise.parse((EXAMPLES / "sliding" / "20x12.txt").read_text("utf-8"))
    done = export(big, tmp_path / "a.html", solution=True)
    answer = done.boards[0].result.answer  # type: ignore[union-attr]
    moves = [puzzle.format_move(big, move) for move in answer.items[0].moves]
    assert len(moves) > 200
    assert str(done.boards[0].known).endswith(f"; {len(moves):,} moves")
    text = (tmp_path / "a.html").read_text("utf-8")
    groups = [f"{at + 1}–{at + 10}: {' '.join(moves[at : at + 10])}" for at in range(0, 200, 10)]
    assert "<br>".join([*groups, f"and {len(moves) - 200:,} more moves"]) in text


def test_positions_may_be_any_iterable(tmp_path: Path) -> None:
    assert len(export(iter(each_kind()), tmp_path / "a.html").boards) == 4
    with pytest.raises(ParameterError, match="no board"):
        export([], tmp_path / "b.html")
    with pytest.raises(ParameterError, match="expected a board"):
        export([object()], tmp_path / "b.html")
    assert not (tmp_path / "b.html").exists()


def test_the_same_boards_give_the_same_bytes(tmp_path: Path) -> None:
    for ending in (".pdf", ".png", ".html", ".svg"):
        for name in ("a", "b"):
            export(SUDOKU, tmp_path / f"{name}{ending}")
        assert (tmp_path / f"a{ending}").read_bytes() == (tmp_path / f"b{ending}").read_bytes()


@pytest.mark.parametrize("theme", THEMES)
def test_themes(theme: str, tmp_path: Path) -> None:
    export(SUDOKU, tmp_path / "a.svg", theme=theme)
    assert f'rx="10" fill="{THEMES[theme].page}"' in (tmp_path / "a.svg").read_text("utf-8")
    export(SUDOKU, tmp_path / "a.pdf", theme=theme)
    first = pypdf.PdfReader(tmp_path / "a.pdf").pages[0].get_contents().get_data().decode("latin-1")
    used = [tuple(map(float, one)) for one in re.findall(r"([\d.]+) ([\d.]+) ([\d.]+) scn", first)]
    for colour in (THEMES[theme].page, THEMES[theme].ink):
        rgb = tuple(int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
        assert any(pytest.approx(rgb, abs=0.002) == one for one in used), colour


def test_text_in_pictures_comes_out(tmp_path: Path) -> None:
    """A digit makes another picture than an empty cell, whatever fonts the machine has."""
    boards = [gridwise.parse(f"sudoku:2x2:{cell}...............") for cell in ".123"]
    pictures = {path.read_bytes() for path in export(boards, tmp_path / "a.png").paths}
    assert len(pictures) == 4


# Titles and names that look like markup


def test_markup_in_a_title_stays_text(tmp_path: Path) -> None:
    said = (
        "#panic() *b* _i_ $x$ @ref `raw` \\ // \"q\" 'a' </title></text><script>alert(1)</script>"
    )
    for ending in DOCUMENTS:
        export(SUDOKU, tmp_path / f"a{ending}", title=EVIL)
    page = read_page(tmp_path / "a.html")
    assert "script" not in page.tags
    assert "img" not in page.tags
    assert page.text.count(said) == 2  # the title and the heading
    document = docx.Document(str(tmp_path / "a.docx"))
    assert document.paragraphs[0].text.startswith(said)
    assert document.paragraphs[0].text.endswith("\\x00\\x1b\\u202e\\ud800")
    assert "alert(1)" in pdf_text(tmp_path / "a.pdf")
    assert "#panic() *b* _i_ $x$ @ref" in pdf_text(tmp_path / "a.pdf")
    assert pypdf.PdfReader(tmp_path / "a.pdf").metadata.title.startswith(said)


@pytest.mark.parametrize("ending", [*DOCUMENTS, *PICTURES, ".txt"])
def test_markup_in_a_file_name(ending: str, tmp_path: Path) -> None:
    name = "#a [b] $c$ <d> & 'e' {f}%s" if sys.platform != "win32" else "#a [b] $c$ & 'e' {f}%s"
    (path,) = export(SUDOKU, tmp_path / f"{name}{ending}").paths
    assert path.name == f"{name}{ending}"
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_titles_in_other_scripts(tmp_path: Path) -> None:
    export(SUDOKU, tmp_path / "a.docx", title="数独 Tiếng Việt")
    assert docx.Document(str(tmp_path / "a.docx")).paragraphs[0].text == "数独 Tiếng Việt"
    export(SUDOKU, tmp_path / "a.pdf", title="Tiếng Việt")
    assert "Tiếng Việt" in pdf_text(tmp_path / "a.pdf")
    export(SUDOKU, tmp_path / "a.html", title="数独")
    assert "数独" in read_page(tmp_path / "a.html").text


def test_a_pdf_in_chinese_needs_a_font_with_its_letters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import typst

    path = tmp_path / "a.pdf"
    try:
        chinese_family(typst.Fonts().families())
    except MissingFontError:
        with pytest.raises(MissingFontError):
            export(each_kind(), path, solution=True, lang="zh-Hant")
    else:
        export(each_kind(), path, solution=True, lang="zh-Hant")
        assert "數獨" in "".join(pdf_text(path).split())
        path.unlink()

    class Few:
        def families(self) -> list[str]:
            return list(LATIN)

    monkeypatch.setattr(typst, "Fonts", Few)
    with pytest.raises(MissingFontError, match="fonts-noto-cjk"):
        export(each_kind(), path, lang="zh-Hant")
    assert not path.exists()


# What is refused


def test_what_is_refused(tmp_path: Path) -> None:
    for name, error, words in (
        ("a.foo", UsageError, r"[aA] \.foo file; known endings: .*\.docx.*\.sdk"),
        ("a", UsageError, "without an ending"),
        (".svg", UsageError, "without an ending"),
        ("a.squares", UsageError, r"sudoku is not written to a \.squares file; known: .*\.csv"),
        ("a.sdk", ParameterError, r"a\.sdk: Board 1: the style sdk is for 9x9"),
        ("no/a.pdf", InputError, "no such directory"),
    ):
        with pytest.raises(error, match=words):
            export(SUDOKU, tmp_path / name)
    with pytest.raises(UsageError, match=r"one puzzle, not of minesweeper and queens"):
        export(each_kind()[:2], tmp_path / "a.txt")
    with pytest.raises(UnknownNameError, match="did you mean light"):
        export(SUDOKU, tmp_path / "a.pdf", theme="ligth")
    for per_page in (0, MOST_PER_PAGE + 1):
        with pytest.raises(ParameterError, match="expected a whole number from 1 to 24"):
            export(SUDOKU, tmp_path / "a.pdf", per_page=per_page)
    with pytest.raises(ParameterError, match=r"Only \.docx and \.pdf"):
        export(SUDOKU, tmp_path / "a.svg", per_page=3)
    with pytest.raises(ParameterError, match="have a title"):
        export(SUDOKU, tmp_path / "a.txt", title="x")
    with pytest.raises(ParameterError, match="time_s"):
        export(SUDOKU, tmp_path / "a.svg", solution=True, time_s=0)
    assert not list(tmp_path.iterdir())


def test_boards_that_are_too_large_to_draw(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ParameterError, match="Board 2: a board of 2000 rows"):
        export([SUDOKU, gridwise.parse("queens:2000")], tmp_path / "a.svg")
    with pytest.raises(ParameterError, match="Board 1: 90,000 cells are not drawn; at most 40,000"):
        export(gridwise.parse("queens:300"), tmp_path / "a.pdf")
    monkeypatch.setattr(module, "MOST_DRAWN_BOARDS", 2)
    with pytest.raises(ParameterError, match="3 boards"):
        export([SUDOKU] * 3, tmp_path / "a.html")
    assert not list(tmp_path.iterdir())
    assert export([SUDOKU] * 3, tmp_path / "a.line").paths


@pytest.mark.parametrize("ending", [".txt", ".svg", ".pdf"])
def test_inputs_are_not_written_over(ending: str, tmp_path: Path) -> None:
    kept = tmp_path / f"kept{ending}"
    kept.write_text("before")
    link = tmp_path / f"link{ending}"
    link.symlink_to(kept)
    for path in (kept, link, tmp_path / ".." / tmp_path.name / kept.name):
        with pytest.raises(InputError, match="it is an input"):
            check_targets(path, 1, [kept, "-", "queens:8", "\0"], solution=False)
    numbered = tmp_path / "n-2.svg"
    numbered.write_text("before")
    with pytest.raises(InputError, match=r"n-2\.svg: Cannot be written: it is an input\."):
        check_targets(tmp_path / "n.svg", 3, [numbered], solution=False)
    assert kept.read_text() == numbered.read_text() == "before"
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.parametrize("ending", [*DOCUMENTS, *PICTURES, ".txt"])
def test_no_half_of_a_file_is_left(
    ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / f"a{ending}"
    path.write_text("before")
    path.chmod(0o640)
    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", full)
        with pytest.raises(InputError, match="Cannot be written: no space left on device"):
            export(SUDOKU, path)
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]
    export(SUDOKU, path)
    assert path.read_bytes() != b"before"
    if sys.platform != "win32":
        assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.parametrize(
    ("ending", "library"),
    [(".docx", "docx"), (".docx", "typst"), (".pdf", "typst"), (".png", "typst")],
)
def test_a_missing_library_is_named_with_its_extra(
    ending: str, library: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(UsageError) as found:
        export(SUDOKU, tmp_path / f"a{ending}")
    assert f"needs {library}, which is not installed" in str(found.value)
    assert 'pip install "gridwise[report]"' in str(found.value)
    assert not list(tmp_path.iterdir())
    for free in (".html", ".svg", ".txt"):
        assert export(SUDOKU, tmp_path / f"a{free}").paths


def test_cancelled_exports_write_nothing(tmp_path: Path) -> None:
    class Token:
        """Says stop after the first board."""

        asked = 0

        def is_set(self) -> bool:
            return self.asked > 1

    token, seen = Token(), []

    def progress(at: int, of: int) -> None:
        token.asked += 1
        seen.append((at, of))

    with pytest.raises(Interrupted) as end:
        export(each_kind(), tmp_path / "a.html", solution=True, cancel=token, progress=progress)
    assert end.value.stop is Stop.CANCELLED
    assert seen == [(0, 4), (1, 4)]
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("kind", ["sudoku", "queens"])
def test_a_document_is_cancelled_while_it_is_made(kind: str, tmp_path: Path) -> None:
    class Token:
        """Says stop some looks after the beginning."""

        looks = 0

        def is_set(self) -> bool:
            self.looks += 1
            return self.looks > 20

    token = Token()
    with pytest.raises(Interrupted):
        export([board(kind)] * 60, tmp_path / "a.docx", cancel=token)
    assert token.looks == 21
    assert not list(tmp_path.iterdir())


def test_a_picture_of_a_large_board_stays_small(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_pictures, "MOST_PX", 300)
    export([gridwise.parse("minesweeper:4x2:----/----"), SUDOKU], tmp_path / "a.png")
    sizes = [png_size((tmp_path / f"a-{at}.png").read_bytes()) for at in (1, 2)]
    assert sizes == [(300, round(300 * 120 / 216)), (300, 300)]


PROVED = {
    "en": "; proved: there is no solution",
    "vi": "; đã chứng minh: không có lời giải",
    "zh-Hant": "；已證明：沒有解",
}


def read_text(path: Path) -> str:
    if path.suffix == ".pdf":
        return pdf_text(path)
    if path.suffix == ".docx":
        return words(docx.Document(str(path)))
    return read_page(path).text


@pytest.mark.usefixtures("proofs_here")
@pytest.mark.parametrize("ending", DOCUMENTS)
def test_documents_say_what_was_proved_and_how(ending: str, tmp_path: Path) -> None:
    path, folder = tmp_path / f"a{ending}", tmp_path / "proofs"
    boards = [SUDOKU, UNSOLVABLE]
    done = export(boards, path, solution=True, certificate=folder, time_s=120.0)
    text = read_text(path)
    assert "Proofs" in text
    for at, made in enumerate(done.boards, 1):
        assert made.result is not None
        (one,) = made.result.certificate or ()
        assert gridwise.verify(str(one.path)).proved
        file = folder / f"{at:04}-{one.claim['kind']}.jsonl.gz"  # type: ignore[index]
        assert str(one.path) == str(file)
        # A PDF breaks long names between its lines.
        for part in (str(one.text), one.checker, file.name):
            assert part.replace(" ", "") in "".join(text.split())
    # Of a board with several solutions it is not proved that there are others.
    assert "solved, not unique; proved: this is a solution" in " ".join(text.split())
    assert "made in" in " ".join(text.split())


@pytest.mark.usefixtures("proofs_here")
@pytest.mark.parametrize("lang", PROVED)
def test_what_was_proved_is_said_in_every_language(lang: str, tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    export(UNSOLVABLE, path, solution=True, certificate=tmp_path, time_s=120.0, lang=lang)
    assert PROVED[lang] in read_text(path)
    plain = tmp_path / "plain.html"
    export(UNSOLVABLE, plain, solution=True, lang=lang)
    assert PROVED[lang] not in read_text(plain)


def test_what_no_checker_accepted_is_not_called_proved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gridwise.solving.certificates import claims

    monkeypatch.setattr(claims, "MOST_SOLUTIONS", -1)
    path = tmp_path / "a.html"
    export(UNSOLVABLE, path, solution=True, certificate=tmp_path, time_s=120.0)
    text = read_text(path)
    assert "solved, not proved: a certificate lists at most -1 solutions" in text
    assert "proved: there is no solution" not in text
    assert not list(tmp_path.glob("*.gz"))
