"""Methods and players are called by titles, in every language, and no two by the same one."""

import re

import pytest

from gridwise.comparing.results import Contender
from gridwise.comparing.suites import contenders, suites
from gridwise.comparing.tables import spoken_name
from gridwise.core import registry
from gridwise.core.message import Message
from gridwise.render.catalogue import LANGUAGES, catalogue
from gridwise.render.words import in_words

ID = re.compile(r"[a-z0-9]_[a-z0-9]")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_is_an_id_and_none_is_there_twice(language: str) -> None:
    words = catalogue(language)

    def say(text: Message) -> str:
        return in_words(text, words)

    policies = (name for kind in registry.puzzles() for name in registry.policies(kind))
    for names in (tuple(registry.methods()), tuple(policies)):
        every = [spoken_name(one, say) for one in contenders([(name, {}) for name in names])]
        assert len(set(every)) == len(every)
        assert not [name for name in every if ID.search(name) or ":" in name]
    for suite in suites().values():
        found = [spoken_name(one, say) for one in suite.contenders]
        assert len(set(found)) == len(found), found
        assert not [name for name in found if ID.search(name)]


def test_options_are_said_and_own_solvers_keep_their_names() -> None:
    (one,) = contenders([("a_star", {"heuristic": "linear_conflict"})])
    assert spoken_name(one, str) == "A* (heuristic: linear conflict)"
    own = Contender("mine", "mine.py", {}, "mine.py")
    assert spoken_name(own, str) == "mine.py"
