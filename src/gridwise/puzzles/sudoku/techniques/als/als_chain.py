"""ALS Chain: four or more almost locked sets, each linked to the next by another digit."""

from collections.abc import Container, Iterator

from gridwise.core.message import msg
from gridwise.core.step import Step
from gridwise.puzzles.sudoku.candidates import CandidateGrid, bits, mask_of
from gridwise.puzzles.sudoku.techniques.als.links import refuted_by_sets
from gridwise.puzzles.sudoku.techniques.als.sets import (
    LETTERS,
    AlsBoard,
    als_board,
    als_step,
    set_names,
)
from gridwise.puzzles.sudoku.techniques.family import technique
from gridwise.puzzles.sudoku.techniques.wording import Candidate, Label, digit_names

_LABEL = Label("als_chain", msg("ALS Chain"), 340)

MOST_SETS = 8
"""The most sets of a chain."""
_EFFORT = 300  # steps of one search for a way that repeats no set: there are too many ways

Chain = tuple[tuple[int, ...], tuple[int, ...]]
"""The numbers of the sets, and the restricted common of each with the next."""


def find(grid: CandidateGrid) -> Iterator[Step]:
    """Yield a step for each chain, first the shortest for each candidate that one rules out."""
    refuted = refuted_by_sets(grid)
    if not any(refuted):
        return
    board = als_board(grid)
    losses = _Losses(board, refuted)
    shortest = [
        chain
        for digit, losers in enumerate(board.losing)
        for members in dict.fromkeys(losers[c] for c in losers if refuted[digit] >> c & 1)
        if (chain := losses.shortest(digit, members)) is not None
    ]
    shortest.sort(key=lambda one: (len(one[0]), sum(board.sets[i].size for i in one[0])))
    seen: set[frozenset[Candidate]] = {frozenset()}
    for chains in (shortest, losses.chains(seen)):
        for chain in chains:
            removed = losses.removed(chain)
            if (key := frozenset(removed)) not in seen:
                seen.add(key)
                yield _step(grid, board, chain, removed)


