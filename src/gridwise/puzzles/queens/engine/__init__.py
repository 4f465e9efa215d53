"""Compiled searches for queens, their drivers, and repair by swaps."""
