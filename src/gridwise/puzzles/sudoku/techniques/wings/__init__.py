"""Wings and remote pairs: short chains of cells with two or three candidates."""
