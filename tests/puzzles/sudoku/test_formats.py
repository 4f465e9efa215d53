"""Every form of text is read, and what is written reads back."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from every import every
from gridwise.core.errors import ParameterError, ParseError, UnknownNameError
from gridwise.puzzles.sudoku import PUZZLE, Position
from gridwise.puzzles.sudoku.position import SIZES, candidate_masks, default_box, digits_of
from gridwise.reading import choose
from puzzles.sudoku.support import BOXES, NINE, board, positions, solved, with_holes
from samples import seeds

GOLDEN = Path(__file__).parents[2] / "golden" / "sudoku"
FORMS = sorted(path for path in (GOLDEN / "forms").rglob("*.*") if path.suffix != ".md")
NINE_ONLY = {"sdk", "sdm", "ss", "sdx"}
DEFAULT_BOX_ONLY = {"line", "rows", "zeros", "csv"} | NINE_ONLY


def read(text):
    """Return the positions of a text that has no fault."""
    entries = list(PUZZLE.read(text))
    assert [entry.error for entry in entries] == [None] * len(entries)
    return [entry.position for entry in entries]


@every("path", FORMS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_form_of_one_board(path):
    text = path.read_text(encoding="utf-8")
    want = PUZZLE.parse((path.parent / "board.notation").read_text(encoding="utf-8"))
    bare = text.removesuffix("\n")
    for variant in (
        text,
        bare,
        "\ufeff" + text,
        text.replace("\n", "\r\n"),
        bare.replace("\n", "\r"),
    ):
        assert read(variant) == [want]
    (read_as,) = {kind.name for kind, _ in choose.read(text, filename=path.name)}
    assert read_as == "sudoku"
    if path.suffix != ".csv":  # a file has one header
        assert read(text + "\n\n" + text) == [want, want]


@every(
    "name",
    [
        *("seventeen.txt", "magictour.txt", "hardest_1106.txt", "qqwing.sdm", "norvig.txt"),
        "solution_counts.tsv",
    ],
)
def test_public_sets(name):
    text = (GOLDEN / name).read_text(encoding="utf-8")
    entries = list(PUZZLE.read(text, source=name))
    assert len(entries) == 20
    lines = text.split("\n")
    for entry in entries:
        assert entry.error is None and entry.position is not None
        shown = PUZZLE.format(entry.position, "line")
        assert lines[entry.line - 1][:81].replace("0", ".") == shown
        assert not PUZZLE.violations(entry.position)
    assert {entry.line for entry in entries} == set(range(2, 22))


@settings(max_examples=len(seeds(25, 300)), suppress_health_check=[HealthCheck.too_slow])
@given(positions())
def test_every_style_reads_back(position):
    default = default_box(position.size) == (position.box_height, position.box_width)
    for style in PUZZLE.styles:
        refused = (style in NINE_ONLY and position.size != 9) or (
            style in DEFAULT_BOX_ONLY and not default
        )
        refused = refused or (style == "line" and position.size == 5)
        if refused:
            with pytest.raises(ParameterError):
                PUZZLE.format(position, style)
            continue
        text = PUZZLE.format(position, style)
        assert not text.endswith("\n")
        assert read(text) == [position], style
        assert read(text + "\n") == [position], style


@settings(max_examples=len(seeds(20, 60)))
@given(st.lists(positions(), min_size=1, max_size=6), st.sampled_from(("notation", "grid")))
def test_many_of_all_sizes_in_one_text(some, style):
    assert read("\n\n".join(PUZZLE.format(p, style) for p in some)) == some
    if style == "notation":
        assert read("\n".join(PUZZLE.format(p) for p in some)) == some


@every("height, width", BOXES)
def test_every_size_and_box(height, width):
    some = [with_holes(solved(height, width, seed), height * 7, seed) for seed in range(3)]
    for style in ("notation", "grid", "rows", "zeros", "line"):
        try:
            texts = [PUZZLE.format(p, style) for p in some]
        except ParameterError:
            other = default_box(height * width) != (height, width)
            assert style in ("rows", "zeros", "line") if other else (style, width) == ("line", 5)
            continue
        assert read("\n\n".join(texts)) == some
        if style in ("rows", "zeros") and height * width != 16:
            assert read("\n".join(texts)) == some, "one after another, without a blank line"


def test_how_styles_look():
    position = PUZZLE.parse(NINE)
    assert PUZZLE.format(position, "grid").split("\n")[:5] == [
        "+-------+-------+-------+",
        "| 5 3 . | . 7 . | . . . |",
        "| 6 . . | 1 9 5 | . . . |",
        "| . 9 8 | . . . | . 6 . |",
        "+-------+-------+-------+",
    ]
    assert PUZZLE.format(position, "ss").split("\n")[2:5] == [
        ".98|...|.6.",
        "-----------",
        "8..|.6.|..3",
    ]
    assert PUZZLE.format(position, "sdx").split("\n")[0] == "5 3 124 26 7 2468 1489 1249 248"
    assert PUZZLE.format(position, "csv").split("\n") == ["puzzle,solution", NINE[11:] + ","]
    assert PUZZLE.format(position, "zeros").split("\n")[:2] == [
        *("5 3 0 0 7 0 0 0 0", "6 0 0 1 9 5 0 0 0")
    ]
    assert PUZZLE.format(solved(1, 5), "grid") == PUZZLE.format(solved(1, 5), "zeros")
    large = solved(3, 4)
    grid = PUZZLE.format(large, "grid").split("\n")
    assert len({len(line) for line in grid}) == 1
    assert PUZZLE.format(Position(2, 5, bytes([10, *[0] * 99]))) == "sudoku:2x5:A" + "." * 99
    assert PUZZLE.format(Position(5, 5, bytes([25, *[0] * 624]))).startswith("sudoku:5x5:P.")


def test_an_unknown_style():
    with pytest.raises(UnknownNameError, match="did you mean grid"):
        PUZZLE.format(PUZZLE.parse(NINE), "gird")


def test_a_solution_in_a_csv_is_kept_apart():
    full = PUZZLE.format(solved(3, 3), "line")
    text = f"quizzes,solutions\n{NINE[11:]},{full}\n\n{NINE[11:]},\n{NINE[11:]}\n"
    entries = list(PUZZLE.read(text))
    assert [entry.solution for entry in entries] == [solved(3, 3), None, None]
    assert [entry.line for entry in entries] == [2, 4, 5]
    assert {entry.position for entry in entries} == {PUZZLE.parse(NINE)}


def test_boxes_are_read_from_rulings():
    tall = with_holes(solved(3, 2), 9)
    grid = PUZZLE.format(tall, "grid")
    assert read(grid) == [tall]
    rows = [line.replace("|", " ").split() for line in grid.split("\n") if "+" not in line]
    plain = "\n".join(" ".join(row) for row in rows)
    (entry,) = PUZZLE.read(plain)
    assert entry.position.box_height == 2, "without rulings, the default"
    assert "breaks a rule" in str(entry.notes[0])
    few = "\n".join(["1.....", *["......"] * 5])
    assert read(few)[0].box_height == 2, "else the default"
    bars = "\n".join(" | ".join(" ".join(row[at : at + 2]) for at in (0, 2, 4)) for row in rows)
    assert read(bars) == [tall], "vertical lines suffice"
    gaps = "\n".join(" ".join("".join(row[at : at + 2]) for at in (0, 2, 4)) for row in rows)
    assert read(gaps) == [tall], "and gaps"
    with pytest.raises(ParseError, match="around boxes"):
        PUZZLE.parse("\n".join(row.replace(" ", "|", 1) for row in plain.split("\n")))


def test_letters():
    sixteen = "1..............." * 15 + "...............G"
    assert read(sixteen)[0].cells[-1] == 16
    assert read(sixteen.lower())[0].cells[-1] == 16
    letters = "A..............." * 15 + "...............P"
    assert read(letters)[0].cells[:1] + read(letters)[0].cells[-1:] == bytes([1, 16])
    hexadecimal = "1.....0........." + "................" * 14 + "...............F"
    assert read(hexadecimal)[0].cells[6] == 16 and read(hexadecimal)[0].cells[-1] == 15
    zeros = hexadecimal.replace(".", "0")
    assert set(read(zeros)[0].cells) == {0, 1, 15}, "0 alone is empty"
    big = "A.......................X" + "." * 600
    assert read(big)[0].cells[24] == 24, "X is a letter where there are 24 digits"
    assert read("1" + big[1:])[0].cells[24] == 0, "and empty beside digits"
    twenty = "B" + "x" * 398 + "T"
    assert read(twenty)[0].cells[-1] == 20 and read(twenty)[0].cells[1] == 0


def test_sixteen_cells_on_a_line():
    small = "1.3.............\n"
    large = "1..............G\n"
    assert [p.size for p in read(small)] == [4]
    assert [p.size for p in read(small * 3)] == [4] * 3
    assert [p.size for p in read(small * 16)] == [4] * 16
    assert [p.size for p in read(large * 16)] == [16]
    assert [p.size for p in read(large * 32)] == [16] * 2
    assert [p.size for p in read(large + "................\n" * 15)] == [16]
    assert [p.size for p in read("................\n" * 16)] == [16]
    assert [p.size for p in read("................\n")] == [4]
    assert [p.size for p in read("1.3............. easy\n" * 16)] == [4] * 16


def test_dashes_are_rows_or_rulings_as_their_number_asks():
    row, empty = "1--------\n", "---------\n"
    assert read(row + empty * 8) == [board("1" + "." * 80)]
    assert read(empty * 9) == [board("." * 81)]
    assert read(row * 3 + empty + row * 3 + empty + row * 3) == [board(("1" + "." * 8) * 9)]
    assert read("-" * 81 + "\n" + "1" + "-" * 80) == [board("." * 81), board("1" + "." * 80)]
    with pytest.raises(ParseError, match=r"no puzzle|the end after 11 cells"):
        PUZZLE.parse("-----------\n")


def test_sections():
    rows = PUZZLE.format(PUZZLE.parse(NINE), "rows")
    other = PUZZLE.format(solved(3, 3), "rows")
    text = f"#A me\n[Puzzle]\n{rows}\n[State]\n{other}\n[Colours]\n1,2\n"
    assert read(text) == [PUZZLE.parse(NINE)]
    assert read(text * 2) == [PUZZLE.parse(NINE)] * 2
    assert read(f"[State]\n{other}\n") == [solved(3, 3)]
    assert read(f"[Header]\nanything at all\n[puzzle]\n{NINE[11:]}\n") == [PUZZLE.parse(NINE)]


def test_candidates_and_entered_digits():
    text = PUZZLE.format(PUZZLE.parse(NINE), "sdx").split("\n")
    text[0] = "5 u3 124 26 7 u8 1489 u9 248"
    (position,) = read("\n".join(text))
    assert position.cells[:9] == bytes([5, 3, 0, 0, 7, 8, 0, 9, 0])
    assert SIZES[0] == 4 and read("12 3 u4 1\n" * 4) == [board("0341" * 4)]


@pytest.mark.parametrize(
    ("top", "middle", "bottom"),
    [
        (".-.-.-.", ":-+-+-:", "'-'-'-'"),
        ("*-----*", "|-+-+-|", "*-----*\n  Simple Sudoku\n  Version"),
    ],
    ids=["HoDoKu", "Simple Sudoku"],
)
def test_pencil_marks(top, middle, bottom):
    """A candidate that is alone is a digit: programs print both alike."""
    position = PUZZLE.parse(NINE)
    masks = candidate_masks(position)
    marks = [
        str(d) if d else "".join(map(str, digits_of(m)))
        for d, m in zip(position.cells, masks, strict=True)
    ]
    lines = [top.replace("-", "-" * 21)]
    for row in range(9):
        if row in (3, 6):
            lines.append(middle.replace("-", "-" * 21))
        cells = [cell.ljust(6) for cell in marks[row * 9 : row * 9 + 9]]
        lines.append("| " + " | ".join(" ".join(cells[at : at + 3]) for at in (0, 3, 6)) + " |")
    lines.append(bottom.replace("-", "-" * 21))
    want = [int(mark) if len(mark) == 1 else 0 for mark in marks]
    assert read("\n".join(lines)) == [Position(3, 3, bytes(want))]


def test_a_jigsaw_is_refused():
    """Its map of regions is no board, and the digits alone would be another puzzle."""
    rows = PUZZLE.format(PUZZLE.parse(NINE), "rows")
    regions = "\n".join(["aaabbbccc"] * 3 + ["dddeeefff"] * 3 + ["ggghhhiii"] * 3)
    numbers = regions.translate(str.maketrans("abcdefghi", "123456789"))
    for text in (f"{rows}\n\n{numbers}", f"{NINE[11:]}\n\n{regions}"):
        good, *others = PUZZLE.read(text)
        assert others or good.notes, text
        assert all(entry.error or entry.notes for entry in others)


def test_bands_with_blank_lines_between():
    rows = PUZZLE.format(PUZZLE.parse(NINE), "rows").split("\n")
    spaced = "\n\n".join(rows)
    bands = "\n\n".join("\n".join(rows[at : at + 3]) for at in (0, 3, 6))
    assert read(spaced) == read(bands) == [PUZZLE.parse(NINE)]
    assert read(bands + "\n\n" + spaced + "\n\n\n" + bands) == [PUZZLE.parse(NINE)] * 3


def test_titles():
    rows = PUZZLE.format(PUZZLE.parse(NINE), "rows")
    text = f"Grid 01\n{rows}\nGrid 02\n{rows}\nPuzzle 3: hard\n{rows}\n"
    assert read(text) == [PUZZLE.parse(NINE)] * 2 + [PUZZLE.parse(NINE)]


def test_nothing():
    for text in ("", "\n \n\t\n", "# only a comment\n", "\ufeff", "+---+---+\n"):
        with pytest.raises(ParseError, match="expected a sudoku puzzle"):
            PUZZLE.parse(text)


@settings(max_examples=len(seeds(100, 300)))
@given(st.text(alphabet="123456789.0-|+ \n,xX#GP[]u\r", max_size=400))
def test_whatever_is_read_is_a_board_or_an_error_in_its_place(text):
    line_ends = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    before = 0
    for entry in PUZZLE.read(text, source="s"):
        assert entry.line > before
        before = entry.line
        assert (entry.position is None) == (entry.error is not None)
        if entry.error is not None:
            assert entry.error.source == "s"
            assert 1 <= entry.error.line <= len(line_ends)
            assert 1 <= entry.error.column <= len(line_ends[entry.error.line - 1]) + 1


def test_a_board_without_boxes_is_read_from_rows_alone():
    cells = "...4..5.1.......32.12...5"
    want = [PUZZLE.parse(f"sudoku:1x5:{cells}")]
    rows = [cells[at : at + 5] for at in range(0, 25, 5)]
    assert read("\n".join(rows)) == want
    assert read("\n".join(" ".join(row) for row in rows).replace(".", "0")) == want
    assert read("\n".join(",".join(row) for row in rows).replace(".", "")) == want
    assert read(f"puzzle,solution\n{cells},") == want
    seven = PUZZLE.parse("sudoku:1x7:.32.......5.7.4..6..5.....1..76.5.3...46.1..52..6")
    assert read(PUZZLE.format(seven, "line")) == [seven]
    with pytest.raises(ParameterError, match="row of 25x25"):
        PUZZLE.format(want[0], "line")
