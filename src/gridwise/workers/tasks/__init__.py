"""What a child can be asked to do; each module holds one task or a close group."""
