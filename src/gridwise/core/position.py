"""What all positions have in common: how they are copied, and the rules that they may add.

A variant of a puzzle is a position with a further field, such as the cages of a Killer Sudoku; that
is its *further rule*. What does not name a further rule among the `rules` that it knows refuses
the position: it would answer for the plain board.
"""

from collections.abc import Collection
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, TypeVar

from gridwise.core.errors import ParameterError
from gridwise.core.message import msg

P = TypeVar("P")

_new, _set = object.__new__, object.__setattr__


def replaced(position: P, **changes: object) -> P:
    """Return a position with other values in some fields, which the caller has checked.

    Like `dataclasses.replace`, every other field is kept, those of a subclass too; but the
    constructor and its checks are left out, which takes most of the time. A field that is no
    parameter of the constructor has its default again.
    """
    kind = type(position)
    twin = _new(kind)
    given, derived = _names(kind)  # type: ignore[arg-type]  # a class can be hashed
    for name in given:
        _set(twin, name, changes[name] if name in changes else getattr(position, name))
    for name, default in derived:
        _set(twin, name, default)
    return twin


@cache
def _names(kind: Any) -> tuple[tuple[str, ...], tuple[tuple[str, Any], ...]]:
    """Return the fields that the constructor takes, and the others with their defaults."""
    every = fields(kind)
    derived = tuple((field.name, field.default) for field in every if not field.init)
    return tuple(field.name for field in every if field.init), derived


NO_RULES: frozenset[str] = frozenset()


def further_rules(position: object, plain: type[Any]) -> frozenset[str]:
    """Return the names of the rules that a position adds to those of the plain puzzle.

    Each is the name of a field that is not at its default. A position of another class than `plain`
    has a rule for each field that `plain` lacks, or else one of the name of the class.

    Parameters
    ----------
    position
        An instance of `plain`.
    plain
        The puzzle's class of positions. Its `plain_fields` are the fields of the plain puzzle; all
        fields without such an attribute.
    """
    kind = type(position)
    if not is_dataclass(kind) or not is_dataclass(plain):
        return NO_RULES
    further, rules = _further(kind, plain)
    for name, plainly in further:
        if getattr(position, name) != plainly:
            rules = (*rules, name)
    return frozenset(rules) if rules else NO_RULES


@cache
def _further(kind: Any, plain: Any) -> tuple[tuple[tuple[str, Any], ...], tuple[str, ...]]:
    """Return the further fields of `plain` with their defaults, and the rules of all of a class."""
    names = {field.name for field in fields(plain)}
    known = getattr(plain, "plain_fields", names)
    further = [(field.name, field.default) for field in fields(kind) if field.name not in known]
    own = tuple(name for name, _ in further if name not in names)
    if kind is not plain and not own:
        own = (kind.__name__,)
    return tuple(one for one in further if one[0] in names), own


def refuse_rules(who: str, rules: frozenset[str], known: Collection[str] = ()) -> None:
    """Raise `ParameterError` where `who`, which knows some further rules, lacks one of `rules`."""
    unknown = rules.difference(known)
    if unknown:
        raise ParameterError(
            msg(
                "{name} does not know the rule {rule} of this board",
                name=who,
                rule=min(unknown),
            )
        )
