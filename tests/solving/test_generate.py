"""Generators: what they claim is true, and a seed is a board."""

import time
from dataclasses import replace
from functools import partial
from hashlib import sha256
from typing import Any

import pytest

import gridwise
from cancelling import After
from every import every
from gridwise.core import registry
from gridwise.core.capabilities import Generator
from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.core.limits import Interrupted, Limits
from gridwise.core.message import Message
from gridwise.core.step import LEVELS
from gridwise.methods.kernel import CompiledKernel
from gridwise.puzzles.minesweeper.position import COVERED
from gridwise.puzzles.sudoku.generate import candidates
from gridwise.solving import generate as module
from gridwise.solving.generate import GenerationTools, as_json, generate_many
from samples import THOROUGH

LONG = 600.0
"""Seconds that no board takes here, on a busy machine either."""
generate = partial(gridwise.generate, time_s=LONG)

FEW_CELLS = "..x..x.....x..x....x....xx....x....x.x.x.x.x.x....x....xx....x....x..x.....x..x.."


def grid(position) -> list[tuple[int, int]]:
    side = position.size
    return [divmod(c, side) for c, v in enumerate(position.cells) if v]


SIZES = ["2x2", "6", "3x2", "2x4", "3x3", "2x5", "3x4"]


@every("params", [*SIZES, "4x4"] if THOROUGH else SIZES)
def test_sudokus_have_exactly_one_solution(params: str) -> None:
    made = generate("sudoku", params, seed=1)
    assert made is not None and made.claims["unique"] is True
    answer = gridwise.count(made.position).answer
    assert (answer.number, answer.exact) == (1, True)
    assert made.claims["givens"] == len(grid(made.position)) < len(made.position.cells)


@pytest.mark.parametrize("seed", range(3))
def test_minimal_means_that_every_given_is_needed(seed: int) -> None:
    made = generate("sudoku", "2x3", seed=seed, options={"minimal": "yes"})
    assert made.claims["minimal"] is True
    puzzle = registry.puzzle("sudoku")
    text = puzzle.format(made.position)
    for cell, digit in enumerate(made.position.cells):
        if digit:
            at = len("sudoku:2x3:") + cell
            fewer = gridwise.parse(f"{text[:at]}.{text[at + 1 :]}")
            assert gridwise.count(fewer, limits=gridwise.Limits(solutions=1)).answer.exact is False


def test_the_number_of_givens() -> None:
    made = generate("sudoku", "3x3", seed=5, options={"givens": 30})
    assert len(grid(made.position)) == made.claims["givens"] == 30


IMAGES = {
    "antidiagonal": lambda r, c, n: (n - c, n - r),
    "half_turn": lambda r, c, n: (n - r, n - c),
    "quarter_turn": lambda r, c, n: (c, n - r),
    "horizontal": lambda r, c, n: (r, n - c),
    "vertical": lambda r, c, n: (n - r, c),
    "diagonal": lambda r, c, n: (c, r),
}


@every("symmetry", list(IMAGES)[:: 1 if THOROUGH else 2])
def test_symmetry(symmetry: str) -> None:
    made = generate("sudoku", "3x3", seed=2, options={"symmetry": symmetry})
    cells = set(grid(made.position))
    assert {IMAGES[symmetry](r, c, 8) for r, c in cells} == cells
    assert made.claims["symmetry"] == symmetry


@every(
    "kind, params, options",
    [
        ("sudoku", "3x3", {}),
        ("sudoku", "2x3", {"minimal": "yes"}),
        ("minesweeper", "9x9x10", {}),
        ("queens", "10", {}),
        ("queens", "9", {"minimal": "yes", "blocked": 7}),
        ("sliding", "4x4", {}),
    ],
)
def test_a_seed_is_a_board(kind: str, params: str, options: dict[str, str]) -> None:
    one, same = (generate(kind, params, seed=4, options=options) for _ in range(2))
    other = generate(kind, params, seed=5, options=options)
    assert one.position == same.position != other.position


@every("n", [1, 4, 5, 6, 7, 8, 11, *([16, 24] if THOROUGH else [])])
def test_queens_have_exactly_one_completion(n: int) -> None:
    made = generate("queens", str(n), seed=n)
    assert made is not None and made.claims["unique"] is True
    answer = gridwise.count(made.position, method="exact_cover").answer
    assert (answer.number, answer.exact) == (1, True)
    assert made.claims["givens"] == len(made.position.queens) < max(n, 2)
    assert not made.position.blocked


