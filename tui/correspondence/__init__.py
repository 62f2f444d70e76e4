"""Games over days: what to tell a person who has no screen open, how it is sent, and moves chosen in advance.

It may import `tui.table`, `tui.words`, `tui.settings`, `tui.i18n` and `net`, but no screen, no text mode and no
command. Views of tables and the time enter; notices, and moves that are due, leave.
"""
