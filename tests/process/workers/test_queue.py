"""A child that is kept for short tasks, and a token that ends a ticket that waits."""

import threading

from gridwise.core.limits import Limits
from gridwise.process.queue import Place, Ticket
from gridwise.process.supervisor import SHORT_S, Supervisor, Task

ANY_S = 300.0


def faulty(short_workers: int) -> Supervisor:
    return Supervisor(extra_tasks=("workers.faults",), short_workers=short_workers)


def held(supervisor: Supervisor) -> Ticket:
    """Hold the only ordinary child with a task that takes for ever."""
    runs = threading.Event()
    ticket = supervisor.submit(Task("fault_report"), progress=lambda s, counters: runs.set())
    assert runs.wait(ANY_S)
    return ticket


def test_a_long_task_never_makes_a_short_one_wait() -> None:
    with faulty(short_workers=1) as supervisor:
        assert supervisor.wait_warm(ANY_S)
        assert len(supervisor.pids) == 2
        long, waits = held(supervisor), supervisor.submit(Task("fault_polite"))
        for number in range(5):
            outcome = supervisor.submit(Task("ping", {"echo": number}), Limits(10)).result(ANY_S)
            assert outcome.end == "answered"
        assert not long.done()
        assert not waits.begun and waits.place() == Place(0, own=True)
        others = [  # of a short kind without a near limit, of another kind with one
            supervisor.submit(Task("ping")),
            supervisor.submit(Task("ping"), Limits(SHORT_S + 1)),
            supervisor.submit(Task("fault_polite"), Limits(1)),
        ]
        assert supervisor.run(Task("ping"), Limits(SHORT_S)).end == "answered"
        assert [one.begun for one in others] == [False, False, False]


def test_a_token_ends_a_ticket_that_waits_while_all_children_are_busy() -> None:
    with faulty(short_workers=0) as supervisor:
        long, token = held(supervisor), threading.Event()
        waits = supervisor.submit(Task("ping"), cancel=token)
        token.set()
        assert waits.result(ANY_S).end == "cancelled"
        assert not waits.begun
        assert not long.done()
