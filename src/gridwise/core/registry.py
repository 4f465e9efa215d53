"""Finds puzzles, their capabilities, methods and policies by the constants in their modules."""

import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from gridwise.core.capabilities import About, Capability, Features
from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.core.method import Method
from gridwise.core.policy import Policy, Referee
from gridwise.core.position import NO_RULES, refuse_rules
from gridwise.core.puzzle import Puzzle
from gridwise.core.views import Question, View

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from gridwise.core.interaction import Interaction
    from gridwise.core.question import QuestionFunction
    from gridwise.core.reading import Format
    from gridwise.core.step import Technique

R = TypeVar("R")
T = TypeVar("T", bound=Capability)

_EXTRA: dict[str, list[object]] = {"PUZZLE": [], "METHOD": []}
_MODULES: list[ModuleType] = []  # the modules given to `register`
_LOADING: list[str] = []  # the module that `load` is importing
_GROUPS: Mapping[str, tuple[str, type | None]] = {
    "PUZZLE": ("gridwise.puzzles", Puzzle),
    "METHOD": ("gridwise.methods", Method),
    "POLICY": ("gridwise.policies", Policy),
    "HEURISTIC": ("gridwise.heuristics", None),
}
"""The groups of entry points of installed packages, and the class of their objects; None for the
class that the puzzle's own have."""
_OF_PUZZLES = ("POLICY", "HEURISTIC")
_OWN_POLICIES: dict[tuple[str, str], Policy[Any, Any]] = {}
_FAILED: dict[str, str] = {}  # entry points that could not be loaded, and why


def _scan(package: str | None, constant: str, kind: str = "") -> dict[str, Any]:
    """Return the objects in a package and in other packages; of a puzzle with `kind`."""
    things: dict[str, Any] = {}
    for name in () if package is None else _inside(package):
        thing = _own(package, name, constant)
        if thing is not None:
            things[name] = thing
    own = type(next(iter(things.values()), None))
    for name, _, thing in _installed(constant, f"{kind}." if kind else "", own):
        if name in things:
            _FAILED[name] = f"there is a {name} already"
        else:
            things[name] = thing
    for thing in _EXTRA.get(constant, ()):
        things[thing.name] = thing  # type: ignore[attr-defined]  # checked in register
    return dict(sorted(things.items()))


def _inside(package: str) -> tuple[str, ...]:
    """Return the names of the public modules of a package, of which it imports none."""
    path = importlib.import_module(package).__path__
    return tuple(info.name for info in pkgutil.iter_modules(path) if info.name[0] != "_")


def _own(package: str | None, name: str, constant: str) -> Any:
    """Return the constant of a module of a package, None if it has none."""
    thing = getattr(importlib.import_module(f"{package}.{name}"), constant, None)
    if thing is not None and thing.name != name:
        raise ValueError(f"{package}.{name} holds {constant} named {thing.name!r}")
    return thing


@cache
def _ours(constant: str) -> frozenset[str]:
    """Return the names of our puzzles or methods."""
    return frozenset(_inside(_GROUPS[constant][0]))


def _alone(name: str, constant: str) -> Any:
    """Return one of our puzzles or methods without importing the others, None if it is not ours."""
    if _EXTRA[constant] or name not in _ours(constant):  # what is registered may have the name
        return None
    return _known_own(_GROUPS[constant][0], name, constant)


_known_own = cache(_own)


def _installed(constant: str, prefix: str, own: type = object) -> Iterator[tuple[str, str, Any]]:
    """Yield the name, the module and the thing of each entry point that can be loaded.

    An entry point names a module with the constant, or the thing itself. For a policy or a
    heuristic its name is `<puzzle>.<name>`; a heuristic is an instance of `own`.
    """
    wanted = _GROUPS[constant][1] or own
    for group, point in _points(constant):
        if not point.name.startswith(prefix):
            continue
        try:
            loaded = point.load()
            thing = getattr(loaded, constant) if isinstance(loaded, ModuleType) else loaded
            if not isinstance(thing, wanted):
                raise TypeError(f"it is not a {wanted.__name__}")
            name: str = thing.name  # type: ignore[attr-defined]  # all of them have one
        except Exception as error:  # others' code may fail in any way, and must not stop us
            _FAILED[_told(group, point)] = f"{type(error).__name__}: {error}"
            continue
        yield name, point.module, thing


