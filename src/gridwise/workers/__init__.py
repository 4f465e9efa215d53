"""Child processes that work can be given to, limited and ended."""
