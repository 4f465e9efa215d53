"""What puzzles and comparisons are called, and what they ask, as messages."""

from collections.abc import Mapping

from gridwise.comparing.suites import suites
from gridwise.core import registry
from gridwise.core.errors import GridwiseError
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


def trouble(error: GridwiseError) -> Message:
    """Return what went wrong; errors that carry no message are in English."""
    said = error.args[0] if len(error.args) == 1 else None
    return said if isinstance(said, Message) else msg("{what}", what=str(error))


def named(kind: str) -> Message:
    """Return the name of a puzzle."""
    about = registry.about(kind)
    if about is not None and about.title is not None:
        return about.title
    return Message(_escaped(registry.puzzle(kind).title))


def invitation(kind: str) -> Message | None:
    """Return the line that makes one want to play it, None where there is none."""
    about = registry.about(kind)
    return None if about is None else about.invitation


def titled(state: ComparisonState) -> Message:
    """Return what a comparison is called."""
    if state.suite is not None and state.suite in suites():
        return suites()[state.suite].title
    return Message(_escaped(state.title))


def _escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")
