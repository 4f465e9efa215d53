"""Certificates: what an answer claims, with evidence that `gridwise.verifier` checks."""
