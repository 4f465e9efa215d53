"""Names of puzzles, comparisons and their phases, as messages."""

from collections.abc import Mapping

from gridwise.comparing.suites import suites
from gridwise.core import registry
from gridwise.core.message import Message, as_message, msg
from gridwise.jobs.stored import JobPhase
from gridwise.web.server.comparisons import StoredComparison

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


def titled(job: StoredComparison) -> Message:
    """Return the title of a comparison."""
    if job.suite is not None and job.suite in suites():
        return suites()[job.suite].title
    return as_message(job.title)
