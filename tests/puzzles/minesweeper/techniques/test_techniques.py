"""The ladder of reasons: every conclusion by every technique, against all layouts."""

from dataclasses import replace
from functools import cache
from itertools import combinations, product
from random import Random

from every import every
from gridwise.core import registry
from gridwise.core.result import Status, Stop
from gridwise.core.run import Run
from gridwise.core.scene import Tone
from gridwise.core.step import Step
from gridwise.core.views import Backbone
from gridwise.puzzles.minesweeper import COVERED, MINE, PUZZLE, SAFE, Open, Position, rules
from gridwise.puzzles.minesweeper.deduction import MineDeduction
from gridwise.puzzles.minesweeper.sample import sample
from gridwise.puzzles.minesweeper.techniques.board import MineBoard
from gridwise.puzzles.minesweeper.techniques.refutation import refute
from gridwise.solving.solve import solve
from puzzles.minesweeper.support import board, layouts
from samples import seeds

TECHNIQUES = registry.techniques("minesweeper")


def found(name: str, text: str) -> list[dict[str, bool]]:
    """Return the conclusions of every step of a technique, mines true, by cell."""
    position = board(text)
    return [said(step, position) for step in TECHNIQUES[name].find(MineBoard(position))]


def said(step: Step, position: Position) -> dict[str, bool]:
    names = MineBoard(position).name
    return {names(mark.cell): mark.holds for mark in step.conclusions}


@cache
def forced(position: Position) -> dict[int, bool] | None:
    """Return the covered cells that are alike in all layouts; None without a layout."""
    every = list(layouts(position))
    if not every:
        return None
    return {
        cell: bool(every[0][cell])
        for cell, code in enumerate(position.shown)
        if code == COVERED and len({layout[cell] for layout in every}) == 1
    }


def wall(random: Random) -> Position:
    """Return a covered row above a row of numbers, some of its cells known."""
    width = random.randint(4, 7)
    mines = [random.random() < 0.45 for _ in range(width)]
    top = bytes(COVERED if random.random() < 0.9 else MINE if mine else SAFE for mine in mines)
    numbers = bytes(sum(mines[max(0, col - 1) : col + 2]) for col in range(width))
    return Position(width, 2, top + numbers, sum(mines) if random.random() < 0.3 else None)


@cache
def boards(number: int) -> list[Position]:
    """Return boards that break no rule: of three sorts of cells at random, and walls."""
    made = [(wall if seed % 3 == 0 else sample)(Random(seed)) for seed in range(number)]
    return [position for position in made if not rules.violations(position)]


def test_the_ladder_is_in_order():
    rungs = [one.ratings["ladder"] for one in TECHNIQUES.values()]
    assert rungs == list(range(1, len(rungs) + 1))
    assert list(TECHNIQUES) == [
        "counting",
        "one_one",
        "one_two_one",
        "one_two_two_one",
        "one_two",
        "subset",
        "overlap",
        "mine_count",
        "together",
    ]


@every("name", lambda: list(TECHNIQUES))
def test_every_conclusion_holds_in_all_layouts(name: str) -> None:
    steps = 0
    for position in boards(len(seeds(240, 700))):
        facts = forced(position)
        if facts is None:
            continue
        before = MineBoard(position)
        seen = set()
        for step in TECHNIQUES[name].find(before):
            steps += 1
            assert step.technique == name
            assert step.difficulty == TECHNIQUES[name].ratings["ladder"]
            assert step.conclusions
            key = frozenset(step.conclusions)
            assert key not in seen
            seen.add(key)
            for mark in step.conclusions:
                assert facts.get(mark.cell) == mark.holds, (position, str(step.text))
        assert bytes(before.shown) == position.shown
    assert steps


@every("name", lambda: list(TECHNIQUES))
def test_conclusions_follow_from_the_premises_alone(name: str) -> None:
    """All numbers that are no premise are covered up, so that they say nothing."""
    for position in boards(len(seeds(240, 300))):
        if forced(position) is None:
            continue
        for step in TECHNIQUES[name].find(MineBoard(position)):
            kept = {mark.cell for mark in step.premises}
            shown = bytes(
                code if code > 8 or cell in kept else SAFE
                for cell, code in enumerate(position.shown)
            )
            total = position.mines if "in total" in str(step.text) else None
            facts = forced(replace(position, shown=shown, mines=total))
            assert facts is not None
            for mark in step.conclusions:
                assert facts.get(mark.cell) == mark.holds, (position, str(step.text))


def test_the_ladder_finds_all_that_is_forced():
    for position in boards(len(seeds(240, 700))):
        facts = forced(position)
        if facts is None:
            continue
        view = MineDeduction(position)
        grid = view.begin()
        while (step := view.next_step(grid, Run())) is not None:
            view.apply(grid, step)
        decided = {
            cell: code == MINE
            for cell, code in enumerate(grid.shown)
            if code != COVERED and position.shown[cell] == COVERED
        }
        assert decided == facts, position


def turned(position: Position, how: str) -> tuple[Position, list[int]]:
    """Return a symmetric board, and for each of its cells where it came from."""
    width, height = position.width, position.height
    if how == "mirror":
        places = [r * width + width - 1 - c for r in range(height) for c in range(width)]
        size = (width, height)
    else:
        places = [r * width + c for c in range(width) for r in range(height)]
        size = (height, width)
    shown = bytes(position.shown[place] for place in places)
    return Position(*size, shown, position.mines), places


