"""Tables of a text: its cells, and the evidence beside them."""

from every import every
from gridwise.core.table import GAP, HEAVY, THIN, Table
from gridwise.reading.unwrap import pieces

HEADS = frozenset({"sudoku", "queens", "minesweeper", "sliding"})


def tables(text: str) -> list[Table]:
    return [piece for piece in pieces(text, "f", HEADS) if isinstance(piece, Table)]


def cells(table: Table) -> list[str]:
    """Return the rows, with blanks between cells and `~` for a blank cell."""
    return [" ".join(cell or "~" for cell in row.cells) for row in table.rows]


FOUR = ["1 . 3 .", ". . 2 .", ". 2 . .", ". . . 4"]
BLANK = [row.replace(".", "~") for row in FOUR]


@every(
    "text, rows",
    [
        ("1.3.\n..2.\n.2..\n...4", FOUR),
        ("1 . 3 .\n. . 2 .\n. 2 . .\n. . . 4\n", FOUR),
        ("1,.,3,.\n.,.,2,.\n.,2,.,.\n.,.,.,4", FOUR),
        ("1;.;3;.;\n.;.;2;.;\n.;2;.;.;\n.;.;.;4;", FOUR),
        ("1\t.\t3\t.\n.\t.\t2\t.\n.\t2\t.\t.\n.\t.\t.\t4", FOUR),
        ("１．３．\n．．２．\n．２．．\n．．．４", FOUR),
        ("1,,3,\n,,2,\n,2,,\n,,,4", BLANK),
        ("1\t\t3\t\n\t\t2\t\n\t2\t\t\n\t\t\t4", BLANK),
        ('"1","","3",""\n"","","2",""\n"","2","",""\n"","","","4"', BLANK),
        ("| 1 |   | 3 |   |\n|   |   | 2 |   |\n|   | 2 |   |   |\n|   |   |   | 4 |", BLANK),
        ("[[1, None, 3, nan],\n[None, nan, 2, nan],\n[None, 2, nan, nan],\n[nan, nan, nan, 4]]",
         BLANK),
        ("[[1, '', 3, ''],\n ['', '', 2, ''],\n ['', 2, '', ''],\n ['', '', '', 4]]", BLANK),
        ("int a[4][4] = {\n {1, 0, 3, 0}, // top\n {0, 0, 2, 0}, {0, 2, 0, 0}, {0, 0, 0, 4} };",
         [row.replace(".", "0") for row in FOUR]),
        ("array([[1, 0, 3, 0],\n       [0, 0, 2, 0],\n       [0, 2, 0, 0],\n       [0, 0, 0, 4]])",
         [row.replace(".", "0") for row in FOUR]),
        ("A = [1 0 3 0; 0 0 2 0; 0 2 0 0; 0 0 0 4];", [row.replace(".", "0") for row in FOUR]),
        ('["1.3.", "..2.", ".2..", "...4"]', FOUR),
        ("  1 2 3 4\n1 1 . 3 .\n2 . . 2 .\n3 . 2 . .\n4 . . . 4", FOUR),
        ("  A B C D\n1 1 . 3 .\n2 . . 2 .\n3 . 2 . .\n4 . . . 4\n", FOUR),
        (",c1,c2,c3,c4\nr1,1,.,3,.\nr2,.,.,2,.\nr3,.,2,.,.\nr4,.,.,.,4", FOUR),
        ("```text\n1.3.\n..2.\n.2..\n...4\n```", FOUR),
        ("> 1.3.\n> ..2.\n> .2..\n> ...4", FOUR),
        ("// from class\n1.3.  # the top\n..2.\n.2..\n...4", FOUR),
        ("Here it is (2024):\n1.3.\n..2.\n.2..\n...4\nThanks! (1 2 3 4)", FOUR),
        ("4\n1.3.\n..2.\n.2..\n...4", FOUR),
        ("4x4\n1.3.\n..2.\n.2..\n...4", FOUR),
        ("row 1: 1.3.\nrow 2: ..2.\nrow 3: .2..\nrow 4: ...4", FOUR),
        ("1.3.\n\n..2.\n\n.2..\n\n...4", FOUR),
        ("#1#2\n1##.\n....\n....", ["# 1 # 2", "1 # # .", ". . . .", ". . . ."]),
        ("12..\n123.\n....\n....", ["1 2 . .", "1 2 3 .", ". . . .", ". . . ."]),
    ],
    ids=lambda case: case[0],
)  # fmt: skip
def test_cells(text: str, rows: list[str]) -> None:
    (table,) = tables(text)
    assert cells(table) == rows


