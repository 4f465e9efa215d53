"""N-Queens in words and formulas, for reports."""

from gridwise.core.capabilities import About, Section
from gridwise.core.formula import Brackets, Large, formula, row, sub
from gridwise.core.message import msg

ABOUT = About(
    title=msg("N-Queens"),
    invitation=msg("Place the queens so that none attacks another."),
    rules=(
        msg(
            "Put n queens on a board of n rows and n columns so that no two of them stand in one "
            "row, in one column or on one diagonal. Some queens may be fixed in advance, and some "
            "squares blocked."
        ),
        msg(
            "With fixed queens the question is NP-complete (Gent, Jefferson and Nightingale 2017, "
            "Journal of Artificial Intelligence Research 59, 815-848)."
        ),
    ),
    views={
        "domains": Section(
            msg("Domains"),
            (
                msg("Each row r has a variable q, the column of its queen. For two rows r and s:"),
                formula(sub("q", "r"), "≠", sub("q", "s")),
                formula("r −", sub("q", "r"), "≠ s −", sub("q", "s")),
                formula("r +", sub("q", "r"), "≠ s +", sub("q", "s")),
            ),
        ),
        "exact_cover": Section(
            msg("Exact cover"),
            (
                msg(
                    "The items are the rows and the columns, each to be covered exactly once, and "
                    "the diagonals, each at most once. An option is a queen on a square."
                ),
            ),
        ),
        "cnf": Section(
            msg("Clauses"),
            (
                msg(
                    "The variable of a square is true where a queen stands on it. Squares are "
                    "numbered row by row, from 1. Every row and every column L has at least one "
                    "queen:"
                ),
                formula(Large("⋁", row("c ∈ L"), sub("x", "c"))),
                msg("Every row, column and diagonal has at most one."),
            ),
        ),
        "cnf encoding=pairwise": Section(
            msg("The pairwise encoding"),
            (
                msg("At most one queen on a line L: no two squares of it hold one."),
                formula(
                    Large("⋀", row("b , c ∈ L , b < c"), row()),
                    Brackets(row("¬", sub("x", "b"), "∨ ¬", sub("x", "c"))),
                ),
                msg("Lines of more than 40 squares get a counter instead."),
            ),
        ),
        "cnf encoding=seqcounter": Section(
            msg("The sequential counter"),
            (
                msg(
                    "At most one queen is on a line: a sequential counter with auxiliary variables "
                    "encodes that (Sinz 2005)."
                ),
            ),
        ),
        "states": Section(
            msg("States"),
            (
                msg(
                    "A state has queens in the first rows; a step puts one into the next row, on a "
                    "square that none attacks, and costs 1. The heuristic open_rows is the number "
                    "of rows without a queen; dead_rows gives far more where one of them has no "
                    "free square left."
                ),
                formula("f = g + h"),
            ),
        ),
        "game": Section(
            msg("The game of two players"),
            (
                msg(
                    "Two players place by turns a queen that attacks none; who cannot place one "
                    "has lost. A position is the set P of the squares that are open, and S(m) are "
                    "the squares on the lines of m. Its value, for the player to move, is -1 if P "
                    "is empty, and otherwise:"
                ),
                formula("v(P) =", Large("max", row("m ∈ P"), row("− v(P ∖ S(m))"))),
            ),
        ),
        "local_search": Section(
            msg("Local search"),
            (
                msg(
                    "A queen stands in every row and every column from the start; a step swaps the "
                    "columns of a queen that is attacked and of another one."
                ),
            ),
        ),
        "construction": Section(
            msg("Construction"),
            (msg("Closed formulas for the columns give a solution of every n from 4 on."),),
        ),
    },
    families={
        "queen": msg("the queens that are given"),
        "blocked": msg("the squares that are blocked"),
        "row": msg("one queen in each row"),
        "column": msg("one queen in each column"),
        "falling": msg("at most one queen on a falling diagonal"),
        "rising": msg("at most one queen on a rising diagonal"),
    },
)
