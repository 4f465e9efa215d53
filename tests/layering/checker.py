"""Reads the imports of a module from its source and says which of them break the layers.

The table is that of `docs/architecture.md`. Imports inside functions, under TYPE_CHECKING and by
`import_module("...")` count like any other.
"""

import ast
import sys
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, cached_property
from pathlib import Path

ROOT = "gridwise"

_ABOVE = frozenset(
    {
        "core",
        "reading",
        "render",
        "verifier",
        "process",
        "jobs",
        "solving",
        "questions",
        "agents",
        "games",
        "recording",
    },
)
_FACES = _ABOVE | {"compiled", "workers", "comparing", "documents", "batch", "root"}
_FACES |= {"checkup", "grading"}

API = frozenset(
    {
        "board",
        "board_display",
        "game",
        "public",
    }
)
"""Modules beside `gridwise/__init__.py` that are the public API, and of its layer."""

MAY_IMPORT: Mapping[str, frozenset[str]] = {
    "core": frozenset(),
    "verifier": frozenset(),
    "compiled": frozenset({"core"}),
    "process": frozenset({"core"}),
    "jobs": frozenset({"core", "process"}),
    "methods": frozenset({"core"}),
    "reading": frozenset({"core"}),
    "puzzles": frozenset({"core", "compiled", "reading"}),
    "render": frozenset({"core"}),
    # Puzzles and methods are reached through the registry, so neither is here.
    "solving": frozenset({"core", "compiled", "reading", "process", "render", "verifier"}),
    "agents": frozenset({"core", "render", "solving"}),
    "games": frozenset({"core", "render", "solving"}),
    "recording": frozenset({"core", "reading", "render", "solving", "agents"}),
    "questions": frozenset(
        {"core", "compiled", "reading", "render", "verifier", "solving", "recording", "batch"}
    ),
    "workers": _ABOVE,
    "comparing": _ABOVE | {"compiled", "workers"},
    "documents": _ABOVE | {"workers", "comparing", "batch"},
    "batch": _ABOVE | {"compiled", "workers"},
    # A grade ends in a report, so it lies above documents, which know nothing of grades.
    "grading": _ABOVE | {"compiled", "workers", "comparing", "documents"},
    # What is installed on this machine, for `gridwise doctor`.
    "checkup": frozenset({"core", "compiled", "comparing", "render"}),
    "cli": _FACES,
    "web": _FACES,
    # The package's own face: the public API.
    "root": _FACES - {"root"},
    "__main__": frozenset({"cli"}),
}
"""What a layer may import beside itself. A layer that is not here fails the test."""

NAMES_NONE = frozenset(
    {
        "process",
        "jobs",
        "reading",
        "solving",
        "questions",
        "agents",
        "games",
        "recording",
        "workers",
        "comparing",
        "documents",
        "batch",
        "grading",
    },
)
"""Layers that reach puzzles and methods through the registry, and name none."""

ONLY_THESE: Mapping[str, frozenset[str]] = {
    "core": frozenset({"numpy"}),
    "verifier": frozenset({"numpy"}),
    "compiled": frozenset({"numpy", "numba", "llvmlite", "filelock", "platformdirs"}),
    "methods": frozenset({"numpy", "pysat"}),
    "puzzles": frozenset({"numpy", "numba"}),
}
"""Third-party packages that a layer may import at all; layers that are not here may any."""


@dataclass(frozen=True)
class Exemption:
    """A module (a pattern) that may do what the rules forbid, with this package, and why."""

    module: str
    package: str
    why: str
    but: str = ""
    """A module that the pattern means too and that may not."""


ALSO: tuple[Exemption, ...] = (
    Exemption(
        "gridwise.core.views.cardinality",
        "pysat",
        "the cardinality encodings are PySAT's; loaded inside the function that codes a sum",
    ),
    Exemption(
        "gridwise.puzzles.minesweeper.policies.sat",
        "pysat",
        "a player keeps a native solver through its game; loaded when a game begins",
    ),
    Exemption("gridwise.core.run", "psutil", "the memory of this process, except on Linux"),
    Exemption("gridwise.core.file_lock", "filelock", "each system locks files in its own way"),
    Exemption("gridwise.verifier.second", "dratify", "a second checker, asked by `--both` alone"),
)
"""Exemptions from ONLY_THESE."""

