"""Links to pages with a board are read, and pages that hide it or have further rules refused.

The two links of SudokuWiki are a position and its start, which a public page on its techniques
names together; the links of SudokuExchange are from its program's repository.
"""

from every import every
from gridwise.puzzles.sudoku import PUZZLE, Position
from gridwise.puzzles.sudoku.formats import links
from gridwise.puzzles.sudoku.position import candidate_masks
from puzzles.formats import board, error, try_mutated
from puzzles.sudoku.support import NINE, pencilled

WIKI = "https://www.sudokuwiki.org/sudoku.htm?bd="
PACKED = (
    "S9B7n0h1m1q021i0z82077o1m0c050a07088k8s0l05071m090h1p031p121m08090g20280128070a0i1k0420201w081"
    "2021m0h1i01090g260h090a1k051k07041i0d0g02011i091y0h1y060c0e0g080d0l7o7p"
)
START = "000020007000507800057090030008900010700040008020001900090050740002109000600080000"
CELLS = PUZZLE.format(PUZZLE.parse(NINE), "line")


@every(
    "link",
    [
        f"https://example.org/sudoku.htm?bd={CELLS}",
        f"https://example.org/play/?s={CELLS.replace('.', '0')}&d=3",
        f"see http://example.org/?puzzle={CELLS}.",
        f"[a hard one](https://example.org/?x=1&board={CELLS})!",
        f"<https://example.org/solve/{CELLS}>",
        f"https://example.org/#{CELLS.replace('.', '-')}",
        f"https://example.org/sudoku-xmas?p={CELLS.replace('.', 'x')}",
        f"https://example.org/?solution={'123456789' * 9}&puzzle={CELLS}",
    ],
)
def test_81_cells_anywhere_in_a_link(link):
    assert board(links, link) == PUZZLE.parse(NINE)


def test_the_packed_form_and_the_start_are_the_same_puzzle():
    position, start = board(links, WIKI + PACKED), board(links, WIKI + START)
    assert all(start.cells[cell] in (0, position.cells[cell]) for cell in range(81))
    assert position.cells.count(0) < start.cells.count(0)
    # The page says: the two cells A6 and F5 are both {3, 6}.
    left = candidate_masks(position)
    assert left[5] == left[49] == 1 << 3 | 1 << 6


def test_the_packed_form_reads_back():
    for position in pencilled(20):
        masks = candidate_masks(position)
        if any(not (digit or mask) for digit, mask in zip(position.cells, masks, strict=True)):
            continue  # the page writes no cell without candidates
        numbers = [
            digit + 9 * (cell % 2) if digit else 18 + (masks[cell] >> 1)
            for cell, digit in enumerate(position.cells)
        ]
        packed = "".join(_base_36(number) for number in numbers)
        assert board(links, f"{WIKI}S9B{packed}") == position


def _base_36(number):
    signs = "0123456789abcdefghijklmnopqrstuvwxyz"
    return signs[number // 36] + signs[number % 36]


@every(
    "link, found",
    [
        ("https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALhNAbO8QBY", "f-puzzles"),
        ("https://sudokupad.app/4swipiexba", "sudokupad"),
        (
            "https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzlesN4Igzg",
            "crackingthecryptic",
        ),
        (f"https://www.sudokuwiki.org/jigsaw.htm?bd={CELLS}", "'jigsaw'"),
        (f"https://www.sudokuwiki.org/sudokux.htm?bd={CELLS}", "'sudokux'"),
        (f"https://example.org/Killer?bd={CELLS}", "'Killer'"),
        (WIKI + CELLS[:-1], "the end after 80 cells"),
        (WIKI + CELLS + "11", "a cell too many"),
        (WIKI + "S9B" + "zz" * 81, "'zz'"),
        (WIKI + "S9B" + "00" * 81, "'00'"),
        (WIKI + "S9B01", "5 characters"),
        (WIKI + "X9B" + "01" * 81, "'X9B'"),
    ],
)
def test_a_refusal_says_what_it_is(link, found):
    assert links.claims(link)
    assert found in error(links, link).found


@every(
    "text",
    [
        "https://www.sudokuwiki.org/sudoku.htm",
        "https://example.org/?id=1234567890",
        f"https://gridwise.example/#{PUZZLE.format(PUZZLE.parse(NINE))}",
        f"{CELLS}\nfrom https://sudokupad.app/4swipiexba",
        f"from https://sudokupad.app/4swipiexba\n{PUZZLE.format(PUZZLE.parse(NINE), 'rows')}",
    ],
)
def test_no_link_with_a_board(text):
    assert not links.claims(text)


def test_two_links_are_two_boards():
    text = f"[Load]({WIKI}{PACKED}) or [From the Start]({WIKI}{START})\n"
    first, second = (entry.position for entry in links.read(text, "f"))
    assert first == board(links, WIKI + PACKED)
    assert second == Position(3, 3, bytes(map(int, START)))


def test_mutated_links():
    two = f"[Load]({WIKI}{PACKED}) or [From the Start]({WIKI}{START})\n"
    try_mutated(PUZZLE, links, two, f"a\n{WIKI}{CELLS}\n", "https://f-puzzles.com/?load=N4")
