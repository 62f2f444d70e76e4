"""One player's side of a table without widgets: the view, the choice of a move, hints, alerts and proposals.

It may import `tui.words`, `tui.settings`, `tui.i18n`, `core` and the views of `net`, but no widget, disk or network. A
`TableView` and spots, keys or words enter; moves, proposals, alerts and sentences leave. `Controller` is how they reach
the table.
"""
