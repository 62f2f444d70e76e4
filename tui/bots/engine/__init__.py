"""The engine protocol from the program's side: one command a line in, one JSON object a line out.

It may import `tui.bots.bot_talk`, `tui.records`, `tui.table.sentences`, `tui.settings` and `core`. Heavy imports stay
inside functions, as every bot starts this. Lines of standard input enter; answers leave on standard output.
"""
