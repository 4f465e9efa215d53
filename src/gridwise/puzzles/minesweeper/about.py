"""Minesweeper in words and formulas, for reports."""

from gridwise.core.capabilities import About, Section
from gridwise.core.formula import Bars, Choose, Large, formula, row, sub
from gridwise.core.message import msg

_SUM = formula(Large("∑", row("c ∈ N"), sub("x", "c")), "= k")

ABOUT = About(
    title=msg("Minesweeper"),
    invitation=msg("Read the numbers, find the mines, and guess only where logic ends."),
    rules=(
        msg(
            "Some cells of the board hold mines. An open cell shows how many of its up to eight "
            "neighbours do. Which covered cells are mines, and which are safe, in every layout of "
            "mines that fits what is shown?"
        ),
        msg(
            "Whether any layout fits is an NP-complete question (Kaye 2000, Mathematical "
            "Intelligencer 22(2), 9-15)."
        ),
    ),
    views={
        "counts": Section(
            msg("Sums"),
            (
                msg(
                    "Each covered cell c has a variable x, 1 for a mine and 0 for none. An open "
                    "cell with the covered neighbours N, of which k are mines, says:"
                ),
                _SUM,
            ),
        ),
        "cnf": Section(
            msg("Clauses"),
            (
                msg(
                    "The variable of a cell is true where it holds a mine. Variables are numbered "
                    "row by row, from 1. An open cell with the covered neighbours N, of which k "
                    "are mines, says that exactly k of their variables are true, and so does the "
                    "total of mines, if it is given. A known cell is a clause of "
                    "one literal."
                ),
                _SUM,
            ),
        ),
        "cnf encoding=binomial": Section(
            msg("The binomial encoding"),
            (
                msg(
                    "Exactly k of the n variables of N are true when, of every n - k + 1 of them, "
                    "one is true, and of every k + 1 of them, one is false:"
                ),
                formula(
                    Large("⋀", row("A ⊆ N ,", Bars(row("A")), "= n − k + 1"), row()),
                    Large("⋁", row("c ∈ A"), sub("x", "c")),
                ),
                formula(
                    Large("⋀", row("B ⊆ N ,", Bars(row("B")), "= k + 1"), row()),
                    Large("⋁", row("c ∈ B"), row("¬", sub("x", "c"))),
                ),
                msg("No further variables are needed. The number of clauses of one cell is"),
                formula(
                    Choose(row("n"), row("n − k + 1")), "+", Choose(row("n"), row("k + 1")), "."
                ),
                msg(
                    "A sum that would make more than 20,000 clauses, such as the number of mines "
                    "on a large board, is coded by a counter with auxiliary variables instead "
                    "(Sinz 2005)."
                ),
            ),
        ),
    },
    families={
        "shown": msg("cells that are shown"),
        "known_mine": msg("cells known to be mines"),
        "known_safe": msg("cells known to be safe"),
        "number": msg("each number counts the mines around it"),
        "total": msg("the number of all mines"),
    },
)
