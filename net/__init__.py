"""The network: carries the log between peers over a broker that nobody has to trust. Never imports the terminal."""

APP = "0.1.0"
"""The version of this program as others in a room are told it."""
