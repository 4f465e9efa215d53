"""What every layer shares: the types of a puzzle, a method, a view, a result and a trace."""
