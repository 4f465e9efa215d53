"""What a page says of a task that waits for a child process."""

from gridwise.core.message import Message, msg
from gridwise.workers.supervisor import Ticket


def waiting_words(ticket: Ticket | None) -> Message | None:
    """Return what a task waits for; None where it does not wait."""
    place = None if ticket is None else ticket.place()
    if place is None:
        return None
    if place.own:
        what = msg("waiting for your task in another window")
    else:
        what = msg("waiting for a free worker")
    return what if not place.before else msg("{what} ({n} before)", what=what, n=place.before)
