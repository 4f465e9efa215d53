"""How a table of signs is laid out: rows, spreadsheets, frames, rulings, labels, lists of programs.

A form takes the random generator and the cells as written, and returns lines, or None where
nobody would write these cells so.
"""

import json
from collections.abc import Callable, Sequence
from random import Random

from layouts.signs import Written

Form = Callable[[Random, Written], "list[str] | None"]


def padded(written: Written, *, right: bool = True, blank: str = "") -> list[list[str]]:
    """Return the signs at one width."""
    cells = [[sign or blank for sign in row] for row in written.cells]
    width = max((len(sign) for row in cells for sign in row), default=1) or 1
    return [[sign.rjust(width) if right else sign.ljust(width) for sign in row] for row in cells]


def compact(random: Random, written: Written) -> list[str] | None:
    if written.blank or not (written.single or "emoji" in written.signs or "⬜" in written.signs):
        return None
    return ["".join(row) for row in written.cells]


def compact_blanks(random: Random, written: Written) -> list[str] | None:
    """Rows in which a blank is a cell."""
    if not written.blank or any(len(sign) > 1 for row in written.cells for sign in row):
        return None
    return ["".join(sign or " " for sign in row) for row in written.cells]


def spaced(random: Random, written: Written) -> list[str] | None:
    if written.blank:
        return None
    gap = random.choice((" ", " ", " ", "  ", "   "))
    return [gap.join(row) for row in written.cells]


def aligned(random: Random, written: Written) -> list[str] | None:
    if written.blank and len(written.cells) > 5:
        return None
    gap = random.choice((" ", "  "))
    return [gap.join(row) for row in padded(written)]


def commas(random: Random, written: Written) -> list[str]:
    return [",".join(row) for row in written.cells]


def comma_spaces(random: Random, written: Written) -> list[str] | None:
    return None if written.blank else [", ".join(row) for row in written.cells]


def quoted_csv(random: Random, written: Written) -> list[str]:
    return [",".join(f'"{sign}"' for sign in row) for row in written.cells]


def semicolons(random: Random, written: Written) -> list[str]:
    return [";".join(row) for row in written.cells]


def tabs(random: Random, written: Written) -> list[str]:
    return ["\t".join(row) for row in written.cells]


def rows_apart(random: Random, written: Written) -> list[str] | None:
    """Rows with a blank line between, as some programs print for looks."""
    if written.blank:
        return None
    lines = [" ".join(row) for row in written.cells]
    return [part for line in lines for part in (line, "")][:-1]


def pipes(random: Random, written: Written) -> list[str]:
    cells = padded(written, blank=" ")
    gap = random.choice(("|", " | "))
    lines = [gap.join(row) for row in cells]
    if gap == "|":
        return [f"|{line}|" for line in lines]
    return [f"| {line} |" for line in lines]


def open_pipes(random: Random, written: Written) -> list[str] | None:
    """Bars between the cells only; with or without rulings between the rows."""
    cells = padded(written, blank=" ")
    lines = [" " + " | ".join(row) + " " for row in cells]
    if random.random() < 0.5:
        return lines
    rule = "+".join("-" * (len(cells[0][0]) + 2) for _ in cells[0])
    return [part for line in lines for part in (line, rule)][:-1]


def markdown(random: Random, written: Written) -> list[str]:
    """Write a table whose head is blank, or the first row as Markdown has no table without."""
    cells = padded(written, blank=" ")
    dashes = random.choice(("---", ":-:", "-"))
    rule = "|" + "|".join(dashes for _ in cells[0]) + "|"
    lines = ["| " + " | ".join(row) + " |" for row in cells]
    heads = ("first", "blank", "letters") if any(written.cells[0]) else ("letters",)
    head = random.choice(heads)
    if head == "first":
        return [lines[0], rule, *lines[1:]]
    names = [" "] * len(cells[0])
    if head == "letters" and len(names) <= 26:
        names = [chr(65 + at) for at in range(len(names))]
    return ["| " + " | ".join(names) + " |", rule, *lines]


LIGHT, DOUBLE = "┌─┬┐│├┼┤└┴┘", "╔═╦╗║╠╬╣╚╩╝"
ASCII = "+-++|+++" + "+++"


