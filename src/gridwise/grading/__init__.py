"""Submissions of a class graded by an assignment: run apart, replayed, given points, reported."""
