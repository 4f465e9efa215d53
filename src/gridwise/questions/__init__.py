"""The questions to one board, each a typed function with the result that it returns."""
