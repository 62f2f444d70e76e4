"""Every screen set up as it is in use and drawn as SVG, and the fixed table of tests and benchmarks.

It may import `tui.app` and everything below it, and only `tui.cli`, tests and benchmarks import it.
Positions, people and games made up for the purpose enter; pictures leave.
"""
