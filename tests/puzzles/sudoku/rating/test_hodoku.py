"""The rating of HoDoKu against what HoDoKu itself says."""

from pathlib import Path

import pytest

from gridwise.core import registry
from gridwise.core.capabilities import Ratings
from gridwise.core.errors import ParameterError
from gridwise.core.run import Run
from gridwise.puzzles.sudoku.position import Position
from gridwise.puzzles.sudoku.rating import hodoku
from samples import THOROUGH

GOLDEN = Path(__file__).parents[3] / "golden" / "sudoku" / "hodoku_ratings.tsv"
FACTS = [line.split("\t") for line in GOLDEN.read_text().splitlines() if line[0] != "#"]


def board(text: str) -> Position:
    return Position(3, 3, bytes(0 if cell == "." else int(cell) for cell in text))


def test_the_order_is_that_of_hodoku() -> None:
    singles, others = hodoku.rated_techniques()
    assert [one.name for one in singles] == list(hodoku.SINGLES)
    names = [one.name for one in others]
    first = ["locked_pair", "locked_triple", "pointing", "claiming", "naked_pair", "naked_triple"]
    assert names[:6] == first
    assert not set(names) & {*hodoku.UNUSED, *hodoku.SINGLES}
    assert not any("mutant" in name for name in names)


@pytest.mark.parametrize("level", ["Easy", "Medium"])
def test_easy_and_medium_puzzles_have_its_level_and_score(level: str) -> None:
    facts = [fact for fact in FACTS if fact[1] == level]
    assert len(facts) == 30
    found = [hodoku.rating(board(puzzle), Run()) for puzzle, *_ in facts]
    assert [rating.level for rating in found] == [level] * 30
    same = sum(rating.score == int(fact[2]) for rating, fact in zip(found, facts, strict=True))
    assert same >= 29


def test_levels_agree_with_hodoku() -> None:
    singles, others = hodoku.rated_techniques()
    known = {technique.name for technique in (*singles, *others)} | {"brute_force"}
    facts = [fact for fact in FACTS if set(fact[4].split()) <= known]
    assert len(facts) >= 60
    if not THOROUGH:
        facts = facts[1::20]
    found = [hodoku.rating(board(fact[0]), Run()) for fact in facts]
    agree = sum(rating.level == fact[1] for rating, fact in zip(found, facts, strict=True))
    assert agree >= (0.97 if THOROUGH else 0.9) * len(facts)


def test_the_steps_are_counted() -> None:
    puzzle, level, score, *_ = FACTS[0]
    found = hodoku.rating(board(puzzle), Run())
    assert (found.level, found.score) == (level, int(score))
    assert sum(found.steps.values()) == puzzle.count(".")
    assert set(found.steps) <= set(hodoku.SINGLES)


def test_a_score_over_the_limit_raises_the_level(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hodoku, "LIMITS", (10, 20, 30, 100000))
    assert hodoku.rating(board(FACTS[0][0]), Run()).level == "Unfair"


@pytest.mark.parametrize("size", [(2, 2), (2, 3), (1, 5)])
def test_boards_of_other_sizes_are_rated(size: tuple[int, int]) -> None:
    from random import Random

    from gridwise.puzzles.sudoku.rules import shuffled_grid

    cells = bytearray(shuffled_grid(*size, Random(1)))
    cells[0] = cells[-1] = 0
    found = hodoku.rating(Position(*size, bytes(cells)), Run())
    assert (found.level, found.score) == ("Easy", 8)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("11" + "." * 79, r"has none\.$"),
        ("12345678" + "." * 9 + "9" + "." * 63, r"has none\.$"),
        ("123456789" + "." * 72, r"has several\.$"),
    ],
)
def test_a_puzzle_without_one_solution_has_no_rating(text: str, reason: str) -> None:
    with pytest.raises(ParameterError, match=reason):
        hodoku.rating(board(text), Run())


def test_it_is_registered() -> None:
    ratings = registry.capability("sudoku", Ratings)
    assert ratings is not None
    model = ratings.models["hodoku"]
    assert (model.name, model.version) == ("hodoku", "2.2")
    puzzle, level, score, *_ = FACTS[0]
    assert model.rate(board(puzzle), Run()) == {"level": level, "score": int(score)}