@cache
def questions() -> "Mapping[str, QuestionFunction]":
    """Return the questions to one board by name: the function `name` of each module `name`."""
    known: dict[str, QuestionFunction] = {}
    for name in _inside("gridwise.questions"):
        function = getattr(importlib.import_module(f"gridwise.questions.{name}"), name, None)
        question = getattr(function, "question", None)
        if question is not None:
            known[name] = question
    return known


def failed() -> Mapping[str, str]:
    """Return the entry points of installed packages that could not be loaded, and why not."""
    for constant in ("PUZZLE", "METHOD"):
        list(_installed(constant, ""))
    takers = {"POLICY": referees(), "HEURISTIC": {k: 1 for k in puzzles() if heuristics(k)}}
    for kind in puzzles():
        policies(kind)
    for constant, kinds in takers.items():
        for group, point in _points(constant):
            if point.name.partition(".")[0] not in kinds:
                wanted = ", ".join(f"{kind}.<name>" for kind in kinds)
                _FAILED[_told(group, point)] = f"its name is not of the form {wanted}"
    return _FAILED


def _told(group: str, point: "EntryPoint") -> str:
    return f"{group}: {point.name} = {point.value}"


def _points(constant: str) -> "Iterator[tuple[str, EntryPoint]]":
    """Yield the group and each entry point of a constant."""
    from importlib.metadata import entry_points  # slow to import

    group = _GROUPS[constant][0]
    for point in entry_points(group=group):
        yield group, point


@cache
def puzzles() -> Mapping[str, Puzzle[Any, Any]]:
    """Return the puzzles by name."""
    return _scan("gridwise.puzzles", "PUZZLE")


@cache
def puzzle_names() -> frozenset[str]:
    """Return the names of all puzzles; none of them is imported."""
    others = [thing.name for thing in _EXTRA["PUZZLE"]]  # type: ignore[attr-defined]
    return _ours("PUZZLE") | {*others, *(point.name for _, point in _points("PUZZLE"))}


@cache
def methods() -> Mapping[str, Method]:
    """Return the methods by name."""
    return _scan("gridwise.methods", "METHOD")


def _named(what: str, name: str, known: Mapping[str, R]) -> R:
    try:
        return known[name]
    except KeyError:
        raise UnknownNameError(what, name, known) from None


def puzzle(name: str) -> Puzzle[Any, Any]:
    """Return one puzzle, or raise `UnknownNameError` with near names."""
    return _alone(name, "PUZZLE") or _named("puzzle", name, puzzles())


def is_puzzle(name: str) -> bool:
    """Return whether there is a puzzle of this name."""
    return _alone(name, "PUZZLE") is not None or name in puzzles()


def method(name: str) -> Method:
    """Return one method, or raise `UnknownNameError` with near names."""
    return _alone(name, "METHOD") or _named("method", name, methods())


def puzzle_of(position: object) -> Puzzle[Any, Any]:
    """Return the puzzle that a position is of.

    Raises
    ------
    UnknownNameError, ParameterError
        It is of no puzzle; it has a further rule that its puzzle does not know.
    """
    if isinstance(position, str):
        raise ParameterError("found a text, expected a position: gridwise.parse(text) makes one")
    known = _puzzle_with(type(position))  # type: ignore[arg-type]  # a class can be hashed
    if known is None:
        raise UnknownNameError("position type", type(position).__name__, puzzles())
    known.further_rules(position)
    return known


@cache
def _puzzle_with(position_type: type[Any]) -> Puzzle[Any, Any] | None:
    """Return the puzzle with a class of positions, or else with one that it derives from."""
    for name in () if _EXTRA["PUZZLE"] else _ours("PUZZLE"):
        imported = f"gridwise.puzzles.{name}" in sys.modules  # as that of a position of ours is
        if imported and position_type is puzzle(name).position_type:
            return puzzle(name)
    known = puzzles().values()
    exact = (one for one in known if one.position_type is position_type)
    return next(exact, None) or next(
        (one for one in known if issubclass(position_type, one.position_type)), None
    )


