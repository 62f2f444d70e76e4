"""Games that were played, to be looked at again: listed, replayed, commented on, exported, counted."""
