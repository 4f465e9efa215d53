"""Puzzles and methods are found by their module's constant, and named in errors."""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import template_puzzle
from gridwise.comparing.bench import measure
from gridwise.core import registry
from gridwise.core.capabilities import Benchmarks, Preparation, Sampler
from gridwise.core.errors import ParameterError, UnknownNameError
from template_puzzle import PUZZLE as LATIN


@pytest.fixture(autouse=True)
def _own_registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    extra: dict[str, list[object]] = {"PUZZLE": [], "METHOD": []}
    monkeypatch.setattr(registry, "_EXTRA", extra)
    monkeypatch.setattr(registry, "_MODULES", [])
    clear()
    yield
    clear()


def clear() -> None:
    registry.register(ModuleType("empty"))  # empties the caches too


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    root = tmp_path / "scanned"
    root.mkdir()
    (root / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    yield root
    for name in [n for n in sys.modules if n.split(".")[0] == "scanned"]:
        del sys.modules[name]


THING = "class Thing:\n    name = {name!r}\n\nMETHOD = Thing()\n"


def test_a_scan_finds_modules_and_packages_by_their_constant(package: Path) -> None:
    (package / "zebra.py").write_text(THING.format(name="zebra"))
    (package / "ant").mkdir()
    (package / "ant" / "__init__.py").write_text(THING.format(name="ant"))
    (package / "helper.py").write_text("x = 1\n")
    (package / "_private.py").write_text("raise AssertionError('must not be imported')\n")
    assert list(registry._scan("scanned", "METHOD")) == ["ant", "zebra"]


def test_a_name_other_than_the_modules_is_refused(package: Path) -> None:
    (package / "zebra.py").write_text(THING.format(name="horse"))
    with pytest.raises(ValueError, match="zebra"):
        registry._scan("scanned", "METHOD")


TECHNIQUE = "from gridwise.core.step import Technique\n\n{constant} = {value}\n"


def test_techniques_lie_alone_or_in_families(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(path: str, constant: str, *names: str) -> None:
        made = [f"Technique({name!r}, None, 'easy', {len(name)}, iter)" for name in names]
        value = made[0] if constant == "TECHNIQUE" else f"({', '.join(made)},)"
        (package / path).write_text(TECHNIQUE.format(constant=constant, value=value))

    def found() -> list[str]:
        for name in [n for n in sys.modules if n.split(".")[0] == "scanned"]:
            del sys.modules[name]
        registry.techniques.cache_clear()
        return list(registry.techniques("any"))

    monkeypatch.setattr(registry, "_submodule", lambda kind, module: "scanned")
    (package / "wings").mkdir()
    (package / "wings" / "__init__.py").write_text("")
    try:
        write("single.py", "TECHNIQUE", "single")
        write("wings/pivots.py", "TECHNIQUES", "xyz", "xy")
        assert found() == ["xy", "xyz", "single"]
        write("wings/more.py", "TECHNIQUES", "xy")
        with pytest.raises(ValueError, match="second technique named 'xy'"):
            found()
        write("wings/more.py", "TECHNIQUE", "other")
        with pytest.raises(ValueError, match="holds TECHNIQUE named 'other'"):
            found()
    finally:
        registry.techniques.cache_clear()


def test_formats_are_modules_of_a_puzzles_package(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (package / "crossword.py").write_text("NAME = 'Crossword 3'\nclaims = len\n")
    (package / "helper.py").write_text("x = 1\n")
    (package / "_cells.py").write_text("raise AssertionError('must not be imported')\n")
    monkeypatch.setattr(registry, "_submodule", lambda kind, module: "scanned")
    try:
        assert {name: one.NAME for name, one in registry.formats("any").items()} == {
            "crossword": "Crossword 3"
        }
    finally:
        registry.formats.cache_clear()
    monkeypatch.undo()
    assert registry.formats("queens") == {}
    assert "hodoku" in registry.formats("sudoku")


def test_what_is_shipped_is_named_after_its_module() -> None:
    for things in (registry.puzzles(), registry.methods()):
        assert list(things) == sorted(things)
        for name, thing in things.items():
            assert thing.name == name
            assert name in type(thing).__module__.split(".")


def test_unknown_names_are_refused_with_near_ones() -> None:
    registry.register(template_puzzle)
    with pytest.raises(UnknownNameError, match="did you mean latin"):
        registry.puzzle("latn")
    with pytest.raises(UnknownNameError, match="Unknown method"):
        registry.method("no_such_method")


def test_a_puzzle_from_outside() -> None:
    assert "latin" not in registry.puzzles()
    registry.register(template_puzzle)
    assert registry.puzzle("latin") is LATIN
    assert list(registry.puzzles()) == sorted(registry.puzzles())
    position = LATIN.parse(LATIN.examples[0])
    assert registry.puzzle_of(position) is LATIN
    registry.register(template_puzzle)  # again: nothing changes
    assert registry.puzzle("latin") is LATIN


CAPABLE = """
from dataclasses import dataclass
from template_puzzle import Latin
from gridwise.core.capabilities import Features

@dataclass(frozen=True)
class Wall:
    height: int

class Brick(Latin):
    name = "brick"
    position_type = Wall

PUZZLE = Brick()
FEATURES = Features(lambda wall: {"height": wall.height})
"""
IN_A_MODULE = """
from gridwise.core.capabilities import Benchmarks, BenchSet, Preparation
BENCH = Benchmarks({"one": BenchSet("a set", 2, range, lambda item, run: item, lambda done: {})})
PREPARE = "no preparation"
"""


def test_a_puzzle_from_outside_offers_capabilities(package: Path) -> None:
    (package / "__init__.py").write_text(CAPABLE)
    (package / "bench.py").write_text(IN_A_MODULE)
    (package / "prepare.py").write_text(IN_A_MODULE)
    assert "brick" not in registry.capabilities(Benchmarks)
    import scanned  # type: ignore[import-not-found]  # made above

    registry.register(scanned)
    bench = registry.capability("brick", Benchmarks)
    assert bench is not None
    assert measure(bench, "one", scale=0.5)["items"] == 1
    assert registry.capabilities(Benchmarks)["brick"] is bench
    assert registry.features(scanned.Wall(3)) == {"height": 3}
    assert registry.capability("brick", Sampler) is None
    with pytest.raises(TypeError, match="PREPARE of brick"):
        registry.capability("brick", Preparation)
    with pytest.raises(UnknownNameError, match="brick"):
        registry.capability("brik", Benchmarks)


def test_methods_for_a_position_share_a_view_and_come_by_rank() -> None:
    registry.register(template_puzzle)
    position = LATIN.parse(LATIN.examples[0])
    kinds = frozenset(LATIN.views(position))
    found = registry.methods_for(position)
    assert [m.rank for m in found] == sorted((m.rank for m in found), reverse=True)
    for method in registry.methods().values():
        assert (method in found) == bool(kinds & set(method.views))


def test_a_position_of_no_puzzle() -> None:
    with pytest.raises(UnknownNameError, match="float"):
        registry.puzzle_of(1.5)


def test_a_text_is_no_position_and_what_makes_one_is_named() -> None:
    with pytest.raises(ParameterError, match=r"gridwise\.parse"):
        registry.puzzle_of("queens:6:")


@pytest.mark.parametrize("constant", ["PUZZLE", "METHOD"])
def test_only_puzzles_and_methods_are_registered(constant: str) -> None:
    module = ModuleType("odd")
    setattr(module, constant, "not one")
    with pytest.raises(TypeError, match=f"odd.{constant}"):
        registry.register(module)
