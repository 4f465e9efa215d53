"""Thins solved 9x9 boards the plain way: one given at a time, counting solutions each time."""

from collections.abc import Iterable

from oracles.sudoku import _sees

PEERS = [[other for other in range(81) if _sees(cell, other, 3, 3)] for cell in range(81)]


def thinned(full: Iterable[int], order: Iterable[int]) -> list[int]:
    """Remove each given in this order, unless a second solution appears."""
    digits = list(full)
    for cell in order:
        digit, digits[cell] = digits[cell], 0
        if count_two(digits) != 1:
            digits[cell] = digit
    return digits


def count_two(digits: list[int]) -> int:
    """Return the number of solutions, at most 2."""
    best, least = -1, set(range(10))
    for cell in range(81):
        if not digits[cell]:
            options = set(range(1, 10)) - {digits[peer] for peer in PEERS[cell]}
            if len(options) < len(least):
                best, least = cell, options
    if best < 0:
        return 1
    found = 0
    for digit in least:
        digits[best] = digit
        found += count_two(digits)
        digits[best] = 0
        if found > 1:
            return 2
    return found
