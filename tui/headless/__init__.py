"""Peers without a screen: for bots, scripts and tests; each says what happens as one JSON object a line."""
