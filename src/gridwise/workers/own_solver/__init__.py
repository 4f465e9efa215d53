"""Solvers of other people: run apart under limits, and their answers judged by replay."""
