"""A layout: boards in a form, with titles, wraps, an encoding and a file name."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import gridwise
from layouts.boards import (
    MAKERS,
    Source,
    canonical,
    chosen,
    minesweeper_notation,
    sudoku,
    sudoku_notation,
)
from layouts.forms import GRIDS, PROGRAMS, SHOWS_BOXES, SUDOKU_GRIDS, Form, side_by_side
from layouts.signs import CHOICES, Written
from layouts.special import SPECIAL, Meaning, Text
from layouts.strays import stray
from layouts.wraps import (
    OF_DATA,
    OF_PROGRAMS,
    WRAPS,
    encoded,
    file_name,
    mines,
    separators,
    size_line,
    titles,
)

PUZZLES = {"sudoku": 40, "minesweeper": 23, "queens": 15, "sliding": 20, "none": 2}
SPECIAL_SHARE = {"sudoku": 0.33, "minesweeper": 0.05, "queens": 0.4, "sliding": 0.33}
NUMBERS = {1: 78, 2: 10, 3: 7, 5: 4, 12: 1}
DATA = frozenset({"quoted CSV", "semicolons", "tabs", "labelled sheet"})
"""Sheets, round which nobody writes prose."""
PLAIN = frozenset({"compact rows", "rows with spaces"})
BESIDE = PLAIN | {"boxes", "frame of cells", "outer frame", "Simple Sudoku", "box frame"}
"""Forms that stand beside each other on a page or a terminal."""
ENDINGS = {
    **dict.fromkeys(("commas", "quoted CSV", "semicolons"), ("txt", "csv")),
    "labelled sheet": ("csv",),
    "tabs": ("txt", "tsv"),
    "Markdown": ("txt", "md"),
    "JSON object": ("json", "txt"),
    "JSON array": ("json", "txt"),
    "JSON nulls": ("json", "txt"),
    "Python list": ("txt", "txt", "py"),
    "Python None": ("txt", "py"),
    "C or Java": ("txt", "c", "java"),
    "MATLAB": ("txt", "m"),
    "R": ("txt", "R"),
    "HTML": ("html", "txt"),
    "LaTeX": ("tex", "txt"),
}


@dataclass(frozen=True)
class Layout:
    """A file as somebody has it.

    `meanings` are the right readings, each the notations of its boards; none where the file holds
    no board of the four puzzles. Where `unclear`, it is right to refuse too.
    """

    name: str
    data: bytes
    meanings: tuple[Meaning, ...]
    unclear: bool
    puzzle: str
    form: str
    signs: str
    wraps: tuple[str, ...]

    @property
    def text(self) -> str:
        """The text, for people."""
        if b"\0" in self.data:
            marked = self.data[:2] in (b"\xff\xfe", b"\xfe\xff")
            return self.data.decode("utf-16" if marked else "utf-16-le")
        try:
            return self.data.decode("utf-8-sig")
        except UnicodeDecodeError:
            return self.data.decode("cp1252")


@dataclass(frozen=True)
class Body:
    """Lines that hold boards, before anything is put round them."""

    text: Text
    form: str
    signs: str
    wraps: tuple[str, ...] = ()


def layout(random: Random) -> Layout:
    """Return a random layout."""
    puzzle = str(chosen(random, PUZZLES))
    if puzzle == "none":
        name, text, kind = stray(random)
        data, coding = encoded(random, text.splitlines())
        return Layout(name, data, (), True, "none", kind, "", (coding,))
    body = None
    while body is None:
        sources = _sources(random, puzzle)
        if random.random() < SPECIAL_SHARE[puzzle]:
            body = _special(random, puzzle, sources)
        else:
            body = _grids(random, puzzle, sources)
    return _wrapped(random, puzzle, body)


def _sources(random: Random, puzzle: str) -> list[Source]:
    number: int = chosen(random, NUMBERS)  # type: ignore[assignment]
    first: Source = MAKERS[puzzle](random)  # type: ignore[operator]
    sources = [first]
    while len(sources) < number:
        other: Source = (
            sudoku(random, first.boxes) if puzzle == "sudoku" else MAKERS[puzzle](random)  # type: ignore[operator]
        )
        if puzzle == "minesweeper" or (other.width, other.height) == (first.width, first.height):
            sources.append(other)
    if puzzle == "sudoku" and random.random() < 0.04:
        source = sources[0]
        numbers = [cell for row in source.solution for cell in row]
        assert source.boxes
        notation = canonical(sudoku_notation(numbers, source.boxes))
        sources = [replace(source, cells=source.solution, notation=notation)]
    if puzzle == "minesweeper":
        stated = random.random() < 0.75
        sources = [_stated(source, stated=stated) for source in sources]
    return sources


def _stated(source: Source, *, stated: bool) -> Source:
    """Return a Minesweeper board whose total is stated, or is not known."""
    total = source.total if stated else None
    notation = canonical(minesweeper_notation(source.cells, total))
    return replace(source, total=total, notation=notation)


def _weighted(random: Random, table: Mapping[str, tuple[Any, int]]) -> str:
    return str(chosen(random, {name: weight for name, (_, weight) in table.items()}))


def _special(random: Random, puzzle: str, sources: list[Source]) -> Body | None:
    name = _weighted(random, SPECIAL[puzzle])
    text = SPECIAL[puzzle][name][0](random, sources)
    return None if text is None else Body(text, name, "")


def _grids(random: Random, puzzle: str, sources: list[Source]) -> Body | None:
    """Return boards in one of the forms that any table has."""
    forms: dict[str, tuple[Form, int]] = {**GRIDS}
    first = sources[0]
    if first.boxes:
        forms |= SUDOKU_GRIDS
        if first.boxes == (3, 2):  # another box than people take without a sign of it
            forms = {name: forms[name] for name in ("boxes", "rulings", "gaps", "box frame")}
    name = _weighted(random, forms)
    write = CHOICES[puzzle](random, sources)
    written = [write(source) for source in sources]
    state = random.getstate()
    blocks = []
    for one in written:
        random.setstate(state)  # one manner for all boards of a file
        block = forms[name][0](random, one)
        if block is None:
            return None
        blocks.append(block)
    unclear = any(one.unclear for one in written) or _unclear(puzzle, name, sources, written)
    ends = name == "aligned rows" and puzzle != "sliding"
    if written[0].blank and (ends or name in ("compact rows with blanks", "outer frame")):
        unclear = True  # only the place in the line says which cell a sign is in
    wraps: list[str] = []
    flat = name in PROGRAMS
    if len(blocks) > 1 and name in BESIDE and random.random() < 0.3:
        sizes = {(source.width, source.height, source.total) for source in sources[:2]}
        if len(sizes) == 1 and first.total is None and max(map(len, blocks[0])) < 40:
            blocks, sources = blocks[:2], sources[:2]
            gaps = ("     ", "     ", "    ", "\t", *(["   |   "] if name in PLAIN else []))
            lines = side_by_side(blocks, random.choice(gaps))
            text = Text(lines, (tuple(source.notation for source in sources),), unclear)
            return Body(text, name, written[0].signs, ("side by side",))
    named = not flat and random.random() < (0.5 if len(blocks) > 1 else 0.16)
    heads = titles(random, puzzle, len(blocks)) if named else []
    between = separators(random) if not flat else [""]
    sized = not flat and name not in DATA and random.random() < (0.1, 0.03)[puzzle == "sudoku"]
    out: list[str] = []
    state = random.getstate()
    for at, (source, block) in enumerate(zip(sources, blocks, strict=True)):
        random.setstate(state)
        before, after = mines(random, source) if source.total is not None else ([], [])
        if source.total is None and sized:
            before = [size_line(random, source)]
        if at:
            out += [""] if heads and between != [""] and random.random() < 0.5 else between
        out += [*([heads[at]] if heads else []), *before, *block, *after]
    if flat and puzzle == "minesweeper" and any(source.total is not None for source in sources):
        return None  # the statement of the mines is none of a program
    wraps += ["titles"] if heads else []
    wraps += ["several"] if len(blocks) > 1 else []
    wraps += ["mines"] if first.total is not None else []
    wraps += ["size line"] if sized and first.total is None else []
    text = Text(
        out,
        _meanings(puzzle, sources, written),
        unclear,
        ENDINGS.get(name, ("txt",)),
    )
    return Body(text, name, written[0].signs, tuple(wraps))


def _meanings(puzzle: str, sources: list[Source], written: list[Written]) -> tuple[Meaning, ...]:
    """Return what tables mean: -1 alone among numbers is a mine, or a covered cell."""
    meanings: tuple[Meaning, ...] = (tuple(source.notation for source in sources),)
    if puzzle == "minesweeper" and "mine -1" in written[0].signs:
        covered = [
            tuple(tuple(sign.replace("X", "-") for sign in row) for row in source.cells)
            for source in sources
        ]
        totals = [source.total for source in sources]
        notations = map(minesweeper_notation, covered, totals)
        meanings += (tuple(map(canonical, notations)),)
    return meanings


def _unclear(puzzle: str, form: str, sources: list[Source], written: list[Written]) -> bool:
    """Return whether a Sudoku without a sign of its boxes is a Minesweeper board as well."""
    if puzzle != "sudoku" or form in SHOWS_BOXES or written[0].numeric:
        return False
    for source in sources:
        if any(int(cell) > 8 for cell in source.flat) or "0" not in source.flat:
            return False
        rows = tuple(tuple("-" if cell == "0" else cell for cell in row) for row in source.cells)
        if gridwise.Board(minesweeper_notation(rows)).violations():
            return False
    return True


def _wrapped(random: Random, puzzle: str, body: Body) -> Layout:
    """Put something round the lines, encode them, and name the file."""
    text, lines = body.text, body.text.lines
    wraps = list(body.wraps)
    several = WRAPS
    if text.bare or body.form in DATA:
        several = {name: WRAPS[name] for name in OF_DATA}
    elif body.form in PROGRAMS:
        several = {name: WRAPS[name] for name in OF_PROGRAMS}
    for _ in range(2 if random.random() < 0.08 else 1):
        name = _weighted(random, several)
        wrap = several[name][0]
        if wrap is not None and name not in wraps:
            lines = wrap(random, lines)
            wraps.append(name)
    data, coding = encoded(random, lines)
    if coding != "UTF-8":
        wraps.append(coding)
    endings = ENDINGS.get(body.form, text.endings)
    name, telling = file_name(random, puzzle, random.choice(endings))
    unclear = text.unclear and not (telling and puzzle in ("queens", "sudoku"))
    return Layout(
        name, data, text.meanings, unclear, puzzle, body.form, body.signs, tuple(wraps) or ("bare",)
    )
