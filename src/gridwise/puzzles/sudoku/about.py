"""Sudoku in words and formulas, for reports."""

from gridwise.core.capabilities import About, Section
from gridwise.core.formula import Brackets, Large, formula, row, sub
from gridwise.core.message import msg

_CELL_LEAST = formula(Large("⋁", row("d"), sub("x", "c , d")))
_CELL_MOST = formula(
    Large("⋀", row("d < e"), Brackets(row("¬", sub("x", "c , d"), "∨ ¬", sub("x", "c , e"))))
)
_HOUSE_LEAST = formula(Large("⋁", row("c ∈ H"), sub("x", "c , d")))
_HOUSE_MOST = formula(
    Large("⋀", row("b , c ∈ H , b < c"), row()),
    Brackets(row("¬", sub("x", "b , d"), "∨ ¬", sub("x", "c , d"))),
)

ABOUT = About(
    title=msg("Sudoku"),
    invitation=msg("Every digit once in each row, column and box."),
    rules=(
        msg(
            "A board of n rows and n columns is divided into boxes of n cells. Some cells are "
            "given. Fill the others so that every row, every column and every box holds each of "
            "the digits from 1 to n once. Rows, columns and boxes are called houses."
        ),
        msg("A proper puzzle has exactly one solution; whether that is so is looked at too."),
    ),
    views={
        "domains": Section(
            msg("Domains"),
            (
                msg(
                    "Each cell c has a variable whose values are the digits that the givens leave "
                    "it. Within a house H all variables differ, so that each digit is used:"
                ),
                formula(sub("v", "b"), "≠", sub("v", "c"), "( b , c ∈ H , b ≠ c )"),
            ),
        ),
        "exact_cover": Section(
            msg("Exact cover"),
            (
                msg(
                    "The items are the cells, and each digit of each row, of each column and of "
                    "each box. An option is a digit in a cell; it covers four items. A solution is "
                    "a choice of options that covers every item exactly once."
                ),
                formula("n ² + n ² + n ² + n ² = 4 n ²"),
            ),
        ),
        "cnf": Section(
            msg("Clauses"),
            (
                msg(
                    "The variable x with the indices c, d is true where cell c holds the digit d. "
                    "Cells are numbered from 0, row by row, and the number of the variable is"
                ),
                formula("c · n + d ."),
            ),
        ),
        "cnf encoding=extended": Section(
            msg("The extended encoding"),
            (
                msg("Each cell c holds at least one digit, and at most one:"),
                _CELL_LEAST,
                _CELL_MOST,
                msg("Each house H holds each digit d at least once, and at most once:"),
                _HOUSE_LEAST,
                _HOUSE_MOST,
                msg(
                    "Half of these clauses would do. The others follow from them, and let unit "
                    "propagation see more."
                ),
            ),
        ),
        "cnf encoding=minimal": Section(
            msg("The minimal encoding"),
            (
                msg("Each cell c holds at least one digit:"),
                _CELL_LEAST,
                msg("Each house H holds each digit d at most once:"),
                _HOUSE_MOST,
            ),
        ),
    },
    families={
        "given": msg("the givens"),
        "excluded": msg("candidates that were ruled out"),
        "cell_at_least": msg("every cell has a digit"),
        "cell_at_most": msg("no cell has two digits"),
        "row_at_least": msg("every digit is in each row"),
        "column_at_least": msg("every digit is in each column"),
        "box_at_least": msg("every digit is in each box"),
        "row_at_most": msg("no digit is twice in a row"),
        "column_at_most": msg("no digit is twice in a column"),
        "box_at_most": msg("no digit is twice in a box"),
    },
)
