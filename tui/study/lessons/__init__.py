"""Learning a game without a screen: lessons, the puzzle of the day, the rules text with its diagrams.

It may import `tui.table`, `tui.settings`, `tui.i18n`, `tui.widgets.drawing` and `core`, but no other module of
`tui.study`. Lessons, rules texts and a learner's answers enter; what is shown next, hints and diagrams leave.
"""
