"""The tasks of a child; each module holds one task or a close group."""
