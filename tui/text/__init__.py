"""The terminal's text."""