def frame(random: Random, written: Written) -> list[str]:
    """Write a frame round every cell."""
    signs = random.choice((LIGHT, LIGHT, DOUBLE, ASCII, ASCII, ASCII))
    cells = padded(written, blank=" ")
    bar = signs[1] * (len(cells[0][0]) + 2)

    def rule(left: str, middle: str, right: str) -> str:
        return left + middle.join(bar for _ in cells[0]) + right

    lines = [rule(signs[0], signs[2], signs[3])]
    for row in cells:
        lines.append(signs[4] + signs[4].join(f" {sign} " for sign in row) + signs[4])
        lines.append(rule(signs[5], signs[6], signs[7]))
    lines[-1] = rule(signs[8], signs[9], signs[10])
    return lines


def outer_frame(random: Random, written: Written) -> list[str]:
    """Write a frame round the whole board, as a game on the terminal does."""
    signs = random.choice((LIGHT, DOUBLE, ASCII))
    lines = [" " + " ".join(row) + " " for row in padded(written, blank=" ")]
    bar = signs[1] * len(lines[0])
    return [
        signs[0] + bar + signs[3],
        *(signs[4] + line + signs[4] for line in lines),
        signs[8] + bar + signs[10],
    ]


# Boxes of a Sudoku


def parts(row: Sequence[str], wide: int) -> list[Sequence[str]]:
    """Return a row cut at the boxes."""
    return [row[at : at + wide] for at in range(0, len(row), wide)]


def dashes(random: Random, written: Written) -> str:
    """Return what rulings are made of, which no cell is."""
    signs = {sign for row in written.cells for sign in row}
    return random.choice([dash for dash in "-----=_—–─*" if dash not in signs])


def boxed(random: Random, written: Written) -> list[str] | None:
    """Write bars between boxes and rulings between bands."""
    if not written.boxes or written.boxes[0] == 1:
        return None
    high, wide = written.boxes
    cells = padded(written, blank=" ")
    tight = written.single and random.random() < 0.4
    if written.blank and tight:
        return None
    inner, bar = ("", "|") if tight else (" ", " | ")
    shown = [[inner.join(part) for part in parts(row, wide)] for row in cells]
    framed = written.blank or random.random() < 0.3
    dash = dashes(random, written)
    cross = dash if dash in "*_=" else random.choice(("+", "+", "+", dash, "|"))
    side = (len(bar) - 1) // 2
    lines = [bar.join(row) for row in shown]
    rule = cross.join(dash * (len(part) + 2 * side) for part in shown[0])
    if framed:
        lines = [f"{bar.lstrip()}{line}{bar.rstrip()}" for line in lines]
        rule = f"{cross}{rule}{cross}"
    else:
        rule = rule[side : len(rule) - side]
        rule = random.choice((*[rule] * 8, "", dash * 9, dash * (len(lines[0]) + 2)))
    out = [
        part
        for at, line in enumerate(lines)
        for part in ([rule, line] if at and at % high == 0 else [line])
    ]
    return [rule, *out, rule] if framed and random.random() < 0.8 else out


def rulings(random: Random, written: Written) -> list[str] | None:
    """Write rulings between the bands, and no bars."""
    if not written.boxes or written.blank or written.boxes[0] == 1:
        return None
    gap = "" if written.single and random.random() < 0.5 else " "
    lines = [gap.join(row) for row in padded(written)]
    rule = dashes(random, written) * (len(lines[0]) + random.choice((0, 0, 0, 2)))
    return [
        part
        for at, line in enumerate(lines)
        for part in ([rule, line] if at and at % written.boxes[0] == 0 else [line])
    ]


def gaps(random: Random, written: Written) -> list[str] | None:
    """Write gaps between boxes and a blank line between bands."""
    if not written.boxes or written.blank or not written.single or written.boxes[0] == 1:
        return None
    high, wide = written.boxes
    inner, outer = random.choice((("", " "), ("", " "), (" ", "  "), (" ", "   "), ("", "  ")))
    lines = [outer.join(inner.join(part) for part in parts(row, wide)) for row in written.cells]
    blank = random.random() < 0.85
    return [
        part
        for at, line in enumerate(lines)
        for part in (["", line] if blank and at and at % high == 0 else [line])
    ]