EAGER: tuple[Exemption, ...] = (
    Exemption(
        "gridwise.verifier.long_proof", "numpy", "it works on arrays; loaded for a long proof"
    ),
    Exemption("gridwise.cli.*", "cyclopts", "it is what reads the command line, --help included"),
    *(
        Exemption(
            "gridwise.web.*",
            package,
            "pages and routes are made of it; loaded when the server begins",
            but="gridwise.web.server.context",  # others use it without a server
        )
        for package in ("nicegui", "fastapi", "starlette", "uvicorn", "pydantic", "pydantic_core")
    ),
)
"""Third-party packages that a module may load when it is imported."""

ACROSS: tuple[Exemption, ...] = (
    Exemption("gridwise.agents.play", "questions", "a game is named by its covered board too"),
    Exemption("gridwise.agents.play", "workers", "a policy in a Python file plays apart"),
    Exemption("gridwise.agents.simulate", "batch", "games are shared out to processes"),
    Exemption("gridwise.cli.web", "web", "the command that starts the page"),
    Exemption("gridwise.batch.run", "root", "another version does not resume a batch"),
    Exemption(
        "gridwise.workers.own_solver.driver", "root", "a script: a student's `solve` takes a Board"
    ),
)
"""Modules that may import another layer than the table says, inside functions only."""

LAZY: tuple[Exemption, ...] = (
    Exemption(
        "gridwise.puzzles.*.engine.kernels.*", "numpy", "kernels work on arrays; imported lazily"
    ),
    Exemption("gridwise.batch.cluster_worker", "distributed", "a plugin is a subclass of Dask's"),
    Exemption("gridwise.compiled.kernel", "numba", "the decorator; imported by kernels alone"),
    Exemption("gridwise.compiled.kernel", "llvmlite", "the same"),
    Exemption("gridwise.compiled.kernel", "numpy", "the same"),
    Exemption("gridwise.compiled.record", "numba", "a type of Numba's; imported by kernels alone"),
    Exemption("gridwise.compiled.record", "llvmlite", "the same"),
    Exemption("gridwise.compiled.record", "numpy", "the same"),
    Exemption(
        "gridwise.compiled.simd", "numba", "a Numba extension type; imported by kernels alone"
    ),
    Exemption("gridwise.compiled.simd", "llvmlite", "the same"),
    Exemption("gridwise.compiled.simd", "numpy", "the same"),
)
"""The same, for modules that others may then import inside functions only."""


@dataclass(frozen=True)
class Import:
    """One import: the module's full name, the line, and when it runs."""

    name: str
    line: int
    eager: bool
    """Whether it runs when the module does."""


@dataclass(frozen=True)
class Module:
    """A module's name, its source, and whether it is a package's `__init__`."""

    name: str
    source: str
    package: bool = False

    @cached_property
    def imports(self) -> tuple[Import, ...]:
        """Every import, also those that do not run at once."""
        return self._read[0]

    @cached_property
    def strings(self) -> tuple[tuple[int, str], ...]:
        """The texts and their lines, of a layer that may not name a puzzle or method."""
        return self._read[1]

    @cached_property
    def _read(self) -> tuple[tuple[Import, ...], tuple[tuple[int, str], ...]]:
        tree = ast.parse(self.source)
        strings = _strings(tree) if layer_of(self.name) in NAMES_NONE else ()
        return tuple(_imports(tree, self, eager=True)), tuple(strings)


