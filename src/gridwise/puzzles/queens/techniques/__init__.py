"""The techniques by which a person completes a board of queens, one a file."""
