"""A position with a further rule is refused by all that does not know the rule."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, make_dataclass
from typing import Any

import pytest

import gridwise
from conformance.support import Properties, puzzles
from gridwise.core import registry
from gridwise.core.capabilities import (
    BatchSolver,
    Certificates,
    Features,
    Givens,
    Goals,
    ProbabilityModel,
    Ratings,
    Symmetries,
)
from gridwise.core.errors import GridwiseError, NoSharedViewError, ParameterError
from gridwise.core.interaction import Interaction
from gridwise.core.position import _further
from gridwise.core.puzzle import Puzzle
from gridwise.solving.hint.stages import staged
from gridwise.solving.instance import Instance

RULE = "cages"
REFUSED = f"(?i)does not know the rule {RULE}"
TAKE_POSITIONS = (Certificates, Features, Givens, Goals, Interaction, ProbabilityModel, Symmetries)

of_puzzles = Properties(puzzles)


def ruled(puzzle: Puzzle[Any, Any]) -> Any:
    """Return the puzzle's first example with one rule more."""
    plain = puzzle.parse(puzzle.examples[0])
    kind = make_dataclass(
        "RuledPosition",
        [(RULE, tuple[int, ...])],
        bases=(puzzle.position_type,),
        frozen=True,
        slots=True,
        kw_only=True,
    )
    values = {field.name: getattr(plain, field.name) for field in fields(plain) if field.init}
    return kind(**values, **{RULE: (0, 1)})


@contextmanager
def known(puzzle: Puzzle[Any, Any], *parts: str) -> Iterator[None]:
    """Let the members of the puzzle, and these parts, know the rule."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(puzzle), "rules", {RULE: parts})
        yield


def questions(position: Any) -> Mapping[str, Callable[[], object]]:
    """Return everything that is asked of a position in this process, by name."""
    solves: dict[str, Callable[[], object]] = {
        f"solve by {method}": lambda method=method: gridwise.solve(position, method=method)
        for method in ("auto", *registry.methods())
    }
    return {
        **solves,
        "board": lambda: gridwise.Board(position),
        "boards": lambda: gridwise.read_boards([position]),
        "count": lambda: gridwise.count(position),
        "count up to symmetry": lambda: gridwise.count(position, up_to_symmetry=True),
        "check_encoding": lambda: gridwise.check_encoding([(1,)], position),
        "encode": lambda: gridwise.encode(position),
        "explain": lambda: gridwise.explain(position),
        "heuristics": lambda: gridwise.heuristics(position),
        "hint": lambda: gridwise.hint(position),
        "hint in stages": lambda: staged(position),
        "probabilities": lambda: gridwise.probabilities(position),
        "rate": lambda: gridwise.rate(position),
        "setter_bench": lambda: gridwise.setter_bench(position),
        "solve_many": lambda: gridwise.solve_many([position]),
    }


@of_puzzles.hold()
def every_question_refuses_an_unknown_rule(puzzle: Puzzle[Any, Any]) -> None:
    for name, ask in questions(ruled(puzzle)).items():
        with pytest.raises(GridwiseError) as refused:
            ask()
        if name != "solve_many" or registry.capability(puzzle.name, BatchSolver) is not None:
            assert f"know the rule {RULE}" in str(refused.value), name


@of_puzzles.hold()
def what_answers_or_writes_refuses_an_unknown_rule(puzzle: Puzzle[Any, Any]) -> None:
    position = ruled(puzzle)
    asks: list[Callable[[], object]] = [
        *(lambda style=style: puzzle.format(position, style) for style in puzzle.styles),
        lambda: puzzle.format(position),
        lambda: puzzle.views(position),
        lambda: puzzle.violations(position),
        lambda: puzzle.is_solved(position),
        lambda: puzzle.scene(position),
        lambda: registry.puzzle_of(position),
        lambda: registry.methods_for(position),
        lambda: registry.features(position),
        lambda: registry.chosen_techniques(puzzle.name, None, position),
        lambda: Instance.of(position, puzzle),
    ]
    for ask in asks:
        with pytest.raises(ParameterError, match=REFUSED):
            ask()
    if puzzle.name in registry.interactions():
        with pytest.raises(ParameterError, match=REFUSED):
            registry.interaction(puzzle.name).begin(position)


@of_puzzles.hold()
def a_rule_that_only_the_puzzle_knows_is_refused_by_its_parts(puzzle: Puzzle[Any, Any]) -> None:
    position = ruled(puzzle)
    with known(puzzle, "notation", Features.constant):
        assert registry.puzzle_of(position) is puzzle
        assert puzzle.format(position)
        assert registry.features(position) == registry.features(puzzle.parse(puzzle.examples[0]))
        for style in puzzle.styles:
            if style != "notation":
                with pytest.raises(ParameterError, match=REFUSED):
                    puzzle.format(position, style)
        assert not puzzle.views(position)
        for method in ("auto", *registry.methods()):
            with pytest.raises(NoSharedViewError):
                gridwise.solve(position, method=method)
        assert registry.chosen_techniques(puzzle.name, None, position) == ()
        for technique in registry.techniques(puzzle.name):
            with pytest.raises(ParameterError, match=REFUSED):
                registry.chosen_techniques(puzzle.name, [technique], position)
        if puzzle.name in registry.interactions():
            with pytest.raises(ParameterError, match=REFUSED):
                registry.interaction(puzzle.name).begin(position)
        for wanted in TAKE_POSITIONS:
            if wanted is not Features and registry.capability(puzzle.name, wanted) is not None:
                with pytest.raises(ParameterError, match=REFUSED):
                    registry.capability(puzzle.name, wanted, position)
        ratings = registry.capability(puzzle.name, Ratings)
        for model in () if ratings is None else ratings.models:
            with pytest.raises(GridwiseError, match=REFUSED):
                gridwise.rate(position, models=[model])
        for name, ask in questions(position).items():
            if not name.startswith(("board", "hint")):  # a hint says why in words
                with pytest.raises(GridwiseError):
                    ask()
        step = staged(position).hint
        assert step.technique == "unknown" and not step.conclusions


@of_puzzles.hold()
def a_further_field_of_the_puzzles_own_class_is_refused_too(puzzle: Puzzle[Any, Any]) -> None:
    position = puzzle.parse(puzzle.examples[0])
    further, *plain = (field.name for field in fields(position))  # the first has no default
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(puzzle.position_type, "plain_fields", plain, raising=False)
        _further.cache_clear()
        for ask in (registry.puzzle_of, puzzle.format, puzzle.views, gridwise.Board):
            with pytest.raises(ParameterError, match=f"does not know the rule {further}"):
                ask(position)
    _further.cache_clear()
    assert registry.puzzle_of(position) is puzzle


@of_puzzles.hold()
def moves_keep_a_further_rule(puzzle: Puzzle[Any, Any]) -> None:
    position = ruled(puzzle)
    plain = puzzle.parse(puzzle.examples[0])
    move = next(iter(puzzle.moves(plain)))
    for after in (puzzle.apply(position, move), puzzle.apply_all(position, (move,))):
        assert type(after) is type(position) and getattr(after, RULE) == (0, 1)
    givens = registry.capability(puzzle.name, Givens)
    for cell in () if givens is None else list(givens.cells(plain))[:1]:
        assert getattr(givens.without(position, cell), RULE) == (0, 1)


test_puzzles = of_puzzles.test()
