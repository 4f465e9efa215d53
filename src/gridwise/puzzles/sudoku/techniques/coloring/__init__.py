"""Colouring: clusters of places of one digit, of which one of two colours holds."""
