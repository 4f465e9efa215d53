"""The error tree: exit statuses, places, near names, and pickling for another process."""

import copy
import pickle

import pytest

from every import every
from gridwise.core import errors
from gridwise.core.errors import (
    Fault,
    GridwiseError,
    InputError,
    NoSharedViewError,
    ParameterError,
    ParseError,
    TooLargeError,
    UnknownNameError,
    UsageError,
    WrongAnswerError,
)

EXAMPLES: list[GridwiseError] = [
    InputError("cannot be read"),
    ParseError("'q'", "a digit", source="a.sdk", line=3, column=7),
    TooLargeError("9000000 bytes", "at most 8388608", source="<stdin>"),
    UsageError("no"),
    UnknownNameError("puzzle", "sudko", ["sudoku", "queens"]),
    ParameterError("k must be more than 0"),
    NoSharedViewError("nothing shared"),
    Fault("broken"),
    WrongAnswerError("row 3 has two fives"),
]


def test_the_examples_cover_the_tree() -> None:
    tree = {
        thing
        for thing in vars(errors).values()
        if isinstance(thing, type) and issubclass(thing, GridwiseError)
    }
    assert tree - {GridwiseError} == {type(example) for example in EXAMPLES}


@every("error", EXAMPLES, ids=lambda e: type(e).__name__)
def test_an_error_survives_pickling_and_copying(error: GridwiseError) -> None:
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(twin) is type(error)
        assert str(twin) == str(error)
        assert vars(twin) == vars(error)
        assert twin.exit_status == error.exit_status


@pytest.mark.parametrize(
    ("kind", "status"), [(InputError, 30), (UsageError, 2), (Fault, 31), (GridwiseError, 31)]
)
def test_exit_status(kind: type[GridwiseError], status: int) -> None:
    family = [type(e) for e in EXAMPLES if isinstance(e, kind)] if kind is not GridwiseError else []
    assert {member.exit_status for member in [kind, *family]} == {status}


def test_a_parse_error_says_where_what_and_what_instead() -> None:
    error = ParseError("'q'", "a digit or .", source="boards/a.sdk", line=3, column=7)
    assert str(error) == "boards/a.sdk:3:7: Found 'q', expected a digit or ."
    assert "\n" not in str(error)


def test_too_large_is_a_parse_error() -> None:
    with pytest.raises(ParseError):
        raise TooLargeError("much", "little")


def test_an_unknown_name_suggests_near_ones() -> None:
    error = UnknownNameError("method", "backtraking", ["sat", "backtracking", "a_star"])
    assert str(error) == "Unknown method 'backtraking'; did you mean backtracking?"
    assert error.known == ("a_star", "backtracking", "sat")


def test_an_unknown_name_without_near_ones_lists_all() -> None:
    error = UnknownNameError("puzzle", "zzz", ["sudoku", "queens"])
    assert str(error) == "Unknown puzzle 'zzz'; known: queens, sudoku."
