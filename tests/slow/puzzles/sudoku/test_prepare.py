"""All kernels are compiled ahead."""

import pytest

from gridwise.core.errors import UnknownNameError
from gridwise.core.run import Run
from gridwise.puzzles.sudoku import prepare


def test_prepare_compiles():
    assert list(prepare.TABLES) == ["kernels"]
    prepare.prepare("kernels", Run())
    with pytest.raises(UnknownNameError):
        prepare.prepare("tables", Run())
