"""Traces of a run: recorded, packed and replayed."""
