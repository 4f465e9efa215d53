"""What must hold of every puzzle and every method in the registry, whatever they are."""
