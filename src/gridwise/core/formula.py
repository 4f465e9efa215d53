"""Formulas of documents, as small trees in no notation.

A document writes each as MathML, as Office Math or for typst, a screen reader as one line.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Symbol:
    """One letter, number, name or sign."""

    text: str


@dataclass(frozen=True, slots=True)
class MathRow:
    """Parts side by side."""

    parts: tuple["Math", ...]


@dataclass(frozen=True, slots=True)
class Script:
    """A base with something below it, above it or both, at its right."""

    base: "Math"
    sub: "Math | None" = None
    sup: "Math | None" = None


@dataclass(frozen=True, slots=True)
class Choose:
    """A binomial coefficient."""

    top: "Math"
    bottom: "Math"


@dataclass(frozen=True, slots=True)
class Large:
    """A large sign such as a sum, with its range, before its body."""

    sign: str
    under: "Math"
    body: "Math"


@dataclass(frozen=True, slots=True)
class Bars:
    """A body between two bars: the size of a set, or an absolute value."""

    body: "Math"


@dataclass(frozen=True, slots=True)
class Brackets:
    """A body in round brackets."""

    body: "Math"


Math = Symbol | MathRow | Script | Choose | Large | Bars | Brackets


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula on a line of its own."""

    math: Math

    def __str__(self) -> str:
        return linear(self.math)


def row(*parts: "str | Math") -> MathRow:
    """Return parts side by side; a text is split at its blanks into symbols."""
    out: list[Math] = []
    for part in parts:
        if isinstance(part, str):
            out.extend(Symbol(word) for word in part.split())
        else:
            out.append(part)
    return MathRow(tuple(out))


def sub(base: str, below: str) -> Script:
    """Return a letter with an index."""
    return Script(Symbol(base), sub=row(below))


def formula(*parts: "str | Math") -> Formula:
    """Return a formula of parts side by side, see `row`."""
    return Formula(row(*parts))


def linear(math: Math) -> str:
    """Return a formula as one line of text, for screen readers: sum_(c in N) x_c = k."""
    match math:
        case Symbol(text):
            return text
        case MathRow(parts):
            return " ".join(map(linear, parts))
        case Script(base, below, above):
            low = "" if below is None else f"_{_grouped(below)}"
            high = "" if above is None else f"^{_grouped(above)}"
            return f"{linear(base)}{low}{high}"
        case Choose(top, bottom):
            return f"C({linear(top)}, {linear(bottom)})"
        case Bars(body):
            return f"|{linear(body)}|"
        case Brackets(body):
            return f"({linear(body)})"
        case Large(sign, under, body):
            return f"{sign}_{_grouped(under)} {linear(body)}"


def _grouped(math: Math) -> str:
    text = linear(math)
    return text if " " not in text else f"({text})"
