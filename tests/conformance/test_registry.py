"""Puzzles and methods declare all that menus and documents need, under the right names."""

import inspect
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

import gridwise
from conformance.support import Properties, kinds_of, methods, oracle, puzzles
from gridwise.core import registry
from gridwise.core.errors import NoSharedViewError, UnknownNameError
from gridwise.core.method import Method
from gridwise.core.puzzle import Puzzle, Question
from gridwise.core.result import COUNTERS
from gridwise.core.trace import Kind
from gridwise.core.views import View
from samples import sample

PACKAGE = Path(gridwise.__file__).parent

of_puzzles = Properties(puzzles)
of_methods = Properties(methods)


def modules(folder: str) -> set[str]:
    return {
        path.stem
        for path in (PACKAGE / folder).iterdir()
        if not path.name.startswith(("_", ".")) and (path.suffix == ".py" or path.is_dir())
    }


def test_every_module_is_found_by_its_name() -> None:
    ours = {n for n, p in registry.puzzles().items() if type(p).__module__.startswith("gridwise.")}
    assert ours == modules("puzzles")
    for name, method in registry.methods().items():
        assert type(method).__module__ == f"gridwise.methods.{name}"
    for name, thing in (*registry.puzzles().items(), *registry.methods().items()):
        assert thing.name == name


@of_puzzles.hold()
def a_puzzle_says_what_it_is(puzzle: Puzzle[Any, Any]) -> None:
    assert puzzle.name.isidentifier()
    assert puzzle.name == puzzle.name.lower()
    assert puzzle.title.strip()
    assert "\n" not in puzzle.title
    assert isinstance(puzzle.position_type, type)
    assert all(ending.startswith(".") for ending in puzzle.extensions)
    assert all(name and text.strip() for name, text in puzzle.styles.items())
    assert puzzle.questions
    assert Question.SOLUTION in puzzle.questions
    assert all(isinstance(question, Question) for question in puzzle.questions)
    assert isinstance(puzzle.wants_unique, bool)
    assert puzzle.examples
    for text in puzzle.examples:
        position = puzzle.parse(text)
        assert isinstance(position, puzzle.position_type)
        assert registry.puzzle_of(position) is puzzle
        assert not puzzle.violations(position), text
    assert oracle(puzzle.name), "a puzzle has its oracle in tests/oracles"
    assert kinds_of(puzzle.name), "a puzzle offers a view"


@of_methods.hold()
def a_method_says_what_it_is(method: Method) -> None:
    assert method.name.isidentifier()
    assert method.name == method.name.lower()
    for text in (method.title, method.source, method.node):
        assert text.strip()
        assert "\n" not in text
    assert method.views
    assert all(issubclass(view, View) for view in method.views)
    assert len(set(method.views)) == len(method.views)
    assert isinstance(method.complete, bool)
    assert method.counts
    assert method.counts <= set(COUNTERS)
    assert all(isinstance(kind, Kind) for kind in method.emits)
    found = Kind.EVALUATE if Question.WINNER in method.questions else Kind.SOLUTION
    assert not method.emits or found in method.emits
    assert isinstance(method.explains, bool)
    for option in method.options:
        assert option.text.strip()
        assert option.read(option.default) == option.default
    assert len({option.name for option in method.options}) == len(method.options)
    assert getattr(method, "__dict__", {}) == {}, "a method is stateless"


@of_methods.hold()
def a_method_works_on_some_puzzle(method: Method) -> None:
    assert any(method.view_for(kinds_of(name)) for name in registry.puzzles())


@of_puzzles.hold()
def a_position_is_of_one_puzzle(puzzle: Puzzle[Any, Any]) -> None:
    for seed in range(20):
        position = sample(puzzle, Random(seed))
        assert registry.puzzle_of(position) is puzzle
        fitting = [
            p.name for p in registry.puzzles().values() if isinstance(position, p.position_type)
        ]
        assert fitting == [puzzle.name]
        methods = registry.methods_for(position)
        assert any(method.complete for method in methods)
        ranks = [method.rank for method in methods]
        assert ranks == sorted(ranks, reverse=True)


def test_no_position_is_equal_to_one_of_another_puzzle() -> None:
    samples = {
        name: [sample(puzzle, Random(seed)) for seed in range(30)]
        for name, puzzle in registry.puzzles().items()
    }
    for name, positions in samples.items():
        for other, others in samples.items():
            if name != other:
                assert not any(a == b for a in positions for b in others)


@of_puzzles.hold()
def the_best_complete_method_is_the_default(puzzle: Puzzle[Any, Any]) -> None:
    position = puzzle.parse(puzzle.examples[0])
    offers = puzzle.views(position)
    expected = next(
        method
        for method in registry.methods_for(position)
        if method.complete
        and (kind := method.view_for(frozenset(offers))) is not None
        and not (offers[kind].counts_only or offers[kind].by_name)
    )
    # Asked by name, so that its compiled code is loaded: until then a plain method may answer.
    assert gridwise.solve(position, method=expected.name).method == expected.name
    assert gridwise.solve(position).method == expected.name
    assert gridwise.solve(position, method="auto").method == expected.name


@of_methods.hold()
def a_method_without_a_shared_view_is_refused(method: Method) -> None:
    for puzzle in registry.puzzles().values():
        if method.view_for(kinds_of(puzzle.name)) is None:
            with pytest.raises(NoSharedViewError, match=method.name):
                gridwise.solve(sample(puzzle, Random(0)), method=method.name)


def test_unknown_names_suggest_near_ones() -> None:
    for ask, name in (
        (registry.puzzle, "sudoko"),
        (registry.method, "backtraking"),
        (registry.method, "bruteforce"),
    ):
        with pytest.raises(UnknownNameError, match="did you mean"):
            ask(name)
    with pytest.raises(UnknownNameError):
        registry.puzzle_of(object())
    position = sample(next(iter(registry.puzzles().values())), Random(0))
    with pytest.raises(UnknownNameError, match="did you mean"):
        gridwise.solve(position, method="backtrackin")


def test_only_puzzles_and_methods_can_be_registered() -> None:
    module = ModuleType("impostor")
    module.PUZZLE = object()  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match="impostor"):
        registry.register(module)


@of_methods.hold()
def a_method_describes_itself_in_its_module(method: Method) -> None:
    module = inspect.getmodule(type(method))
    assert module is not None
    assert (module.__doc__ or "").strip()
    assert inspect.getdoc(type(method))


test_puzzles = of_puzzles.test()
test_methods = of_methods.test()
