"""Queens boards as text."""
