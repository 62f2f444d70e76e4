"""The Textual app: its start, its look, the command palette, and the order of the screens.

It may import everything but `tui.text`, `tui.headless` and `tui.cli`; no screen or widget imports it. A `Start` and the
settings enter. Screens are shown until the person leaves; an exit status leaves.
"""
