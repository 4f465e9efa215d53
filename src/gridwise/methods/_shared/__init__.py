"""Searches and tables that several methods share."""
