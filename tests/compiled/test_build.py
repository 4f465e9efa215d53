"""A wheel that carries compiled code: what is in it, and that it is used."""

import re
import sys
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest

from gridwise.compiled import build


def test_the_tag_is_that_of_llvmlite() -> None:
    if not distribution("llvmlite").read_text("WHEEL"):
        pytest.skip("llvmlite was not installed from a wheel")
    tag = build.wheel_tag()
    python = f"cp{sys.version_info[0]}{sys.version_info[1]}"
    assert re.fullmatch(rf"{python}-{python}-[a-z]\w+(\.[a-z]\w+)*", tag)


def test_vectors_are_told_from_other_types() -> None:
    from numba import types

    from gridwise.compiled import simd

    known: Any = types
    inside = known.Tuple((known.int64, known.UniTuple(simd._vector, 2)))
    for kind in (simd._vector, simd._mask, simd._long_vector, inside):
        assert build._is_vector(kind)
    for kind in (known.int64, simd._array, known.Tuple((known.int64, known.uint16))):
        assert not build._is_vector(kind)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--levels", "pentium"], "invalid choice: 'pentium'"),
        (["--puzzles", "chess"], "invalid choice: 'chess'"),
    ],
)
def test_a_wrong_word_is_refused(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as error:
        build.main(words)
    assert error.value.code == 2 and said in capsys.readouterr().err


def test_outside_a_checkout_it_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build, "CHECKOUT", tmp_path)
    with pytest.raises(SystemExit):
        build.main([])
    assert "is not a checkout" in capsys.readouterr().err
