"""The ladder of reasons: one module a technique, found by the registry."""
