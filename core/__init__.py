"""The rules core: pure, with no I/O, clock, thread or global randomness."""
