"""Singles: a cell or a house with one possibility left."""
