"""Scenes as text and SVG, events and results as text, the palette, the message catalogue."""
