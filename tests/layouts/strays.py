"""Texts near the four puzzles that hold none of their boards, or a kind that is not solved here."""

from random import Random

from layouts.boards import queens, sudoku


def jigsaw(random: Random) -> str:
    """A Sudoku whose bars show regions that are no boxes."""
    source = sudoku(random, (3, 3))
    lines = []
    for row in source.cells:
        cuts = sorted(random.sample(range(2, 8), 2))
        text = "".join(row).replace("0", ".")
        lines.append("|".join((text[: cuts[0]], text[cuts[0] : cuts[1]], text[cuts[1] :])))
    return "\n".join(lines)


def regions(random: Random) -> str:
    """The coloured regions of a queens puzzle, a letter or a number each."""
    n = random.choice((6, 7, 8))
    cells = [[-1] * n for _ in range(n)]
    edge = []
    for name, at in enumerate(random.sample(range(n * n), n)):
        cells[at // n][at % n] = name
        edge.append((at // n, at % n))
    while edge:
        y, x = random.choice(edge)
        free = [
            (row, column)
            for row, column in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1))
            if 0 <= row < n and 0 <= column < n and cells[row][column] < 0
        ]
        if not free:
            edge.remove((y, x))
            continue
        row, column = random.choice(free)
        cells[row][column] = cells[y][x]
        edge.append((row, column))
    signs = random.choice(("ABCDEFGH", "01234567", "12345678"))
    gap = random.choice(("", " "))
    return "\n".join(gap.join(signs[name] for name in row) for row in cells)


def two_regions(random: Random) -> str:
    """A Sudoku, and below it the map of its irregular regions."""
    source = sudoku(random, (3, 3))
    rows = ["".join(row).replace("0", ".") for row in source.cells]
    names = sorted(str(at % 9 + 1) for at in range(81))
    for _ in range(40):
        a, b = random.randrange(81), random.randrange(81)
        names[a], names[b] = names[b], names[a]
    maps = ["".join(names[at : at + 9]) for at in range(0, 81, 9)]
    return "\n".join([*rows, "", *maps])


def noughts(random: Random) -> str:
    rows = ["".join(random.choice("XO.") for _ in range(3)) for _ in range(3)]
    return "\n".join(("XOX", rows[1], "OXO", rows[0]))


def letters(random: Random) -> str:
    return "\n".join(
        (
            "Hi Anna,",
            "",
            "the meeting is moved to Tuesday, 14:30, room 204. Please bring the forms.",
            "Could you also check numbers 3, 7 and 12 of the list?",
            "",
            "Best, Tom",
        )
    )


def measurements(random: Random) -> str:
    rows = [
        ",".join(f"{random.uniform(0, 20):.2f}" for _ in range(4))
        for _ in range(random.randint(3, 9))
    ]
    return "\n".join(("time,height,width,weight", *rows))


def chess(random: Random) -> str:
    return "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"


def code(random: Random) -> str:
    return "\n".join(
        (
            "def solve(board):",
            "    for row in range(9):",
            "        for col in range(9):",
            "            if board[row][col] == 0:",
            "                return row, col",
            "    return None",
        )
    )


def dates(random: Random) -> str:
    return "\n".join(
        f"2021-{random.randint(1, 12):02}-{random.randint(1, 28):02}  {random.randint(1, 99)}"
        for _ in range(9)
    )


def crossword(random: Random) -> str:
    source = queens(random)
    return "\n".join(
        "".join("#" if sign == "Q" else random.choice("ETAOINSHR") for sign in row)
        for row in source.cells
    )


KINDS = {
    "jigsaw": (jigsaw, 6),
    "coloured regions": (regions, 6),
    "board and regions": (two_regions, 3),
    "noughts and crosses": (noughts, 1),
    "letter": (letters, 1),
    "measurements": (measurements, 2),
    "chess": (chess, 1),
    "code": (code, 1),
    "dates": (dates, 1),
    "crossword": (crossword, 2),
}


def stray(random: Random) -> tuple[str, str, str]:
    """Return a file's name, a text that holds no board, and its kind."""
    kind = random.choices(list(KINDS), [weight for _, weight in KINDS.values()])[0]
    name = random.choice(("board.txt", "Input", "in.in", "puzzle.txt", "queens.txt"))
    if name == "queens.txt" and kind != "coloured regions":
        name = "board.txt"
    return name, KINDS[kind][0](random), kind