def layer_of(module: str) -> str:
    """Return the layer of one of our modules: the first part of its name, or `root`."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[1] not in API else "root"


def _imports(node: ast.AST, module: Module, *, eager: bool) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from (Import(alias.name, child.lineno, eager) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            base = _base(child, module)
            # `from a import b` may name a module b, so both count; but of the package itself
            # only what is taken from it, since it is loaded in any case.
            names = [f"{base}.{alias.name}" for alias in child.names]
            for name in names if base == ROOT else [base, *names]:
                yield Import(name, child.lineno, eager)
        elif isinstance(child, ast.Call) and (name := _dynamic(child)) is not None:
            yield Import(name, child.lineno, eager)
        if isinstance(child, ast.If) and _is_type_checking(child.test):
            for part in child.body:
                yield from _imports(ast.Module([part], []), module, eager=False)
            for part in child.orelse:
                yield from _imports(ast.Module([part], []), module, eager=eager)
            continue
        function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        yield from _imports(child, module, eager=eager and not function)


def _base(node: ast.ImportFrom, module: Module) -> str:
    if not node.level:
        return node.module or ""
    parts = module.name.split(".")
    parts = parts[: len(parts) - node.level + module.package]
    return ".".join([*parts, *([node.module] if node.module else [])])


def _dynamic(call: ast.Call) -> str | None:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name in ("import_module", "__import__") and call.args:
        first = call.args[0]
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            return first.value
    return None


def _is_type_checking(test: ast.expr) -> bool:
    name = test.attr if isinstance(test, ast.Attribute) else getattr(test, "id", "")
    return bool(name == "TYPE_CHECKING")


def breaches(module: Module, names: Container[str] = ()) -> list[str]:
    """Return what is wrong with a module, a line each.

    Parameters
    ----------
    names
        Names of puzzles and methods, which the layers of `NAMES_NONE` may not say.
    """
    layer = layer_of(module.name)
    if layer not in MAY_IMPORT:
        return [f"{module.name}: no rule for the layer {layer}"]
    found: dict[str, None] = {}
    for item in module.imports:
        top = item.name.split(".")[0]
        if top == ROOT:
            wrong = _own(module, layer, item)
        elif top in sys.stdlib_module_names or not top:
            wrong = None
        else:
            wrong = _third_party(module, layer, item, top)
        if wrong is not None:
            found[f"{module.name}:{item.line}: {wrong}"] = None
    for line, text in module.strings:
        if text in names:
            found[f"{module.name}:{line}: {layer} names {text!r}"] = None
    return list(found)


def _own(module: Module, layer: str, item: Import) -> str | None:
    there = layer_of(item.name)
    if there not in MAY_IMPORT:
        there = "root"  # `from gridwise import x`, where x is a name of the public API
    allowed = MAY_IMPORT[layer]
    across = not item.eager and _exempt(ACROSS, module.name, there)
    if there != layer and there not in allowed and not across:
        return f"{layer} may not import {there}: {item.name}"
    if there == layer == "puzzles":
        one, other = module.name.split("."), item.name.split(".")
        if len(one) > 2 and len(other) > 2 and one[2] != other[2]:
            return f"{layer} may not import another puzzle: {item.name}"
    if item.eager and _exempt(LAZY, item.name) and not _exempt(LAZY, module.name):
        return f"{item.name} is to be imported inside functions"
    return None


def _third_party(module: Module, layer: str, item: Import, top: str) -> str | None:
    only = ONLY_THESE.get(layer)
    if only is not None and top not in only and not _exempt(ALSO, module.name, top):
        return f"{layer} may not import {top}"
    if item.eager and not _exempt((*EAGER, *LAZY), module.name, top):
        return f"{top} is to be imported inside functions"
    return None


def _exempt(among: Iterable[Exemption], module: str, package: str | None = None) -> bool:
    return any(
        fnmatchcase(module, exemption.module)
        and module != exemption.but
        and package in (None, exemption.package)
        for exemption in among
    )


def _strings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def circles(found: Sequence[Module]) -> list[list[str]]:
    """Return the groups of modules that import each other in a circle (Tarjan 1972).

    Imports inside functions and for type checkers count like any other.
    """
    known = {module.name for module in found}
    edges = {
        module.name: sorted({name for name in _edges(module, known) if name != module.name})
        for module in found
    }
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    groups: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in edges[name]:
            if other not in index:
                visit(other)
            if other in stack:
                low[name] = min(low[name], low[other])
        if low[name] == index[name]:
            group = stack[stack.index(name) :]
            del stack[-len(group) :]
            if len(group) > 1:
                groups.append(sorted(group))

    for name in edges:
        if name not in index:
            visit(name)
    return sorted(groups)


def _edges(module: Module, known: Container[str]) -> Iterator[str]:
    """Yield the modules that one imports; of `from package import module` the latter alone."""
    inner = {(i.line, i.name.rpartition(".")[0]) for i in module.imports if i.name in known}
    for item in module.imports:
        name = item.name
        while name and name not in known:
            name = name.rpartition(".")[0]
        if name and name != ROOT and (item.line, name) not in inner:
            yield name


@cache
def modules(src: Path) -> list[Module]:
    """Return every module under a source folder."""
    found = []
    for path in sorted((src / ROOT).rglob("*.py")):
        parts = list(path.relative_to(src).with_suffix("").parts)
        package = parts[-1] == "__init__"
        name = ".".join(parts[:-1] if package else parts)
        found.append(Module(name, path.read_text(encoding="utf-8"), package))
    return found


def things(src: Path) -> frozenset[str]:
    """Return the names of the shipped puzzles and methods, from their files."""
    names = set()
    for folder in ("puzzles", "methods"):
        for path in (src / ROOT / folder).iterdir():
            if path.suffix == ".py" or (path / "__init__.py").exists():
                names.add(path.stem)
    return frozenset(name for name in names if not name.startswith("_"))
