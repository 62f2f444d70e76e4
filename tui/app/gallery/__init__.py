"""Every screen as it looks in use, drawn as SVG, and the fixed table of tests and benchmarks.

It may import `tui.app` and everything below it; only `tui.cli`, tests and benchmarks import it. Invented positions,
people and games enter; pictures leave.
"""
