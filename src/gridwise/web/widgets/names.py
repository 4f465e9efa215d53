"""Names of puzzles, comparisons and their phases, as messages."""

from collections.abc import Mapping

from gridwise.comparing.suites import suites
from gridwise.core import registry
from gridwise.core.message import Message, as_message, msg
from gridwise.web.server.comparisons import ComparisonState
from gridwise.web.server.stored_jobs import JobPhase

PHASES: Mapping[JobPhase, Message] = {
    JobPhase.WAITING: msg("waiting"),
    JobPhase.RUNNING: msg("running"),
    JobPhase.STOPPED: msg("stopped"),
    JobPhase.DONE: msg("done"),
    JobPhase.FAILED: msg("failed"),
}


def named(kind: str) -> Message:
    """Return the name of a puzzle."""
    about = registry.about(kind)
    if about is not None and about.title is not None:
        return about.title
    return as_message(registry.puzzle(kind).title)


def invitation(kind: str) -> Message | None:
    """Return the line that invites to play a puzzle, or None."""
    about = registry.about(kind)
    return None if about is None else about.invitation


def titled(state: ComparisonState) -> Message:
    """Return the title of a comparison."""
    if state.suite is not None and state.suite in suites():
        return suites()[state.suite].title
    return as_message(state.title)
