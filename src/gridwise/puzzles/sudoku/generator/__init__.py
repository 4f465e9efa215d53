"""Parts of the generator: how boards are made, and how their difficulty is judged."""