def simple_sudoku(random: Random, written: Written) -> list[str] | None:
    """Write the frame of the forums' oldest programs: `*-----------*` and `|---+---+---|`."""
    if written.boxes != (3, 3) or not written.single or written.blank:
        return None
    edge = random.choice("*.+")
    lines = ["|" + "|".join("".join(part) for part in parts(row, 3)) + "|" for row in written.cells]
    top = f"{edge}-----------{edge}"
    middle = "|---+---+---|"
    return [top, *lines[:3], middle, *lines[3:6], middle, *lines[6:], top]


def mixed_frame(random: Random, written: Written) -> list[str] | None:
    """Write double lines round boxes and thin ones round cells."""
    if not written.boxes or written.boxes[0] == 1:
        return None
    high, wide = written.boxes
    cells = padded(written, blank=" ")
    n, bar = len(cells), len(cells[0][0]) + 2

    def rule(left: str, dash: str, thin: str, thick: str, right: str) -> str:
        marks = [thick if at % wide == 0 else thin for at in range(1, n)]
        return left + "".join(dash * bar + mark for mark in [*marks, right])

    lines = [rule("╔", "═", "╤", "╦", "╗")]
    for at, row in enumerate(cells):
        if at:
            thick = at % high == 0
            lines.append(rule(*("╠═╪╬╣" if thick else "╟─┼╫╢")))
        marks = ["║" if end % wide == 0 else "│" for end in range(1, n)]
        lines.append("║" + "".join(f" {s} {m}" for s, m in zip(row, [*marks, "║"], strict=True)))
    return [*lines, rule("╚", "═", "╧", "╩", "╝")]


# Labels


def labelled(random: Random, written: Written) -> list[str] | None:
    """Write numbers or letters above the columns and before the rows."""
    if written.blank:
        return None
    height, width = len(written.cells), len(written.cells[0])
    kind = random.choice(("0", "0", "0", "1", "A1", "A1", "1A", "rc"))
    letters = [chr(65 + at) if at < 26 else "A" + chr(39 + at) for at in range(max(height, width))]
    chess = "queen" in written.signs and random.random() < 0.4
    kind = "chess" if chess else kind
    start = int(kind == "1")
    above = [str(at + start) for at in range(width)]
    beside = [str(at + start) for at in range(height)]
    if kind == "A1":
        above, beside = letters[:width], [str(at + 1) for at in range(height)]
    elif kind == "1A":
        above, beside = [str(at + 1) for at in range(width)], letters[:height]
    elif kind == "rc":
        above = [f"c{at + 1}" for at in range(width)]
        beside = [f"r{at + 1}" for at in range(height)]
    elif kind == "chess":
        above = [letter.lower() for letter in letters[:width]]
        beside = [str(height - at) for at in range(height)]
    size = max(len(sign) for line in (above, *written.cells) for sign in line)
    left = max(map(len, beside))
    bar = random.choice((" ", "  ", " | ", "|", ": "))
    lines = [
        f"{name.rjust(left)}{bar}" + " ".join(sign.rjust(size) for sign in row)
        for name, row in zip(beside, written.cells, strict=True)
    ]
    head = " " * (left + len(bar)) + " ".join(name.rjust(size) for name in above)
    if kind == "chess" and random.random() < 0.7:
        return [*lines, head]
    rule = " " * left + ("+" if "|" in bar else " ") + "-" * (len(head) - left - 1)
    return [head, rule, *lines] if random.random() < 0.4 else [head, *lines]


def headed(random: Random, written: Written) -> list[str] | None:
    """Write a line of column numbers above, and nothing before the rows."""
    if written.blank:
        return None
    size = max(len(sign) for row in written.cells for sign in row)
    width = len(written.cells[0])
    names = [chr(65 + at) for at in range(width)] if width <= 26 else [str(x) for x in range(width)]
    lines = [" ".join(sign.rjust(size) for sign in row) for row in written.cells]
    head = " ".join(name.rjust(size) for name in names)
    return [head, "-" * len(head), *lines] if random.random() < 0.5 else [head, *lines]


