"""Counting mine layouts: compiled kernels, their drivers and plain Python."""
