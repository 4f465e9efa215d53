"""Random numbers in kernels: the Mersenne Twister, seeded and read as `random.Random` does it.

A seed is a game, in Python and in compiled code alike: the referee deals with `random.Random`, and
games of both kinds, their figures in the docs and the recorded ones are known by their seeds. So
kernels take the same numbers from the same seeds instead of a generator of their own.
(Matsumoto and Nishimura 1998, "Mersenne Twister", ACM Trans. Modeling and Computer Simulation 8(1),
3-30.) The functions take a record with the arrays `twister` and `at`.
"""

import numpy as np

from gridwise.compiled.kernel import kernel


def _begun() -> np.ndarray:
    """Return the state from which every seeding begins."""
    mt = [19650218]
    for i in range(1, 624):
        mt.append((1812433253 * (mt[-1] ^ mt[-1] >> 30) + i) & 0xFFFFFFFF)
    return np.array(mt, np.uint64)


_BEGUN = _begun()


@kernel(_nrt=False)
def seed_twister(dice, key):
    """Begin as `random.Random` does with these 32-bit words (Matsumoto, Nishimura 1998)."""
    full = np.uint64(0xFFFFFFFF)
    mt = dice.twister
    for i in range(624):
        mt[i] = _BEGUN[i]
    i, j = 1, 0
    for _ in range(max(624, key.size)):
        before = mt[i - 1] ^ (mt[i - 1] >> np.uint64(30))
        mixed = mt[i] ^ ((before * np.uint64(1664525)) & full)
        mt[i] = (mixed + np.uint64(key[j]) + np.uint64(j)) & full
        i += 1
        j += 1
        if i >= 624:
            mt[0] = mt[623]
            i = 1
        if j >= key.size:
            j = 0
    for _ in range(623):
        before = mt[i - 1] ^ (mt[i - 1] >> np.uint64(30))
        mixed = mt[i] ^ ((before * np.uint64(1566083941)) & full)
        mt[i] = (mixed + np.uint64(0x100000000) - np.uint64(i)) & full
        i += 1
        if i >= 624:
            mt[0] = mt[623]
            i = 1
    mt[0] = np.uint64(0x80000000)
    dice.at[0] = 624


@kernel(_nrt=False)
def _word(dice):
    """Return the next 32 bits."""
    mt = dice.twister
    if dice.at[0] >= 624:
        low = np.uint64(0x7FFFFFFF)
        for i in range(624):
            y = (mt[i] & np.uint64(0x80000000)) | (mt[(i + 1) % 624] & low)
            new = mt[(i + 397) % 624] ^ (y >> np.uint64(1))
            if y & np.uint64(1):
                new ^= np.uint64(0x9908B0DF)
            mt[i] = new
        dice.at[0] = 0
    y = mt[dice.at[0]]
    dice.at[0] += 1
    y ^= y >> np.uint64(11)
    y ^= (y << np.uint64(7)) & np.uint64(0x9D2C5680)
    y ^= (y << np.uint64(15)) & np.uint64(0xEFC60000)
    return y ^ (y >> np.uint64(18))


@kernel(_nrt=False)
def throw(dice):
    """Return the number from 0 to below 1 that `random()` of Python returns."""
    high = np.int64(_word(dice) >> np.uint64(5))
    low = np.int64(_word(dice) >> np.uint64(6))
    return (high * 67108864.0 + low) / 9007199254740992.0
