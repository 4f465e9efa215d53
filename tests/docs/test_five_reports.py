"""The page of the five reports: each of their 118 points is there once, and what shows it exists.

How the points were read out of the reports is in no file of the project; their numbers are.
"""

import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from every import every
from gridwise.cli.main import app
from gridwise.comparing.suites import suites
from gridwise.core import registry
from gridwise.core.capabilities import Generator
from gridwise.core.method import Option
from gridwise.solving.listing import kinds

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "five-reports.md"
POINTS = {
    "Minesweeper as clauses": 29,
    "Sudoku": 30,
    "The agent": 20,
    "Eight queens": 14,
    "The sliding puzzle": 25,
}
_ROW = re.compile(r"\| (\d+) \| (.+?) \| (.+?) \| (.+) \|")
_TEST = re.compile(r"(tests/[\w/]+\.py)(?:::(\w+))?")
_OPTION = re.compile(r"([a-z_0-9]+)=([a-z_0-9]+)")
_VERDICTS = ("yes", "different", "partly", "no")


class Point(NamedTuple):
    """A row of the tables."""

    report: str
    number: int
    text: str
    here: str
    shown_by: str


@cache
def points() -> tuple[Point, ...]:
    """Return the rows below the heading of the points."""
    _, _, text = PAGE.read_text("utf-8").partition("\n## The 118 points\n")
    out, report = [], ""
    for line in text.splitlines():
        if line.startswith("## "):
            break
        if line.startswith("### "):
            report = line.removeprefix("### ")
        elif (match := _ROW.fullmatch(line)) is not None:
            out.append(Point(report, int(match[1]), *match.groups()[1:]))
    return tuple(out)


def quoted(text: str) -> list[str]:
    """Return what stands in backticks outside of blocks."""
    return re.findall(r"`([^`\n]+)`", re.sub(r"(?ms)^```.*?^```", "", text))


def test_each_point_is_there_once() -> None:
    found = {name: [p.number for p in points() if p.report == name] for name in POINTS}
    assert found == {name: [*range(1, most + 1)] for name, most in POINTS.items()}
    assert len(points()) == sum(POINTS.values()) == 118


@every("point", points, ids=lambda point: f"{point.report} {point.number}")
def test_what_shows_a_point_exists(point: Point) -> None:
    verdict, _, why = point.here.partition(": ")
    assert verdict in _VERDICTS
    assert why or verdict == "yes", "the reason is missing"
    shown = quoted(point.shown_by)
    for path, name in (m.groups() for one in shown if (m := _TEST.fullmatch(one))):
        source = (ROOT / path).read_text("utf-8")
        assert name is None or f"def {name}(" in source, f"{path} has no {name}"
    commands = [one for one in shown if one.startswith("gridwise ")]
    assert verdict == "no" or commands or any(map(_TEST.fullmatch, shown)), "nothing shows it"


def commands() -> Iterator[str]:
    """Yield the commands of the page, those in its tables too."""
    text = PAGE.read_text("utf-8")
    yield from re.findall(r"^\$ (gridwise .+)$", text, re.MULTILINE)
    yield from (one for one in quoted(text) if one.startswith("gridwise ") and " " in one[9:])


@every("command", commands)
def test_what_the_commands_name_exists(command: str) -> None:
    words = shlex.split(command)[1:]
    app().parse_args(words, exit_on_error=False, print_error=False)
    assert words[0] != "compare" or words[1] in suites()


def offered() -> Iterator[Option]:
    """Yield the options of all methods, views, policies and generators."""
    for method in registry.methods().values():
        yield from method.options
    for views in kinds().values():
        for options in views.values():
            yield from options
    for name in registry.puzzles():
        for policy in registry.policies(name).values():
            yield from policy.options
        generator = registry.capability(name, Generator)
        yield from () if generator is None else generator.options


def test_the_options_that_the_page_names_exist() -> None:
    known: dict[str, set[str]] = {}
    for option in offered():
        known.setdefault(option.name, set()).update(option.choices or ("",))
    named = quoted(PAGE.read_text("utf-8"))
    for name, value in (m.groups() for one in named for m in _OPTION.finditer(one)):
        assert name in known, f"{name}={value}"
        assert {value, ""} & known[name] or known[name] == {""}, f"{name}={value}"
