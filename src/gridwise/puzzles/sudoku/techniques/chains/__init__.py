"""Chains: links between candidates, followed one after the other."""
