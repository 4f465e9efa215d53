"""The board on the page."""
