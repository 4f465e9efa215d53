"""The plan of a comparison: boards, methods, repeats, limits, and the order of the runs."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from random import Random
from typing import NamedTuple

from gridwise.comparing import measures
from gridwise.comparing import results as model
from gridwise.comparing.results import Contender, Subject, names_own_solver
from gridwise.comparing.suites import MethodAndOptions, contenders, suite, suites
from gridwise.core import registry
from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.core.limits import clock_for, time_or
from gridwise.core.message import msg
from gridwise.core.method import Method
from gridwise.core.puzzle import Question
from gridwise.render.words import limit_words, number
from gridwise.solving.inputs import NOTATION, Item, parse, read_inputs
from gridwise.workers.own_solver.program import OwnFunction, words_of

REPEATS, TIME_S, MEMORY_BYTES = 5, 10.0, 2_000_000_000
"""The defaults."""
HEAP_FACTOR = 30
"""A run in which the Python heap is traced has so many times the time of another."""
_LEAST_S = 0.05
"""A limit below that would cut off what a process needs before it begins."""
_START_S, _BETWEEN_S = 3.0, 0.1
"""What starting the processes takes, and what lies between two runs, at most."""
LONGEST_LABEL = 16
"""If a board's name is longer, all boards get short names: B1, B2, ..."""


class PlannedRun(NamedTuple):
    """One run of a plan; `kind` is one of `results.KINDS`, `repeat` counts from 1."""

    contender: Contender
    subject: Subject
    repeat: int
    kind: str

    @property
    def key(self) -> tuple[str, str, int, str]:
        """The identity of the run, equal to `RunRow.key`."""
        return self.subject.id, self.contender.id, self.repeat, self.kind


@dataclass(frozen=True)
class ComparisonPlan:
    """What is compared, and under which limits.

    Parameters
    ----------
    title
        A title for people.
    suite
        The name of the ready-made suite; None for a comparison of one's own.
    question
        `solution`, `forced`, `count` or `games`.
    subjects, contenders
        The boards, and the methods (or policies) with options.
    metrics
        The counters that matter most, the first one first.
    repeats, seed
        Timed runs of each pair, and the seed of their order.
    time_s, cpu_s, memory_bytes
        The limits of one run: seconds on the clock, of processor time (None is no limit), bytes.
    heap_s, heap_cpu_s
        The limits of a run whose heap is traced.
    pairs
        The (contender, subject) that share a view; only these are run.
    functions
        The functions of this process among the contenders, by their ids.
    """

    title: str
    suite: str | None
    question: str
    subjects: tuple[Subject, ...]
    contenders: tuple[Contender, ...]
    metrics: tuple[str, ...] = ()
    repeats: int = REPEATS
    seed: int = 0
    time_s: float = TIME_S
    memory_bytes: int = MEMORY_BYTES
    heap_s: float = TIME_S * HEAP_FACTOR
    cpu_s: float | None = None
    heap_cpu_s: float | None = None
    pairs: frozenset[tuple[str, str]] = field(default=frozenset())
    functions: Mapping[str, OwnFunction] = field(default_factory=dict)

    def runs(self) -> Iterator[PlannedRun]:
        """Yield every run in its order: each round holds all pairs once, in random order.

        So a machine that is slow for a while slows all contenders alike. The runs that trace the
        Python heap come last, as tracing slows what it measures.
        """
        pairs = [
            (contender, subject)
            for subject in self.subjects
            for contender in self.contenders
            if (contender.id, subject.id) in self.pairs
        ]
        random = Random(self.seed)
        kind = measures.GAMES if self.question == "games" else measures.TIME
        rounds = [(repeat, kind) for repeat in range(1, self.repeats + 1)]
        for repeat, of_kind in [*rounds, *([(1, measures.HEAP)] if kind == measures.TIME else [])]:
            for contender, subject in random.sample(pairs, len(pairs)):
                if of_kind != measures.HEAP or not contender.is_own:
                    yield PlannedRun(contender, subject, repeat, of_kind)


def limits_within(total_s: float, pairs: int, repeats: int) -> tuple[float, float]:
    """Return limits of a timed run and of one whose heap is traced that keep to a time in all.

    Half of the time is for each kind; what is compiled first is not in it. Raises `ParameterError`
    where nothing is left for the runs.
    """
    half = (total_s - _START_S - _BETWEEN_S * pairs * (repeats + 1)) / 2 / max(1, pairs)
    if half / repeats < _LEAST_S:
        raise ParameterError(
            msg(
                "too much for {limit}: pairs of a method and a board: {pairs}, runs of each: "
                "{repeats}",
                limit=limit_words(total_s),
                pairs=number(pairs),
                repeats=number(repeats),
            )
        )
    return math.floor(100 * half / repeats) / 100, half


