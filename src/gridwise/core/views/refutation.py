"""Resolution refutations: clauses, each given or the resolvent of two before it, the last empty."""

from collections.abc import Sequence

from gridwise.core.method import Refutation


class GrowingRefutation:
    """Clauses with their parents, each kept once. Clauses have numbers from 0 while it grows."""

    def __init__(self) -> None:
        self._literals: list[frozenset[int]] = []
        self._parents: list[tuple[int, int] | None] = []
        self._number: dict[frozenset[int], int] = {}

    def __len__(self) -> int:
        return len(self._literals)

    def __getitem__(self, number: int) -> frozenset[int]:
        return self._literals[number]

    def given(self, clause: Sequence[int]) -> int:
        """Return the number of a clause that was made before, or else is given."""
        return self._keep(frozenset(clause), None)

    def resolve(self, one: int, other: int, lit: int) -> int:
        """Return the number of the resolvent of a clause with a literal and one without it."""
        literals = (self._literals[one] - {lit}) | (self._literals[other] - {-lit})
        return self._keep(literals, (one, other))

    def ending_in(self, last: int) -> Refutation:
        """Return the derivation of a clause, in order, with numbers from 1."""
        wanted, waiting = {last}, [last]
        while waiting:
            for parent in self._parents[waiting.pop()] or ():
                if parent not in wanted:
                    wanted.add(parent)
                    waiting.append(parent)
        number: dict[int, int] = {}
        steps = []
        for old in sorted(wanted):
            number[old] = len(number) + 1
            parents = self._parents[old]
            new = None if parents is None else (number[parents[0]], number[parents[1]])
            steps.append((tuple(sorted(self._literals[old], key=abs)), new))
        return steps

    def _keep(self, literals: frozenset[int], parents: tuple[int, int] | None) -> int:
        at = self._number.setdefault(literals, len(self._literals))
        if at == len(self._literals):
            self._literals.append(literals)
            self._parents.append(parents)
        return at
