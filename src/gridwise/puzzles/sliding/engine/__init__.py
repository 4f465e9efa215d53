"""Compiled searches of sliding boards, and their drivers."""