class _Losses:
    """The consequences of a set that lacks a digit.

    A state says that a set lacks a digit; sets of states are ints, with the bits of the sets that
    lack digit 0 first, then digit 1, and so on.
    """

    def __init__(self, board: AlsBoard, refuted: list[int]) -> None:
        self.board, self.count, self.refuted = board, len(board.sets), refuted
        self.full = (1 << self.count) - 1
        self.next: dict[int, int] = {}

    def follow(self, states: int) -> int:
        """Return the states that follow from one of these by one link."""
        reached = 0
        for state in bits(states):
            following = self.next.get(state)
            if following is None:
                following = 0
                digit, index = divmod(state, self.count)
                als = self.board.sets[index]
                for other in bits(als.digits & ~(1 << digit)):
                    following |= self.board.linked(als, other) << other * self.count
                self.next[state] = following
            reached |= following
        return reached

    def of_digit(self, states: int, digit: int) -> int:
        """Return the sets that lack a digit in one of these states."""
        return states >> digit * self.count & self.full

    def paths(
        self, levels: list[int], state: tuple[int, int], used: int, effort: list[int]
    ) -> Iterator[Chain]:
        """Yield ways to the last level's state (set, digit), through no set in `used`.

        `effort` holds the number of steps that are left; the search takes from it, and ends at 0.
        """
        index, lost = state
        effort[0] -= 1
        if len(levels) == 1:
            yield (index,), ()
            return
        before = self.board.linked(self.board.sets[index], lost) & ~used
        for digit in range(1, len(self.board.places)):
            if digit != lost:
                for other in bits(self.of_digit(levels[-2], digit) & before):
                    if effort[0] <= 0:
                        return
                    for members, commons in self.paths(
                        levels[:-1], (other, digit), used | 1 << other, effort
                    ):
                        yield (*members, index), (*commons, lost)

    def shortest(self, digit: int, members: int) -> Chain | None:
        """Return a shortest chain between two of these sets, which must not all lack the digit.

        None without such a chain, or if fewer sets than a chain has do it.
        """
        levels = [members << digit * self.count]
        known = levels[0]
        while 2 * len(levels) <= MOST_SETS:
            new = self.follow(levels[-1]) & ~known
            if not new:
                return None
            levels.append(new)
            known |= new
            once = twice = touched = 0
            for other in range(1, len(self.board.places)):
                field = self.of_digit(known, other)
                twice |= once & field
                once |= field
                touched |= self.of_digit(new, other)
            meeting = twice & touched
            if meeting:
                return None if len(levels) == 2 else self._meet(levels, meeting)
        return None

    def _meet(self, levels: list[int], meeting: int) -> Chain | None:
        """Return a chain through one of these sets, which lack two digits for two reasons."""
        digits = range(1, len(self.board.places))
        for shorter in (levels[:-1], levels):
            for x in digits:
                for y in digits:
                    middles = self.of_digit(levels[-1], x) & self.of_digit(shorter[-1], y) & meeting
                    for middle in bits(middles) if x != y else ():
                        for chain in self._join(levels, shorter, middle, x, y):
                            return chain
        return None

    def _join(
        self, levels: list[int], shorter: list[int], middle: int, x: int, y: int
    ) -> Iterator[Chain]:
        own, effort = 1 << middle, [_EFFORT]
        for left, first in self.paths(levels, (middle, x), own, effort):
            for right, second in self.paths(shorter, (middle, y), own | mask_of(left), effort):
                yield left + right[-2::-1], first + second[::-1]

    def removed(self, chain: Chain) -> tuple[Candidate, ...]:
        """Return the candidates that a chain rules out."""
        (start, *_, end), commons = chain
        ends = self.board.sets[start], self.board.sets[end]
        digits = ends[0].digits & ends[1].digits & ~(1 << commons[0] | 1 << commons[-1])
        return self.board.common_loss(ends, digits)

    def chains(self, seen: Container[frozenset[Candidate]]) -> Iterator[Chain]:
        """Yield chains between any two sets that rule out candidates not seen yet."""
        board = self.board
        for start, als in enumerate(board.sets):
            for digit in bits(als.digits):
                ends = 0
                for cell in bits(board.seen(als, digit) & self.refuted[digit]):
                    ends |= board.losing[digit][cell]
                ends &= ~((1 << start + 1) - 1)  # the other way round it is the same chain
                if not ends:
                    continue
                firsts = tuple(bits(als.digits & ~(1 << digit)))
                levels = [1 << digit * self.count + start]
                while len(levels) < MOST_SETS:
                    levels.append(self.follow(levels[-1]))
                    if len(levels) < 4:
                        continue
                    for lost in range(1, len(board.places)):
                        for end in bits(self.of_digit(levels[-1], lost) & ends):
                            if lost != digit and any(
                                frozenset(self.removed(((start, end), (first, lost)))) not in seen
                                for first in firsts
                            ):
                                yield from self.paths(levels, (end, lost), 1 << end, [_EFFORT])


def _step(
    grid: CandidateGrid, board: AlsBoard, chain: Chain, removed: tuple[Candidate, ...]
) -> Step:
    members = tuple(board.sets[index] for index in chain[0])
    reason = msg(
        "if {first} lacks {z}, the restricted commons {commons} pass on from each set to the next "
        "({sets}), until {last} holds {z}",
        sets=set_names(grid, members),
        commons=tuple(map(str, chain[1])),
        first=LETTERS[0],
        last=LETTERS[len(members) - 1],
        z=digit_names(mask_of(digit for _, digit in removed)),
    )
    return als_step(
        grid,
        _LABEL,
        reason,
        members,
        removed,
        commons=tuple(zip(members, chain[1], members[1:], strict=False)),
    )


TECHNIQUE = technique(find, _LABEL, "fiendish", 590, "0903")
