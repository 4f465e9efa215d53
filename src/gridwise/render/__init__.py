"""Draws scenes and puts events into words."""
