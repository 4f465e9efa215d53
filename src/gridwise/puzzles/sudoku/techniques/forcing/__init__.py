"""Forcing: the consequences of an assumption, or common to several; and templates."""
