"""The play page: the table, and what stands around the board."""