@every("seed", range(5))
def test_minimal_queens_with_blocked_squares(seed: int) -> None:
    options = {"minimal": "yes", "blocked": 6}
    made = generate("queens", "8", seed=seed, options=options)
    board = made.position
    assert made.claims == {
        "unique": True, "givens": len(board.queens), "blocked": 6, "minimal": True,
    }  # fmt: skip
    assert len(board.blocked) == 6
    for queen in board.queens:
        rest = tuple(q for q in board.queens if q != queen)
        fewer = type(board)(8, rest, board.blocked)
        assert gridwise.count(fewer, method="backtracking").answer.number > 1


def test_the_number_of_fixed_queens() -> None:
    for givens in (2, 3, 5, 8):
        made = generate("queens", "8", seed=1, options={"givens": givens})
        assert len(made.position.queens) == made.claims["givens"] == givens
    # Q(8) is 92 and no square is in one solution alone, so one queen never settles the board.
    assert generate("queens", "8", seed=1, time_s=0.3, options={"givens": 1}) is None


CANNOT_BE: list[tuple[str, dict[str, int]]] = [
    *((size, {}) for size in ("2", "3", "0", "65", "8x8", "x", "²")),
    ("8", {"givens": 9}),
    ("4", {"blocked": 13}),
]


@every("params, options", CANNOT_BE)
def test_queens_boards_that_cannot_be(params: str, options: dict[str, int]) -> None:
    with pytest.raises(ParameterError):
        generate("queens", params, options=options)


@every("board", ["5x4x3", "9x9x10", "16x16x40", "4x4x16", "3x3x0"])
def test_minesweeper_boards_are_true(board: str) -> None:
    made = generate("minesweeper", board, seed=8)
    puzzle = registry.puzzle("minesweeper")
    assert not puzzle.violations(made.position)
    result = gridwise.solve(made.position)
    assert result.status.value == "SOLVED"
    width, height, mines = map(int, board.split("x"))
    shown = made.position.shown
    assert sum(code <= 8 for code in shown) == made.claims["opened"]
    assert 100 * made.claims["opened"] >= 30 * (width * height - mines)
    assert made.position.mines == mines


def test_not_found_in_time_is_said() -> None:
    made = generate("sudoku", "4x4", options={"minimal": "yes"}, time_s=0.2)
    assert made is None
    assert as_json(made, "sudoku", 0, Limits(0.2))["error"] == "not found in 0.2 s"


def test_what_cannot_be_is_refused() -> None:
    for params, options in [
        ("6x1", {}),
        ("9x9x9", {}),
        ("1x4", {}),
        ("3x3", {"givens": 82}),
        ("3x3", {"givens": 30, "symmetry": "quarter_turn"}),
    ]:
        with pytest.raises(ParameterError):
            generate("sudoku", params, options=options)
    with pytest.raises(UnknownNameError):
        generate("sudoku", "3x3", options={"given": 30})
    with pytest.raises(UnknownNameError):
        generate("sudoku", "3x3", options={"symmetry": "half"})
    with pytest.raises(ParameterError):
        generate("minesweeper", "3x3x10")
    with pytest.raises(ParameterError):
        generate("sudoku", "3x3", time_s=0)


@pytest.mark.parametrize("params", ["2x2", "2x3", "3x3"])
def test_a_seed_is_a_board_whether_kernels_are_compiled_or_not(
    params: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    warm = generate("sudoku", params, seed=3)
    monkeypatch.setattr("gridwise.compiled.jit.is_kept", lambda module, kernel: False)
    monkeypatch.setattr("gridwise.compiled.jit.is_ready", lambda module, kernel: False)
    monkeypatch.setattr("gridwise.puzzles.sudoku.engine.solver.CODE.spent_s", 0.0)
    monkeypatch.setattr("gridwise.puzzles.sudoku.engine.solver.CODE.compile_s", 1e9)
    monkeypatch.setattr(CompiledKernel, "models", None)  # whoever asks it fails
    monkeypatch.setattr(CompiledKernel, "count_models", None)
    cold = generate("sudoku", params, seed=3)
    assert warm is not None and cold == warm


def test_compiling_is_not_in_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]

    def slow(position: object, **how: Any) -> Any:
        result = gridwise.count(position, **{**how, "limits": Limits(solutions=1)})
        now[0] += 100.1
        return replace(result, statistics=replace(result.statistics, compile_s=100.0))

    monkeypatch.setattr(module, "count", slow)
    monkeypatch.setattr("time.perf_counter", lambda: now[0])
    minimal = {"minimal": "yes"}
    assert generate("sudoku", "2x2", seed=1, time_s=5, options=minimal) is not None
    assert now[0] > 500
    assert generate("sudoku", seed=1, time_s=1, options=minimal) is None, "the rest of it is"


