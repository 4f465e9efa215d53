"""Boards as clauses: CNF files, and the clauses about one cell."""
