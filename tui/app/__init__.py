"""The Textual app: its start, its look, the command palette, and which screen comes after which.

It may import everything but `tui.text`, `tui.headless` and `tui.cli`; no screen or widget imports it.
A `Start` and the settings enter; screens are shown until the person leaves, and an exit status leaves.
"""
