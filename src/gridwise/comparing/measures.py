"""What a run of a comparison measures, how it may end, and what people call that."""

from collections.abc import Mapping

from gridwise.core.message import Message, msg
from gridwise.core.result import COUNTERS
from gridwise.core.result import MEASURES as DERIVED

ANSWERED, FAULT = "answered", "fault"
ENDS = (
    ANSWERED,
    "time_limit",
    "memory_limit",
    "node_limit",
    "solution_limit",
    "incomplete",
    "cancelled",
    FAULT,
)
"""How a run may end: `incomplete`, the method gave up; `fault`, it died or answered wrongly."""
STOPPED = frozenset(end for end in ENDS if end.endswith("_limit"))
"""The ends of runs that a limit stopped: what they had used is a bound of what they needed."""

END_NAMES: Mapping[str, Message] = {
    "time_limit": msg("time limit"),
    "memory_limit": msg("memory limit"),
    "node_limit": msg("node limit"),
    "solution_limit": msg("solution limit"),
    "incomplete": msg("gave up by itself"),
    "cancelled": msg("cancelled"),
    "fault": msg("failed"),
}
"""How a run may end without an answer."""

TIME, HEAP, GAMES = "time", "heap", "games"
KINDS = (TIME, HEAP, GAMES)
"""What a run measures: time and resident memory; the Python heap alone; games of a policy."""

MEASURES: Mapping[str, tuple[str, Message]] = {
    "cpu_s": (
        TIME,
        msg("CPU seconds of the process for the run, without compiling and tables"),
    ),
    "wall_s": (TIME, msg("seconds on the clock for the run, without compiling and tables")),
    "compile_s": (TIME, msg("seconds in which code was compiled, reported apart")),
    "tables_s": (TIME, msg("seconds in which a method made its tables, reported apart")),
    "compile_cpu_s": (TIME, msg("CPU seconds of that compiling, reported apart")),
    "tables_cpu_s": (TIME, msg("CPU seconds of making those tables, reported apart")),
    "peak_bytes": (TIME, msg("largest resident memory in the run less that before it, sampled")),
    "heap_bytes": (
        HEAP,
        msg("largest memory of Python objects in a run of its own, traced by tracemalloc"),
    ),
}
"""The measures beside the counters: the kind of run that each is taken from, its definition."""

CLOCKS = frozenset({"cpu_s", "wall_s"})
"""The measures that a run without an answer has too: what it had used until it was stopped."""

NAMES: Mapping[str, Message] = {
    "cpu_s": msg("CPU time"),
    "wall_s": msg("Time on the clock"),
    "compile_s": msg("Compile time"),
    "peak_bytes": msg("Peak memory"),
    "heap_bytes": msg("Python heap"),
    "length": msg("Length of the solution"),
    "generated": msg("States made"),
    "expanded": msg("States expanded"),
    "reopened": msg("States reopened"),
    "frontier_peak": msg("Most states waiting"),
    "depth": msg("Depth"),
    "assignments": msg("Values tried"),
    "decisions": msg("Decisions"),
    "propagations": msg("Values that followed"),
    "conflicts": msg("Dead ends"),
    "learned": msg("Clauses learnt"),
    "resolvents": msg("Clauses by resolution"),
    "layouts": msg("Solutions found"),
    "components": msg("Independent parts"),
    "decided": msg("Cells decided"),
    "chosen": msg("chosen"),
    "game": msg("game"),
    "mines": msg("mines"),
}
"""The names of measures and counters that people read; others keep their own names."""

OTHERS: Mapping[str, Message] = {
    "length": msg("moves of the answer"),
    "games": msg("games played"),
    "wins": msg("games won"),
    "finished": msg("games won by conclusions alone"),
    "stuck": msg("games in which nothing followed any more"),
    "lost": msg("games lost"),
    "guesses": msg("cells opened without proof"),
}
"""The definitions of counters that a result does not have."""


OWN_MEMORY = msg(
    "The memory of your own solvers is that of their whole processes, the interpreter included: it "
    "is not compared with that of methods."
)


def name_of(name: str) -> Message:
    """Return the name of a measure or counter as people read it."""
    return NAMES.get(name) or Message(name.replace("_", " "))


def definition(name: str) -> Message | None:
    """Return what a measure or counter is, None of an unknown one."""
    if name in MEASURES:
        return MEASURES[name][1]
    if name in OTHERS:
        return OTHERS[name]
    found = COUNTERS.get(name, DERIVED.get(name))
    return None if found is None else Message(found)
