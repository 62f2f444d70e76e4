"""The terminal's screens."""
