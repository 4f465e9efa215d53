"""Names of puzzles and comparisons, and texts of errors, as messages."""

from collections.abc import Mapping

from gridwise.comparing.suites import suites
from gridwise.core import registry
from gridwise.core.message import Message, msg
from gridwise.web.server.comparisons import ComparisonPhase, ComparisonState

QUESTIONS: Mapping[str, Message] = {
    "solution": msg("a first solution"),
    "forced": msg("what every solution has in common"),
    "count": msg("the number of solutions"),
    "games": msg("games played to their end"),
}
PHASES: Mapping[ComparisonPhase, Message] = {
    ComparisonPhase.WAITING: msg("waiting"),
    ComparisonPhase.RUNNING: msg("running"),
    ComparisonPhase.STOPPED: msg("stopped"),
    ComparisonPhase.DONE: msg("done"),
    ComparisonPhase.FAILED: msg("failed"),
}


def named(kind: str) -> Message:
    """Return the name of a puzzle."""
    about = registry.about(kind)
    if about is not None and about.title is not None:
        return about.title
    return literal(registry.puzzle(kind).title)


def invitation(kind: str) -> Message | None:
    """Return the line that invites to play a puzzle, None where it has none."""
    about = registry.about(kind)
    return None if about is None else about.invitation


def titled(state: ComparisonState) -> Message:
    """Return the title of a comparison."""
    if state.suite is not None and state.suite in suites():
        return suites()[state.suite].title
    return literal(state.title)


def literal(text: str) -> Message:
    """Return a text, whose braces are no fields, as a message: the catalogue may translate it."""
    return Message(text.replace("{", "{{").replace("}", "}}"))
