"""Confidence intervals for proportions, as the experiments state them.

Sources: Wilson 1927, Journal of the American Statistical Association 22; Newcombe 1998, Statistics
in Medicine 17, 857-872 (one proportion, its method 3) and 873-890 (differences, its method 10).
"""

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
        For other numbers.
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

    Made of the two Wilson intervals (the hybrid score interval).

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
