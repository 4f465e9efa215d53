"""The page that replays traces."""
