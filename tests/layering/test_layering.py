"""Who may import whom, read from the sources."""

import re
from itertools import product
from pathlib import Path

from every import every
from layering.checker import (
    ALSO,
    EAGER,
    LAZY,
    Exemption,
    Module,
    breaches,
    circles,
    layer_of,
    modules,
    things,
)

SRC = Path(__file__).parents[2] / "src"
CLASS = re.compile(r"^ *class (\w+)[(:]", re.MULTILINE)


def test_the_sources_are_found() -> None:
    assert {"gridwise", "gridwise.core.trace", "gridwise.methods"} <= {m.name for m in modules(SRC)}
    assert {"core", "methods", "puzzles", "render", "solving", "cli"} <= {
        layer_of(m.name) for m in modules(SRC)
    }


def test_no_module_breaks_the_layers() -> None:
    names = things(SRC)
    found = [line for module in modules(SRC) for line in breaches(module, names)]
    assert not found, "\n" + "\n".join(found)


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert not circles(modules(SRC))


@every(
    "sources, expected",
    [
        ({"a": "from gridwise.core import b", "b": "from gridwise.core import c", "c": ""}, []),
        ({"a": "from gridwise.core import b", "b": "import gridwise.core.a"}, [["a", "b"]]),
        (
            {"a": "from gridwise.core.b import x", "b": "def f():\n    from . import a"},
            [["a", "b"]],
        ),
        (
            {"a": "from .b import x", "b": "from .c import y", "c": "from .a import z", "d": ""},
            [["a", "b", "c"]],
        ),
        (
            {
                "a": "from gridwise.core import b",
                "b": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from . import a",
            },
            [["a", "b"]],
        ),
    ],
)
def test_a_circle_is_found(sources: dict[str, str], expected: list[list[str]]) -> None:
    planted = [Module(f"gridwise.core.{name}", source) for name, source in sources.items()]
    found = [[name.removeprefix("gridwise.core.") for name in group] for group in circles(planted)]
    assert found == expected


def test_no_class_name_stands_for_two_things() -> None:
    found: dict[str, list[str]] = {}
    for module in modules(SRC):
        for name in CLASS.findall(module.source):
            found.setdefault(name.lstrip("_"), []).append(module.name)
    # Each puzzle has a position of its own, and an engine its record of a board; they are never
    # used beside each other, nor beside the `Board` that people hold.
    several = {name: where for name, where in found.items() if len(where) > 1}
    twice = {name: where for name, where in several.items() if name not in ("Board", "Position")}
    assert not twice


def test_the_names_are_those_of_the_registry() -> None:
    from gridwise.core import registry

    shipped = {
        thing.name
        for thing in (*registry.puzzles().values(), *registry.methods().values())
        if type(thing).__module__.startswith("gridwise.")
    }
    assert shipped == things(SRC)


@every("exemption", [*ALSO, *EAGER], ids=lambda e: f"{e.module}-{e.package}")
def test_an_exemption_is_still_needed(exemption: Exemption) -> None:
    from fnmatch import fnmatchcase

    assert any(
        item.name.split(".")[0] == exemption.package
        for module in modules(SRC)
        if fnmatchcase(module.name, exemption.module)
        for item in module.imports
    )
    assert exemption.why


PLANTED = [
    # module, source, what the message says
    ("core.views", "import gridwise.methods.sat", "core may not import methods"),
    ("core.views", "from gridwise.puzzles import sudoku", "core may not import puzzles"),
    ("core.views", "from gridwise import solving", "core may not import solving"),
    ("core.views", "import gridwise", "core may not import root"),
    ("core.views", "import rich", "core may not import rich"),
    ("core.views", "def f():\n    import pysat", "core may not import pysat"),
    ("core.views", "import numpy", "numpy is to be imported inside functions"),
    ("core.registry", "from ..methods import sat", "core may not import methods"),
    ("core", "from ..methods import sat", "core may not import methods"),
    ("verifier.drat", "from gridwise.core import errors", "verifier may not import core"),
    ("compiled.simd", "import gridwise.render.text", "compiled may not import render"),
    ("methods.sat", "from gridwise.puzzles.sudoku import rules", "methods may not import puzzles"),
    ("methods.sat", "from gridwise.render import text", "methods may not import render"),
    ("methods.sat", "from pysat.solvers import Solver", "pysat is to be imported inside functions"),
    ("methods.sat", "def f():\n    import rich", "methods may not import rich"),
    ("puzzles.sudoku.rules", "import gridwise.methods.sat", "puzzles may not import methods"),
    ("puzzles.sudoku.rules", "import gridwise.puzzles.queens", "may not import another puzzle"),
    ("puzzles.sudoku", "from gridwise.puzzles import queens", "may not import another puzzle"),
    ("puzzles.sudoku.rules", "import gridwise.solving.solve", "puzzles may not import solving"),
    ("puzzles.sudoku.rules", "from gridwise.compiled import simd", "imported inside functions"),
    ("agents.play", "from gridwise.games import store", "agents may not import games"),
    ("process.slot", "from gridwise.workers import kinds", "process may not import workers"),
    ("workers.kinds", "from gridwise.comparing import suites", "workers may not import comparing"),
    ("comparing.run", "from gridwise.documents import model", "comparing may not import documents"),
    ("puzzles.sudoku.rules", "from .engine.kernels import lanes", "imported inside functions"),
    ("render.text", "from gridwise.solving import solve", "render may not import solving"),
    ("render.text", "import rich", "rich is to be imported inside functions"),
    ("solving.solve", "def f():\n    from gridwise.puzzles import sudoku", "import puzzles"),
    ("solving.solve", "from gridwise.methods.sat import METHOD", "import methods"),
    ("solving.solve", "from gridwise.cli import main", "solving may not import cli"),
    ("solving.solve", "x = name == 'sudoku'", "names 'sudoku'"),
    ("solving.solve", "match name:\n    case 'sat': pass", "names 'sat'"),
    ("batch.run", "from gridwise.web import api", "batch may not import web"),
    ("batch.run", "import gridwise.cli.main", "batch may not import cli"),
    ("cli.main", "from gridwise.methods import sat", "cli may not import methods"),
    ("cli.main", "import gridwise.puzzles.sudoku", "cli may not import puzzles"),
    ("cli.main", "import rich", "rich is to be imported inside functions"),
    ("cli.main", "from gridwise.web import server", "cli may not import web"),
    ("web.server", "from gridwise.cli import main", "web may not import cli"),
    ("cli.web", "from gridwise.web import serve", "cli may not import web"),
    ("web", "import nicegui", "nicegui is to be imported inside functions"),
    ("web.server.context", "import nicegui", "nicegui is to be imported inside functions"),
    ("web.serve", "import numpy", "numpy is to be imported inside functions"),
    ("__main__", "from gridwise.core import registry", "__main__ may not import core"),
    ("attic.old", "x = 1", "no rule for the layer attic"),
]
DISGUISES = {
    "plain": "{}",
    "in a function": "def outer():\n    def inner():\n        {}",
    "in a class": "class A:\n    {}",
    "in a try": "try:\n    {}\nexcept ImportError:\n    pass",
    "for types": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    {}",
    "for types, by attribute": "import typing\nif typing.TYPE_CHECKING:\n    {}",
    "otherwise": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    pass\nelse:\n    {}",
}


