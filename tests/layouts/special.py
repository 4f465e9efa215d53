"""Forms of one puzzle: lines and lists of candidates, programs' files, columns, squares, goals.

Each takes the random generator and the boards of a file, and returns its text with what it means,
or None where these boards have no such form.
"""

import html
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

import gridwise
from layouts.boards import (
    Source,
    canonical,
    cells_of,
    minesweeper_notation,
    sliding_notation,
    sudoku_notation,
)

Meaning = tuple[str, ...]


@dataclass(frozen=True)
class Text:
    """A text, what it means (any of several), and the endings that such a file has."""

    lines: list[str]
    meanings: tuple[Meaning, ...]
    unclear: bool = False
    endings: tuple[str, ...] = ("txt",)
    bare: bool = False
    """Whether nobody puts a title or a comment beside it."""


Special = Callable[[Random, list[Source]], "Text | None"]
SYMBOLS = ".123456789ABCDEFGHIJKLMNOP"


def meant(sources: Sequence[Source]) -> tuple[Meaning, ...]:
    """Return the boards themselves as the only meaning."""
    return (tuple(source.notation for source in sources),)


def line_of(source: Source, empty: str = ".") -> str:
    """Return a Sudoku's cells on one line."""
    return "".join(SYMBOLS[int(cell)] for cell in source.flat).replace(".", empty)


def _plain(sources: list[Source]) -> bool:
    """Whether the cells on a line say the board: not 5x5, whose 25 are a row of 25x25."""
    return all(source.boxes in ((3, 3), (2, 2), (2, 3), (2, 4), (4, 4)) for source in sources)


def _nine(sources: list[Source]) -> bool:
    return all(source.boxes == (3, 3) for source in sources)


NAMES = ("Easter Monster", "Golden Nugget", "Inkala 2010", "tarek #12", "top95", "Blonde Platine")


def lines(random: Random, sources: list[Source]) -> Text | None:
    """A collection: a board a line, and a number, a name or a rating beside it."""
    if not _plain(sources):
        return None
    empty = random.choice(".....00000-_*x?")
    beside: tuple[str, ...] = ("{s}",) * 8
    if _nine(sources):
        beside += (
            *("{k}. {s}", "{k}) {s}", "#{k} {s}", "{k}: {s}", "{k} {s}", "{k}\t{s}", "{k},{s}"),
            *("{s} # {name}", "{s} # ED={r}/1.2/1.2", "{s}  ED={r}/{r}/2.6", "{s};{name};{r}"),
            *("{s} {r}", "{s}\t{r}", "{s},{r}", "{name}: {s}", "{s}  {name}", "{s} // {name}"),
            *("easy\t{s}", "hard {s} {r}", '"{s}"', "'{s}',", '    "{s}",', "- {s}", "* {s}"),
            *("puzzle = '{s}'", 'grid1 = "{s}"', "{h}  {s}  {r}", "{h} {s} {r}", "| {k} | {s} |"),
            *("`{s}`", "{s} (24 clues)", "Puzzle {k}: {s}"),
        )
    pattern = random.choice(beside)
    if "=" in pattern and "ED" not in pattern:
        sources = sources[:1]
    out = [
        pattern.format(
            s=line_of(source, empty),
            k=at,
            name=random.choice(NAMES),
            r=f"{random.randint(12, 95) / 10}",
            h=f"{random.getrandbits(48):012X}",
        )
        for at, source in enumerate(sources, start=random.choice((1, 1, 1, 17)))
    ]
    return Text(out, meant(sources), endings=("txt", "txt", "sdm"))


def solved_lines(random: Random, sources: list[Source]) -> Text | None:
    """Lines with their solutions after them."""
    if not _nine(sources):
        return None
    gap = random.choice((",", " ", "\t", " => ", ";"))
    out = [
        line_of(source) + gap + "".join(cell for row in source.solution for cell in row)
        for source in sources
    ]
    return Text(out, meant(sources), endings=("txt", "csv"))


