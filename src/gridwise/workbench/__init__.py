"""The use cases. They reach puzzles and methods through the registry alone."""
