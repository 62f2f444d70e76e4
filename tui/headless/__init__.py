"""Peers without a screen, for bots, scripts and tests: `demo`, `host`, `open`, `sit`, `watch`, `settle`, `keep`.

It may import `tui.session`, `tui.bots`, `tui.table`, `tui.words`, `tui.settings` and the console of `tui.text.shell`,
but no screen and no widget. The options of a command and lines of standard input enter; events leave as one JSON object
a line.
"""
