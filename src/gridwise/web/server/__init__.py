"""The web server: its context, its visitors and its security."""
