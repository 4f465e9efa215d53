"""Games that a person plays: the session, its saved form and the statistics of an owner."""
