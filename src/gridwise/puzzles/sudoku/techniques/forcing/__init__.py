"""Forcing: what an assumption, or each of several, leads to; and templates."""