def frame_of_pandas(random: Random, written: Written) -> list[str] | None:
    """Write what a data frame prints."""
    if written.blank:
        return None
    cells = [[str(at) for at in range(len(written.cells[0]))], *written.cells]
    sizes = [max(len(row[at]) for row in cells) for at in range(len(cells[0]))]
    left = len(str(len(written.cells) - 1))
    names = ["", *map(str, range(len(written.cells)))]
    return [
        name.ljust(left) + "".join("  " + s.rjust(w) for s, w in zip(row, sizes, strict=True))
        for name, row in zip(names, cells, strict=True)
    ]


def sheet(random: Random, written: Written) -> list[str]:
    """Write a data frame's or a spreadsheet's CSV, with an index and a head."""
    width = len(written.cells[0])
    sep = random.choice((",", ",", "\t", ";"))
    kind = random.choice(("index", "head", "letters", "named"))
    if kind == "letters":
        head = ["", *(f"{chr(65 + at)}" for at in range(width))]
    elif kind == "named":
        head = ["row", *(f"c{at + 1}" for at in range(width))]
    elif kind == "head":
        head = [f"col{at + 1}" for at in range(width)]
        return [sep.join(head), *(sep.join(row) for row in written.cells)]
    else:
        head = ["", *map(str, range(width))]
    start = int(kind != "index")
    return [
        sep.join(head),
        *(sep.join([str(at + start), *row]) for at, row in enumerate(written.cells)),
    ]


# Lists of programming languages


def literal(sign: str, quote: str, *, numbers: bool) -> str:
    """Return a cell as a program writes it."""
    return sign if numbers else f"{quote}{sign or ' '}{quote}"


def literals(written: Written, quote: str = '"') -> list[list[str]]:
    """Return the cells as numbers if all are, else as strings."""
    numbers = written.numeric
    return [[literal(sign, quote, numbers=numbers) for sign in row] for row in written.cells]


NAMES = ("board", "board", "grid", "grid", "puzzle", "matrix", "state", "initial_state", "M", "x")


def python_list(random: Random, written: Written) -> list[str]:
    rows = ["[" + ", ".join(row) + "]" for row in literals(written, random.choice("'\""))]
    name = random.choice((*NAMES, "", "", "", ""))
    head = f"{name} = " if name else ""
    style = random.randrange(4)
    if style == 0:
        return [f"{head}[{', '.join(rows)}]"]
    if style == 1:
        return [f"{head}[", *(f"    {row}," for row in rows), "]"]
    if style == 2:
        return [f"{head}[", *(f"  {row}," for row in rows[:-1]), f"  {rows[-1]}", "]"]
    edge = " " * (len(head) + 1)
    lines = [f"{edge}{row}," for row in rows]
    lines[0] = f"{head}[{rows[0]},"
    lines[-1] = lines[-1][:-1] + "]"
    return lines


def python_none(random: Random, written: Written) -> list[str] | None:
    """Write None for what is blank."""
    if not written.blank or any(sign and not sign.isdecimal() for r in written.cells for sign in r):
        return None
    rows = ["[" + ", ".join(sign or "None" for sign in row) + "]" for row in written.cells]
    return ["board = [", *(f"    {row}," for row in rows), "]"]


def python_strings(random: Random, written: Written) -> list[str] | None:
    """Write a list of rows that are strings."""
    if not written.single:
        return None
    quote = random.choice("'\"")
    rows = [f"{quote}{''.join(row)}{quote}" for row in written.cells]
    if random.random() < 0.4:
        return ["[" + ", ".join(rows) + "]"]
    name = random.choice(NAMES)
    return [f"{name} = [", *(f"    {row}," for row in rows), "]"]


def python_tuple(random: Random, written: Written) -> list[str]:
    rows = ["(" + ", ".join(row) + ")" for row in literals(written, "'")]
    return ["(" + ",\n ".join(rows) + ")"]


def python_flat(random: Random, written: Written) -> list[str] | None:
    """Write one list of all cells, a row a line or not."""
    if not written.boxes or len(written.cells) < 9:
        return None
    rows = [", ".join(row) for row in literals(written, "'")]
    if random.random() < 0.5:
        return [f"[{', '.join(rows)}]"]
    return ["board = [", *(f"    {row}," for row in rows), "]"]


def docstring(random: Random, written: Written) -> list[str] | None:
    if not written.single or written.blank:
        return None
    lines = ["".join(row) for row in written.cells]
    return ['grid = """', *lines, '"""']


