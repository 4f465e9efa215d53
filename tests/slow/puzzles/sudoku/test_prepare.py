"""All kernels are compiled ahead."""

import pytest

from gridwise.core.errors import UnknownNameError
from gridwise.core.run import Run
from gridwise.puzzles.sudoku import prepare


def test_prepare_compiles():
    assert list(prepare.PREPARE.tables) == ["kernels"]
    prepare.PREPARE.make("kernels", Run())
    with pytest.raises(UnknownNameError):
        prepare.PREPARE.make("tables", Run())
