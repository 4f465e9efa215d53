"""Methods of a comparison by the names that people read: "A* (Manhattan distance)", not an id."""

from collections.abc import Callable
from dataclasses import replace

from gridwise.comparing.results import Comparison, Contender
from gridwise.core import registry
from gridwise.core.message import Message
from gridwise.render.spoken import spoken
from gridwise.render.words import before_colon

Words = Callable[[Message], str]


def in_spoken_names(comparison: Comparison, words: Words) -> Comparison:
    """Return the same comparison, whose methods and players are called by their titles.

    Parameters
    ----------
    comparison
        What was measured.
    words
        Returns a message in the reader's language.
    """
    names = {one.id: spoken_name(one, words) for one in comparison.contenders}
    return replace(comparison, names=names)


def spoken_name(one: Contender, words: Words) -> str:
    """Return the short title of a method or a player, with its options in words."""
    title = _title(one.method)
    if title is None:
        return one.label
    name = before_colon(words(Message(title)))
    said = [f"{words(spoken(key))}: {words(spoken(value))}" for key, value in one.options.items()]
    return f"{name} ({', '.join(said)})" if said else name


def _title(name: str) -> str | None:
    """Return the title of a method or a policy, None of what is not registered here."""
    known = registry.methods().get(name)
    if known is not None:
        return known.title
    for kind in registry.puzzles():
        policy = registry.policies(kind).get(name)
        if policy is not None:
            return policy.title
    return None
