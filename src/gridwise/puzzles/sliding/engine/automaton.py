"""The automaton that forbids sequences of slides which only repeat a shorter or earlier one.

On an open board without borders, two words over the directions of the blank (up, left, right, down)
are alike if they leave the same arrangement behind. A word is *superfluous* if a shorter
word, or one of the same length that comes earlier in lexicographic order, is alike and keeps
within the rows and columns that the word itself visits; then it can be put in its place on every
board. Of all shortest solutions, the lexicographically first contains no superfluous word: with
the other in its place it would be a shorter or an earlier one. So a search may drop every path
that contains one, and does not lose all optimal solutions.

All words up to `LONGEST` directions are searched breadth-first, and the automaton of superfluous
words without a superfluous part follows a path in one look-up a slide (Taylor and Korf
1993, "Pruning duplicate nodes in depth-first search", AAAI, 756-761, who learn the words in the
same way; the order above is what makes them safe together).
"""

from collections.abc import Callable
from typing import Any

from gridwise.compiled import jit
from gridwise.compiled.cache import kept

LONGEST = 12
"""The most directions in a word: 2,667 superfluous words, 9,732 states, 0.3 s. One more makes
16,736 states and saves another 2 % of the nodes."""

_KERNELS = "gridwise.puzzles.sliding.engine.kernels.automaton"


def automaton(check: Callable[[], None], longest: int = LONGEST) -> Any:
    """Return the automaton: by state and direction `next state << 4 | directions allowed there`.

    Parameters
    ----------
    check
        Called between the steps of the making; an exception ends it.
    longest
        The most directions in a word, 1 to 12.

    Returns
    -------
    numpy.ndarray
        uint32, four entries a state. The start is state 0, where all four directions are allowed.
        The entry of a direction that is not allowed is 0.
    """
    parameters: dict[str, str | int] = {"what": "automaton", "longest": longest, "version": 1}
    return kept(
        f"sliding-automaton-{longest}.v1",
        parameters,
        lambda: {"entries": _entries(make(longest, check)[0])},
        check,
    )["entries"]


def make(longest: int, check: Callable[[], None]) -> tuple[Any, Any]:
    """Return the automaton as next states (-1 for a forbidden direction), and the bad words.

    A bad word is (its directions as a number of two bits each, its length).
    """
    import numpy as np

    kernels = jit.load(_KERNELS)
    room = 2 * 3**longest  # no slide is undone: at most 4 * 3**(n - 1) words of n slides
    words = kernels.KeptWords(
        words=np.zeros(room, np.int64),
        lengths=np.zeros(room, np.int64),
        links=np.zeros(room, np.int32),
        children=np.full((room, 4), -1, np.int32),
        table=np.full(1 << (2 * room).bit_length(), -1, np.int32),
        keys=np.zeros(room, np.uint64),
    )
    bad = np.zeros((room, 2), np.int64)
    grids = np.tile(np.arange(kernels.SPAN**2, dtype=np.int64), (2, 1))
    count, bad_count, low = kernels.begin(words.keys, words.table, grids[0]), 0, 0
    for _ in range(longest):
        check()
        high = count
        count, bad_count = kernels.extend(words, count, low, high, bad, bad_count, grids)
        low = high
    check()
    bad = bad[:bad_count]
    room = int(bad[:, 1].sum()) + 1
    after = np.zeros((room, 4), np.int32)
    states = kernels.join(bad, bad_count, after, np.zeros(room, np.int32), np.zeros(room, np.int32))
    return after[:states].copy(), bad


def _entries(after: Any) -> Any:
    import numpy as np

    allowed = (after >= 0) @ np.array([1, 2, 4, 8])
    entries = np.where(after >= 0, after.astype(np.int64) << 4 | allowed[after], 0)
    return entries.astype(np.uint32).ravel()
