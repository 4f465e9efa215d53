"""The message about a task that waits for a child process."""

from gridwise.core.message import Message, msg
from gridwise.workers.supervisor import Ticket


def waiting_words(ticket: Ticket | None) -> Message | None:
    """Return why a task waits, or None if it does not."""
    place = None if ticket is None else ticket.place()
    if place is None:
        return None
    if place.own:
        what = msg("waiting for your task in another window")
    else:
        what = msg("waiting for a free worker")
    return what if not place.before else msg("{what} ({n} before)", what=what, n=place.before)
