"""The puzzles, one package each; they know `core`, never a method.

`gridwise.puzzles` is also the Python twin of the command `gridwise puzzles`. Importing this package
binds its name in `gridwise` over the function of that name, so it is callable and does the same.
"""

import sys
from collections.abc import Mapping
from types import ModuleType
from typing import Any

from gridwise.core import registry


class _Callable(ModuleType):
    def __call__(self) -> Mapping[str, Any]:
        return registry.puzzles()


sys.modules[__name__].__class__ = _Callable