def plan_comparison(
    inputs: Sequence[str | Item],
    *,
    methods: Sequence[str | OwnFunction] | None = None,
    puzzle: str | None = None,
    question: str | None = None,
    repeats: int | None = None,
    seed: int = 0,
    time_s: float | None = None,
    cpu_s: float | None = None,
    memory_bytes: int | None = None,
    total_s: float | None = None,
    own: bool = False,
) -> ComparisonPlan:
    """Read the boards and methods of a comparison and pair them.

    Parameters
    ----------
    inputs
        Paths, notations, `-`, boards that were read; or the name of one ready-made suite.
    methods
        `name` or `name:option=value:option=value`. None takes the suite's own; without a suite,
        all that work on any of the boards. With `own` also the path of a Python file that has
        `solve(board)`, or the command of a program, such as `./solver {board}`, or a function.
    puzzle
        The kind of the inputs; None reads it from them.
    question
        `solution`, `forced`, `winner` or `count`. None takes the suite's, else the puzzle's first;
        `winner` if all methods play games.
    repeats, seed, time_s, cpu_s, memory_bytes
        Runs of each pair; the seed of their order; the limits of one run. With a limit of
        processor time alone, that of seconds on the clock is `clock_for` it.
    total_s
        The seconds in which all runs have to end, what is compiled first aside: it sets the limits
        of each run, and `time_s` lowers them.
    own
        Whether somebody's own solvers may be among the methods. A server never lets a stranger
        name a program to run.

    Raises
    ------
    UnknownNameError, ParameterError, InputError
        No such suite, method or option; a bad input; no method works on any of the boards.
    """
    if not inputs:
        raise ParameterError(
            msg("a comparison needs an INPUT, or a suite: {suites}", suites=tuple(suites()))
        )
    name = inputs[0] if len(inputs) == 1 else None
    ready = suite(name) if isinstance(name, str) and name in suites() else None
    if ready is not None:
        who = ready.contenders if methods is None else contenders(_named(methods, own))
        subjects, question = ready.subjects(), question or ready.question
    else:
        subjects = _subjects(inputs, puzzle)
        named = None if methods is None else _named(methods, own)
        question = question or _first_question(subjects, named)
        who = contenders(_fitting(subjects, question) if named is None else named)
    if question not in ("solution", "forced", "winner", "count", "games"):
        raise ParameterError(
            msg(
                "a comparison asks for solution, forced, winner or count, not {question}",
                question=question,
            )
        )
    pairs = _pairs(who, subjects, question)
    if not pairs:
        raise ParameterError(msg("none of these methods works on any of these boards"))
    repeats = repeats or (ready.repeats if ready else REPEATS)
    if time_s is None and ready is not None:
        cpu_s = cpu_s or ready.cpu_s
    most_s = time_s or (ready.time_s if ready else None) or time_or(None, cpu_s, TIME_S)
    heap_s = most_s * HEAP_FACTOR
    heap_cpu_s = None if cpu_s is None else cpu_s * HEAP_FACTOR
    if heap_cpu_s is not None and time_s is None:
        heap_s = clock_for(heap_cpu_s)
    if total_s is not None:
        limits = limits_within(total_s, len(pairs), repeats)
        most_s, heap_s = min(most_s, limits[0]), min(heap_s, limits[1])
    return ComparisonPlan(
        title=str(ready.title if ready else msg("Comparison of methods")),
        suite=ready.name if ready else None,
        question=question,
        subjects=subjects,
        contenders=who,
        metrics=(ready.metrics if ready else ()) or _counters(who),
        repeats=repeats,
        seed=seed,
        time_s=most_s,
        heap_s=heap_s,
        cpu_s=cpu_s,
        heap_cpu_s=heap_cpu_s,
        memory_bytes=memory_bytes or MEMORY_BYTES,
        pairs=pairs,
        functions={
            contender.id: one
            for contender, one in zip(who, methods or (), strict=methods is not None)
            if isinstance(one, OwnFunction)
        },
    )


