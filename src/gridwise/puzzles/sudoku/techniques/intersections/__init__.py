"""Intersections: what a box and a line have in common."""
