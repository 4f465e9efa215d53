"""Fish: as many lines that hold a digit as lines across that cover it, with and without fins."""
