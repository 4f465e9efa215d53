"""Numbers as text: exact at any size, and shortened for people.

Python refuses to write an integer of more than 4,300 digits; `decimal` does not.
"""

import json
import secrets
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

_REFUSED = 10**4300
_MOST_SHOWN = 10**1000
_ENDS = 20
"""The digits at either end of a number that is shortened."""

SEPARATORS = "1,234.5"
"""A number with the separators of thousands and decimals; a template like any other."""
LENGTH = "{n} digits"
"""The length of a number that is shortened; a template like any other."""
_DIGITS = " digits)"


class Numeral(str):
    """A number written for people, in English; `in_language` writes it in another one."""

    __slots__ = ()

    def in_language(self, catalogue: Mapping[str, str]) -> str:
        """Return the number with the separators, and the word for digits, of a catalogue."""
        head, long, length = self.removesuffix(_DIGITS).rpartition(" (")
        written = catalogue.get(SEPARATORS, SEPARATORS)
        signs = {ord(","): written[1], ord("."): written[5]}
        if not long:
            return self.translate(signs)
        digits = catalogue.get(LENGTH, LENGTH).format(n=length.translate(signs))
        return f"{head} ({digits})"


def digits(value: int) -> str:
    """Return all digits of an integer of any size."""
    return int.__repr__(value) if abs(value) < _REFUSED else str(Decimal(value))


def integer(text: str) -> int:
    """Return the integer of a text with any number of digits; raise `ValueError` at others."""
    return int(text) if len(text) <= 4300 else int(Decimal(text))


class LongInteger(int):
    """An integer that prints itself at any size."""

    def __repr__(self) -> str:
        return digits(self)

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return format(Decimal(self), spec.removesuffix("d"))

    @classmethod
    def of(cls, value: int) -> int:
        """Return a `LongInteger` of an integer that Python refuses to write, others as they are."""
        return cls(value) if abs(value) >= _REFUSED else value


def is_long(value: int) -> bool:
    """Return whether an integer has more than 1,000 digits, too many for people."""
    return abs(value) >= _MOST_SHOWN


def number(value: int) -> Numeral:
    """Return an integer for people: 12,345; of a long one its ends, and how many digits it has."""
    if not is_long(value):
        return Numeral(f"{value:,}")
    text = digits(value)
    return Numeral(f"{text[:_ENDS]}...{text[-_ENDS:]} ({len(text.lstrip('-')):,}{_DIGITS}")


def percent(share: Fraction | float, places: int = 1) -> Numeral:
    """Return a share of 1 in percent, without the sign: 12.5; only what is certain is 0 or 100."""
    if share in (0, 1):
        return Numeral(100 * int(share))
    least = Fraction(1, 10**places)
    exact = 100 * Fraction(share)
    if exact < least / 2:
        return Numeral(f"<{float(least):.{places}f}")
    if exact >= 100 - least / 2:
        return Numeral(f">{float(100 - least):.{places}f}")
    return Numeral(f"{float(round(exact, places)):.{places}f}")


def dumps(value: Any, **how: Any) -> str:
    """Return a value as JSON, like `json.dumps`, with integers of any size."""
    try:
        return json.dumps(value, **how)
    except ValueError:
        mark, held = secrets.token_hex(8), list[str]()
        text = json.dumps(_held(value, mark, held), **how)
        for at, written in enumerate(held):
            text = text.replace(f'"{mark} {at}"', written)
        return text


def _held(value: Any, mark: str, held: list[str]) -> Any:
    """Return a value with texts in place of long integers, whose digits are put into `held`."""
    if isinstance(value, Mapping):
        return {name: _held(part, mark, held) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_held(part, mark, held) for part in value]
    if isinstance(value, int) and abs(value) >= _REFUSED:
        held.append(digits(value))
        return f"{mark} {len(held) - 1}"
    return value


def loads(text: str | bytes) -> Any:
    """Return the value of a JSON text of our own, like `json.loads`, with integers of any size."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        raise
    except ValueError:
        return json.loads(text, parse_int=integer)
