"""The ladder of reasons: techniques, found by the registry."""
