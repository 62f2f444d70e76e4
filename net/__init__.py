"""The network: carries the log between peers over a broker that nobody has to trust. Never imports the terminal."""
