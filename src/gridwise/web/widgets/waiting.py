"""What a page says of a task that waits for a child process."""

from gridwise.core.message import Message, msg
from gridwise.workers.supervisor import Ticket


def waiting_words(ticket: Ticket | None) -> Message | None:
    """Return what a task waits for; None where it does not wait."""
    place = None if ticket is None else ticket.place()
    if place is None:
        return None
    if place.own:
        what = msg("waiting for another task of yours: stop it in its window, or wait for its end")
    else:
        what = msg("waiting for a free worker process")
    if not place.before:
        return what
    return msg("{what}; tasks before this one: {number}", what=what, number=place.before)
