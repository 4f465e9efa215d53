"""Types that every layer shares: puzzle, method, view, result and trace."""
