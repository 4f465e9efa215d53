"""Many cases in one test.

A property and its cases (seeds, sizes, boards) are one test: it tries them all and names each
that failed. Values may be a function, so that nothing is made while the tests are collected.
"""

import inspect
import os
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from functools import wraps
from typing import Any

import pytest

WHOLE = 5
"""How many failures a report shows in full; the others are named."""

only: str | None = None
"""The text of `--case`: cases whose name does not contain it are left out."""


def name_of(value: Any, at: int) -> str:
    """Return the name of a case's value, as pytest would write it, or its place."""
    if value is None or isinstance(value, str | int | float | bool):
        return str(value)
    if isinstance(value, Enum):
        return value.name
    named = getattr(value, "__name__", None) or getattr(value, "name", None)
    return named if isinstance(named, str) else f"#{at}"


def every(
    names: str,
    values: Iterable[Any] | Callable[[], Iterable[Any]],
    *,
    ids: Callable[[Any], str] | Sequence[str] | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., None]]:
    """Run a test once for each case, and fail with a list of the cases that failed.

    Used like `pytest.mark.parametrize`, and like it fills the named parameters; the others are
    fixtures and the same for all cases, except `tmp_path` and `monkeypatch`, which are new for
    each. Every case is run, whatever others do. A failure says how to run its case alone.

    It stands above `@given` of Hypothesis, which then draws its examples anew for each case; below
    it, the test would have no parameters left that `@given` could fill.

    Parameters
    ----------
    names
        The names of the parameters, with commas.
    values
        A value for each case, a tuple of them for several names; or a function that returns these,
        called when the test runs.
    ids
        Names of the cases: a list, or a function of a case's value. By default they are made of
        the values.

    Examples
    --------
    >>> @every("rows, cols", lambda: sizes())
    ... def test_a_board_has_its_size(rows, cols): ...
    """
    wanted = [name.strip() for name in names.split(",")]

    def decorate(test: Callable[..., Any]) -> Callable[..., None]:
        signature = inspect.signature(test)
        if getattr(test, "cases_within", False):
            raise TypeError("name all parameters of the cases in one `every`, with a product")
        if missing := set(wanted) - set(signature.parameters):
            raise TypeError(f"{test.__name__} has no parameter {', '.join(missing)}")

        @wraps(test)
        def all_cases(**fixtures: Any) -> None:
            collected = Collected()
            for at, value in enumerate(values() if callable(values) else values):
                row = value if len(wanted) > 1 else (value,)
                if ids is None:
                    name = "-".join(name_of(part, at) for part in row)
                else:
                    name = ids(value) if callable(ids) else ids[at]
                own = dict(fixtures)
                if "tmp_path" in own:
                    own["tmp_path"] = fixtures["tmp_path"] / f"case{at}"
                with collected.case(name) as runs:
                    if not runs:
                        continue
                    if "tmp_path" in own:
                        own["tmp_path"].mkdir()
                    arguments = dict(zip(wanted, row, strict=True))
                    if "monkeypatch" in own:
                        with fixtures["monkeypatch"].context() as own["monkeypatch"]:
                            test(**own, **arguments)
                    else:
                        test(**own, **arguments)
            collected.end()

        left = [p for name, p in signature.parameters.items() if name not in wanted]
        all_cases.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        all_cases.cases_within = True  # type: ignore[attr-defined]
        del all_cases.__wrapped__  # pytest would read the parameters of the cases as fixtures
        return all_cases

    return decorate


class Collected:
    """The cases of one test, and which of them failed.

    A test that finds its cases as it goes uses this without `every`: it runs each in
    `with collected.case(name) as runs:` and calls `end` at last.
    """

    def __init__(self) -> None:
        self._tried = 0
        self._skipped: list[str] = []
        self._failed: list[tuple[str, str]] = []

    def case(self, name: str) -> "_Case":
        """Return a context that keeps a failure; its value says whether the case is to run."""
        return _Case(self, name)

    def ran(self, name: str, error: BaseException | None) -> None:
        """Note the outcome of a case."""
        self._tried += 1
        if error is None:
            return
        if isinstance(error, pytest.skip.Exception):
            self._skipped.append(f"{name}: {error}")
            return
        shown = ""
        if len(self._failed) < WHOLE:
            shown = str(pytest.ExceptionInfo.from_exception(error).getrepr(style="short"))
        self._failed.append((name, shown))

    def end(self) -> None:
        """Fail if a case failed, skip if all were skipped or none has the name that was asked."""
        if not self._tried:
            pytest.skip(f"no case with {only!r} in its name" if only else "there are no cases")
        if self._failed:
            test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
            lines = [f"{len(self._failed)} of {self._tried} cases failed"]
            for name, shown in self._failed:
                lines += ["", f"case {name}", f"  alone: pytest {test!r} --case {name!r}"]
                lines += [shown] if shown else []
            pytest.fail("\n".join(lines), pytrace=False)
        if len(self._skipped) == self._tried:
            pytest.skip("; ".join(self._skipped))


class _Case:
    def __init__(self, collected: Collected, name: str) -> None:
        self._collected, self._name = collected, name

    def __enter__(self) -> bool:
        self._runs = only is None or only in self._name
        return self._runs

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if isinstance(error, KeyboardInterrupt | SystemExit | GeneratorExit):
            return False
        if self._runs:
            self._collected.ran(self._name, error)
        return error is not None
