"""A slot: the thread that owns one child, sends it tasks, and enforces their limits."""

import queue
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from gridwise.core.message import Message, from_json, msg
from gridwise.process import usage as _usage
from gridwise.process.child import GONE, Child
from gridwise.process.queue import Queue, TaskOutcome, Ticket

START_S = 600.0
"""Seconds for a child to get warm; the first child on a machine compiles kernels."""
STOPPED_S = 10.0
"""Seconds that a child may be stopped (SIGSTOP) in a task without a time limit."""
IDLE_S = 10.0
"""Seconds for a child to clean up after a task."""

_POLL_S = 0.01
_TRIES = 3
_FAR_OVER = 64_000_000  # a child this far over its memory limit is killed at once
_SETTLED_S = 5.0
_BESIDE_S = 0.25  # processor time outside the use case: the child's own count ends it first
_OUT_OF_MEMORY = ("bad_alloc", "MemoryError", "Cannot allocate memory", "out of memory")
_ENDS = {"TIME_LIMIT": "time_limit", "MEMORY_LIMIT": "memory_limit", "CANCELLED": "cancelled"}


class Slot:
    """One child at a time, and the thread that owns it; with `short` it takes only short tasks.

    Linux ends a child with the *thread* that started it, so the thread lives as long as the slot.
    """

    def __init__(
        self,
        queue: Queue,
        begin: Callable[[Callable[[], None]], Child],
        *,
        grace_s: float,
        most: int | None,
        kept_bytes: int | None,
        short: bool = False,
    ) -> None:
        self.queue, self.grace_s = queue, grace_s
        self.warm = False
        self._begin, self._short = begin, short
        self._most, self._kept_bytes = most, kept_bytes
        self._child: Child | None = None
        self._baseline: int | None = None
        self._warm_since, self._tasks, self._number = 0.0, 0, 0
        self.why: Message | None = None
        """The reason why the last child could not be started; the next task tries again."""
        self._thread = threading.Thread(target=self._run, name="gridwise slot", daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int | None:
        """The child's process number, or None between two children."""
        child = self._child
        return None if child is None else child.pid

    def join(self) -> None:
        """Wait for the thread, which ends once the queue is closed."""
        if self._thread is not threading.current_thread():
            self._thread.join(START_S)

    def _run(self) -> None:
        ticket: Ticket | None = None
        while not self.queue.closed:
            try:
                if self._child is None and self.why is None:
                    self._start(None)
                    self.queue.notify()
                ticket = self.queue.take(unless=self._lost, short=self._short)
                if ticket is not None:
                    self._serve(ticket)
                elif self._lost():
                    self._note_loss()
            except Exception as error:  # a defect here must leave no caller waiting
                if ticket is not None:
                    ticket.end(TaskOutcome("fault", error=f"{type(error).__name__}: {error}"))
                self._discard()
            if ticket is not None:
                self.queue.ended(ticket)
            ticket = None
        if self._child is not None:
            child, self._child = self._child, None
            child.end(self.grace_s)

    def _lost(self) -> bool:
        return self._child is not None and self._child.gone

    def _note_loss(self) -> None:
        """Replace a child that died while idle; if it had just got warm, only for the next task."""
        if time.monotonic() - self._warm_since < _SETTLED_S and self._child is not None:
            self.why = self._child.how_it_ended()
        self._discard()

    def _discard(self) -> None:
        child, self._child, self.warm = self._child, None, False
        if child is not None:
            child.reap()

    def _start(self, ticket: Ticket | None) -> None:
        """Start a child and wait until it is warm; if that fails, `why` says why."""
        self.why = None
        self._tasks = 0
        try:
            self._child = child = self._begin(self.queue.notify)
        except OSError as error:
            self.why = msg("no process could be started: {why}", why=str(error))
            return
        until = time.monotonic() + START_S
        while True:
            message: Mapping[str, Any] | None = None
            self.queue.sweep()
            with suppress(queue.Empty):
                message = child.inbox.get(timeout=_POLL_S * 5)
            if message is not None and "ready" in message:
                break
            if message is not None:
                self.why = msg("it did not start: {why}", why=child.how_it_ended())
            elif time.monotonic() > until:
                self.why = msg("it was not warm after {seconds} s", seconds=round(START_S))
            elif not self.queue.closed and not (ticket is not None and ticket.is_cancelled()):
                continue
            self._discard()
            return
        self._baseline = child.usage.resident()
        self._warm_since = time.monotonic()
        self.warm = True

    def _serve(self, ticket: Ticket) -> None:
        """Do one task.

        A child that dies or stops before it has begun the task is replaced, and the task sent
        again.
        """
        for _ in range(_TRIES):
            if self._child is not None and (self._child.gone or self._child.usage.stopped()):
                self._discard()
            if self._child is None and not ticket.is_cancelled():
                self._start(ticket)
            if ticket.is_cancelled() or self.queue.closed:
                ticket.end(TaskOutcome("cancelled", error="cancelled before it began"))
                return
            if self._child is None:
                break
            outcome = self._hand_over(self._child, ticket)
            if outcome is not None:
                ticket.end(outcome)
                self._after(outcome)
                return
            self._discard()
        why = self.why or msg("several children were killed from outside before they began")
        ticket.end(TaskOutcome("fault", error=str(why), lost=True))

    def _hand_over(self, child: Child, ticket: Ticket) -> TaskOutcome | None:
        """Return the outcome of a task in this child, or None if it did not begin."""
        self._number += 1
        self._tasks += 1
        child.forget_words()
        return _Watch(child, ticket, self._number, self.grace_s, self.queue).run()

    def _after(self, outcome: TaskOutcome) -> None:
        """Keep the child only if it is as good as before the task."""
        assert self._child is not None
        if outcome.forced or self._child.gone or not self._tidied():
            self._discard()
        elif self._outworn():
            self.warm = False
            child, self._child = self._child, None
            child.end(self.grace_s)

    def _tidied(self) -> bool:
        """Wait until the child has cleaned up; return whether it has."""
        assert self._child is not None
        until = time.monotonic() + IDLE_S
        while time.monotonic() < until:
            try:
                message = self._child.inbox.get(timeout=_POLL_S)
            except queue.Empty:
                if self._child.usage.stopped():
                    return False
                continue
            if message is GONE:
                return False
            if message.get("idle") == self._number:
                return True
        return False

    def _outworn(self) -> bool:
        """Return whether the child has done its number of tasks or holds too much memory."""
        assert self._child is not None
        if self._most is not None and self._tasks >= self._most:
            return True
        resident = self._child.usage.resident()
        if resident is None or self._baseline is None or self._kept_bytes is None:
            return False
        return resident > self._baseline + self._kept_bytes


class _Watch:
    """One task in one child, from sending it to its outcome."""

    def __init__(
        self, child: Child, ticket: Ticket, number: int, grace_s: float, queue: Queue
    ) -> None:
        self.child, self.ticket, self.number, self.grace_s = child, ticket, number, grace_s
        self.queue = queue
        self.asked: str | None = None  # why the child was asked to stop
        self.kill_at: float | None = None
        self.stopped_since: float | None = None
        self.begun = False
        self.raised: str | None = None
        self.before = child.usage.resident()
        self.cpu0 = child.usage.cpu_s()
        self.oom = _usage.oom_kills()
        self.most = 0
        # If the system records the peak, only a limit needs samples.
        self.limits = ticket.limits
        self.samples = self.limits.memory_bytes is not None or child.usage.peak() is None
        self.began = time.perf_counter()
        time_s = self.limits.time_s
        self.deadline = None if time_s is None else self.began + time_s

    def run(self) -> TaskOutcome | None:
        """Send the task and return its outcome, or None if it did not begin."""
        ticket, limits = self.ticket, self.limits
        self.child.send(
            {
                "task": self.number,
                "name": ticket.name,
                "time_s": limits.time_s,
                "cpu_s": limits.cpu_s,
                "memory_bytes": limits.memory_bytes,
                "progress": ticket.progress is not None,
            },
            ticket.args,
        )
        while True:
            message: Mapping[str, Any] | None = None
            with suppress(queue.Empty):
                message = self.child.inbox.get(timeout=self._wait_s())
            if message is GONE:
                return self._died() if self.begun else None
            if message is None and not self.begun and self.child.usage.stopped():
                return None
            if message is not None:
                outcome = self._understood(message)
                if outcome is not None:
                    return outcome
            outcome = self._look(time.perf_counter())
            if outcome is not None:
                return outcome
            self.queue.sweep()

    def _wait_s(self) -> float:
        now = time.perf_counter()
        events = [now + _POLL_S, self.kill_at]
        if self.asked is None:
            events.append(self.deadline)
        return max(0.0, min(event for event in events if event is not None) - now)

    def _look(self, now: float) -> TaskOutcome | None:
        """Check clock, memory and token; ask the child to stop, or kill it."""
        resident = self.child.usage.resident() if self.samples else None
        if resident is not None and self.before is not None:
            self.most = max(self.most, resident - self.before)
        if self.asked is None:
            if self.ticket.is_cancelled() or self.queue.closed:
                self._ask("cancelled", now)
            elif self.deadline is not None and now >= self.deadline:
                self._ask("time_limit", self.deadline)
            elif self._spent():
                self._ask("time_limit", now)
        limit = self.limits.memory_bytes
        if limit is not None and self.most > limit:
            if self.asked is None:
                self._ask("memory_limit", now)
            if self.most > max(2 * limit, limit + _FAR_OVER):
                self.asked, self.kill_at = "memory_limit", now
        if self.deadline is None and self.asked is None:
            self._note_stopped(now)
        return self._killed() if self.kill_at is not None and now >= self.kill_at else None

    def _spent(self) -> bool:
        """Return whether the child passed its limit of processor time, by the system's count."""
        if self.limits.cpu_s is None or self.cpu0 is None:
            return False
        cpu = self.child.usage.cpu_s()
        return cpu is not None and cpu - self.cpu0 >= self.limits.cpu_s + _BESIDE_S

    def _ask(self, end: str, since: float) -> None:
        self.asked, self.kill_at = end, since + self.grace_s
        self.child.send({"cancel": self.number})

    def _note_stopped(self, now: float) -> None:
        """Note how long the child has been stopped; without a deadline nothing else would."""
        if not self.child.usage.stopped():
            self.stopped_since = None
        elif self.stopped_since is None:
            self.stopped_since = now
        elif now - self.stopped_since > STOPPED_S:
            self.asked, self.kill_at = "stopped", now

    def _killed(self) -> TaskOutcome:
        stopped = self.child.usage.stopped()
        took = self._taken()
        self.child.kill()
        assert self.asked is not None
        if self.raised is not None:
            return TaskOutcome("fault", error=self.raised, forced=True, **took)
        if stopped and self.asked != "cancelled":
            words = msg("the process was stopped (SIGSTOP), and was killed")
            return TaskOutcome("fault", error=str(words), forced=True, lost=True, **took)
        words = msg("it did not stop when asked, and was killed")
        return TaskOutcome(self.asked, error=str(words), forced=True, **took)

    def _died(self) -> TaskOutcome:
        took = self._taken()
        how = self.child.how_it_ended()
        starved = self.child.killed() and _usage.oom_kills() > self.oom
        if starved:
            error = msg("the system killed it because memory ran out")
            return TaskOutcome("memory_limit", error=str(error), **took)
        words = self.child.last_words()
        if self.asked == "memory_limit" or any(sign in words for sign in _OUT_OF_MEMORY):
            return TaskOutcome("memory_limit", error=str(how), **took)
        return TaskOutcome("fault", error=str(how), lost=True, **took)

    def _taken(self) -> dict[str, Any]:
        """Return the parent's own measures of the task."""
        elapsed = time.perf_counter() - self.began
        cpu = self.child.usage.cpu_s()
        peak = self.child.usage.peak()
        most: int | None = self.most
        if self.before is None:
            most = None
        elif peak is not None:
            most = max(self.most, peak - self.before)
        return {
            "wall_s": elapsed,
            "elapsed_s": elapsed,
            "cpu_s": None if cpu is None or self.cpu0 is None else cpu - self.cpu0,
            "peak_bytes": most,
        }

    def _understood(self, message: Mapping[str, Any]) -> TaskOutcome | None:
        try:
            return self._heard(message)
        except (KeyError, TypeError, ValueError) as error:
            took = self._taken()
            self.child.kill()
            words = msg(
                "its answer is not well formed: {why}", why=f"{type(error).__name__} {error}"
            )
            return TaskOutcome("fault", error=str(words), forced=True, **took)

    def _heard(self, message: Mapping[str, Any]) -> TaskOutcome | None:
        """Handle a message; return the outcome if it is the last."""
        if message.get("begun") == self.number:
            self.begun = True
            return None
        if message.get("progress") == self.number:
            self._progress(message)
            return None
        if message.get("compiling") == self.number:
            hear = getattr(self.ticket.progress, "compiling", None)
            if hear is not None:
                hear(str(message["puzzle"]), float(message["seconds"]))
            return None
        took: dict[str, Any] = {"elapsed_s": time.perf_counter() - self.began}
        if message.get("answer") == self.number:
            return self._answered(message, took)
        kind = next(
            (k for k in ("refused", "memory", "fault") if message.get(k) == self.number), ""
        )
        if not kind:
            return None  # of an earlier task, or no part of the protocol
        took = self._taken()
        end = "memory_limit" if kind == "memory" else kind
        status = int(message["exit_status"]) if end == "refused" else None
        message_json = message.get("message")
        words = None if message_json is None else from_json(message_json)
        error = str(message["error"])
        return TaskOutcome(end, error=error, message=words, exit_status=status, **took)

    def _answered(self, message: Mapping[str, Any], took: Mapping[str, Any]) -> TaskOutcome:
        if self.raised is not None:
            return TaskOutcome("fault", error=self.raised, **took)
        value, stop = message["value"], message["stop"]
        if not isinstance(value, dict | None):
            raise TypeError(f"a value of type {type(value).__name__}")
        end = _ENDS.get(stop, "answered")
        if stop == "CANCELLED" and self.asked in ("time_limit", "memory_limit"):
            # The token knows no reason, so the child said CANCELLED; the record gets the right one.
            end = self.asked
            if isinstance(value, dict) and value.get("stop") == stop:
                value["stop"] = end.upper()
        peak = message["peak_bytes"]
        if peak is None and self.before is not None:
            peak = self.most
        return TaskOutcome(
            end,
            value=value,
            wall_s=message["wall_s"],
            cpu_s=message["cpu_s"],
            compile_s=message["compile_s"],
            compile_cpu_s=message.get("compile_cpu_s"),
            peak_bytes=peak,
            heap_bytes=message["heap_bytes"],
            **took,
        )

    def _progress(self, message: Mapping[str, Any]) -> None:
        if self.ticket.progress is None or self.raised is not None:
            return
        try:
            self.ticket.progress(message["elapsed_s"], message["counters"])
        except Exception as error:
            self.raised = f"the progress callback raised {type(error).__name__}: {error}"
            if self.asked is None:
                self._ask("cancelled", time.perf_counter())
