"""Bots in processes of their own: the process, the talk it receives, and the driver that plays a seat with it.

It may import `tui.table`, `tui.words`, `tui.settings`, `core` and `net`, but neither `tui.bots.engine` nor
`tui.bots.arena`. Positions and talk enter; decisions and the bot's own lines leave.
"""