def json_object(random: Random, written: Written) -> list[str]:
    cells = [[int(s) if written.numeric else s for s in row] for row in written.cells]
    key = random.choice(("board", "grid", "puzzle", "cells", "state"))
    value: dict[str, object] = {key: cells}
    if random.random() < 0.3:
        value = {"id": random.randrange(1000), "size": len(cells), **value}
    if random.random() < 0.3 and written.single:
        value[key] = ["".join(row) for row in written.cells]
    text = json.dumps(value, indent=random.choice((None, 2)), ensure_ascii=random.random() < 0.2)
    return text.splitlines()


def json_array(random: Random, written: Written) -> list[str]:
    cells = [[int(s) if written.numeric else s for s in row] for row in written.cells]
    return [json.dumps(cells, separators=random.choice(((",", ":"), (", ", ": "))))]


def json_nulls(random: Random, written: Written) -> list[str] | None:
    if not written.blank or any(sign and not sign.isdecimal() for r in written.cells for sign in r):
        return None
    return [json.dumps([[int(sign) if sign else None for sign in row] for row in written.cells])]


def numpy_array(random: Random, written: Written) -> list[str] | None:
    """Write what `repr` gives, or the call that makes it."""
    cells = literals(written, "'")
    size = max(len(sign) for row in cells for sign in row) if written.numeric else 1
    rows = ["[" + ", ".join(sign.rjust(size) for sign in row) + "]" for row in cells]
    if random.random() < 0.5:
        lines = [f"       {row}," for row in rows]
        lines[0] = f"array([{rows[0]},"
        lines[-1] = lines[-1][:-1] + "])"
        return lines
    return ["board = np.array([", *(f"    {row}," for row in rows), "])"]


def numpy_print(random: Random, written: Written) -> list[str]:
    cells = literals(written, "'")
    size = max(len(sign) for row in cells for sign in row) if written.numeric else 1
    rows = ["[" + " ".join(sign.rjust(size) for sign in row) + "]" for row in cells]
    lines = [f" {row}" for row in rows]
    lines[0] = f"[{rows[0]}"
    lines[-1] += "]"
    return lines


def braces(random: Random, written: Written) -> list[str] | None:
    """Write an array of C, C++, Java or C#."""
    cells = literals(written, "'")
    if any(len(sign) > 3 for row in cells for sign in row):
        return None
    height, width = len(cells), len(cells[0])
    kind = "int" if written.numeric else "char"
    name = random.choice(("board", "grid", "puzzle", "a", "mat"))
    head = random.choice(
        (
            f"{kind} {name}[{height}][{width}] = {{",
            f"{kind}[][] {name} = {{",
            f"{kind}[][] {name} = new {kind}[][] {{",
            f"static const {kind} {name}[{height}][{width}] = {{",
            f"{kind}[,] {name} = new {kind}[,] {{",
            f"vector<vector<{kind}>> {name} = {{",
            "{",
        )
    )
    gap = random.choice((", ", ","))
    rows = ["    {" + gap.join(row) + "}" for row in cells]
    return [head, *(f"{row}," for row in rows[:-1]), rows[-1], "};" if head != "{" else "}"]


def c_strings(random: Random, written: Written) -> list[str] | None:
    if not written.single or written.blank:
        return None
    rows = [f'    "{"".join(row)}"' for row in written.cells]
    head = f"const char *board[{len(rows)}] = {{"
    return [head, *(f"{row}," for row in rows[:-1]), rows[-1], "};"]


def matlab(random: Random, written: Written) -> list[str] | None:
    if not written.numeric:
        return None
    gap = random.choice((" ", ", ", ","))
    rows = [gap.join(row) for row in written.cells]
    name = random.choice(("A", "M", "board", "X"))
    if random.random() < 0.5:
        return [f"{name} = [" + "; ".join(rows) + "];"]
    return [f"{name} = [", *(f"    {row};" for row in rows[:-1]), f"    {rows[-1]}];"]


def matlab_print(random: Random, written: Written) -> list[str] | None:
    """Write what MATLAB and Octave answer."""
    if not written.numeric:
        return None
    return ["A =", "", *("   " + "   ".join(row) for row in padded(written)), ""]


