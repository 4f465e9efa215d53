"""Games that people play: sessions, the store that saves them, and statistics."""