def csv(random: Random, sources: list[Source]) -> Text | None:
    """Rows of a data set: the column is named as people name it."""
    if not _nine(sources):
        return None
    names = ("puzzle", "puzzle", "quizzes", "question", "board", "clues", "givens", "sudoku")
    name = random.choice((*names, "Puzzle", "grid"))
    empty = random.choice("0.")
    other = random.choice(("", "id", "rating", "both", "solution"))
    head, out = [name], []
    if other in ("id", "both"):
        head.insert(0, "id")
    if other in ("rating", "both"):
        head.append(random.choice(("rating", "difficulty", "level")))
    if other == "solution":
        head.append("solutions" if name == "quizzes" else "solution")
    for at, source in enumerate(sources):
        row = [line_of(source, empty)]
        if "id" in head:
            row.insert(0, str(at + 1))
        if other in ("rating", "both"):
            row.append(random.choice(("2.3", "easy", "hard", "0.0")))
        if other == "solution":
            row.append("".join(cell for line in source.solution for cell in line))
        out.append(row)
    sep = random.choice((",", ",", ",", ";", "\t"))
    return Text(
        [sep.join(row) for row in (head, *out)], meant(sources), endings=("csv",), bare=True
    )


def json_lines(random: Random, sources: list[Source]) -> Text | None:
    """Objects with the board as a string."""
    if not _nine(sources):
        return None
    name = random.choice(("puzzle", "puzzle", "board", "grid", "quiz", "sudoku"))
    empty = random.choice(".0")
    rows: list[dict[str, object]] = []
    for at, source in enumerate(sources):
        row: dict[str, object] = {name: line_of(source, empty)}
        if random.random() < 0.4:
            row = {"id": at, **row}
        if random.random() < 0.3:
            row["solution"] = "".join(cell for line in source.solution for cell in line)
        rows.append(row)
    if len(rows) > 1 and random.random() < 0.5:
        text = json.dumps(rows, indent=random.choice((None, 2)))
    else:
        text = "\n".join(map(json.dumps, rows))
    return Text(text.splitlines(), meant(sources), endings=("json", "txt"), bare=True)


def numbers_line(random: Random, sources: list[Source]) -> Text | None:
    """All cells as numbers on one line, with commas or spaces."""
    if not _nine(sources):
        return None
    gap = random.choice((",", ", ", " "))
    pattern = random.choice(("{}", "{}", "[{}]"))
    return Text([pattern.format(gap.join(source.flat)) for source in sources], meant(sources))


def rows_line(random: Random, sources: list[Source]) -> Text | None:
    """The rows on one line, with a sign between."""
    if not _plain(sources) or sources[0].height < 6:
        return None
    gap, empty = random.choice((" ", " ", "/", "|", ",", " / ", ";", "\\n")), random.choice(".0")
    out = [
        gap.join("".join(SYMBOLS[int(cell)] for cell in row).replace(".", empty) for row in s.cells)
        for s in sources
    ]
    if gap == "\\n":
        out = [f'"{line}"' for line in out]
    return Text(out, meant(sources))


# Candidates


def candidates(source: Source) -> list[str]:
    """Return each cell's digit, or the digits that no digit in its houses excludes."""
    assert source.boxes
    n, (high, wide) = source.height, source.boxes
    out = []
    for y, row in enumerate(source.cells):
        for x, cell in enumerate(row):
            seen = {*row, *(line[x] for line in source.cells)}
            top, left = y - y % high, x - x % wide
            for line in source.cells[top : top + high]:
                seen |= {*line[left : left + wide]}
            free = "".join(str(value) for value in range(1, n + 1) if str(value) not in seen)
            out.append(cell if cell != "0" else free)
    return out


