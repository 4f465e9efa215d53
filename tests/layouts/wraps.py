"""What stands round boards: titles, statements, comments, prose, fences, quotes; and encodings."""

from collections.abc import Callable
from random import Random

from layouts.boards import Source, chosen

WORDS = {
    "sudoku": ("Sudoku", "sudoku"),
    "minesweeper": ("Minesweeper", "minesweeper"),
    "queens": ("N-Queens", "Queens"),
    "sliding": ("Sliding puzzle", "State"),
}


def titles(random: Random, puzzle: str, number: int) -> list[str]:
    """Return the titles of several boards, in one manner."""
    word = random.choice((*WORDS[puzzle], "Puzzle", "Puzzle", "Board"))
    pattern = random.choice(
        (
            *("{w} {k}", "{w} {k}:", "{w} #{k}", "#{k}", "{k}.", "{k})", "Case #{k}:", "[{k}]"),
            *("=== {w} {k} ===", "--- {w} {k} ---", "// {w} {k}", "# {w} {k}", "## {w} {k}"),
            *("{w} {k} (hard)", "**{w} {k}**", "Test {k}", "{w} {k:02}", "; {w} {k}"),
        )
    )
    start = random.choice((1, 1, 1, 5))
    return [pattern.format(w=word, k=start + at) for at in range(number)]


def separators(random: Random) -> list[str]:
    """Return the lines between two boards."""
    return random.choice(
        (
            *[[""]] * 10,
            ["", ""],
            ["---"],
            ["", "---", ""],
            ["=========="],
            ["***"],
            ["", "~~~~~", ""],
        )
    )


def mines(random: Random, source: Source) -> tuple[list[str], list[str]]:
    """Return the lines before and after a board that state its mines."""
    total, width, height = source.total, source.width, source.height
    line = random.choice(
        (
            *("mines: {t}", "Mines: {t}", "{t} mines", "mines={t}", "mines {t}", "# mines: {t}"),
            *("bombs: {t}", "{t} bombs", "Mines = {t}", "total mines: {t}", "total {t}"),
            *("# {t} mines", "Total number of mines: {t}", "💣 {t}"),
        )
    ).format(t=total)
    if random.random() < 0.3:
        line = random.choice((f"{height} {width} {total}", f"{width}x{height}, {total} mines"))
        return [line], []
    return ([line], []) if random.random() < 0.6 else ([], [line])


def size_line(random: Random, source: Source) -> str:
    """Return a line with the size, as input of programs has it."""
    h, w = source.height, source.width
    several = [f"{h} {w}", f"{h}x{w}", f"size: {h}x{w}", f"rows {h} cols {w}"]
    return random.choice((*([f"{h}", f"{h}", f"n = {h}"] if h == w else []), *several))


BEFORE = (
    "Here is a puzzle I could not solve:",
    "Hi all,",
    "Can anybody help me with this one? I am stuck.",
    "I found this in yesterday's paper, it took me 40 minutes.",
    "What is the next step here",
    "Please solve the following board.",
    "Q2. Solve the following puzzle and explain your answer (10 points).",
    "Input:",
    "Hello! This one is rated 8.3 and has a unique solution.",
    "Ma question : comment résoudre cette grille ?",
    "My program fails on this input, see below:",
    "from class, week 3",
)
AFTER = (
    "Thanks!",
    "Thanks in advance, Tom",
    "Any hints?",
    "rating: 3.4",
    "I tried everything up to chains of length 5 but nothing works.",
    "Source: the Sunday Times, 12 May 2019",
    "-- \nAnna",
    "Difficulty: hard",
    "(solution on page 42)",
    "Expected output: see solution.txt",
)
REMARKS = (
    "hard",
    "from class",
    "example from the lecture",
    "Exercise 3, Question 2",
    "TODO: check this one",
    "puzzle 12 of the book",
    "generated 2021-03-04 12:30",
    "unique solution",
    "difficulty: 7.2",
    "This board is solvable",
    "créé par Zoé",
)

Wrap = Callable[[Random, list[str]], list[str]]


def fence(random: Random, lines: list[str]) -> list[str]:
    return ["```" + random.choice(("", "", "text", "txt")), *lines, "```"]


def prose_and_fence(random: Random, lines: list[str]) -> list[str]:
    after = ["", random.choice(AFTER)] if random.random() < 0.5 else []
    return [random.choice(BEFORE), "", "```", *lines, "```", *after]


def bulletin(random: Random, lines: list[str]) -> list[str]:
    return ["[code]", *lines, "[/code]"]


def quote(random: Random, lines: list[str]) -> list[str]:
    mark = random.choice(("> ", "> ", ">"))
    return [(mark + line).rstrip() if not line else mark + line for line in lines]


def mail(random: Random, lines: list[str]) -> list[str]:
    return ["On Mon, 4 May 2020, Ben wrote:", *(f"> {line}" for line in lines), "", "No idea!"]


def comment(mark: str) -> Wrap:
    def wrap(random: Random, lines: list[str]) -> list[str]:
        heads = [f"{mark} {text}" for text in random.sample(REMARKS, random.choice((1, 1, 2)))]
        gap = [""] if random.random() < 0.2 else []
        return [*heads, *gap, *lines]

    return wrap


def comment_after(random: Random, lines: list[str]) -> list[str]:
    return [*lines, f"# {random.choice(REMARKS)}"]


def inline_comment(random: Random, lines: list[str]) -> list[str]:
    if len(lines) < 3:
        return lines
    at = random.choice([at for at, line in enumerate(lines) if at and line.strip()])
    mark = random.choice(("  # ", " // ", "   <- ", "  % "))
    text = random.choice(("here", "top row", "check", "stuck here", "row given"))
    return [*lines[:at], lines[at] + mark + text, *lines[at + 1 :]]