def planted(name: str, source: str, *, package: bool = False) -> list[str]:
    return breaches(Module(f"gridwise.{name}", source, package), {"sudoku", "sat"})


@every("name, source, message", PLANTED)
def test_a_planted_breach_is_caught(name: str, source: str, message: str) -> None:
    found = planted(name, source, package=name in ("core", "puzzles.sudoku"))
    assert len(found) >= 1
    assert any(message in line for line in found), found


@every(
    "disguise, statement",
    lambda: product(
        DISGUISES.values(),
        [
            "import gridwise.methods.sat",
            "from gridwise.methods import sat as x",
            "from ..methods import sat",
            "x = importlib.import_module('gridwise.methods.sat')",
            "__import__('gridwise.methods.sat')",
        ],
    ),
)
def test_a_breach_is_caught_wherever_it_hides(disguise: str, statement: str) -> None:
    found = planted("core.views", disguise.format(statement))
    assert any("core may not import methods" in line for line in found), found


@every(
    "name, source",
    [
        (
            "core.views",
            "import sys, json\nfrom gridwise.core.trace import Decoder\nfrom . import trace",
        ),
        ("core.trace", "def f():\n    import numpy as np"),
        ("core.result", "if TYPE_CHECKING:\n    import numpy"),
        ("methods.sat", "from gridwise.core import views\ndef f():\n    from pysat import solvers"),
        ("methods.a_star", "from gridwise.methods._shared.cnf_states import CnfStates"),
        (
            "puzzles.sudoku.rules",
            "from gridwise.core import grid\nfrom gridwise.puzzles.sudoku import x",
        ),
        (
            "puzzles.sudoku.engine.kernels.lanes",
            "import numpy\nfrom gridwise.compiled import simd, kernel",
        ),
        (
            "puzzles.sudoku.views",
            "def f():\n    from gridwise.puzzles.sudoku.engine.kernels import lanes",
        ),
        ("compiled.simd", "import numba\nimport llvmlite"),
        ("render.text", "from gridwise.core.scene import Scene\ndef f():\n    import rich.text"),
        (
            "solving.solve",
            "from gridwise.core import registry\nfrom gridwise.render import words",
        ),
        ("solving.solve", "x = 'a sudoku in a sentence'"),
        ("batch.run", "from gridwise.solving import solve"),
        ("cli.main", "import cyclopts\nfrom gridwise import __version__\nimport gridwise"),
        ("web.server.context", "def f():\n    import nicegui\n    from gridwise.batch import run"),
        ("web.pages.play", "import nicegui\nfrom gridwise.web.server import context"),
        ("cli.web", "def f():\n    from gridwise.web import serve"),
    ],
)
def test_what_is_allowed_is_let_through(name: str, source: str) -> None:
    assert planted(name, source) == []


def test_the_public_face_imports_only_what_it_shows() -> None:
    assert breaches(Module("gridwise", "from gridwise.solving import solve", True)) == []
    assert breaches(Module("gridwise", "from gridwise.cli import main", True))
    assert breaches(Module("gridwise", "from gridwise.methods import sat", True))


def test_a_kernel_may_not_be_loaded_by_the_way() -> None:
    source = "from gridwise.puzzles.sudoku.engine.kernels.lanes import run"
    assert planted("puzzles.sudoku.views", source)
    assert not planted("puzzles.sudoku.views", f"def f():\n    {source}")
    assert {exemption.module for exemption in LAZY} == {
        "gridwise.puzzles.*.engine.kernels.*",
        "gridwise.batch.cluster_worker",
        "gridwise.compiled.kernel",
        "gridwise.compiled.record",
        "gridwise.compiled.simd",
    }
