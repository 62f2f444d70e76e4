"""The eye of the bots for Hexapawn: what a position is worth."""