def methods_for(
    position: object, question: Question | None = Question.SOLUTION
) -> tuple[Method, ...]:
    """Return the methods that share a view with this position, highest rank first.

    Only those that answer the question; None for all.
    """
    return methods_on(puzzle_of(position).views(position), question)


def methods_on(
    views: Iterable[type[View[Any]]], question: Question | None = Question.SOLUTION
) -> tuple[Method, ...]:
    """Return the methods that accept one of these kinds of view, highest rank first.

    Only those that answer the question; None for all.
    """
    kinds = frozenset(view for view in views if question is None or question in view.questions)
    fitting = [m for m in methods().values() if m.view_for(kinds) is not None]
    return tuple(sorted(fitting, key=lambda m: (-m.rank, m.name)))


@cache
def _module_of(kind: str) -> ModuleType:
    """Return the module that holds a puzzle as `PUZZLE`."""
    wanted = puzzle(kind)
    if wanted is _alone(kind, "PUZZLE"):
        return importlib.import_module(f"gridwise.puzzles.{kind}")
    for module in _MODULES:
        if getattr(module, "PUZZLE", None) is wanted:
            return module
    for _, where, thing in _installed("PUZZLE", ""):
        if thing is wanted:
            return importlib.import_module(where)
    return importlib.import_module(f"gridwise.puzzles.{kind}")


def _submodule(kind: str, module: str) -> str | None:
    """Return the full name of a module in a puzzle's package, or None if it is missing."""
    name = f"{_module_of(kind).__name__}.{module}"
    try:
        return name if importlib.util.find_spec(name) is not None else None
    except ModuleNotFoundError:  # the puzzle is a single module, no package
        return None


@cache
def _constant(kind: str, constant: str, module: str) -> object:
    """Return a constant of a puzzle's package or of a module in it, or None if it is missing."""
    source = _module_of(kind)
    value = getattr(source, constant, None)
    if value is None and module:
        name = _submodule(kind, module)
        value = None if name is None else getattr(importlib.import_module(name), constant, None)
    return value


def capability(kind: str, wanted: type[T], position: object = None) -> T | None:
    """Return a capability of a puzzle by its class, or None if the puzzle lacks it.

    Parameters
    ----------
    kind
        The puzzle's name.
    wanted
        The class.
    position
        The position that it is for, if any.

    Raises
    ------
    UnknownNameError
        No such puzzle.
    ParameterError
        The position has a further rule that the capability does not know.
    TypeError
        The puzzle's constant is of another class.
    """
    offered = _constant(kind, wanted.constant, wanted.module)
    if offered is not None and not isinstance(offered, wanted):
        raise TypeError(f"{wanted.constant} of {kind} is not a {wanted.__name__}")
    if offered is not None and position is not None:
        puzzle(kind).further_rules(position, wanted.constant)
    return offered


def capabilities(wanted: type[T]) -> Mapping[str, T]:
    """Return a capability of all puzzles that offer it, by the puzzle's name."""
    by_puzzle = {kind: capability(kind, wanted) for kind in puzzles()}
    return {kind: thing for kind, thing in by_puzzle.items() if thing is not None}


def features(position: object) -> Mapping[str, int]:
    """Return numbers about a position itself, by name; empty if its puzzle has no `Features`."""
    offered = capability(puzzle_of(position).name, Features, position)
    return {} if offered is None else offered.of(position)


def referees() -> Mapping[str, Referee[Any, Any, Any]]:
    """Return the referees of the puzzles that policies can play, by puzzle."""
    return capabilities(Referee)  # type: ignore[type-abstract]  # names the kind


def referee(kind: str) -> Referee[Any, Any, Any]:
    """Return the referee of a puzzle, or raise `UnknownNameError`."""
    return _named("game", kind, referees())


