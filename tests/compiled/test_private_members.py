"""Every private member of Numba and llvmlite that the package uses, by name.

Numba may rename them in any release, so its versions are bounded in `pyproject.toml`;
CONTRIBUTING.md says how a new one is admitted.
"""

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import gridwise

SOURCE = Path(gridwise.__file__).parent
TUPLES = {"_replace", "_fields", "_asdict"}  # of named tuples, and no secret


class Member(NamedTuple):
    """A private member: what has it, and what it is used for."""

    owner: str
    name: str
    where: str


KERNEL, CACHE = "compiled/kernel.py KernelDispatcher", "compiled/kernel.py KernelCache"
PART = "compiled/kernel.py PartLibrary"
MEMBERS = (
    Member("numba.core.compiler", "_make_subtarget", f"{KERNEL}: the context of an entry"),
    Member("target options", "_nrt", "the decorators of kernels: no counting of references"),
    Member("type", "_code", f"{KERNEL}: the types that Numba's dispatch in C goes by"),
    Member("dispatcher", "_cache", f"{KERNEL}: in place of Numba's own cache; compiled/build.py"),
    Member("dispatcher", "_cache_hits", f"{KERNEL}: the statistics"),
    Member("dispatcher", "_cache_misses", f"{KERNEL}: the statistics"),
    Member("dispatcher", "_compiler", f"{KERNEL}: folds arguments, parses options, compiles"),
    Member("dispatcher", "_compiling_counter", f"{KERNEL}: counts what is being compiled"),
    Member("dispatcher", "_insert", f"{KERNEL}: has the dispatch in C call an entry"),
    Member("library", "_finalize_dynamic_globals", f"{PART}: notes addresses in the code"),
    Member("library", "_finalize_final_module", f"{CACHE}: makes loaded code callable"),
    Member("library", "_finalized", f"{PART} and {CACHE}: the library takes no more code"),
    Member("library", "_final_module", f"{PART} and {CACHE}: the module of LLVM"),
    Member("library", "_get_compiled_object", f"{CACHE}: the machine code to keep"),
    Member("library", "_get_module_for_linking", f"{PART} and {CACHE}: the bitcode"),
    Member("library", "_linking_libraries", f"{PART}: what the function calls"),
    Member("library", "_optimize_final_module", f"{PART}: for kernels that are optimised early"),
    Member("library", "_raise_if_finalized", f"{PART}: guards against a second time"),
    Member("library", "_reload_init", f"{PART} and {CACHE}: what has to run after loading"),
    Member("library", "_set_compiled_object", f"{CACHE}: takes the machine code that was kept"),
    Member("code generator", "_engine", f"{CACHE}: what holds the code of this process"),
    Member("engine", "_defined_symbols", f"{CACHE}: the names that loaded code defines"),
)


def owners() -> dict[str, Any]:
    """Return an object of each kind that has private members; nothing is compiled for it."""
    import numba

    code: Any = numba
    dispatcher = code.njit(lambda x: x)
    generator = dispatcher.targetctx.codegen()
    return {
        "type": code.types.int64,
        "dispatcher": dispatcher,
        "library": generator.create_library("none"),
        "code generator": generator,
        "engine": generator._engine,
    }


def missing(members: tuple[Member, ...]) -> list[str]:
    """Return those that the installed Numba has not, each with its use."""
    found = owners()

    def has(member: Member) -> bool:
        if member.owner == "target options":
            from numba.core.cpu import CPUTargetOptions

            return member.name in dir(CPUTargetOptions)
        owner = found.get(member.owner) or importlib.import_module(member.owner)
        return hasattr(owner, member.name)

    return [f"{m.owner}: {m.name}, for {m.where}" for m in members if not has(m)]


def test_numba_has_every_private_member_that_is_used() -> None:
    assert not missing(MEMBERS)
    renamed = Member("library", "_gone", "a test")
    assert missing((renamed,)) == ["library: _gone, for a test"]


def test_no_other_private_member_is_used() -> None:
    used = {name for path in SOURCE.rglob("*.py") for name in private(path.read_text("utf-8"))}
    assert used == {member.name for member in MEMBERS}


LIBRARIES = ("numba", "llvmlite", "gridwise.compiled.kernel")


def private(text: str) -> Iterator[str]:
    """Yield the private names of others in a source that imports Numba, llvmlite or our kernels.

    A file's own are what it defines as functions, classes and fields, and what its
    classes without a base give to `self`: another base may be Numba's, as may its attributes.
    """
    if not any(library in text for library in LIBRARIES):
        return
    nodes = list(ast.walk(ast.parse(text)))
    imports = {name for node in nodes for name in imported(node)}
    if not any(name.startswith(LIBRARIES) for name in imports):
        return
    own = {name for node in nodes for name in defined(node)} | TUPLES
    for node in nodes:
        names: list[str] = []
        match node:
            case ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                names = [name]
            case ast.Import() | ast.ImportFrom():
                ours = LIBRARIES[:2]
                names = [p for n in imported(node) if n.startswith(ours) for p in n.split(".")]
            case ast.Call(
                func=ast.Name("getattr" | "setattr"), args=[_, ast.Constant(str(name)), *_]
            ):
                names = [name]
        for name in names:
            if name.startswith("_") and not name.startswith("__") and name not in own:
                yield name


def imported(node: ast.AST) -> list[str]:
    """Return the full names that an import names."""
    match node:
        case ast.Import(names=names):
            return [one.name for one in names]
        case ast.ImportFrom(module=str(module), names=names):
            return [f"{module}.{one.name}" for one in names]
    return []


def defined(node: ast.AST) -> list[str]:
    """Return the names that a node of a source makes its own."""
    match node:
        case ast.FunctionDef(name=name):
            return [name]
        case ast.ClassDef(name=name, bases=bases, body=body):
            fields = [ast.unparse(n.target) for n in body if isinstance(n, ast.AnnAssign)]
            stored = [] if bases else [n for n in ast.walk(node) if isinstance(n, ast.Attribute)]
            to_self = [n.attr for n in stored if isinstance(n.ctx, ast.Store) and of_self(n)]
            return [name, *fields, *to_self]
    return []


def of_self(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id == "self"


def test_the_reading_of_sources_sees_private_members() -> None:
    text = """
from numba.core.compiler import _first, public
import numba._second

class Own:
    _field: int
    def __init__(self): self._own = 1
    def _method(self): return self._own, self._field, self._method()

class Numbas(public):
    def f(self, library):
        self._third = library._fourth._replace()
        getattr(library, "_fifth")(_sixth=1)
        return library._method()
"""
    words = ("first", "second", "third", "fourth", "fifth", "sixth")
    assert sorted(private(text)) == sorted(f"_{word}" for word in words)
    assert not list(private("library._anything"))
