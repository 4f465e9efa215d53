"""Lists of programs: the tables between brackets of Python, JSON, NumPy, C, Java, MATLAB and R."""

import itertools
import re
from bisect import bisect_right
from dataclasses import dataclass, field

from gridwise.core.message import msg
from gridwise.core.table import Row, Table
from gridwise.reading.grids import cell_value, row_of_words, tidy
from gridwise.reading.lines import BLANK_WORDS, GOAL, SOLVED, is_cell

_OPENED = re.compile(r"[\[{(]\s*(?:[\[({\"'\d.+-]|None|null|[Nn]a[Nn]|True|False|[A-Za-z]\b)")
_TOKEN = re.compile(
    r"""(?P<quote>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?P<open>[\[({])|(?P<close>[\])}])"""
    r"""|(?P<row>;)|(?P<comma>,)|(?P<line>\n)|(?P<text>[^\s\[\](){},;"']+)"""
)
_KEY = re.compile(
    r"""([A-Za-z_]\w*)["']?\s*(?:\[\d*\]\s*)*(?:[:=]|=>)(?:new\b|[\w.\[\]]*\(|[\w<>\[\]]+(?=\{)|\s|[\[({])*+$"""
)
_CALL = re.compile(r"([A-Za-z_]\w*)\s*$")
_RESHAPE = re.compile(r"\b(nrow|ncol|byrow)\s*=\s*(\w+)")
_LEAST = 4  # cells of a flat list
_SHORTEST = 9  # signs of a text between brackets: `(2024)` is none of a board


@dataclass(slots=True, eq=False)
class Group:
    """A pair of brackets and what lies directly in it."""

    start: int
    index: bool
    """Whether it is the index of a name, as in `grid[9]`."""
    call: str = ""
    items: list[tuple[int, str, bool]] = field(default_factory=list)
    """The offset of each item, its text, and whether it was quoted."""
    breaks: list[int] = field(default_factory=list)
    """The items after a semicolon."""
    lines: list[int] = field(default_factory=list)
    groups: "list[Group]" = field(default_factory=list)
    end: int = 0


def tables_in(text: str, source: str) -> list[tuple[str, Table]]:
    """Return the tables between brackets, each after its role: `board`, `goal` or `solution`.

    No table if the text has no brackets around cells. O(characters).
    """
    if _OPENED.search(text) is None:
        return []
    root = _parsed(text)
    places = _Places(text)
    tables: list[tuple[str, Table]] = []
    stack = [root]
    while stack:
        group = stack.pop()
        rows = [one for one in group.groups if _is_row(one)]
        taken = set(rows)
        whole = len(rows) == len(group.groups) and (len(rows) > 1 or group is not root)
        if rows and whole and not all(map(_is_texts, rows)):
            role = _role(text, group if group is not root else rows[0])
            tables.append((role, _table(rows, places, source, text, group)))
            continue
        tables += [(_role(text, one), _table([one], places, source, text, group)) for one in rows]
        stack += [one for one in reversed(group.groups) if one not in taken]
    tables.sort(key=lambda pair: pair[1].line)
    return [
        (role, table)
        for role, table in tables
        if (len(table.rows) > 1 and table.width > 1)
        or table.width >= (_SHORTEST if isinstance(table.rows[0].cells, str) else _LEAST)
    ]


def _parsed(text: str) -> Group:
    root = Group(0, False)
    stack = [root]
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        top = stack[-1]
        if kind == "open":
            before = text[max(0, match.start() - 40) : match.start()]
            call = _CALL.search(before) if before[-1:].isalnum() or before[-1:] in "_" else None
            index = match[0] == "[" and (call is not None or before[-1:] == "]")
            if call is not None and call[1] == "new":
                index = False
            stack.append(Group(match.end(), index, call[1] if call is not None else ""))
        elif kind == "close":
            if len(stack) > 1:
                group = stack.pop()
                group.end = match.start()
                if not group.index:
                    stack[-1].groups.append(group)
        elif kind == "row":
            top.breaks.append(len(top.items))
        elif kind == "line":
            top.lines.append(len(top.items))
        elif kind == "comma":
            if _nothing_before(text, match.start(), top):
                top.items.append((match.start(), "", True))
        elif kind == "quote":
            top.items.append((match.start() + 1, match[0][1:-1], True))
        else:
            top.items.append((match.start(), match[0], False))
    while len(stack) > 1:  # a bracket that is never closed
        stack.pop()
    return root


