"""Ids in words for people: of options, of their values, of heuristics and of methods."""

import re
from collections.abc import Callable, Iterable, Mapping

from gridwise.core.message import Message, msg

_SAID: Mapping[str, Message] = {
    "bitwise": msg("bitwise"),
    "cnf": msg("clauses (CNF)"),
    "cardnetwrk": msg("cardinality network"),
    "check": msg("clauses are checked"),
    "closed": msg("closed states"),
    "depth": msg("depth"),
    "early": msg("after every value"),
    "every": msg("each open cell beside a decided one"),
    "f2": msg("what F2 looks at"),
    "fixpoint": msg("until none is left"),
    "kmtotalizer": msg("k-modulo totalizer"),
    "leaf": msg("when all cells have a value"),
    "minisat-gh": msg("MiniSat, from GitHub"),
    "minisat22": msg("MiniSat 2.2"),
    "mtotalizer": msg("modulo totalizer"),
    "no_guess": msg("won without a guess"),
    "one_variable": msg("a cell of a shortest clause"),
    "parent": msg("the state before"),
    "premises": msg("all clauses, givens apart"),
    "reduced": msg("over what the givens leave"),
    "seqcounter": msg("sequential counter"),
    "set": msg("all that were made"),
    "single": msg("those among the clauses"),
    "single_point": msg("one number at a time"),
    "sortnetwrk": msg("sorting network"),
    "subset": msg("two numbers at a time"),
    "units": msg("unit clauses"),
}
"""The words for ids that are no words, or no plain ones, once their underscores are spaces."""


def spoken(name: str) -> Message:
    """Return the words for an id."""
    if name in _SAID:
        return _SAID[name]
    starred = re.sub(r"^([a-z]+)_star$", lambda found: f"{found[1].upper()}*", name)
    return Message(starred.replace("_", " "))


def label(name: str, words: Callable[[Message], str]) -> str:
    """Return the words for an id as a label, which begins with a capital."""
    text = words(spoken(name))
    return text[:1].upper() + text[1:]


def about(said: str, choices: Iterable[str], words: Callable[[Message], str]) -> str:
    """Return the purpose of an option, as `said`, with its values in words."""
    text = said
    for choice in choices:
        text = re.sub(rf"(?<![\w*]){re.escape(choice)}(?=[:：])", words(spoken(choice)), text)
    return text
