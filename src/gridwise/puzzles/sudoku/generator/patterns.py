"""The places of givens: symmetries, and patterns from a user."""

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from gridwise.core.errors import ParameterError
from gridwise.core.message import msg

_HERE, _AWAY = "xX", ".-_0"

SYMMETRIES = (
    "none",
    "half_turn",
    "quarter_turn",
    "horizontal",
    "vertical",
    "diagonal",
    "antidiagonal",
    "mirrors",
    "diagonals",
)


def orbits_of(size: int, symmetry: str) -> list[tuple[int, ...]]:
    """Return the cells in groups that the symmetry maps to each other."""
    last = size - 1
    mirrors: dict[str, Callable[[int, int], tuple[int, int]]] = {
        "half_turn": lambda r, c: (last - r, last - c),
        "quarter_turn": lambda r, c: (c, last - r),
        "horizontal": lambda r, c: (r, last - c),
        "vertical": lambda r, c: (last - r, c),
        "diagonal": lambda r, c: (c, r),
        "antidiagonal": lambda r, c: (last - c, last - r),
    }
    both = {"none": (), "mirrors": ("horizontal", "vertical")}
    both["diagonals"] = ("diagonal", "antidiagonal")
    steps = [mirrors[name] for name in both.get(symmetry, (symmetry,))]
    seen: set[int] = set()
    orbits: list[tuple[int, ...]] = []
    for cell in range(size * size):
        if cell in seen:
            continue
        orbit = [cell]
        for at in orbit:
            for step in steps:
                row, col = step(*divmod(at, size))
                if row * size + col not in orbit:
                    orbit.append(row * size + col)
        seen.update(orbit)
        orbits.append(tuple(orbit))
    return orbits


def reachable(orbits: Iterable[tuple[int, ...]], givens: int) -> bool:
    """Return whether the sizes of some orbits add up to this many givens."""
    sums = 1
    for orbit in orbits:
        sums |= sums << len(orbit)
    return bool(sums >> givens & 1)


def has_empty_pair(cells: frozenset[int], height: int, width: int) -> bool:
    """Return whether two rows of a band, or two columns of a stack, have none of the cells."""
    size = height * width
    rows = Counter(row // height for row in set(range(size)) - {cell // size for cell in cells})
    columns = Counter(col // width for col in set(range(size)) - {cell % size for cell in cells})
    return max([*rows.values(), *columns.values()], default=0) > 1


def read_pattern(text: str, size: int) -> frozenset[int] | None:
    """Return the cells where givens may stand, None without a pattern."""
    if not text:
        return None
    if set(text) - set(_AWAY + _HERE + " \n/"):
        text = _read(text)
    signs = "".join(text.replace("/", "").split())
    wrong = next((sign for sign in signs if sign not in _AWAY + _HERE), None)
    if wrong is not None:
        raise ParameterError(
            msg("a pattern has {here} and {away}, not {sign}", here="x", away=".", sign=repr(wrong))
        )
    if len(signs) != size * size:
        raise ParameterError(
            msg(
                "the pattern has {found} signs; a board of {size}x{size} has {cells} cells",
                found=len(signs),
                size=size,
                cells=size * size,
            )
        )
    return frozenset(cell for cell, sign in enumerate(signs) if sign in _HERE)


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeError):
        raise ParameterError(
            msg(
                "pattern takes a text of {here} and {away} or a file of it, not {found}",
                here="x",
                away=".",
                found=repr(path),
            )
        ) from None
