"""Tables of distances: all boards of a small size, and patterns of a larger one."""
