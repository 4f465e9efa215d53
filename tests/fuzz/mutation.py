"""Texts made of others by a few random changes, and what every reader's error has to say."""

import re
from collections.abc import Sequence
from random import Random

from gridwise.core.errors import ParseError

PIECES = (
    *"0123456789-XxsQqruGPZc*S/|+:,;#.=_@>!%'\"[] \t\n\r\v\0",
    *("\r\n", "\n\n", "\ufeff", "\u2028", "\u0661", "\xa0", "\xb2", "\ud800", "\U0001f600"),
    *("│", "─", "r1c1", "xr2c2", "n = ", "mines", "total", "# mines: ", "# goal: ", "last"),
    *("# size: 4x1\n", "@last", ">1,0", "[Puzzle]\n", "[State]\n", "Grid 2\n", "puzzle,solution\n"),
    *("sudoku:", "sudoku:2x2:", "minesweeper:", "queens:", "sliding:", "latin:3:", "p cnf 9 9\n"),
    *("-0", "1_0", "10 ", "00 ", "u9 ", "---+---\n", "1000000", "1000001", "1" * 16 + "\n"),
    *("9" * 30, "-" * 36, "." * 81, "0" * 5000, "0 " * 3000, "." * 5000),
)
"""What is put into a text: signs of every format, and what readers have tripped over."""


def mutated(random: Random, texts: Sequence[str]) -> str:
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


def edited(random: Random, text: str) -> str:
    """Return a text after one to three slips of a hand: signs or lines lost, doubled or swapped."""
    for _ in range(random.randint(1, 3)):
        lines = text.split("\n")
        at, other = random.randrange(len(lines)), random.randrange(len(lines))
        line = lines[at]
        a = random.randint(0, len(line))
        match random.randrange(8):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, line)
            case 2:
                lines[at], lines[other] = lines[other], line
            case 3:
                lines[at] = line[:a]
            case 4:
                lines[at] = line[:a] + line[a + 1 :]
            case 5:
                lines[at] = line[:a] + line[a : a + 1] + line[a:]
            case 6:
                lines[at] = line[:a] + random.choice(PIECES[:40]) + line[a:]
            case _:
                lines[at] = line.replace(" ", random.choice(("", "  ", "\t")))
        text = "\n".join(lines)
    return text


def check(error: ParseError, text: str, line_ends: str = r"\r\n|\r|\n") -> None:
    """Fail unless the error is one short line and names a place inside the text."""
    assert isinstance(error, ParseError), (text, error)
    lines = re.split(line_ends, text.removeprefix("\ufeff"))
    assert 1 <= error.line <= len(lines), (text, str(error))
    assert 1 <= error.column <= len(lines[error.line - 1]) + 1, (text, str(error))
    assert len(str(error)) < 400 and "\n" not in str(error), (text, str(error))
