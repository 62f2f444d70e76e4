"""What depends on the terminal: which cells have changed, what it can show, and its picture as SVG.

It may import `tui.widgets.drawing`, `tui.settings` and Textual, but no screen and no widget. Painted cells and answers
of the terminal enter; escape sequences, measured traits and SVG text leave.
"""
