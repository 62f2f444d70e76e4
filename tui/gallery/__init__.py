"""The gallery: every screen set up as it is in use, to be drawn for the documentation."""
