"""Mutated inputs: whatever is read, nothing but an error of the tree comes out."""

from pathlib import Path
from random import Random

from gridwise.core.errors import GridwiseError, ParseError
from gridwise.puzzles.sudoku import PUZZLE, Position

GOLDEN = Path(__file__).parents[1] / "golden" / "sudoku"
FORMS = tuple(
    path.read_text(encoding="utf-8")
    for path in sorted((GOLDEN / "forms").rglob("*.*"))
    if path.suffix != ".md"
)
BOARDS = (
    *FORMS,
    *PUZZLE.examples,
    *("\n".join(PUZZLE.examples), "12 3 u4 1\n" * 4, "1.3.............\n" * 5),
    *(PUZZLE.format(PUZZLE.parse(PUZZLE.examples[2]), style) for style in ("grid", "csv", "rows")),
    PUZZLE.format(Position(5, 5, bytes(range(1, 26)) * 25), "grid"),
    PUZZLE.format(Position(3, 5, bytes(range(15)) * 15), "rows"),
    "Grid 01\n1.3.\n....\n....\n..2.\n\n[Puzzle]\n1.3.\n....\n....\n..2.\n[State]\n....\n",
)
MOVES = ("r1c1=5", "r9c9=9", " r2c3 = 4\n", "r10c10=10")
PIECES = (
    *"0123456789.-*_xXuGPZ|+=:;,#\"'[]/ \t\n\r\v\0",
    *("\r\n", "\n\n", "\ufeff", "\u2028", "\u0665", "\xa0", "\ud800", "\U0001f600", "²", "│", "─"),
    *("sudoku:", "sudoku:2x2:", "queens:", "[Puzzle]\n", "[State]\n", "Grid 2\n"),
    "puzzle,solution\n",
    *("9" * 30, "." * 81, "-" * 36, "1" * 16 + "\n", "10 ", "00 ", "u9 ", "---+---\n", "." * 5000),
)  # fmt: skip


def mutated(random: Random, texts: tuple[str, ...]) -> str:
    """Return a text with one to six changes: pieces put in, cut, doubled, swapped, another's."""
    text = random.choice(texts)
    for _ in range(random.randint(1, 6)):
        a, b = sorted((random.randint(0, len(text)), random.randint(0, len(text))))
        match random.randrange(6):
            case 0:
                text = text[:a] + random.choice(PIECES) + text[a:]
            case 1:
                text = text[:a] + random.choice(PIECES) + text[a + 1 :]
            case 2:
                text = text[:a] + text[min(b, a + 5) :]
            case 3:
                text = text[:b] + text[a:b] + text[b:]
            case 4:
                text = text[:a] + chr(random.randrange(0x2600)) + text[a + 1 :]
            case _:
                other = random.choice(texts)
                text = text[:a] + other[random.randint(0, len(other)) :]
    return text[:20_000]


def place_is_in(error: ParseError, text: str) -> bool:
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return 1 <= error.line <= len(lines) and 1 <= error.column <= len(lines[error.line - 1]) + 1


def test_boards():
    random = Random(2025)
    good = bad = 0
    for _ in range(21_000):
        text = mutated(random, BOARDS)
        line = 0
        for entry in PUZZLE.read(text, source="fuzz"):
            assert entry.line > line, text
            line = entry.line
            if entry.error is None:
                good += 1
                assert isinstance(entry.position, Position)
                if good % 20 == 0:
                    assert PUZZLE.parse(PUZZLE.format(entry.position)) == entry.position
            else:
                bad += 1
                assert entry.position is None
                assert isinstance(entry.error, ParseError)
                assert place_is_in(entry.error, text), (text, str(entry.error))
                assert len(str(entry.error)) < 400 and "\n" not in str(entry.error)
    assert good > 2_000 and bad > 10_000


def test_recognise():
    random = Random(2026)
    for _ in range(1_500):
        assert 0 <= PUZZLE.recognise(mutated(random, BOARDS)) <= 100


def test_moves():
    random = Random(2027)
    positions = [PUZZLE.parse(text) for text in PUZZLE.examples] + [Position(4, 4, bytes(256))]
    good = bad = 0
    for _ in range(20_000):
        position = random.choice(positions)
        text = mutated(random, MOVES)
        try:
            move = PUZZLE.parse_move(position, text)
        except ParseError as error:
            bad += 1
            assert error.line == 1 and 1 <= error.column <= len(text) + 1
            continue
        good += 1
        assert PUZZLE.parse_move(position, PUZZLE.format_move(position, move)) == move
        try:
            PUZZLE.apply(position, move)
        except GridwiseError as error:
            assert str(error)
    assert good > 300 and bad > 10_000
