"""The resolution agent's lists: each is accepted, and they are all that the agent concludes."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import gridwise as gw
from gridwise.core.run import Run
from gridwise.puzzles.minesweeper.policies import resolution
from gridwise.puzzles.minesweeper.policies._knowledge import KnowledgeBase
from gridwise.puzzles.minesweeper.policies.resolution import ResolutionPlayer, refutations
from gridwise.puzzles.minesweeper.position import COVERED, MINE, SAFE, MarkMine, Position
from gridwise.verifier.boards.minesweeper import rules
from gridwise.verifier.resolution import ResolutionStep, check
from samples import seeds


def boards(number: int) -> list[Position]:
    """Return generated boards; in every second one some of what is forced is marked."""
    made, rng = [], Random(6)
    for seed in range(number):
        position = gw.generate("minesweeper", size="8x8x10", seed=seed).position
        if seed % 2:
            shown = bytearray(position.shown)
            solved = gw.solve(position).position.shown
            for cell, code in enumerate(solved):
                if position.shown[cell] == COVERED and code in (MINE, SAFE) and rng.random() < 0.3:
                    shown[cell] = code
            position = replace(position, shown=bytes(shown))
        made.append(position)
    return made


def played(position: Position) -> set[int]:
    """Return what the agent says turn by turn, its marks entered on the board."""
    kb = KnowledgeBase(2 * len(position.shown), 3, Run())
    player = ResolutionPlayer(position, Run(), kb)
    said: set[int] = set()
    known = bytes(SAFE if code == SAFE else 0 for code in position.shown)
    # A cell that it calls safe stays as it is: the agent is not told its number.
    blank = replace(position, shown=position.shown.replace(bytes([SAFE]), bytes([COVERED])))
    for cell, code in enumerate(known):
        if code == SAFE:
            player.settle(cell, mine=False, revealed=True)
    while moves := player.decide(blank):
        (move,) = moves
        said.add(move.cell + 1 if isinstance(move, MarkMine) else -move.cell - 1)
    return said


def test_each_list_is_accepted_and_none_is_left_out() -> None:
    concluded = 0
    for position in boards(len(seeds(10, 40))):
        made = refutations(position, Run())
        assert set(made) == played(position)
        clauses = rules(gw.Board(position).notation).clauses
        for lit, steps in made.items():
            listed = [ResolutionStep(1, clause, parents) for clause, parents in steps]
            assert check({*map(frozenset, clauses), frozenset([-lit])}, listed) == sum(
                one is not None for _, one in steps
            )
        concluded += len(made)
    assert concluded > len(seeds(60, 300))


def test_numbers_that_contradict_each_other_give_none() -> None:
    assert refutations(gw.Board("minesweeper:3x1:1-2").position, Run()) == {}


def test_it_stops_where_it_has_noted_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    position = boards(1)[0]
    whole = refutations(position, Run())
    monkeypatch.setattr(resolution, "MOST_CLAUSES", 20)
    part = refutations(position, Run())
    assert part.items() < whole.items()


@pytest.mark.parametrize("method", ["auto", "dpll"])
def test_a_certificate_lists_them(method: str, tmp_path: Path) -> None:
    board = "minesweeper:5x5:-1-10/-1-10/1-321/--3--/-----"
    answer = gw.solve(board, method=method, certificate=tmp_path)
    (written,) = answer.certificate
    verdict = gw.verify(written.path)
    assert verdict.proved and verdict.checker == "resolution"
    assert len(verdict.derivations) == 9
    lists = [[str(line) for line in one.listing()] for one in verdict.derivations]
    by_hand = [
        "1. r1c3 ∨ r2c3   of the board",
        "2. ¬r1c1 ∨ ¬r1c3   of the board",
        "3. ¬r1c1 ∨ r2c3   from 1 and 2",
        "4. ¬r1c1 ∨ ¬r2c3   of the board",
        "5. ¬r1c1   from 3 and 4",
        "6. r1c1   assumed",
        "7. □   from 5 and 6",
    ]
    assert (by_hand in lists) == (method == "auto")
    assert gw.resolution_tree(written.path, number=9).startswith("<svg")
