"""Boards on a page: the live element, small drawings, pictures on tiles."""
