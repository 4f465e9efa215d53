"""What several commands share: reading inputs, running, and printing."""
