"""Options of methods and views, and the choice of a view."""

from collections.abc import Iterator
from typing import Any

import pytest

from every import every
from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.core.method import Method, Option
from gridwise.core.run import Run
from gridwise.core.views import CnfModel, CountModel, DomainModel, ExactCover, Model


class Nothing(Method):
    name = "nothing"
    title = "finds nothing"
    source = "none"
    views = (DomainModel, CnfModel)
    complete = False
    counts = frozenset()
    node = "a look"
    options = (
        Option("order", "given", ("given", "smallest"), "which variable next"),
        Option("width", 8, (), "how many to keep"),
        Option("rule", "first", (), "a word that the method itself checks"),
    )

    def models(self, view: Any, run: Run, *, ordered: bool = False) -> Iterator[Model]:
        run.report.incomplete = True
        return iter(())


METHOD = Nothing()


def test_defaults() -> None:
    assert METHOD.option(Run(), "order") == "given"
    assert METHOD.option(Run(), "width") == 8


def test_values_are_read_and_checked() -> None:
    run = Run(options={"order": "smallest", "width": "12", "rule": "any word"})
    assert METHOD.option(run, "rule") == "any word"
    assert METHOD.option(run, "order") == "smallest"
    assert METHOD.option(run, "width") == 12


@every("value", ["0", "-3", "many", "1.5", "", 0])
def test_a_number_is_whole_and_above_zero(value: str | int) -> None:
    with pytest.raises(ParameterError, match="width"):
        METHOD.option(Run(options={"width": value}), "width")


def test_other_choices_are_refused_with_near_ones() -> None:
    with pytest.raises(UnknownNameError, match="did you mean smallest"):
        METHOD.option(Run(options={"order": "smalest"}), "order")
    with pytest.raises(UnknownNameError, match="option of nothing"):
        METHOD.option(Run(), "no_such_option")


def test_the_first_shared_view_is_taken() -> None:
    assert METHOD.view_for(frozenset({CnfModel, DomainModel})) is DomainModel
    assert METHOD.view_for(frozenset({CnfModel, ExactCover})) is CnfModel
    assert METHOD.view_for(frozenset({CountModel})) is None


def test_a_method_explains_nothing_unless_it_says_so() -> None:
    assert METHOD.explains is False
    with pytest.raises(TypeError, match="not incremental"):
        METHOD.session(Run())
