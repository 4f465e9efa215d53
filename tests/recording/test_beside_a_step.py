"""What stands beside a step: searches by bound, the line of the pseudo-code, the choices."""

from itertools import pairwise

from gridwise.core.trace import Kind
from gridwise.recording.recorder import record_method
from gridwise.recording.recording import Recording
from gridwise.recording.timelines import BoundTimeline
from gridwise.solving.inputs import parse

TWO_BOUNDS = "sliding:3x3:8,7,1,6,0,4,3,2,5"


def test_at_the_end_they_are_what_the_method_reports() -> None:
    made = record_method(parse(TWO_BOUNDS), method="ida_star", max_steps=20_000)
    recording = Recording(made)
    assert recording.deepening is not None
    found = recording.deepening.searches(recording.steps)
    told = [
        (one["bound"], one["generated"], one["expanded"]) for one in made["tables"]["iterations"]
    ]
    assert [(one.bound, one.generated, one.expanded) for one in found] == told
    assert len(found) > 2
    for one, after in pairwise(found):
        assert one.above == after.bound


def test_within_a_search_they_count_to_the_step() -> None:
    recording = Recording(record_method(parse(TWO_BOUNDS), method="ida_star", max_steps=20_000))
    assert recording.deepening is not None
    second = [at for at, row in enumerate(recording.rows(), 1) if row.kind is Kind.BOUND][1]
    for step in (1, 2, second - 1, second, second + 5):
        searches = recording.deepening.searches(step)
        begin = 1 if step < second else second
        kinds = [row.kind for row in recording.rows()][begin - 1 : step]
        assert len(searches) == 1 + (step >= second)
        assert searches[-1].generated == kinds.count(Kind.GENERATE)
        assert searches[-1].expanded == kinds.count(Kind.EXPAND)


def test_before_the_first_bound_there_is_none() -> None:
    assert BoundTimeline(()).searches(0) == []


def test_a_line_of_the_pseudo_code_runs_at_each_step() -> None:
    recording = Recording(record_method(parse(TWO_BOUNDS), method="ida_star"))
    lines = [recording.code[recording.line(step) or 0].strip() for step in (1, 2, 3, 4)]
    assert lines == [
        "bound ← h(start)",
        "search(start)",
        "for each successor s of n, not on the path:",
        "f ← g(s) + h(s)",
    ]
    bounds = [at for at, row in enumerate(recording.rows(), 1) if row.kind is Kind.BOUND]
    assert recording.code[recording.line(bounds[1]) or 0].strip() == "bound ← the least f above it"
    assert recording.line(0) is None


def test_the_choices_are_those_of_the_variable_decided_last() -> None:
    """With backtracking, too, where a variable is valued anew after another choice above it."""
    recording = Recording(record_method(parse("queens:6:"), method="min_max_backtracking"))
    seen: dict[int, set[tuple[tuple[int, int, int], ...]]] = {}
    for step in range(1, recording.steps + 1):
        decided = recording.last(Kind.DECIDE, step)
        assert decided is not None
        rows, chosen = recording.choices("min_max", step)
        assert {row["row"] for row in rows} == {decided.subject}
        assert chosen is not None
        assert rows[chosen]["col"] == decided.value
        scores = tuple((row["col"], row["f1"], row["f2"]) for row in rows)
        seen.setdefault(decided.subject, set()).add(scores)
    assert len(seen[1]) > 1, "the second row is valued under more than one queen"


def test_what_was_cut_off_is_not_shown() -> None:
    made = record_method(parse("queens:8:"), method="min_max_backtracking")
    made["tables"]["min_max"] = made["tables"]["min_max"][:20]
    recording = Recording(made)
    assert recording.choices("min_max", 1)[0]
    assert recording.choices("min_max", recording.steps) == ([], None)