@every(
    "kind, params, options, looks",
    [
        ("sliding", "4x4", {"walk": 1_000_000}, 100),
        ("sliding", "3x3", {"depth": 31, "goal": "last"}, 1),
        ("minesweeper", "60x60x0", {}, 5),
        ("minesweeper", "60x60x700", {"opened": 100}, 300),
        ("queens", "60", {}, 5),
    ],
)
def test_a_generator_looks_at_the_clock_and_the_token(
    kind: str, params: str, options: dict[str, Any], looks: int
) -> None:
    from gridwise.puzzles.sliding.pdb import exact

    exact._KEPT.clear()
    with pytest.raises(Interrupted):
        generate(kind, params, time_s=1000, cancel=After(looks), options=options)


def test_a_large_minesweeper_board_is_opened_as_far_as_asked() -> None:
    made = generate("minesweeper", "250x200x8000", seed=1, options={"opened": 100})
    assert made is not None and made.claims["opened"] == 250 * 200 - 8000
    assert made.position.shown.count(COVERED) == 8000


GOLDEN = {
    ("9x9x10", 0, 30): "1cfc6ed00f94200c",
    ("12x12x20", 1, 90): "f49ea06ff7ac1880",
    ("16x10x30", 0, 100): "aaaccb81049c71fe",
}


@pytest.mark.parametrize("asked", GOLDEN)
def test_the_boards_of_a_seed_are_what_they_were(asked: tuple[str, int, int]) -> None:
    params, seed, opened = asked
    made = generate("minesweeper", params, seed=seed, options={"opened": opened})
    assert made is not None
    text = registry.puzzle("minesweeper").format(made.position)
    assert sha256(text.encode()).hexdigest()[:16] == GOLDEN[asked]


@pytest.mark.parametrize("symmetry", ["mirrors", "diagonals"])
def test_two_symmetries_at_once(symmetry: str) -> None:
    made = generate("sudoku", "3x3", seed=2, options={"symmetry": symmetry})
    cells = set(grid(made.position))
    pair = {"mirrors": ("horizontal", "vertical"), "diagonals": ("diagonal", "antidiagonal")}
    for name in pair[symmetry]:
        assert {IMAGES[name](r, c, 8) for r, c in cells} == cells


def test_a_pattern_is_kept(tmp_path) -> None:
    pattern = "x." * 40 + "x"
    made = generate("sudoku", seed=1, options={"pattern": pattern})
    assert all(pattern[cell] == "x" for cell, digit in enumerate(made.position.cells) if digit)
    assert gridwise.count(made.position).answer.number == 1
    file = tmp_path / "pattern.txt"
    file.write_text("\n".join(pattern[at : at + 9] for at in range(0, 81, 9)))
    again = generate("sudoku", seed=1, options={"pattern": str(file)})
    assert again.position == made.position


@every(
    "options, said",
    [
        ({"givens": 16}, "9x9 Sudoku with 16 givens"),
        ({"pattern": "x" * 16 + "." * 65}, "pattern of 16 cells"),
        ({"pattern": "x" * 40 + "." * 41}, "could be swapped"),
        ({"pattern": "x.x"}, "3 signs"),
        ({"pattern": "nowhere.txt"}, "a file of it"),
        ({"difficulty": "esy"}, "did you mean easy"),
        ({"difficulty": "xx:1-2"}, "known: "),
        ({"difficulty": "se:4-3"}, "from low to high"),
        ({"difficulty": "hodoku:6000-4000"}, "such as hodoku:"),
        ({"difficulty": "easy", "technique": "jellyfish"}, "No board of the level easy needs"),
        ({"technique": "x_wing", "hardest": "naked_pair"}, "X-Wing is harder than Naked Pair"),
        ({"hardest": "hidden_singel"}, "hidden_single"),
    ],
)
def test_what_no_sudoku_has(options: dict[str, Any], said: str) -> None:
    with pytest.raises((ParameterError, UnknownNameError), match=said):
        generate("sudoku", options=options)


