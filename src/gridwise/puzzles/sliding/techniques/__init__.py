"""The steps by which a sliding board is explained: the row-by-row lesson, and shortest paths."""
