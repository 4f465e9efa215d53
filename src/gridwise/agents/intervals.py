"""Confidence intervals for proportions, as the experiments state them.

Sources: Wilson 1927, Journal of the American Statistical Association 22; Newcombe 1998, Statistics
in Medicine 17, 857-872 (one proportion, its method 3), 873-890 (differences, its method 10) and
2635-2650 (paired differences, its method 10); Zou and Donner 2008, Statistics in Medicine 27,
1693-1702 (a sum from the intervals of its parts).
"""

from collections.abc import Sequence
from math import sqrt

Interval = tuple[float, float]

Z95 = 1.959963984540054
"""The 97.5 % point of the standard normal distribution: intervals at 95 %."""


def wilson(successes: int, trials: int) -> Interval:
    """Return the 95 % score interval of a proportion, without continuity correction.

    Parameters
    ----------
    successes, trials
        0 <= successes <= trials, trials at least 1.

    Raises
    ------
    ValueError
        The numbers break these bounds.
    """
    if not 0 <= successes <= trials or trials < 1:
        raise ValueError(f"{successes} of {trials}")
    rate, square = successes / trials, Z95 * Z95
    middle = successes + square / 2
    spread = Z95 * sqrt(trials * rate * (1 - rate) + square / 4)
    low = 0.0 if successes == 0 else (middle - spread) / (trials + square)
    high = 1.0 if successes == trials else (middle + spread) / (trials + square)
    return low, high


def newcombe(first: tuple[int, int], second: tuple[int, int]) -> Interval:
    """Return the 95 % interval of a difference of two independent proportions, first less second.

    It combines the two Wilson intervals (the hybrid score interval).

    Parameters
    ----------
    first, second
        Successes and trials.
    """
    one, two = first[0] / first[1], second[0] / second[1]
    (low1, high1), (low2, high2) = wilson(*first), wilson(*second)
    difference = one - two
    return (
        difference - sqrt((one - low1) ** 2 + (high2 - two) ** 2),
        difference + sqrt((high1 - one) ** 2 + (two - low2) ** 2),
    )


def newcombe_paired(both: int, first: int, second: int, neither: int) -> Interval:
    """Return the 95 % interval of a difference of two paired proportions, first less second.

    It combines the two Wilson intervals and the correlation of the pairs, corrected for continuity.

    Parameters
    ----------
    both, first, second, neither
        Pairs with a success in both, in the first alone, in the second alone, in neither.
    """
    trials = both + first + second + neither
    one, two = (both + first) / trials, (both + second) / trials
    (low1, high1), (low2, high2) = wilson(both + first, trials), wilson(both + second, trials)
    margins = (both + first) * (second + neither) * (both + second) * (first + neither)
    cross = both * neither - first * second
    corrected = max(0.0, cross - trials / 2) if cross > 0 else cross
    phi = corrected / sqrt(margins) if margins else 0.0

    def spread(of_one: float, of_two: float) -> float:
        return sqrt(max(0.0, of_one**2 - 2 * phi * of_one * of_two + of_two**2))

    difference = one - two
    return difference - spread(one - low1, high2 - two), difference + spread(
        high1 - one, two - low2
    )


def mean_interval(parts: Sequence[tuple[float, Interval]]) -> Interval:
    """Return the 95 % interval of the mean of independent estimates, each with its own interval."""
    middle = sum(value for value, _ in parts) / len(parts)
    below = sqrt(sum((value - low) ** 2 for value, (low, _) in parts)) / len(parts)
    above = sqrt(sum((high - value) ** 2 for value, (_, high) in parts)) / len(parts)
    return middle - below, middle + above