def block_comment(random: Random, lines: list[str]) -> list[str]:
    return ["/*", f" * {random.choice(REMARKS)}", " */", *lines]


def prose_before(random: Random, lines: list[str]) -> list[str]:
    gap = [""] if random.random() < 0.75 else []
    return [random.choice(BEFORE), *gap, *lines]


def prose_after(random: Random, lines: list[str]) -> list[str]:
    gap = [""] if random.random() < 0.7 else []
    return [*lines, *gap, *random.choice(AFTER).split("\n")]


def prose_round(random: Random, lines: list[str]) -> list[str]:
    return [random.choice(BEFORE), "", *lines, "", *random.choice(AFTER).split("\n")]


def indented(random: Random, lines: list[str]) -> list[str]:
    mark = random.choice(("    ", "  ", "\t"))
    return [mark + line if line else line for line in lines]


def blank_round(random: Random, lines: list[str]) -> list[str]:
    return ["", *([""] * random.randint(0, 2)), *lines, "", ""]


def prompt(random: Random, lines: list[str]) -> list[str]:
    head = random.choice((">>> print(board)", "$ cat board.txt", "$ ./solver input.txt", "> board"))
    return [head, *lines]


def output(random: Random, lines: list[str]) -> list[str]:
    head = random.choice(("Input board:", "Original board:", "Board:", "Puzzle:", "Current state:"))
    return [head, *lines]


WRAPS: dict[str, tuple[Wrap | None, int]] = {
    "nothing": (None, 62),
    "fence": (fence, 6),
    "prose and fence": (prose_and_fence, 5),
    "[code]": (bulletin, 2),
    "> quote": (quote, 6),
    "mail": (mail, 1),
    "# comment": (comment("#"), 8),
    "// comment": (comment("//"), 4),
    "% comment": (comment("%"), 2),
    "-- comment": (comment("--"), 2),
    "; comment": (comment(";"), 1),
    "comment after": (comment_after, 2),
    "inline comment": (inline_comment, 3),
    "/* comment */": (block_comment, 1),
    "prose before": (prose_before, 6),
    "prose after": (prose_after, 5),
    "prose round": (prose_round, 5),
    "indented": (indented, 3),
    "blank lines": (blank_round, 4),
    "prompt": (prompt, 2),
    "heading": (output, 4),
}
OF_PROGRAMS = (
    *("nothing", "fence", "prose and fence", "prose before", "prose round", "blank lines"),
    *("[code]", "indented", "> quote"),
)
OF_DATA = ("nothing",)

ENCODINGS = {
    "UTF-8": 62,
    "CRLF": 14,
    "UTF-8 with mark": 5,
    "UTF-16": 4,
    "UTF-16, big-endian": 1,
    "UTF-16 without mark": 1,
    "Windows-1252": 4,
    "trailing blanks": 4,
    "no-break spaces": 1,
    "no line end": 14,
}


def encoded(random: Random, lines: list[str]) -> tuple[bytes, str]:
    """Return the bytes of a file, and what is special about them."""
    kind = str(chosen(random, ENCODINGS))
    text = "\n".join(lines) + "\n"
    if kind == "CRLF":
        return text.replace("\n", "\r\n").encode(), kind
    if kind == "UTF-8 with mark":
        return b"\xef\xbb\xbf" + text.encode(), kind
    if kind == "UTF-16":
        return b"\xff\xfe" + text.replace("\n", "\r\n").encode("utf-16-le"), kind
    if kind == "UTF-16, big-endian":
        return b"\xfe\xff" + text.encode("utf-16-be"), kind
    if kind == "UTF-16 without mark":
        return text.encode("utf-16-le"), kind
    if kind == "Windows-1252" and not text.isascii():
        try:
            return text.replace("\n", "\r\n").encode("cp1252"), kind
        except UnicodeEncodeError:
            return text.encode(), "UTF-8"
    if kind == "trailing blanks":
        return "".join(f"{line}{random.choice(('', ' ', '  '))}\n" for line in lines).encode(), kind
    if kind == "no-break spaces" and " " in text:
        return text.replace(" ", "\xa0").encode(), kind
    if kind == "no line end":
        return text[:-1].encode(), kind
    return text.encode(), "UTF-8"


NEUTRAL = {
    "board.txt": 30,
    "Input": 8,
    "in.in": 8,
    "puzzle.txt": 8,
    "input.txt": 8,
    "test1.txt": 4,
    "a.txt": 4,
    "board.dat": 4,
    "untitled": 3,
    "New Text Document.txt": 2,
    "p1": 2,
    "data": 2,
}
TELLING = {
    "sudoku": ("sudoku.txt", "sudoku1.txt", "hard_sudoku.txt", "my-sudoku.in"),
    "minesweeper": ("minesweeper.txt", "mines.txt", "minesweeper_1.in", "Minesweeper"),
    "queens": ("queens.txt", "queens2.txt", "nqueens.in", "n-queens.txt"),
    "sliding": ("sliding.txt", "n-puzzle.txt", "sliding_puzzle.in", "tiles.txt"),
}
STEMS = ("board", "board", "puzzle", "data", "input", "test")


def file_name(random: Random, puzzle: str, ending: str) -> tuple[str, bool]:
    """Return a file's name, and whether it says the puzzle."""
    if random.random() < 0.2:
        name = random.choice(TELLING[puzzle])
        if ending != "txt":
            name = f"{name.partition('.')[0]}.{ending}"
        return name, True
    if ending != "txt" and random.random() < 0.7:
        return f"{random.choice(STEMS)}.{ending}", False
    return str(chosen(random, NEUTRAL)), False