def r_matrix(random: Random, written: Written) -> list[str] | None:
    if not written.numeric:
        return None
    rows = [", ".join(row) for row in written.cells]
    body = ",\n              ".join(rows) if random.random() < 0.5 else ", ".join(rows)
    text = f"m <- matrix(c({body}), nrow = {len(rows)}, byrow = TRUE)"
    return text.splitlines()


def r_print(random: Random, written: Written) -> list[str] | None:
    """Write what R prints of a matrix."""
    if not written.numeric:
        return None
    heads = [f"[,{at + 1}]" for at in range(len(written.cells[0]))]
    left = len(f"[{len(written.cells)},]")
    return [
        " " * left + " " + " ".join(heads),
        *(
            f"[{at + 1},]".rjust(left)
            + " "
            + " ".join(s.rjust(len(h)) for s, h in zip(row, heads, strict=True))
            for at, row in enumerate(written.cells)
        ),
    ]


def html(random: Random, written: Written) -> list[str]:
    rows = ["".join(f"<td>{sign}</td>" for sign in row) for row in written.cells]
    return ["<table>", *(f"<tr>{row}</tr>" for row in rows), "</table>"]


def latex(random: Random, written: Written) -> list[str] | None:
    if any(sign in ("#", "_") for row in written.cells for sign in row):
        return None
    rows = [" & ".join(row) + r" \\" for row in written.cells]
    rows = [part for row in rows for part in (row, r"\hline")]
    head = r"\begin{tabular}{|" + "c|" * len(written.cells[0]) + "}"
    return [head, r"\hline", *rows, r"\end{tabular}"]


GRIDS: dict[str, tuple[Form, int]] = {
    "compact rows": (compact, 34),
    "compact rows with blanks": (compact_blanks, 6),
    "rows with spaces": (spaced, 26),
    "aligned rows": (aligned, 12),
    "commas": (commas, 12),
    "commas and spaces": (comma_spaces, 5),
    "quoted CSV": (quoted_csv, 2),
    "semicolons": (semicolons, 3),
    "tabs": (tabs, 12),
    "rows apart": (rows_apart, 2),
    "pipes": (pipes, 8),
    "bars between cells": (open_pipes, 4),
    "Markdown": (markdown, 8),
    "frame of cells": (frame, 9),
    "outer frame": (outer_frame, 5),
    "labels": (labelled, 11),
    "column header": (headed, 2),
    "data frame": (frame_of_pandas, 4),
    "labelled sheet": (sheet, 5),
    "Python list": (python_list, 16),
    "Python None": (python_none, 5),
    "Python strings": (python_strings, 6),
    "Python tuple": (python_tuple, 2),
    "Python flat list": (python_flat, 3),
    "Python docstring": (docstring, 3),
    "JSON object": (json_object, 6),
    "JSON array": (json_array, 6),
    "JSON nulls": (json_nulls, 3),
    "NumPy array": (numpy_array, 6),
    "NumPy print": (numpy_print, 7),
    "C or Java": (braces, 8),
    "C strings": (c_strings, 3),
    "MATLAB": (matlab, 5),
    "MATLAB print": (matlab_print, 1),
    "R": (r_matrix, 3),
    "R print": (r_print, 1),
    "HTML": (html, 1),
    "LaTeX": (latex, 1),
}
SUDOKU_GRIDS: dict[str, tuple[Form, int]] = {
    "boxes": (boxed, 55),
    "rulings": (rulings, 14),
    "gaps": (gaps, 22),
    "Simple Sudoku": (simple_sudoku, 10),
    "box frame": (mixed_frame, 10),
}
SHOWS_BOXES = frozenset(SUDOKU_GRIDS)
PROGRAMS = frozenset(
    name
    for name in GRIDS
    if name.startswith(("Python", "JSON", "NumPy", "C ", "MATLAB", "R", "HTML", "LaTeX"))
)
"""Texts of programs, which nobody puts titles or comments of another language beside."""


def side_by_side(blocks: list[list[str]], gap: str) -> list[str]:
    """Return blocks of lines beside each other."""
    height = max(map(len, blocks))
    out = []
    for at in range(height):
        row = [block[at] if at < len(block) else "" for block in blocks]
        widths = [max(map(len, block)) for block in blocks]
        line = gap.join(text.ljust(width) for text, width in zip(row, widths, strict=True))
        out.append(line.rstrip())
    return out
