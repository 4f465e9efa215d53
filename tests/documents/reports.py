"""A report of a small comparison that is made up, and what tests read of it."""

import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from documents import made
from gridwise.comparing.results import Comparison
from gridwise.comparing.suites import suites
from gridwise.comparing.tables import in_spoken_names
from gridwise.documents.fonts import MissingFontError, chinese_family
from gridwise.documents.report import loaded, report
from gridwise.render.catalogue import catalogue
from gridwise.render.words import in_words

SUITES = tuple(suite for suite in suites().values() if suite.report is not None)


def of_suite(where: Path, suite: Any, language: str = "en") -> Comparison:
    """Make up the runs of a suite, in the names of a language; its hardest board is not solved."""
    games = suite.question == "games"
    subjects, rows = suite.subjects(), []
    for board in subjects:
        for at, one in enumerate(suite.contenders, 1):
            hard = board is subjects[-1] and at == 1
            for repeat in range(1, 5):
                row = made.row(one.id, board.id, repeat, "time_limit" if hard else 0.01 * at)
                row["counters"] = dict.fromkeys(suite.metrics, 10 * at)
                if games:
                    counts = {"games": 10, "finished": 9 - at, "wins": 9 - at, "stuck": 1 + at}
                    row |= {"kind": "games", "claims": {}, "counters": {} if hard else counts}
                rows.append(row)
    head = made.manifest({}) | {
        "suite": suite.name,
        "title": str(suite.title),
        "question": suite.question,
        "repeats": 4,
        "metrics": list(suite.metrics),
        "subjects": [one.as_dict() for one in subjects],
        "contenders": [
            {"id": one.id, "method": one.method, "options": one.options, "label": one.label}
            for one in suite.contenders
        ],
    }
    words = catalogue(language)
    found = loaded(made.written(where, head, rows, plots=True))
    return in_spoken_names(found, lambda text: in_words(text, words))


HEADINGS = {"en": "Conclusions", "vi": "Kết luận", "zh-Hant": "結論"}
SENTENCES = {
    "en": "SAT is faster than A*, on each of the boards compared (3).",
    "vi": "SAT nhanh hơn A* trên từng bàn được so sánh (3).",
    "zh-Hant": "SAT 比 A* 快，在每個比較的盤面上皆然（3）。",
}
LIMITS = {"en": "> 2 s (time)", "vi": "> 2 s (thời gian)", "zh-Hant": "> 2 s（時間）"}


def has_chinese() -> bool:
    """Whether this machine has a font with Traditional Chinese letters."""
    import typst

    try:
        chinese_family(typst.Fonts().families())
    except MissingFontError:
        return False
    return True


def needs_font(language: str) -> None:
    """Skip a test of a PDF in a language that this machine has no font for."""
    if language == "zh-Hant" and not has_chinese():
        pytest.skip("no font with Traditional Chinese letters (fonts-noto-cjk)")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made.folder(tmp_path_factory.mktemp("comparison"))


Written = Callable[[str], Path]


@pytest.fixture(scope="module")
def written(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Written:
    """Return what writes the report as `vi.docx`, once for all tests, and tells where it is."""
    where = tmp_path_factory.mktemp("reports")

    def write(name: str) -> Path:
        path = where / name
        if not path.exists():
            report(folder, path, lang=path.stem, full=True)
        return path

    return write


def plain(text: str) -> str:
    """Return a text without blanks, which line breaks come and go with."""
    return re.sub(r"\s", "", text)


class Page(HTMLParser):
    """What a test asks of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "img", "br", "link"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.tags if name == tag]
