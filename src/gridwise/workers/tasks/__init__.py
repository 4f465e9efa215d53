"""What a child process can be asked to do."""
