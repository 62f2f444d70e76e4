"""Contests between bots: games played in parallel processes, kept in a folder, and rated with intervals.

It may import `tui.bots`, `tui.words`, `tui.settings`, `tui.i18n`, `tui.bootstrap` and `core`, but no table and no room.
A `Contest` enters; a results file, records of games and standings leave.
"""
