"""The pages, and the shell around them."""