@every("how, name", lambda: product(["mirror", "diagonal"], list(TECHNIQUES)))
def test_symmetric_boards_have_symmetric_conclusions(name: str, how: str) -> None:
    for position in boards(len(seeds(60, 150))):
        if forced(position) is None:
            continue
        other, places = turned(position, how)
        mine, theirs = (
            {
                (mark.cell if at is None else at[mark.cell], mark.holds)
                for step in TECHNIQUES[name].find(MineBoard(one))
                for mark in step.conclusions
            }
            for one, at in ((position, None), (other, places))
        )
        assert mine == theirs, position


@every(
    "name, text, expected",
    [
        ("counting", "3x2:1X-/11-", {"r1c3": False, "r2c3": False}),
        ("counting", "2x2:2-/2-", {"r1c2": True, "r2c2": True}),
        ("one_one", "5x3:-----/11---/00---", {"r1c3": False, "r2c3": False, "r3c3": False}),
        (
            "one_two_one",
            "5x3:-----/11211/00000",
            {"r1c1": False, "r1c2": True, "r1c3": False, "r1c4": True, "r1c5": False},
        ),
        (
            "one_two_two_one",
            "6x3:------/112211/000000",
            {f"r1c{col}": col in (3, 4) for col in range(1, 7)},
        ),
        ("one_two", "4x3:----/-12-/0000", None),
        ("overlap", "4x3:----/-13-/----", None),
        ("mine_count", "4x1x1:1--0", None),
        ("mine_count", "5x1x1:-1---", {"r1c4": False, "r1c5": False}),
        ("mine_count", "3x1x3:---", {"r1c1": True, "r1c2": True, "r1c3": True}),
    ],
)
def test_examples(name: str, text: str, expected: dict[str, bool] | None) -> None:
    steps = found(name, text)
    if expected is not None:
        assert expected in steps, steps


def test_patterns_count_known_mines_away():
    """A 2 beside a known mine needs one more, as a 1 does."""
    (step,) = TECHNIQUES["one_one"].find(MineBoard(board("4x3:----/12--/00X-")))
    assert {mark.cell for mark in step.conclusions} == {2, 6}
    assert "known mines: r3c3" in str(step.text)


def test_a_proof_distinguishes_cases():
    position = board("5x5:-----/-2121/-2000/-2110/--X10")
    texts = [str(step.text) for step in TECHNIQUES["together"].find(MineBoard(position))]
    assert texts
    assert all("contradiction" in text for text in texts)


def test_proofs_use_the_fewest_numbers():
    """No conclusion by a set of numbers follows from fewer of them."""
    for position in boards(60):
        if forced(position) is None:
            continue
        grid = MineBoard(position)
        every = grid.sums()
        for step in TECHNIQUES["together"].find(grid):
            (mark,) = step.conclusions
            bit = 1 << mark.cell
            used = len(step.overlay.areas)
            if "in total" in str(step.text):
                continue
            for few in combinations(every, used - 1):
                proof = refute(few, bit * mark.holds, bit * (not mark.holds), lambda: None)
                assert proof is None, (position, str(step.text))


def test_the_drawing_has_a_colour_for_each_conclusion_and_an_area_for_each_number():
    (step, *_) = TECHNIQUES["one_two_one"].find(MineBoard(board("5x3:-----/11211/00000")))
    tones = {mark.cell: mark.tone for mark in step.overlay.candidates}
    assert tones == {
        mark.cell: Tone.SECOND if mark.holds else Tone.FIRST for mark in step.conclusions
    }
    assert step.overlay.areas == ((0, 1, 2), (1, 2, 3), (2, 3, 4))


def test_techniques_are_limited_by_name():
    view = MineDeduction(board("5x3:-----/11211/00000"), techniques=["counting"])
    assert view.next_step(view.begin(), Run()) is None


def test_the_human_solves_a_board_whose_cells_are_all_forced():
    position = board("3x3:---/-1-/---")
    assert next(iter(registry.method("human").models(MineDeduction(position), Run())), None) is None
    position = board("5x3:-----/11211/00000")
    view = MineDeduction(position)
    (model,) = registry.method("human").models(view, Run())
    assert {fact for fact in model if fact > 0} == {2, 4}
    solved = PUZZLE.apply_all(position, view.decoder.moves(model))
    assert PUZZLE.is_solved(solved)


def test_the_human_says_what_is_forced():
    """All of it, as SAT does, or all but some numbers; nothing where there is no layout."""
    decided = 0
    for seed in seeds(60, 120):
        position = sample(Random(seed))
        known, said = (solve(position, method=name) for name in ("sat", "human"))
        if said.answer is None and known.answer is not None:
            [item] = known.answer.items
            part = said.best.items[0].moves if said.best is not None else ()
            missing = set(item.moves) - set(part)
            assert missing, position
            assert all(isinstance(move, Open) for move in missing), position
            assert {move.cell for move in part} <= {move.cell for move in item.moves}, position
            continue
        assert said.best is None
        assert said.answer == known.answer, position
        decided += known.answer is not None and bool(known.answer.items[0].moves)
    assert decided > 10


def test_with_few_techniques_the_human_knows_that_more_is_forced():
    for text, whole in (("4x2x2:11--/----", False), ("4x1x1:-1--", False), ("3x1x1:1-1", True)):
        view = MineDeduction(board(text), techniques=("counting",))
        found = Backbone()
        registry.method("human").backbone(view, Run(), found)
        assert found.is_whole is whole


def test_a_cell_that_shows_one_number_though_its_mines_are_open():
    """The 1 of r1c4 is not a step of any technique, so that the human has not found all."""
    position = board("5x2:-1-s1/1----")
    said = solve(position, method="human")
    assert (said.status, said.stop) == (Status.UNKNOWN, Stop.INCOMPLETE)
    assert {move.cell for move in said.best.items[0].moves} == {2, 7}
    [item] = solve(position, method="sat").answer.items
    assert {move.cell for move in item.moves} == {2, 3, 7}
