"""Every screen as it looks in use, drawn as SVG for the documentation, and the fixed table of tests and benchmarks.

Invented positions, people and games enter; pictures leave.
"""
