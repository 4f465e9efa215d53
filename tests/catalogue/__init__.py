"""The message catalogue."""