@cache
def policies(kind: str) -> Mapping[str, Policy[Any, Any]]:
    """Return the policies that play a puzzle, by name; empty for a puzzle without policies."""
    return _scan(_submodule(kind, "policies"), "POLICY", kind)


@cache
def heuristics(kind: str) -> Mapping[str, Any]:
    """Return the heuristics in a puzzle's package `heuristics`, by name; empty without any."""
    package = _submodule(kind, "heuristics")
    return {} if package is None else _scan(package, "HEURISTIC", kind)


def offer_policy(kind: str, policy: Policy[Any, Any]) -> None:
    """Let `policy` find a policy of this process alone by its name; it is in no list."""
    referee(kind)
    _OWN_POLICIES[kind, policy.name] = policy


def policy(kind: str, name: str | None = None) -> Policy[Any, Any]:
    """Return one policy, the highest-ranked without a name, or raise `UnknownNameError`."""
    known = policies(kind)
    if name is not None and (kind, name) in _OWN_POLICIES:
        return _OWN_POLICIES[kind, name]
    if name is None and known:
        return max(known.values(), key=lambda one: (one.rank, one.name))
    if name is None or name not in known:
        raise UnknownNameError(f"policy for {kind}", name or "", known)
    return known[name]


@cache
def formats(kind: str) -> "Mapping[str, Format]":
    """Return the text formats in a puzzle's package `formats`, by name; empty without any.

    Each is a module with a function `claims`; see `Format`.
    """
    package = _submodule(kind, "formats")
    names = () if package is None else _inside(package)
    modules = {name: importlib.import_module(f"{package}.{name}") for name in names}
    return {name: module for name, module in modules.items() if hasattr(module, "claims")}


@cache
def techniques(kind: str) -> "Mapping[str, Technique]":
    """Return the techniques of a puzzle by name, easiest first; empty without any.

    Each is the `TECHNIQUE` of the module of its name, or one of the `TECHNIQUES` of a family's
    module, in the package `techniques` of the puzzle and its folders.
    """
    package = _submodule(kind, "techniques")
    by_name: dict[str, Technique] = {}
    if package is not None:
        root = importlib.import_module(package)
        for info in pkgutil.walk_packages(root.__path__, f"{package}."):
            module = importlib.import_module(info.name)
            alone = getattr(module, "TECHNIQUE", None)
            if alone is not None and alone.name != info.name.rpartition(".")[2]:
                raise ValueError(f"{info.name} holds TECHNIQUE named {alone.name!r}")
            for thing in (alone,) if alone is not None else getattr(module, "TECHNIQUES", ()):
                if thing.name in by_name:
                    raise ValueError(f"{info.name} holds a second technique named {thing.name!r}")
                by_name[thing.name] = thing
    return dict(sorted(by_name.items(), key=lambda item: (item[1].rank, item[0])))


def chosen_techniques(
    kind: str, names: Iterable[str] | None = None, position: object = None
) -> "tuple[Technique, ...]":
    """Return the techniques of these names, easiest first.

    Without names these are all techniques that hold under the further rules of the position.

    Raises
    ------
    UnknownNameError
        The puzzle has no technique of such a name.
    ParameterError
        A technique of these names does not hold under a further rule of the position.
    """
    known = techniques(kind)
    rules = NO_RULES if position is None else puzzle(kind).further_rules(position)
    if names is None:
        return tuple(technique for technique in known.values() if rules <= technique.rules)
    wanted = {name: _named(f"technique of {kind}", name, known) for name in names}
    for name, technique in wanted.items():
        refuse_rules(name, rules, technique.rules)
    return tuple(technique for name, technique in known.items() if name in wanted)


def interactions() -> "Mapping[str, Interaction[Any, Any]]":
    """Return the interactions of the puzzles that a person can play, by puzzle."""
    from gridwise.core.interaction import Interaction

    return capabilities(Interaction)  # type: ignore[type-abstract]  # names the kind


def interaction(kind: str) -> "Interaction[Any, Any]":
    """Return the interaction of a puzzle, or raise `UnknownNameError`."""
    return _named("puzzle to play", kind, interactions())


