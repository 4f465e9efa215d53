"""Which ticket begins next, and what one that waits can say."""

import threading
from collections.abc import Iterator
from functools import partial

import pytest

from gridwise.core.errors import ParameterError
from gridwise.process.queue import Place, Queue, Ticket
from gridwise.process.supervisor import Supervisor
from gridwise.workers.kinds import task_kinds

ANY_S = 300.0
NOW = 0.0


def put(queue: Queue, name: str, owner: str = "", *, short: bool = False) -> Ticket:
    ticket = Ticket(name, "{}", short=short, owner=owner)
    queue.put(ticket)
    return ticket


def taken(queue: Queue, *, short: bool = False) -> Iterator[str]:
    """Yield the names of the tickets as a slot takes them, until it would wait."""
    while True:
        ticket = queue.take(partial(next, iter([False, True])), short=short)
        if ticket is None:
            return
        queue.ended(ticket)
        yield ticket.name


class Impatient(Queue):
    """A queue whose slots do not wait: where nothing is to be taken they get None."""

    def __init__(self) -> None:
        super().__init__()
        self.changed.wait = lambda timeout=None: True  # type: ignore[method-assign]


def test_tickets_of_one_owner_begin_in_their_order() -> None:
    queue = Impatient()
    for name in "abcdef":
        put(queue, name, "one")
    assert list(taken(queue)) == list("abcdef")


def test_the_first_of_another_owner_comes_before_all_but_the_first_that_waits() -> None:
    queue = Impatient()
    for number in range(10):
        put(queue, f"one {number}", "one")
    put(queue, "two 0", "two")
    put(queue, "two 1", "two")
    order = list(taken(queue))
    assert order[:4] == ["one 0", "two 0", "one 1", "two 1"]
    assert order[4:] == [f"one {number}" for number in range(2, 10)]


def test_a_stream_of_others_does_not_hold_a_ticket_for_ever() -> None:
    queue = Impatient()
    put(queue, "first", "one")
    put(queue, "second", "one")
    slot = taken(queue)
    assert next(slot) == "first"
    for number in range(1000):
        put(queue, str(number), f"visitor {number}")
        if next(slot) == "second":
            return
    raise AssertionError("the second ticket never began")


def test_a_slot_for_short_tickets_takes_no_other() -> None:
    queue = Impatient()
    put(queue, "long")
    put(queue, "short", short=True)
    put(queue, "long too")
    put(queue, "short too", short=True)
    assert list(taken(queue, short=True)) == ["short", "short too"]
    assert list(taken(queue)) == ["long", "long too"]


def test_short_tickets_do_not_starve_where_no_slot_is_kept_for_them() -> None:
    queue = Impatient()
    put(queue, "long", "one")
    put(queue, "short", "two", short=True)
    assert list(taken(queue)) == ["long", "short"]


def test_a_ticket_that_waits_knows_its_place() -> None:
    queue = Impatient()
    first, second = put(queue, "long", "one"), put(queue, "long", "two")
    quick, third = put(queue, "short", "two", short=True), put(queue, "long", "three")
    assert first.place() == Place(0, own=False)
    assert second.place() == Place(1, own=False)
    assert quick.place() == Place(0, own=False)  # the slot for short ones takes it next
    assert third.place() == Place(2, own=False)  # before the second of `two`
    assert queue.take(lambda: False) is first
    assert first.begun and first.place() is None
    assert put(queue, "long", "one").place() == Place(2, own=True)
    queue.ended(first)
    assert not second.begun
    assert second.place() == Place(0, own=False)


def test_a_cancelled_ticket_ends_at_once_while_it_waits() -> None:
    queue, token = Impatient(), threading.Event()
    by_call, by_token = put(queue, "a"), Ticket("b", "{}", cancel=token)
    queue.put(by_token)
    last = put(queue, "c")
    by_call.cancel()
    assert by_call.result(NOW).end == "cancelled"
    token.set()
    queue.sweep()
    assert by_token.result(NOW).end == "cancelled"
    assert last.place() == Place(0, own=False)
    assert not by_call.begun and by_call.place() is None


def test_what_may_take_minutes_is_not_short() -> None:
    short = {name for name, kind in task_kinds().items() if kind.short}
    assert {"hint_stages", "check", "clauses", "estimates", "probabilities", "generate"} <= short
    assert not short & {"solve", "count", "answer", "nth_solution", "record_method", "simulate"}


def test_a_negative_number_of_children_is_refused() -> None:
    with pytest.raises(ParameterError, match="short_workers"):
        Supervisor(short_workers=-1)
