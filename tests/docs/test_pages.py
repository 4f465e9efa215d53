"""The docs keep up with the code. The build itself is run by `.ci/run`."""

import doctest
import re

import pytest

import gridwise
from documented import DOCS
from every import every
from gridwise.core import registry
from gridwise.core.result import COUNTERS, MEASURES
from gridwise.core.trace import COLUMNS, Kind
from gridwise.solving.hint import hint
from gridwise.solving.result_json import KEYS
from hint_json import as_json


def page(name: str) -> str:
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")


def shipped(things: object) -> list[str]:
    found = things.items()  # type: ignore[attr-defined]
    return [name for name, t in found if type(t).__module__.startswith("gridwise.")]


@every("name", lambda: shipped(registry.methods()))
def test_every_method_has_its_page(name: str) -> None:
    text = page(f"methods/{name}")
    assert text.startswith(f"# {name}\n")
    assert f"```{{method-card}} {name}\n" in text
    for heading in ("## Counters", "## Order of solutions", "## Limits", "## Source"):
        assert heading in text or name == "sat", heading  # sat says these in its own order


@every("name", lambda: shipped(registry.puzzles()))
def test_every_puzzle_has_its_page(name: str) -> None:
    text = page(name)
    assert f"```{{puzzle-card}} {name}\n" in text
    assert f"`{name}:" in text, "its notation"
    for heading in ("## Rules", "## Notation and files", "## Views", "## Example"):
        assert heading in text, heading


def test_no_page_is_about_something_that_is_not_there() -> None:
    assert {path.stem for path in (DOCS / "methods").glob("*.md")} == set(
        shipped(registry.methods())
    )


def glossary() -> set[str]:
    return set(re.findall(r"^(\w[^\n]*)\n  \w", page("glossary"), re.MULTILINE))


TERMS = (
    "given candidate house box clause literal unit conflict expand generate g h f frontier layout "
    "cell position move solution model fact view decoder trace row keyframe status stop limit "
    "admissible consistent complete backbone forced notation encoding premise family node depth "
    "level oracle"
)


def test_the_glossary_has_the_terms_of_the_field() -> None:
    assert set(TERMS.split()) - glossary() == set()


def test_the_glossary_says_each_term_once() -> None:
    terms = re.findall(r"^(\w[^\n]*)\n  \w", page("glossary"), re.MULTILINE)
    assert len({term.lower() for term in terms}) == len(terms)


def test_the_json_page_names_every_key() -> None:
    results, hints = page("json").split("## Hints")
    assert keys_in(results) == {*KEYS, "game_value", "notes"}
    found = set()
    for text in ("minesweeper:3x3x3:-2-/2--/--2", "sudoku:2x2:1.....2..3.....4"):
        board = gridwise.parse(text)
        for time_s in (1e-9, 60.0):
            given = hint(board, time_s=time_s)
            found |= {key for level in range(5) for key in as_json(given, board, level=level)}
    hints, explanations = hints.split("## Explanations and ratings")
    # The command adds the place of the input, and the heuristics of a board that is a path.
    assert keys_in(hints) == found | {"index", "heuristics"}
    bench = gridwise.setter_bench("sudoku:2x2:1.....2..3.....4").as_json()
    assert keys_in(explanations.split("## Other forms")[0]) == {*bench, "index", "notation"}


def keys_in(text: str) -> set[str]:
    """What the first column of the tables names."""
    cells = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", text, re.MULTILINE)
    return {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}


def test_the_architecture_page_names_every_kind_and_column() -> None:
    text = page("architecture")
    assert set(re.findall(r"^\| `([A-Z]+)` \|", text, re.MULTILINE)) >= {k.name for k in Kind}
    assert all(f"`{column}`" in text for column in COLUMNS)


def test_the_statistics_page_defines_everything_that_is_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("sphinx")
    monkeypatch.syspath_prepend(DOCS / "_ext")
    import registry_tables

    text = page("statistics")
    assert "```{counter-table}" in text
    assert "```{measure-table}" in text

    def names(directive: type) -> list[str]:
        lines = directive.lines(None)  # type: ignore[attr-defined]
        return [m[1] for line in lines if (m := re.match(r"\| `(\w+)` \|", line))]

    assert names(registry_tables.CounterTable) == list(COUNTERS)
    assert names(registry_tables.MeasureTable) == list(MEASURES)


def test_the_packages_own_example_works() -> None:
    dir(gridwise)  # names that are added later would change what is looked through
    found = doctest.testmod(gridwise)
    assert found.attempted >= 3
    assert not found.failed