def _first_question(subjects: Sequence[Subject], named: Sequence[MethodAndOptions] | None) -> str:
    known = registry.methods()
    if named and all(n in known and Question.WINNER in known[n].questions for n, _ in named):
        return Question.WINNER.value
    kinds = {registry.puzzle(s.puzzle).questions[0].value for s in subjects}
    if len(kinds) > 1:
        raise ParameterError(msg("these puzzles are asked different questions; name one"))
    (question,) = kinds
    return question


def _named(methods: Sequence[str | OwnFunction], own: bool) -> tuple[MethodAndOptions, ...]:
    out: list[MethodAndOptions] = []
    for text in methods:
        if isinstance(text, OwnFunction):
            out.append((text.name, dict[str, str]()))
            continue
        if not isinstance(text, str):
            raise ParameterError(
                f"found {type(text).__name__}, expected the name of a method: each run has a "
                "process of its own, which loads the method by name. Write it into a file and "
                "call gridwise.register(path)"
            )
        if names_own_solver(text):
            if not own:
                raise UnknownNameError("method", text, registry.methods())
            words_of(text)
            out.append((text, dict[str, str]()))
            continue
        out.append(method_named(text))
    return tuple(out)


def method_named(text: str) -> MethodAndOptions:
    """Return the name and the options of `name:option=value`; raise `ParameterError`."""
    name, *options = text.split(":")
    pairs = [option.partition("=") for option in options]
    if not name or not all(key and equals for key, equals, _ in pairs):
        raise ParameterError(
            msg("a method is name or name:option=value, not {text}", text=repr(text))
        )
    return name, {key: value for key, _, value in pairs}


def _subjects(inputs: Sequence[str | Item], puzzle: str | None) -> tuple[Subject, ...]:
    labels, boards, notes = [], [], []
    each = ([o] if isinstance(o, Item) else read_inputs([o], puzzle=puzzle) for o in inputs)
    for item in chain.from_iterable(each):
        if item.entry.error is not None:
            raise item.entry.error
        assert item.puzzle is not None
        position = item.entry.position
        notation = item.puzzle.format(position)
        of_file = f"{Path(item.source).name}:{item.entry.line}"
        labels.append(notation if item.source == NOTATION else of_file)
        boards.append((item.puzzle.name, notation, len(item.puzzle.scene(position).cells)))
        notes.append(item.entry.notes)
    short = max(map(len, labels)) <= LONGEST_LABEL
    return tuple(
        Subject(
            name,
            kind,
            notation,
            label if short else f"B{number}",
            size,
            source="" if short else label,
            notes=said,
        )
        for number, (name, label, (kind, notation, size), said) in enumerate(
            zip(model.unique_ids(labels), labels, boards, notes, strict=True), 1
        )
    )


def _fitting(subjects: Sequence[Subject], question: str) -> tuple[MethodAndOptions, ...]:
    every: dict[str, Mapping[str, str]] = {}
    for subject in subjects:
        every.update((m.name, {}) for m in _methods_for(parse(subject.notation), question))
    return tuple(every.items())


def _methods_for(position: object, question: str) -> tuple[Method, ...]:
    """Return the methods that work on a board and answer the question of a comparison."""
    asked = Question.WINNER if question == Question.WINNER.value else Question.SOLUTION
    return registry.methods_for(position, asked)


def _pairs(
    who: Sequence[Contender], subjects: Sequence[Subject], question: str
) -> frozenset[tuple[str, str]]:
    if question == "games":
        for contender in who:
            for subject in subjects:
                registry.policy(subject.puzzle, contender.method)  # an unknown one is refused
        return frozenset((c.id, s.id) for c in who for s in subjects)
    if question != "solution" and any(c.is_own for c in who):
        raise ParameterError(
            msg("your own solvers are asked for a solution: add --question solution")
        )
    known: dict[str, Method] = {c.id: registry.method(c.method) for c in who if not c.is_own}
    out = set()
    for subject in subjects:
        position = parse(subject.notation)
        fitting = _methods_for(position, question)
        if question == "forced" and Question.FORCED not in registry.puzzle_of(position).questions:
            raise ParameterError(f"{subject.puzzle} is not asked for what is forced")
        out |= {(c.id, subject.id) for c in who if c.is_own or known[c.id] in fitting}
    return frozenset(out)


def _counters(who: Sequence[Contender]) -> tuple[str, ...]:
    """Return the three counters that most of the methods keep."""
    counts = [registry.method(c.method).counts for c in who if not c.is_own]
    every = sorted({name for names in counts for name in names})
    return tuple(sorted(every, key=lambda name: -sum(name in c for c in counts))[:3])