def about(kind: str) -> About | None:
    """Return the description of a puzzle for documents, or None if it has none."""
    return capability(kind, About)


def make_callable(package: str, function: Callable[[], object]) -> None:
    """Let a package be called like the function of its name."""

    class CallablePackage(ModuleType):
        __call__ = staticmethod(function)

    sys.modules[package].__class__ = CallablePackage


def register(module: ModuleType | str | PathLike[str]) -> None:
    """Add a puzzle or method from outside the package, by its module or the module's file.

    A file is read again each time. The processes of a comparison load it too.

    Parameters
    ----------
    module
        A module with a `METHOD` or a `PUZZLE`, or the path of its file.

    Raises
    ------
    ParameterError
        No such file, or something that no other process could load.
    TypeError
        The constant is no method, or no puzzle.
    """
    if isinstance(module, str | PathLike):
        path = Path(module).absolute()
        if not path.is_file():
            raise ParameterError(f"found no such file: {module}")
        known = sys.modules.get(path.stem)
        if known is not None and getattr(known, "__file__", None) == str(path):
            del sys.modules[path.stem]
        importlib.invalidate_caches()
        load(path.stem, str(path))
        return
    if not isinstance(module, ModuleType):
        raise ParameterError(
            f"found {type(module).__name__}, expected a module or the path of its file: the "
            "processes of a comparison load it from there. For this process alone, give a method "
            "itself: gridwise.solve(board, method=METHOD)"
        )
    for constant, kind in (("PUZZLE", Puzzle), ("METHOD", Method)):
        thing = getattr(module, constant, None)
        if thing is None:
            continue
        if not isinstance(thing, kind):
            raise TypeError(f"{module.__name__}.{constant} is not a {kind.__name__}")
        _EXTRA[constant].append(thing)
    _MODULES.append(module)
    of_puzzles = (_module_of, _puzzle_with, _constant, policies, heuristics, formats)
    for cached in (puzzles, puzzle_names, methods, *of_puzzles):
        cached.cache_clear()


def outside() -> tuple[tuple[str, str | None], ...]:
    """Return the name and file of each registered module that another process can load."""
    modules: dict[tuple[str, str | None], None] = {}
    for module in _MODULES:
        things = [getattr(module, constant, None) for constant in _EXTRA]
        if any(thing is extra for thing in things for kept in _EXTRA.values() for extra in kept):
            source = _source(module)
            if source is not None:
                modules[source] = None
    return tuple(modules)


def is_loadable(thing: Puzzle[Any, Any] | Method) -> bool:
    """Return whether another process can load a puzzle or method; see `outside`."""
    holders = [m for m in _MODULES if any(getattr(m, c, None) is thing for c in _EXTRA)]
    return not holders or any(_source(module) is not None for module in holders)


def _source(module: ModuleType) -> tuple[str, str | None] | None:
    """Return the name and the file to load a module by, or None if it has neither."""
    spec, path = getattr(module, "__spec__", None), getattr(module, "__file__", None)
    name = module.__name__ if spec is None else spec.name  # `python -m` runs a module as __main__
    if path is not None:
        return name, str(Path(path).absolute())
    return (name, None) if spec is not None and spec.origin is not None else None


def load(name: str, path: str | None = None) -> None:
    """Import a module in this process and register it.

    Parameters
    ----------
    name
        Its name.
    path
        Its file, which is read if the name alone does not lead there (a program's own file).
    """
    spec = None if name == "__main__" else importlib.util.find_spec(name)
    _LOADING.append(name)
    try:
        if path is None or (spec is not None and spec.origin == path):
            module = importlib.import_module(name)
        else:
            own = f"registered_{Path(path).stem}"
            spec = importlib.util.spec_from_file_location(own, path)
            if spec is None or spec.loader is None:
                raise ImportError(f"{path} is no module of Python")
            module = sys.modules[own] = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
    finally:
        _LOADING.pop()
    register(module)


def loading() -> str | None:
    """Return the name of the module that `load` is importing, None outside of that."""
    return _LOADING[-1] if _LOADING else None
