"""The 9x9 engine in processes with other settings of Numba answers the same."""

import json
import os
import subprocess
import sys

import pytest

from gridwise.compiled import jit
from puzzles.sudoku import engine_answers


def lanes() -> int:
    return jit.load("gridwise.puzzles.sudoku.engine.kernels.lanes").LANES


def elsewhere(each: int, **settings: str) -> dict[str, object]:
    done = subprocess.run(
        [sys.executable, engine_answers.__file__, str(each)],
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def test_same_answers_with_the_jit_off():
    answers = elsewhere(2, NUMBA_DISABLE_JIT="1")
    assert answers.pop("lanes") == lanes()
    assert answers == engine_answers.answers(2)


@pytest.mark.parametrize(
    ("width", "cpu", "features"),
    [(16, "haswell", "+avx2,+popcnt,+bmi,+bmi2"), (8, "x86-64", "+sse2")],
)
def test_same_answers_with_narrower_vectors(width, cpu, features):
    if width == lanes():
        pytest.skip("all other tests run with these")
    answers = elsewhere(20, NUMBA_CPU_NAME=cpu, NUMBA_CPU_FEATURES=features)
    assert answers.pop("lanes") == width
    assert answers == engine_answers.answers(20)
