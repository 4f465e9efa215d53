"""Sliding boards as text."""
