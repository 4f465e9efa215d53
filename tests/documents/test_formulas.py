"""Formulas in three notations, of which each is well formed and none loses a symbol."""

import re
import xml.etree.ElementTree as ET

from every import every
from gridwise.core import registry
from gridwise.core.formula import (
    Bars,
    Brackets,
    Choose,
    Formula,
    Large,
    Script,
    Symbol,
    formula,
    linear,
    row,
    sub,
)
from gridwise.documents.formulas import OFFICE, to_mathml, to_office, to_typst

NASTY = formula("a", '"', "$", "#x", "\\", "<", "&", "_", "^", "/", "'", sub("x", "i , j"))


def ours() -> list[Formula]:
    """Return the formulas of all puzzles."""
    return [
        item
        for kind in registry.puzzles()
        if (about := registry.about(kind)) is not None
        for body in (about.rules, *(section.body for section in about.views.values()))
        for item in body
        if isinstance(item, Formula)
    ]


def letters(formula: Formula) -> str:
    """Return the symbols of a formula without what notations put between them."""
    return re.sub(r"[\s_^(),|C]", "", linear(formula.math))


@every("item", lambda: [*ours(), NASTY], ids=lambda item: str(item)[:40])
def test_every_symbol_arrives(item: Formula) -> None:
    for text in (to_mathml(item.math), to_office(item.math)):
        found = re.sub(r"[\s_^(),|C]", "", "".join(ET.fromstring(text).itertext()))
        sign = re.search('chr m:val="(.)"', text)
        # Office Math has the sign of a sum in an attribute.
        wanted = letters(item).replace(sign[1] if sign else "", "")
        assert sorted(found) == sorted(wanted)


def test_typst_sets_them_all() -> None:
    import typst

    lines = "\n".join(
        f'#math.equation(block: true, eval({_string(to_typst(item.math))}, mode: "math"))'
        for item in [*ours(), NASTY]
    )
    assert typst.compile(lines.encode(), format="pdf").startswith(b"%PDF")


def _string(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def test_what_each_part_becomes() -> None:
    x = Symbol("x")
    assert linear(Large("∑", row("c ∈ N"), sub("x", "c"))) == "∑_(c ∈ N) x_c"
    assert linear(Choose(row("n"), row("k + 1"))) == "C(n, k + 1)"
    assert to_typst(Choose(x, Symbol("k"))) == "binom(x, k)"
    assert to_typst(Script(x, sub=Symbol("c"), sup=Symbol("*"))) == 'x_(c)^("*")'
    assert 'linethickness="0"' in to_mathml(Choose(x, x))
    assert "<msubsup>" in to_mathml(Script(x, sub=x, sup=x))
    assert "<m:limLow>" in to_office(Large("⋀", x, x))
    assert '<m:chr m:val="∑"/>' in to_office(Large("∑", x, x))
    assert OFFICE in to_office(x)
    assert linear(Bars(Brackets(x))) == "|(x)|"


def test_every_puzzle_of_the_package_tells_of_itself() -> None:
    for kind, puzzle in registry.puzzles().items():
        if type(puzzle).__module__.startswith("gridwise."):
            about = registry.about(kind)
            assert about is not None
            assert about.rules
            kinds = {view.kind for p in puzzle.examples for view in puzzle.views(puzzle.parse(p))}
            told = {key.split()[0] for key in about.views}
            # An engine of the puzzle's own is described on the puzzle's page, and so is the
            # shortening of a way, which has no formula; techniques have pages of their own.
            assert told - kinds == set()
            assert kinds - told <= {"deduction", "kernel", "shortening"}
    assert registry.about("latin") is None
