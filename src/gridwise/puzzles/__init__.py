"""The puzzles, one package each; they know `core`, never a method.

`gridwise.puzzles` is also the Python twin of the command `gridwise puzzles`: importing this package
binds its name in `gridwise` over the function, so the package is callable and does the same.
"""

from gridwise.core import registry

registry.make_callable(__name__, registry.puzzles)
