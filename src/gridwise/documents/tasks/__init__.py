"""Tasks that write documents in a child process."""
