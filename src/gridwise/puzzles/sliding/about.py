"""The sliding puzzle in words and formulas, for reports."""

from collections.abc import Mapping

from gridwise.core.capabilities import About, Section
from gridwise.core.formula import (
    Bars,
    Brackets,
    Formula,
    Large,
    Math,
    Script,
    Symbol,
    formula,
    row,
    sub,
)
from gridwise.core.message import Message, msg
from gridwise.puzzles.sliding.heuristics import DEFAULT, estimators

_HOME_R, _HOME_C = (Script(Symbol(x), sub=row("t"), sup=row("⋆")) for x in "rc")
_HOME = Script(Symbol("p"), sub=row("t"), sup=row("⋆"))
_ROWS = Bars(row(sub("r", "t"), "−", _HOME_R))
_COLS = Bars(row(sub("c", "t"), "−", _HOME_C))
_ROWS2 = Script(Brackets(row(sub("r", "t"), "−", _HOME_R)), sup=row("2"))
_COLS2 = Script(Brackets(row(sub("c", "t"), "−", _HOME_C)), sup=row("2"))


def _sum(*parts: "str | Math") -> Large:
    return Large("∑", row("t"), Brackets(row(*parts)))


_MANHATTAN = _sum(_ROWS, "+", _COLS)
_SQUARES = formula("D =", _sum(_ROWS2, "+", _COLS2))
_FORMULAS: Mapping[str, tuple[Formula, ...]] = {
    "misplaced": (formula("h =", Bars(row("{ t :", sub("p", "t"), "≠", _HOME, "}"))),),
    "manhattan": (formula("h =", _MANHATTAN),),
    "manhattan_reversals": (formula("h =", _MANHATTAN, "+ a"),),
    "linear_conflict": (formula("h =", _MANHATTAN, "+ 2 l"),),
    "squared_reversals": (_SQUARES, formula("h = D + a")),
    "squared_discounted": (_SQUARES, formula("h = D − ⌊ 0.15 D ⌋ + a")),
}
"""Row r and column c of tile t; with a star in the goal."""


def _claims(admissible: bool) -> Message:
    if admissible:
        return msg("It is admissible: it never exceeds the true number of slides.")
    return msg(
        "It is not admissible: the solution found with it may be longer than a shortest one."
    )


def _heuristics() -> dict[str, Section]:
    out = {}
    for name, known in estimators().items():
        body: tuple[Message | Formula, ...] = (
            known.text,
            *_FORMULAS.get(name, ()),
            _claims(known.admissible),
        )
        out[f"states heuristic={name}"] = Section(msg("Heuristic {name}", name=name), body)
    out["states heuristic=auto"] = out[f"states heuristic={DEFAULT}"]
    return out


ABOUT = About(
    title=msg("Sliding puzzle"),
    invitation=msg("Slide the tiles home, in as few moves as you can."),
    rules=(
        msg(
            "A board has tiles with numbers and one blank. A move slides a tile that shares a side "
            "with the blank into it. Find a path to the goal, with as few moves as you can."
        ),
        msg(
            "Every slide swaps the blank with a tile and takes it one step, so only half of all "
            "arrangements can reach a given goal (Johnson and Story 1879)."
        ),
    ),
    views={
        "states": Section(
            msg("States"),
            (
                msg(
                    "A state is an arrangement, a step is a slide and costs 1. A best-first search "
                    "takes the state with the least f, of the steps so far g and the estimate h of "
                    "those to go:"
                ),
                formula("f = g + h"),
                msg(
                    "Below, tile t is in row r and column c, at place p; a star marks the "
                    "values in the goal. The term a is 2 for each reversed pair, and l is the "
                    "number of tiles that have to leave their line."
                ),
            ),
        ),
        **_heuristics(),
        "construction": Section(
            msg("Construction"),
            (
                msg(
                    "The tiles are brought to their places one after another by fixed manoeuvres; "
                    "the path is long, but needs no search."
                ),
            ),
        ),
    },
)
