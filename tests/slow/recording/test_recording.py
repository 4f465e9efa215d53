"""A long record."""

import json

from gridwise.recording.recorder import record_method
from gridwise.recording.recording import Recording
from gridwise.solving.inputs import parse

_HARD = (
    "sudoku:3x3:8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
)


def test_a_record_is_small_and_says_what_is_missing() -> None:
    made = record_method(parse(_HARD), method="dpll", max_steps=3_000)
    assert len(json.dumps(made)) < 1_500_000  # so 20,000 steps stay below 10 MB
    recording = Recording(made)
    assert (recording.steps, recording.total) == (3_000, 34_309)
    assert str(recording.coverage()) == "recorded the first 3,000 of 34,309 steps"
