"""Formulas in the notations of typst, MathML and Office Math."""

from typing import assert_never
from xml.sax.saxutils import escape

from gridwise.core.formula import (
    Bars,
    Brackets,
    Choose,
    Large,
    Math,
    MathRow,
    Script,
    Symbol,
    linear,
)

OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/math"


def to_typst(math: Math) -> str:
    """Return the formula in typst's notation; no symbol of it means anything to typst."""
    match math:
        case Symbol(text):
            # A quoted text is upright, so single letters stand for themselves.
            return text if len(text) == 1 and text.isalpha() else _quoted(text)
        case MathRow(parts):
            return " ".join(map(to_typst, parts))
        case Script(base, below, above):
            low = "" if below is None else f"_({to_typst(below)})"
            high = "" if above is None else f"^({to_typst(above)})"
            return f"{to_typst(base)}{low}{high}"
        case Choose(top, bottom):
            return f"binom({to_typst(top)}, {to_typst(bottom)})"
        case Bars(body):
            return f"abs({to_typst(body)})"
        case Brackets(body):
            return f"({to_typst(body)})"
        case Large(sign, under, body):
            return f"limits({sign})_({to_typst(under)}) {to_typst(body)}"
        case _:
            assert_never(math)


def _quoted(text: str) -> str:
    inner = text.replace("\\", "\\\\").replace('"', '\\"')
    # Signs keep their spacing as members of their class; a bare text would have none.
    if text.isalnum() or not any(c in _RELATIONS or c in _BINARY for c in text):
        return f'"{inner}"'
    kind = "relation" if text in _RELATIONS else "binary"
    return f'class("{kind}", "{inner}")'


_RELATIONS = frozenset("=≠<>≤≥∈⊆:")
_BINARY = frozenset("+−∨∧·")


def to_mathml(math: Math) -> str:
    """Return the formula as MathML, to stand in a page; its text form is an attribute."""
    return (
        f'<math xmlns="http://www.w3.org/1998/Math/MathML" display="block" '
        f'alttext="{escape(linear(math), {chr(34): "&quot;"})}">{_mathml(math)}</math>'
    )


def _mathml(math: Math) -> str:
    match math:
        case Symbol(text):
            kind = "mi" if text.isalpha() else "mn" if text[0].isdigit() else "mo"
            # Brackets and bars must not grow, nor bars be taken for a fence at the wrong side.
            extra = ' stretchy="false"' if kind == "mo" else ""
            return f"<{kind}{extra}>{escape(text)}</{kind}>"
        case MathRow(parts):
            return f"<mrow>{''.join(map(_mathml, parts))}</mrow>"
        case Script(base, below, above):
            inner = "".join(_mathml(part) for part in (base, below, above) if part is not None)
            name = "msubsup" if below and above else "msub" if below else "msup"
            return f"<{name}>{inner}</{name}>"
        case Choose(top, bottom):
            return (
                f'<mrow><mo>(</mo><mfrac linethickness="0">{_mathml(top)}{_mathml(bottom)}'
                f"</mfrac><mo>)</mo></mrow>"
            )
        case Bars(body):
            return f"<mrow><mo>|</mo>{_mathml(body)}<mo>|</mo></mrow>"
        case Brackets(body):
            return f"<mrow><mo>(</mo>{_mathml(body)}<mo>)</mo></mrow>"
        case Large(sign, under, body):
            return (
                f'<mrow><munder><mo largeop="true" movablelimits="false">{escape(sign)}</mo>'
                f"{_mathml(under)}</munder>{_mathml(body)}</mrow>"
            )
        case _:
            assert_never(math)


def to_office(math: Math) -> str:
    """Return the formula as an Office Math paragraph (ISO/IEC 29500-1, section 22.1)."""
    return f'<m:oMathPara xmlns:m="{OFFICE}"><m:oMath>{_office(math)}</m:oMath></m:oMathPara>'


def _office(math: Math) -> str:
    match math:
        case Symbol(text):
            return f'<m:r><m:t xml:space="preserve">{escape(text)}</m:t></m:r>'
        case MathRow(parts):
            return "".join(map(_office, parts))
        case Script(base, below, above):
            name = "sSubSup" if below and above else "sSub" if below else "sSup"
            low = f"<m:sub>{_office(below)}</m:sub>" if below else ""
            high = f"<m:sup>{_office(above)}</m:sup>" if above else ""
            return f"<m:{name}><m:e>{_office(base)}</m:e>{low}{high}</m:{name}>"
        case Choose(top, bottom):
            return (
                '<m:d><m:e><m:f><m:fPr><m:type m:val="noBar"/></m:fPr>'
                f"<m:num>{_office(top)}</m:num><m:den>{_office(bottom)}</m:den></m:f></m:e></m:d>"
            )
        case Bars(body):
            bars = '<m:dPr><m:begChr m:val="|"/><m:endChr m:val="|"/></m:dPr>'
            return f"<m:d>{bars}<m:e>{_office(body)}</m:e></m:d>"
        case Brackets(body):
            return f"<m:d><m:e>{_office(body)}</m:e></m:d>"
        case Large(sign, under, body) if sign != "∑":
            # Not every word processor knows other large operators, but all know limits.
            limit = f"<m:e>{_office(Symbol(sign))}</m:e><m:lim>{_office(under)}</m:lim>"
            return f"<m:limLow>{limit}</m:limLow>{_office(body)}"
        case Large(sign, under, body):
            return (
                f'<m:nary><m:naryPr><m:chr m:val="{escape(sign)}"/><m:limLoc m:val="undOvr"/>'
                f'<m:supHide m:val="1"/></m:naryPr><m:sub>{_office(under)}</m:sub><m:sup/>'
                f"<m:e>{_office(body)}</m:e></m:nary>"
            )
        case _:
            assert_never(math)
