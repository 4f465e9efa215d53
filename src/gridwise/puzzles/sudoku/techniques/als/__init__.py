"""Almost locked sets: cells of a house with one candidate more than cells."""