def _nothing_before(text: str, at: int, group: Group) -> bool:
    """Return whether no item stands between a comma and the comma or bracket before it."""
    at -= 1
    while at >= group.start and text[at] in " \t":
        at -= 1
    return at >= group.start and text[at] == ","


def _is_row(group: Group) -> bool:
    if group.groups or group.index or not group.items:
        return False
    return all(
        not text.strip() or text in BLANK_WORDS or all(map(is_cell, text.split()))
        for _, text, _ in group.items
    )


def _is_texts(group: Group) -> bool:
    """Return whether each item is a quoted row of cells, and not a cell."""
    return len(group.items) > 1 and all(
        quoted and len(text.strip()) > 2 and text not in BLANK_WORDS
        for _, text, quoted in group.items
    )


def _role(text: str, group: Group) -> str:
    key = _KEY.search(text[max(0, group.start - 80) : group.start])
    name = key[1] if key is not None else ""
    if SOLVED.search(name):
        return "solution"
    return "goal" if GOAL.search(name) else "board"


def _table(rows: list[Group], places: "_Places", source: str, text: str, parent: Group) -> Table:
    made: list[Row] = []
    for group in rows:
        if len(rows) == 1:
            made += _rows_in(group, places)
        else:
            made.append(_made([(at, cell) for at, cell, _ in group.items], places))
    table = Table(source, made)
    options = (
        dict(_RESHAPE.findall(text[parent.start : parent.end])) if parent.call == "matrix" else {}
    )
    if options and len(made) == 1:
        count = len(made[0].cells)
        side = options.get("ncol") or options.get("nrow") or "0"
        width = int(side) if side.isdecimal() and len(side) < 5 else 0
        if "ncol" not in options and width:
            width = count // width
        by_row = options.get("byrow", "F").upper()[:1] == "T"
        if width and count % width == 0:
            table = table.reshaped(width)
            if not by_row:
                # R fills a matrix by its columns.
                height = count // width
                cells = list(made[0].cells)
                columns = list(made[0].columns)
                line = made[0].line
                table = Table(
                    source,
                    [
                        Row(line, cells[at::height], [*columns[at:-1:height], columns[-1]])
                        for at in range(height)
                    ],
                    notes=(msg("the matrix is filled by columns, as in R"),),
                )
    return tidy(table)


def _rows_in(group: Group, places: "_Places") -> list[Row]:
    """Return the rows of one pair of brackets: texts, or cells with semicolons between rows."""
    items = group.items
    texts = [cell for _, cell, quoted in items if quoted and len(cell.strip()) > 1]
    if len(texts) == len(items):  # each text is a row
        return [row_of_words(*places.of(at), cell) for at, cell, _ in items]
    starts = group.breaks
    if not starts and group.lines and all(not quoted for _, _, quoted in items):
        counts = [
            b - a
            for a, b in zip([0, *group.lines], [*group.lines, len(items)], strict=False)
            if b > a
        ]
        if (
            len(set(counts)) == 1
            and len(counts) > 1
            and "," not in places.text[group.start : group.end]
        ):
            starts = group.lines
    bounds = sorted({0, *starts, len(items)})
    return [
        _made([(at, cell) for at, cell, _ in items[a:b]], places)
        for a, b in itertools.pairwise(bounds)
        if b > a
    ]


def _made(items: list[tuple[int, str]], places: "_Places") -> Row:
    """Return a row; cells in later lines have the place of the end of the first line's."""
    first = places.of(items[0][0])[0]
    columns: list[int] = []
    end = 0
    for at, cell in items:
        line, column = places.of(at)
        columns.append(column if line == first else end)
        end = column + len(cell) if line == first else end
    return Row(first, [cell_value(cell) for _, cell in items], [*columns, end])


class _Places:
    """Finds the line and the column of an offset."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def of(self, at: int) -> tuple[int, int]:
        """Return the line, 1-based, and the offset in it."""
        line = bisect_right(self._starts, at)
        return line, at - self._starts[line - 1]
