"""Child processes that do tasks under limits and can be killed."""
