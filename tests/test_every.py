"""One test of many cases names each that failed."""

from pathlib import Path
from typing import Any

import pytest

import every
from every import Collected


def test_all_cases_run_and_the_failed_ones_are_named() -> None:
    tried = []

    @every.every("a, b", lambda: [(1, 1), (1, 2), (3, 3), (5, 4)])
    def test(a: int, b: int) -> None:
        tried.append((a, b))
        assert a == b

    with pytest.raises(pytest.fail.Exception) as failed:
        test()
    assert tried == [(1, 1), (1, 2), (3, 3), (5, 4)]
    text = str(failed.value)
    assert text.startswith("2 of 4 cases failed\n")
    assert "case 1-2\n" in text
    assert "--case '5-4'" in text
    assert "test_all_cases_run_and_the_failed_ones_are_named" in text
    assert "3-3" not in text


def test_one_case_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    @every.every("seed", range(12), ids=lambda seed: f"seed {seed:02}")
    def test(seed: int) -> None:
        tried.append(seed)

    monkeypatch.setattr(every, "only", "seed 07")
    test()
    assert tried == [7]
    monkeypatch.setattr(every, "only", "another")
    with pytest.raises(pytest.skip.Exception):
        test()


def test_no_case_is_no_success() -> None:
    with pytest.raises(pytest.skip.Exception):
        every.every("seed", [])(lambda seed: None)()


def test_cases_that_skip() -> None:
    @every.every("seed", range(2))
    def test(seed: int) -> None:
        if seed < some:
            pytest.skip("not here")

    some = 1
    test()
    some = 2
    with pytest.raises(pytest.skip.Exception):
        test()


def test_folder_and_patches_are_new_for_each_case(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @every.every("seed", range(2))
    def test(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "file").touch(exist_ok=False)
        assert every.WHOLE > 0
        monkeypatch.setattr(every, "WHOLE", -1)

    test(tmp_path=tmp_path, monkeypatch=monkeypatch)
    assert every.WHOLE > 0


def test_what_it_refuses() -> None:
    def test(a: Any) -> None: ...

    with pytest.raises(TypeError, match="no parameter b"):
        every.every("b", [1])(test)
    with pytest.raises(TypeError, match="one `every`"):
        every.every("a", [1])(every.every("a", [1])(test))


def test_cases_that_are_found_on_the_way() -> None:
    collected = Collected()
    for at in range(3):
        with collected.case(f"step {at}") as runs:
            assert runs
            assert at != 1
    with pytest.raises(pytest.fail.Exception, match="case step 1"):
        collected.end()
