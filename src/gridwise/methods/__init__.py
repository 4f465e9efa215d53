"""General methods, one file each; they know views, never puzzles.

`gridwise.methods` is also the Python twin of the command `gridwise methods`: importing this package
binds its name in `gridwise` over the function, so the package is callable and does the same.
"""

from gridwise.core import registry

registry.make_callable(__name__, registry.methods)
