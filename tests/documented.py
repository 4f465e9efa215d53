"""The examples of the docs, run in this process and compared with what the pages show.

A command that stands on several pages runs once, and no limit of time ends one: the clock that
limits are measured by runs slowly meanwhile.
"""

import re
import time
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SLOWER = 60
"""So many seconds pass for every second that the program sees."""
WRITTEN_OR_READ = (
    "-o",
    "--output",
    "--trace",
    "--certificate",
    "proofs",
    "Input",
    "Output",
    "run.",
)
"""Stand in commands that leave a file or need one of the same page, such as `Output1.txt`."""

known: dict[tuple[str, ...], str] = {}
"""What commands printed that other pages show too."""


@pytest.fixture
def examples(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The program that runs the examples of a page."""
    monkeypatch.syspath_prepend(DOCS / "_ext")
    import run_examples

    return run_examples


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the clock run slowly, so that a busy machine ends nothing."""
    for name in ("perf_counter", "monotonic"):
        real = getattr(time, name)
        monkeypatch.setattr(time, name, lambda real=real: real() / SLOWER)


def once(examples: ModuleType, words: Sequence[str], where: Path) -> str:
    """Run a command, if no page before had it, and return what it prints."""
    if any(part in word for word in words for part in WRITTEN_OR_READ):
        return str(examples.in_process(words, where))
    key = tuple(words)
    if key not in known:
        known[key] = examples.in_process(words, where)
    return known[key]


def check_page(examples: ModuleType, name: str, *, slow: bool = False, without: str = "") -> None:
    """Fail where the outputs of a page are not those of its examples.

    The examples of one language, `console` or `python`, may be left out.
    """
    text = without_repeated_python(name, (ROOT / name).read_text("utf-8"))
    if without:
        text = re.sub(rf"<!-- run -->\n(?=```{without}\n)", "", text)
    real = examples.renewed(text, run=lambda *asked: once(examples, *asked), slow=slow)
    assert examples.compared(text) == examples.compared(real), (
        f"run python docs/_ext/run_examples.py {name}"
    )


def english(name: str) -> Path | None:
    """Return the page that another is a translation of."""
    folder, _, page = name.rpartition("/")
    if folder not in ("docs/vi", "docs/zh-Hant"):
        return None
    return ROOT / "README.md" if page == "readme.md" else DOCS / page


def without_repeated_python(name: str, text: str) -> str:
    """Return a translated page without the marks of Python that the English one has as well."""
    source = english(name)
    if source is None:
        return text
    block = re.compile(r"<!-- run(?: slow)? -->\n(```py.*?```)", re.DOTALL)
    same = {match[1] for match in block.finditer(source.read_text("utf-8"))}
    if {match[1] for match in block.finditer(text)} <= same:
        return block.sub(lambda match: match[1], text)
    return text


def console_commands() -> set[str]:
    """Return every command that a page with outputs shows."""
    found = set()
    for path in (ROOT / "README.md", *DOCS.rglob("*.md")):
        text = path.read_text("utf-8")
        for block in re.findall(r"<!-- run.*? -->\n```console\n(.*?)```", text, re.DOTALL):
            found |= {line[2:] for line in block.splitlines() if line.startswith("$ gridwise ")}
    return found