def _cleared(random: Random, source: Source) -> tuple[list[str], str]:
    """Return the candidates after some were removed, and these as the notation has them."""
    cells, gone = candidates(source), []
    solution = [cell for row in source.solution for cell in row]
    if random.random() < 0.5:
        for at in random.sample(range(len(cells)), len(cells) // 8):
            wrong = [value for value in cells[at] if value != solution[at]]
            if len(cells[at]) > 2:
                value = random.choice(wrong)
                cells[at] = cells[at].replace(value, "")
                gone.append(f"r{at // source.width + 1}c{at % source.width + 1}-{value}")
    return cells, ",".join(gone)


def _with_singles(source: Source, gone: str) -> tuple[Meaning, ...]:
    """Return what candidates mean: those that are alone are digits, or cells still empty."""
    assert source.boxes
    filled = [value if len(value) == 1 else "0" for value in candidates(source)]
    notations = source.notation, sudoku_notation(filled, source.boxes)
    end = f":{gone}" if gone else ""
    return tuple((canonical(notation + end),) for notation in notations)


def pencil_marks(random: Random, sources: list[Source]) -> Text | None:
    """The grid of candidates that the solving programs copy."""
    source = sources[0]
    if not _plain(sources) or source.height > 9 or not all(candidates(source)):
        return None
    cells, gone = _cleared(random, source)
    meanings = _with_singles(source, gone)
    n = source.height
    sizes = [max(len(cells[row * n + x]) for row in range(n)) for x in range(n)]
    if n < 9:
        rows = [[cells[y * n + x].ljust(sizes[x]) for x in range(n)] for y in range(n)]
        return Text([" ".join(row).rstrip() for row in rows], meanings, unclear=True)
    style = random.choice(("hodoku", "hodoku", "simple", "plain", "bars"))
    rows = [
        [cells[y * 9 + x].ljust(sizes[x] + (style != "plain")) for x in range(9)] for y in range(9)
    ]
    if style == "plain":
        return Text([" ".join(row).rstrip() for row in rows], meanings)
    parts = [[" ".join(row[at : at + 3]) for at in (0, 3, 6)] for row in rows]
    if style == "bars":
        out = [" | ".join(row) for row in parts]
        rule = "+".join("-" * (len(part) + 2) for part in parts[0])[1:-1]
        return Text([*out[:3], rule, *out[3:6], rule, *out[6:]], meanings)
    out = [f"| {' | '.join(row)} |" for row in parts]
    bars = ["-" * (len(part) + 2) for part in parts[0]]
    if style == "hodoku":
        top, middle = "." + ".".join(bars) + ".", ":" + "+".join(bars) + ":"
        end = "'" + "'".join(bars) + "'"
    else:
        top = end = "*" + "-" * (sum(map(len, bars)) + 2) + "*"
        middle = "|" + "+".join(bars) + "|"
    return Text([top, *out[:3], middle, *out[3:6], middle, *out[6:], end], meanings)


def candidates_729(random: Random, sources: list[Source]) -> Text | None:
    """Nine signs a cell, each candidate in its place."""
    source = sources[0]
    if not _nine(sources) or not all(candidates(source)):
        return None
    cells, gone = _cleared(random, source)
    empty = random.choice(".0")
    text = "".join(value if value in cell else empty for cell in cells for value in "123456789")
    return Text([text], _with_singles(source, gone))


# Programs


def hodoku_line(random: Random, sources: list[Source]) -> Text | None:
    """A line of HoDoKu's library, some digits of it entries, some candidates deleted."""
    if not _nine(sources):
        return None
    out, meaning = [], []
    for source in sources:
        flat = list(source.flat)
        entered: set[int] = set()
        if random.random() < 0.5:
            blank = [at for at, cell in enumerate(flat) if cell == "0"]
            entered = set(random.sample(blank, min(3, len(blank))))
            for at in entered:
                flat[at] = source.solution[at // 9][at % 9]
        cells = "".join(
            ("+" if at in entered else "") + (cell if cell != "0" else ".")
            for at, cell in enumerate(flat)
        )
        after = Source("sudoku", cells_of(flat, 9), "", (3, 3))
        deleted = [
            f"{value}{at // 9 + 1}{at % 9 + 1}"
            for at, cell in enumerate(candidates(after))
            if len(cell) > 2 and flat[at] == "0"
            for value in cell
            if value != source.solution[at // 9][at % 9]
        ]
        gone = random.sample(deleted, min(2, len(deleted))) if random.random() < 0.4 else []
        kind = random.choice(("0000:x", "0300:4", "0708:9"))
        left = [name for name in deleted if name not in gone]
        wings = " ".join(left[:2]) if not kind.startswith("0000") else ""
        whole = ":{kind}:{cells}:{gone}:{wings}:" + (":" if wings else "")
        pattern = random.choice((whole, "{cells}"))
        if len(sources) > 1 or not entered:
            pattern = whole
        out.append(pattern.format(kind=kind, cells=cells, gone=" ".join(gone), wings=wings))
        removed = ",".join(f"r{row}c{column}-{value}" for value, row, column in gone)
        end = f":{removed}" if removed and pattern.startswith(":") else ""
        meaning.append(canonical(sudoku_notation(flat, (3, 3)) + end))
    return Text(out, (tuple(meaning),))


def link(random: Random, sources: list[Source]) -> Text | None:
    if not _nine(sources):
        return None
    pattern = random.choice(
        (
            "https://www.example.org/sudoku.htm?bd={}",
            "http://www.example.org/sudoku.htm?bd={}",
            "https://example.org/solver/?s={}",
            "https://example.org/play?puzzle={}&lang=en",
            "[this one](https://www.example.org/sudoku.htm?bd={})",
        )
    )
    empty = random.choice(".0")
    return Text([pattern.format(line_of(source, empty)) for source in sources], meant(sources))


def open_sudoku(random: Random, sources: list[Source]) -> Text | None:
    if not _nine(sources):
        return None
    games = [f'<game data="{line_of(source, "0")}" />' for source in sources]
    head = '<?xml version="1.0" encoding="UTF-8" standalone="no" ?>'
    if random.random() < 0.5:
        body = ["<opensudoku>", "<name>Easy</name>", "<author>me</author>", *games, "</opensudoku>"]
    else:
        body = ["<opensudoku>" + "".join(games) + "</opensudoku>"]
    out = [head, *body] if random.random() < 0.7 else body
    return Text(out, meant(sources), endings=("opensudoku", "xml", "txt"), bare=True)


def sadman(random: Random, sources: list[Source]) -> Text | None:
    """A file of SadMan Sudoku or SudoCue, with its sections or remarks."""
    source = sources[0]
    if not _nine(sources):
        return None
    rows = ["".join(row).replace("0", ".") for row in source.cells]
    if random.random() < 0.5:
        out = ["[Puzzle]", *rows]
    else:
        out = ["#A Andrew Stuart", "#D Hard one", "#B 2006-11-02", "#L Hard", *rows]
    return Text(out, meant(sources[:1]), endings=("sdk", "txt"), bare=True)


def solo_id(random: Random, sources: list[Source]) -> Text | None:
    """A game of Solo in Simon Tatham's collection."""
    if not _plain(sources):
        return None
    out = []
    for source in sources:
        assert source.boxes
        text, blanks, after = "", 0, False
        for cell in [*source.flat, "end"]:
            if cell == "0":
                blanks += 1
                continue
            while blanks:
                run = min(blanks, 26)
                text, blanks, after = text + chr(96 + run), blanks - run, False
            if cell != "end":
                text, after = text + ("_" if after else "") + cell, True
        out.append(f"{source.boxes[0]}x{source.boxes[1]}:{text}")
    return Text(out, meant(sources))


def euler(random: Random, sources: list[Source]) -> Text | None:
    if not _nine(sources):
        return None
    out = []
    for at, source in enumerate(sources, start=1):
        out += [f"Grid {at:02}", *("".join(row) for row in source.cells)]
    return Text(out, meant(sources), bare=True)


def service(random: Random, sources: list[Source]) -> Text | None:
    """The answer of a web service: the board beside its solution."""
    source = sources[0]
    if not _nine(sources):
        return None
    value = [[int(cell) for cell in row] for row in source.cells]
    solution = [[int(cell) for cell in row] for row in source.solution]
    inner = {"value": value, "solution": solution, "difficulty": "Hard"}
    data: dict[str, object] = {"newboard": {"grids": [inner], "results": 1, "message": "All Ok"}}
    if random.random() < 0.5:
        data = {"board": value, "solution": solution}
    text = json.dumps(data, indent=random.choice((None, 2)))
    return Text(text.splitlines(), meant(sources[:1]), endings=("json", "txt"), bare=True)


# N-Queens


def _columns(source: Source) -> list[int]:
    return [row.index("Q") if "Q" in row else -1 for row in source.cells]


def _full(sources: list[Source]) -> bool:
    return all(-1 not in _columns(source) and "x" not in source.flat for source in sources)


def columns(random: Random, sources: list[Source]) -> Text | None:
    """The column of the queen in each row, from 0 or from 1."""
    if not _full(sources):
        return None
    start = random.choice((0, 1))
    rows = [[str(column + start) for column in _columns(source)] for source in sources]
    patterns = ["[{c}]", "[{c}]", "[{c}]", "{c}", "{s}", "{s}", "({c})", "solution = [{c}]"]
    patterns += ["{c}\n", "{w}", "Queens: [{c}]", "array([{c}])", "[{s}]"]
    if all(len(row) < 9 for row in rows):
        patterns += ["{w}"]
    pattern = random.choice(patterns)
    if pattern == "{w}" and any(len(row) > 9 for row in rows):
        pattern = "{s}"
    out = [
        pattern.format(c=", ".join(row), s=" ".join(row), w="".join(row)).rstrip("\n")
        for row in rows
    ]
    if random.random() < 0.15 and len(rows) > 1:
        out = ["[" + ", ".join("[" + ", ".join(row) + "]" for row in rows) + "]"]
    meanings = meant(sources)
    if start == 0 and all(source.height in (4, 9) for source in sources):
        sliding = [sliding_notation(row, 2 if len(row) == 4 else 3) for row in rows]
        meanings += (tuple(map(canonical, sliding)),)
    unclear = pattern == "{w}" or (start == 0 and sources[0].height in (4, 9))
    return Text(out, meanings, unclear and "ueens" not in pattern)


def fen(random: Random, sources: list[Source]) -> Text | None:
    """The board as a chess program writes it."""
    if any("x" in source.flat for source in sources):
        return None
    out = []
    for source in sources:
        rows = []
        for row in source.cells:
            runs = "".join(row).split("Q")
            rows.append("Q".join(str(len(run)) if run else "" for run in runs))
        out.append("/".join(rows) + random.choice(("", "", " w - - 0 1")))
    return Text(out, meant(sources))


def squares(random: Random, sources: list[Source]) -> Text | None:
    """The squares of a solution, as in chess or as pairs of row and column."""
    if not _full(sources):
        return None
    start = random.choice((0, 1))
    kind = random.choice(("chess", "chess", "Q", "tuples", "tuples", "lines", "rc"))
    out = []
    for source in sources[:1] if kind == "lines" else sources:
        n, order = source.height, list(enumerate(_columns(source)))
        if kind in ("chess", "Q"):
            order.sort(key=lambda pair: pair[1])
        names = {
            "chess": [f"{chr(97 + x)}{n - y}" for y, x in order],
            "Q": [f"Q{chr(97 + x)}{n - y}" for y, x in order],
            "tuples": [f"({y + start}, {x + start})" for y, x in order],
            "lines": [f"{y + start} {x + start}" for y, x in order],
            "rc": [f"r{y + 1}c{x + 1}" for y, x in order],
        }[kind]
        if kind == "tuples":
            out.append("[" + ", ".join(names) + "]")
        elif kind == "lines":
            out += [*([f"{n}"] if random.random() < 0.5 else []), *names]
        else:
            head = random.choice(("", "", f"n = {n}: ", f"{n} queens: "))
            out.append(head + random.choice((" ", ", ")).join(names))
    kept = sources[:1] if kind == "lines" else sources
    return Text(out, meant(kept), unclear=kind in ("lines", "rc"))


def leetcode(random: Random, sources: list[Source]) -> Text | None:
    """Solutions as lists of strings."""
    if not _full(sources):
        return None
    data = [["".join(row) for row in source.cells] for source in sources]
    text = json.dumps(data, separators=random.choice(((",", ":"), (", ", ": "))))
    return Text([text], meant(sources))


def sizes(random: Random, sources: list[Source]) -> Text:
    """Only how many rows there are."""
    n = sources[0].height
    pattern = random.choice(("{n}", "n = {n}", "N={n}", "{n} queens", "n: {n}", "N = {n}"))
    return Text([pattern.format(n=n)], ((f"queens:{n}:",),), unclear=pattern == "{n}", bare=True)


# Sliding


def _alternatives(sources: list[Source]) -> tuple[Meaning, ...]:
    """Return what the tiles in a row mean as columns of queens, if none attacks another."""
    out = []
    for source in sources:
        tiles = [int(tile) for tile in source.flat]
        pairs = [(a, b) for a in range(len(tiles)) for b in range(a)]
        if any(abs(tiles[a] - tiles[b]) == a - b for a, b in pairs):
            return ()
        out.append(canonical(f"queens:{len(tiles)}:" + ",".join(str(tile + 1) for tile in tiles)))
    return (tuple(out),)


def tiles_line(random: Random, sources: list[Source]) -> Text | None:
    """All tiles on one line."""
    if any(source.width != source.height or source.width < 3 for source in sources):
        return None
    cells = sources[0].width ** 2
    patterns = ["{s}", "{s}", "{c}", "[{c}]", "({c})", "start = [{c}]", "{x}"]
    if cells == 9:
        patterns += ["{w}", "{w}", "{w}", "'{w}'", "{r}"]
    elif cells == 16:
        patterns += ["{h}", "{h}", "{l}"]
    pattern = random.choice(patterns)
    blank = random.choice("_xbB") if pattern in ("{w}", "{s}") and random.random() < 0.3 else "0"
    out = []
    for source in sources:
        flat = [blank if tile == "0" else tile for tile in source.flat]
        digits = "".join("0123456789ABCDEF"[int(t)] for t in source.flat) if cells <= 16 else ""
        rows = [digits[at : at + source.width] for at in range(0, cells, source.width)]
        out.append(
            pattern.format(
                s=" ".join(flat),
                c=", ".join(flat),
                x=",".join(flat),
                w="".join(flat),
                r=" ".join(rows),
                h=digits,
                l=digits.lower(),
            )
        )
    alternatives = _alternatives(sources)
    return Text(out, meant(sources) + alternatives, unclear=bool(alternatives))


def tiles_down(random: Random, sources: list[Source]) -> Text | None:
    """One number a line, often after the side."""
    source = sources[0]
    if source.width != source.height or source.width < 3:
        return None
    sized = random.random() < 0.7
    out = [*([str(source.width)] if sized else []), *source.flat]
    alternatives = () if sized else _alternatives(sources[:1])
    return Text(out, meant(sources[:1]) + alternatives, unclear=not sized, bare=True)


def tiles_id(random: Random, sources: list[Source]) -> Text:
    """A game of Fifteen in Simon Tatham's collection."""
    out = [f"{s.width}x{s.height}:" + ",".join(s.flat) for s in sources]
    meanings = meant(sources)
    last = [sliding_notation(s.flat, s.width, _last(s)) for s in sources]
    return Text(out, (*meanings, tuple(map(canonical, last))))


def _last(source: Source) -> tuple[str, ...]:
    return (*map(str, range(1, source.width * source.height)), "0")


def compact_tiles(random: Random, sources: list[Source]) -> Text | None:
    """Rows of hexadecimal digits."""
    if any((source.width, source.height) != (4, 4) for source in sources):
        return None
    digits = random.choice(("0123456789ABCDEF", "0123456789abcdef"))
    gap = random.choice(("", " "))
    out = []
    for source in sources:
        out += [gap.join(digits[int(tile)] for tile in row) for row in source.cells] + [""]
    return Text(out[:-1], meant(sources))


def start_and_goal(random: Random, sources: list[Source]) -> Text:
    """Two states of one puzzle."""
    source = sources[0]
    width = source.width
    gap = random.choice((" ", " ", ",", "\t"))
    blank = random.choice(("0", "0", "0", "_", "x"))
    rows = [
        [[blank if t == "0" else t for t in row] for row in cells]
        for cells in (source.cells, cells_of(list(source.goal), width))
    ]
    shown = [[gap.join(row) for row in cells] for cells in rows]
    heads = random.choice(
        (
            ("", ""),
            ("Start:", "Goal:"),
            ("Initial state:", "Goal state:"),
            ("# start", "# goal"),
            ("start", "goal"),
            ("Initial", "Final"),
        )
    )
    style = random.choice(("below", "below", "below", "beside", "python", "json", "lines"))
    unclear = heads == ("", "")
    if style == "below":
        out = [*([heads[0]] if heads[0] else []), *shown[0], ""]
        out += [*([heads[1]] if heads[1] else []), *shown[1]]
    elif style == "beside" and gap == " ":
        wide = max(*map(len, shown[0]), len(heads[0])) + 4
        below = zip(shown[0], shown[1], strict=True)
        out = [a.ljust(wide) + b for a, b in ((heads,) if heads[0] else ())]
        out += [a.ljust(wide) + b for a, b in below]
    elif style == "python":
        names = random.choice((("start", "goal"), ("initial_state", "goal_state")))
        out = [
            f"{name} = {json.dumps([[int(t) for t in row] for row in cells])}"
            for name, cells in zip(
                names, (source.cells, cells_of(list(source.goal), width)), strict=True
            )
        ]
        unclear = False
    elif style == "json":
        data = {
            name: [[int(t) for t in row] for row in cells]
            for name, cells in (
                ("start", source.cells),
                ("goal", cells_of(list(source.goal), width)),
            )
        }
        out, unclear = [json.dumps(data)], False
    else:
        heads = ("Start:", "Goal:") if heads[0].startswith("#") else heads
        texts = [" ".join(source.flat), " ".join(source.goal)]
        out = [f"{name} {text}".strip() for name, text in zip(heads, texts, strict=True)]
        unclear = unclear or width != source.height
    meaning = canonical(sliding_notation(source.flat, width, source.goal))
    return Text(out, ((meaning,),), unclear=unclear, bare=True)


def goal_line(random: Random, sources: list[Source]) -> Text:
    """The goal in words that Gridwise documents, before the matrix."""
    source = sources[0]
    goal = ",".join(source.goal)
    out = [f"# goal: {goal}", *(" ".join(row) for row in source.cells)]
    meaning = canonical(sliding_notation(source.flat, source.width, source.goal))
    return Text(out, ((meaning,),))


def korf(random: Random, sources: list[Source]) -> Text | None:
    """Instances of a paper: a number, and the tiles on its line."""
    if any((source.width, source.height) != (4, 4) for source in sources):
        return None
    pattern = random.choice(("{k} {s}", "{k} | {m} | {s}", "{k}: {s}", "{k}, {c}", "{s}"))
    out = [
        pattern.format(
            k=at, m=random.randint(40, 66), s=" ".join(source.flat), c=", ".join(source.flat)
        )
        for at, source in enumerate(sources, start=1)
    ]
    return Text(out, meant(sources), bare=True)


# Gridwise


def printed(random: Random, sources: list[Source]) -> Text:
    """What Gridwise itself prints and writes."""
    source = sources[0]
    board = gridwise.Board(source.notation)
    kind = random.choice(("drawing", "drawing", "repr", "notation", "style", "link"))
    if kind == "drawing":
        meanings = meant(sources[:1])
        if source.total is not None:  # where the drawing does not say it
            meanings += ((canonical(minesweeper_notation(source.cells)),),)
        return Text(str(board).splitlines(), meanings)
    if kind == "repr":
        return Text([repr(board)], meant(sources[:1]))
    if kind == "notation":
        return Text([each.notation for each in sources], meant(sources))
    if kind == "link":
        text = f"https://example.org/#{html.escape(board.notation)}"
        return Text([text], meant(sources[:1]), bare=True)
    styles = ("notation", "grid")
    if source.puzzle in ("minesweeper", "queens"):
        styles += ("compact",)
    return Text(board.to_text(random.choice(styles)).splitlines(), meant(sources[:1]))


def answered(random: Random, sources: list[Source]) -> Text | None:
    """What `gridwise solve` prints: the board, an arrow and its solution."""
    source = sources[0]
    if source.puzzle != "sudoku" or not _plain(sources) or source.height > 9:
        return None
    assert source.boxes
    solution = [cell for row in source.solution for cell in row]
    solved = canonical(sudoku_notation(solution, source.boxes))
    left = str(gridwise.Board(source.notation)).splitlines()
    right = str(gridwise.Board(solved)).splitlines()
    middle = len(left) // 2
    out = [
        a + ("  →  " if at == middle else "     ") + b
        for at, (a, b) in enumerate(zip(left, right, strict=True))
    ]
    if random.random() < 0.6:
        out += [
            "Solved, unique · sat · 12 ms",
            "  givens 30 · empty 51",
            "  decisions 2 · cpu 12 ms",
        ]
    return Text(out, ((source.notation,), (source.notation, solved)), bare=True)


SPECIAL: dict[str, dict[str, tuple[Special, int]]] = {
    "sudoku": {
        "lines": (lines, 60),
        "lines and solutions": (solved_lines, 4),
        "CSV column": (csv, 12),
        "JSON lines": (json_lines, 8),
        "numbers on a line": (numbers_line, 4),
        "rows on a line": (rows_line, 6),
        "pencil marks": (pencil_marks, 9),
        "729 candidates": (candidates_729, 3),
        "HoDoKu": (hodoku_line, 7),
        "link": (link, 5),
        "OpenSudoku": (open_sudoku, 4),
        "SadMan": (sadman, 3),
        "Tatham": (solo_id, 3),
        "Project Euler": (euler, 4),
        "web service": (service, 2),
        "Gridwise": (printed, 6),
        "Gridwise, solved": (answered, 3),
    },
    "minesweeper": {"Gridwise": (printed, 10)},
    "queens": {
        "columns": (columns, 40),
        "FEN": (fen, 8),
        "squares": (squares, 20),
        "LeetCode": (leetcode, 8),
        "size alone": (sizes, 12),
        "Gridwise": (printed, 8),
    },
    "sliding": {
        "tiles on a line": (tiles_line, 30),
        "tiles down": (tiles_down, 8),
        "hexadecimal": (compact_tiles, 8),
        "start and goal": (start_and_goal, 30),
        "goal line": (goal_line, 3),
        "Korf": (korf, 6),
        "Tatham": (tiles_id, 4),
        "Gridwise": (printed, 8),
    },
}
