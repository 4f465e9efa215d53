"""Complex fish: bases and covers may be boxes too (Franken), or houses of all kinds (mutant)."""
