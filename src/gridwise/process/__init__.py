"""Starts processes, holds them to their limits, and says how they ended."""
