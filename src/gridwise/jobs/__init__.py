"""Questions that outlive a process: their folders and journals, and how they are resumed."""