@every("level", LEVELS)
def test_a_level_is_that_of_the_rating(level: str) -> None:
    options = {"difficulty": level, "symmetry": "half_turn" if level == "medium" else "none"}
    made = generate("sudoku", seed=3, options=options)
    assert made is not None and made.claims["difficulty"] == level
    assert gridwise.count(made.position).answer.number == 1
    rated = gridwise.rate(made.position, models=["hodoku"])["hodoku"]["level"].lower()
    assert {"unfair": "fiendish"}.get(rated, rated) == level


@every(
    "band, measure",
    [("se:1.2-2.0", "er"), ("se:3.0-4.5", "er"), ("se:7.0-7.5", "er"), ("hodoku:300-330", "score")],
)
def test_a_band_of_a_rating(band: str, measure: str) -> None:
    made = generate("sudoku", seed=2, options={"difficulty": band})
    model, _, numbers = band.partition(":")
    low, high = map(float, numbers.split("-"))
    value = gridwise.rate(made.position, models=[model])[model][measure]
    assert low <= value <= high
    assert made.claims["difficulty"] == f"{model}:{value:g}"


@every("technique", ["pointing", "x_wing", "w_wing", "xy_chain"])
def test_a_technique_that_occurs(technique: str) -> None:
    made = generate("sudoku", seed=1, options={"technique": technique})
    assert made.claims["technique"] == technique
    assert technique in {step.technique for step in gridwise.explain(made.position).steps}


@every("technique", ["full_house", "hidden_single", "claiming", "skyscraper"])
def test_the_hardest_technique(technique: str) -> None:
    made = generate("sudoku", seed=3, options={"hardest": technique})
    assert made.claims["hardest"] == technique
    known = registry.techniques("sudoku")
    used = [known[step.technique] for step in gridwise.explain(made.position).steps]
    assert max(used, key=lambda t: (LEVELS.index(t.level), t.rank)).name == technique


def test_the_nearest_is_told_where_none_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time is up as soon as something came near."""
    later, clock, noted = [0.0], time.perf_counter, GenerationTools.missed

    def missed(self: GenerationTools, distance: float, what: Message) -> None:
        noted(self, distance, what)
        later[0] = LONG

    monkeypatch.setattr(GenerationTools, "missed", missed)
    monkeypatch.setattr(time, "perf_counter", lambda: clock() + later[0])
    options = {"difficulty": "extreme"}
    ((_, made, near),) = generate_many("sudoku", "2x2", [3], time_s=LONG, options=options)
    assert made is None
    error = as_json(None, "sudoku", 3, Limits(LONG), near)["error"]
    assert error.startswith("not found in 600 s; nearest was sudoku:2x2:")
    assert error.endswith("(easy)")


def test_a_pattern_that_is_not_filled_tells_how_many_solutions_are_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(candidates, "_STEPS", 0)
    cells = [cell for cell, sign in enumerate(FEW_CELLS) if sign == "x"]
    tools = GenerationTools(registry.puzzle("sudoku"), 1, Limits(600), None)
    assert candidates.filled(cells, tools.random, tools) is None
    board, _, number = str(tools.nearest).removesuffix(" solutions").partition(" with ")
    assert (
        gridwise.count(board, limits=Limits(solutions=int(number))).answer.number >= int(number) > 1
    )


@pytest.mark.parametrize("options", [{}, {"minimal": "yes"}])
def test_many_at_once_are_those_of_each_seed(
    options: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    generator = registry.capability("sudoku", Generator)
    monkeypatch.setattr(
        "gridwise.puzzles.sudoku.generate._PLAIN_S", 1000.0
    )  # so that many at once repay
    made = generator.generate_many(
        "",
        [GenerationTools(registry.puzzle("sudoku"), s, Limits(600), None) for s in range(5, 9)],
        options,
    )
    for seed, one in zip(range(5, 9), made, strict=True):
        board = generate("sudoku", seed=seed, options=options)
        asked.append((board.position, board.claims))
        assert (one.position, one.claims) == asked[-1]
    seeds = range(5, 9)
    told = generate_many("sudoku", "", seeds, options=options, time_s=LONG)
    assert [(made.position, made.claims) for _, made, _ in told] == asked


def test_a_pattern_of_few_cells() -> None:
    pattern = FEW_CELLS
    made = generate("sudoku", seed=1, options={"pattern": pattern})
    assert made is not None and len(grid(made.position)) <= 22
    assert all(pattern[cell] == "x" for cell, digit in enumerate(made.position.cells) if digit)
    assert gridwise.count(made.position).answer.number == 1