@every(
    "text, rulings, edges",
    [
        ("1.|3.\n..|2.\n--+--\n.2|..\n..|.4", {2: THIN}, (2,)),
        ("1.║3.\n..║2.\n══╬══\n.2║..\n..║.4", {2: HEAVY}, (2,)),
        ("1.3.\n..2.\n----\n.2..\n...4", {2: THIN}, ()),
        ("1.3.\n..2.\n———————\n.2..\n...4", {2: THIN}, ()),
        ("1. 3.\n.. 2.\n\n.2 ..\n.. .4", {2: GAP}, (2,)),
        ("1 .  3 .\n. .  2 .\n. 2  . .\n. .  . 4", {}, (2,)),
        ("+-----+-----+\n| 1 . | 3 . |\n| . . | 2 . |\n+-----+-----+\n| . 2 | . . |\n"
         "| . . | . 4 |\n+-----+-----+", {2: THIN}, (2,)),
        ("┌───┬───┐\n│1 .│3 .│\n│. .│2 .│\n├───┼───┤\n│. 2│. .│\n│. .│. 4│\n└───┴───┘",
         {2: THIN}, (2,)),
    ],
    ids=lambda case: case[0],
)  # fmt: skip
def test_lines_around_boxes(text: str, rulings: dict[int, int], edges: tuple[int, ...]) -> None:
    (table,) = tables(text)
    assert cells(table) == FOUR
    assert (table.rulings, table.edges()) == (rulings, edges)
    assert table.ruled


def test_dashes_are_rows_beside_cells_of_dashes() -> None:
    assert [*map(cells, tables("- 1\n- -\n1 -"))] == [["- 1", "- -", "1 -"]]
    assert [*map(cells, tables("X - -\n- - 1\n- - -"))] == [["X - -", "- - 1", "- - -"]]
    assert [*map(cells, tables("1.3.\n..2.\n----\n.2..\n...4"))] == [FOUR]


@every(
    "text, name, said, line, offset",
    [
        ("# mines: 10\n1-\n-1", "mines", "10", 1, 9),
        ("1-\n-1\n10 mines", "mines", "10", 3, 0),
        ("mines: many\n1-\n-1", "mines", "many", 1, 7),
        ("# size: 3x2\n1 2 3 4 5 0", "size", "3x2", 1, 8),
        ("# goal: last\n1 2\n3 0", "goal", "last", 1, 8),
        ("8\nr1c1 r2c3", "n", "8", 1, 0),
        ("3 3 2\n- 1 -\n1 2 1\n- - -", "mines", "2", 1, 0),
    ],
    ids=lambda case: case[0],
)
def test_what_is_beside_a_table(text: str, name: str, said: str, line: int, offset: int) -> None:
    (table,) = tables(text)
    here = table.directives[name]
    assert (here[0], here[1].number, here[2]) == (said, line, offset)


def test_places_of_cells() -> None:
    (table,) = tables("A title\n\n> | 1 | . |\n> | . | 2 |\n")
    assert [row.line for row in table.rows] == [3, 4]
    assert [list(row.columns)[:2] for row in table.rows] == [[4, 8], [4, 8]]
    (table,) = tables("x = [[1, 2],\n     [3, 40]]")
    assert [(row.line, list(row.columns)) for row in table.rows] == [
        (1, [6, 9, 10]),
        (2, [6, 9, 11]),
    ]


@every(
    "text, boards",
    [
        ("1.3.\n..2.\n.2..\n...4\n\n1.3.\n..2.\n.2..\n...4", 2),
        ("1.3. 1.3.\n..2. ..2.\n.2.. .2..\n...4 ...4", 2),
        ("1 . 3 .     1 . 3 .\n. . 2 .     . . 2 .\n. 2 . .     . 2 . .\n. . . 4     . . . 4", 2),
        ("First\n1.3.\n..2.\n.2..\n...4\nSecond\n1.3.\n..2.\n.2..\n...4", 2),
        ("[[1, 2], [3, 0]]\n[[0, 1], [2, 3]]", 2),
    ],
    ids=lambda case: case[0],
)
def test_several_tables(text: str, boards: int) -> None:
    several = tables(text)
    assert len(several) == boards
    assert len({table.width for table in several}) == 1
