"""Encodes exact sums over 0/1 variables as clauses.

`binomial` needs no auxiliary variables: of n variables exactly k are one when no n - k + 1 of them
are all zero (C(n, n-k+1) positive clauses) and no k + 1 of them are all one (C(n, k+1) negative
clauses). The others are the cardinality encodings of `pysat.card`, which add auxiliary variables
behind the primary ones. Some of those leave several values to auxiliary variables of one model.

Which encoding a sum gets:

- k = 0 or k = n: units, in every encoding.
- k < 0 or k > n: a fresh auxiliary variable and its negation, so that the sum contradicts itself
  without an empty clause.
- `pairwise`, `bitwise` and `ladder` take only k = 1 and k = n - 1; other sums get `binomial`.
- If `binomial` would make more than `BINOMIAL_LIMIT` clauses (a total over many cells), the
  sum gets `seqcounter`, or `cardnetwrk` if that would make more than `SEQCOUNTER_LIMIT`. Unit
  propagation decides as much on either as on `binomial`. Of the two, native solvers are many
  times faster on `seqcounter` (on a 30x16 board with 99 mines and 5 % open: 0.8 s against more
  than 5 s for one layout).

The family of a sum that got another encoding names it: `total/seqcounter`.

Sources: Sinz 2005 (seqcounter), Asín et al. 2011 (cardnetwrk), Bailleux and Boufkhad 2003
(totalizer), Ogawa et al. 2013 (mtotalizer), Morgado, Ignatiev and Marques-Silva 2014 (kmtotalizer),
Batcher 1968 (sortnetwrk), Prestwich 2007 (bitwise), Gent and Nightingale 2004 (ladder).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from math import comb, log2
from typing import TypeVar

from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.core.message import Message
from gridwise.core.run import check_current_run, checking
from gridwise.core.trace import Decoder, Mark, Query, Reason
from gridwise.core.views import Clause, CnfModel, CountModel

M = TypeVar("M")

ENCODINGS: tuple[str, ...] = (
    "binomial",
    "pairwise",
    "seqcounter",
    "sortnetwrk",
    "cardnetwrk",
    "bitwise",
    "ladder",
    "totalizer",
    "mtotalizer",
    "kmtotalizer",
)
"""The names of encodings: our own, then the encodings of `pysat.card` that yield clauses."""

BINOMIAL_LIMIT = 20_000
SEQCOUNTER_LIMIT = 500_000
"""A sum that `binomial` would turn into more clauses than this gets another encoding."""
MAX_CLAUSES = 8_000_000
"""A sum that would make more clauses than about this is refused."""

_ONLY_ONE = frozenset({"pairwise", "bitwise", "ladder"})


@dataclass(frozen=True)
class ClauseDecoder(Decoder[M]):
    """The decoder of a sum model, for the clauses made of its sums.

    Parameters
    ----------
    inner
        The decoder of the sum model.
    primary
        Facts about later variables are auxiliary.
    sum_of
        For each clause, the index of the sum that it comes from.
    """

    inner: Decoder[M]
    primary: int
    sum_of: tuple[int, ...]

    def marks(self, fact: int) -> tuple[Mark, ...]:
        return self.inner.marks(fact) if abs(fact) <= self.primary else ()

    def moves(self, facts: Iterable[int]) -> tuple[M, ...]:
        return self.inner.moves(fact for fact in facts if abs(fact) <= self.primary)

    def queries(self, forced: tuple[int, ...], model: tuple[int, ...]) -> Iterable[Query[M]]:
        return self.inner.queries(forced, model)

    def cell_name(self, cell: int) -> str:
        return self.inner.cell_name(cell)

    def word(self, mark: Mark) -> Message:
        return self.inner.word(mark)

    def reason(self, constraint: int) -> Reason | None:
        if not 0 <= constraint < len(self.sum_of):
            return None
        return self.inner.reason(self.sum_of[constraint])


def encode(
    model: CountModel[M], *, encoding: str = "binomial", order: Sequence[int] | None = None
) -> CnfModel[M]:
    """Return clauses that are equivalent to the sums.

    Variable x of the sums is variable x + 1 of the clauses, so facts are coded alike; auxiliary
    variables come after them. A clause that several sums give is kept once, for the first of
    them; `repeated` names the others. `families[i]` belongs to sum i.

    Parameters
    ----------
    model
        The sums.
    encoding
        One of `ENCODINGS`.
    order
        The literals of the lexicographic order; by default every variable in turn, zero first.

    Raises
    ------
    UnknownNameError
        No such encoding.
    ParameterError
        A sum that would make more than about `MAX_CLAUSES` clauses.

    Notes
    -----
    Linear in the number of literals made; see the module's docstring for that.
    """
    if encoding not in ENCODINGS:
        raise UnknownNameError("encoding", encoding, ENCODINGS)
    top = model.variables
    clauses: list[Clause] = []
    family_of: list[int] = []
    families = []
    seen: dict[Clause, int] = {}
    repeated: list[tuple[int, int]] = []
    for index, item in enumerate(checking(model.sums)):
        literals = [v + 1 for v in item.variables]
        used = chosen_encoding(len(literals), item.total, encoding)
        made, top = _clauses(literals, item.total, used, top)
        name = item.family.name
        families.append(
            item.family if used == encoding else replace(item.family, name=f"{name}/{used}")
        )
        for clause in checking(made):
            key = tuple(sorted(set(clause)))
            if key in seen:
                if item.family.premise is not None and family_of[seen[key]] != index:
                    repeated.append((seen[key], index))
                continue
            seen[key] = len(clauses)
            clauses.append(clause)
            family_of.append(index)
    if order is None:
        order = range(-1, -model.variables - 1, -1)
    return CnfModel(
        variables=top,
        primary=model.variables,
        clauses=tuple(clauses),
        family_of=tuple(family_of),
        families=tuple(families),
        order=tuple(order),
        decoder=ClauseDecoder(model.decoder, model.variables, tuple(family_of)),
        expand=model.expand,
        repeated=tuple(repeated),
    )


def binomial_size(size: int, total: int) -> int:
    """Return the number of clauses that `binomial` makes of "exactly `total` of `size`"."""
    if not 0 <= total <= size:
        return 2
    return comb(size, size - total + 1) + comb(size, total + 1)


def chosen_encoding(size: int, total: int, encoding: str) -> str:
    """Return the encoding that a sum gets if `encoding` is asked for.

    Parameters
    ----------
    size, total
        Exactly `total` of `size` variables.
    encoding
        One of `ENCODINGS`.

    Raises
    ------
    ParameterError
        The sum would make more than about `MAX_CLAUSES` clauses.
    """
    if not 0 < total < size:
        return encoding  # units, or a contradiction: alike for all
    if encoding in _ONLY_ONE and total not in (1, size - 1):
        encoding = "binomial"
    if encoding == "binomial" and not _few_combinations(size, total):
        small = _estimate("seqcounter", size, total) <= SEQCOUNTER_LIMIT
        encoding = "seqcounter" if small else "cardnetwrk"
    about = _estimate(encoding, size, total)
    if about > MAX_CLAUSES:
        raise ParameterError(
            f"exactly {total} of {size} variables would make about {about} clauses with the "
            f"encoding {encoding}; at most {MAX_CLAUSES} are made"
        )
    return encoding


def is_large(size: int, total: int) -> bool:
    """Return whether "exactly `total` of `size`" takes more than `BINOMIAL_LIMIT` clauses.

    By the smaller of `binomial` and `seqcounter`.
    """
    if not 0 < total < size:
        return False
    return not _few_combinations(size, total) and (
        _estimate("seqcounter", size, total) > BINOMIAL_LIMIT
    )


def _few_combinations(size: int, total: int) -> bool:
    # A binomial coefficient of millions has millions of digits: look at C(n, 2) first.
    if size > BINOMIAL_LIMIT or (2 <= total <= size - 2 and comb(size, 3) > BINOMIAL_LIMIT):
        return False
    return binomial_size(size, total) <= BINOMIAL_LIMIT


def _estimate(encoding: str, size: int, total: int) -> int:
    """Return about how many clauses an encoding makes, 0 < total < size.

    `binomial` and `seqcounter` are exact; the rest was fitted to what PySAT makes for sizes from
    20 to 10,000, and is an upper estimate.
    """
    match encoding:
        case "binomial":
            return binomial_size(size, total)
        case "seqcounter":
            return 4 * total * (size - total)
        case "pairwise":
            return comb(size, 2) + 1
        case "totalizer":
            return 2 * size**2
        case "mtotalizer" | "kmtotalizer":
            return int(4 * size**1.5)
        case "sortnetwrk" | "cardnetwrk":
            return int(3.8 * size * log2(size) ** 2) + 1
        case _:  # bitwise, ladder
            return size * (4 + size.bit_length())


def _clauses(
    literals: list[int], total: int, encoding: str, top: int
) -> tuple[Iterator[Clause], int]:
    """Return the clauses of one sum, and the highest variable in use after them."""
    size = len(literals)
    if not 0 <= total <= size:
        return iter(((top + 1,), (-top - 1,))), top + 1
    if encoding == "binomial" or total in (0, size):
        # With total 0 or size these are the units and nothing else.
        some = combinations(literals, size - total + 1)
        none = combinations([-x for x in literals], total + 1)
        return chain(some, none), top
    from pysat.card import CardEnc, EncType

    code = getattr(EncType, encoding)
    clauses: list[list[int]] = []
    for build in (CardEnc.atleast, CardEnc.atmost):
        part = build(lits=literals, bound=total, top_id=top, encoding=code)
        clauses.extend(part.clauses)
        top = max(top, part.nv)
        check_current_run()
    return _tidy(clauses), top


def _tidy(clauses: Iterable[Iterable[int]]) -> Iterator[Clause]:
    """Yield clauses without repeated literals, and no clause that is always true.

    The sorting networks of PySAT make both.
    """
    for clause in clauses:
        literals = dict.fromkeys(clause)
        if not any(-x in literals for x in literals):
            yield tuple(literals)
