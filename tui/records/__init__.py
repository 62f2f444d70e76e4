"""Files that outlast a program: records of games, signed evidence, reports of errors and disagreements, and logs.

It may import `tui.settings`, `tui.i18n`, `core` and `net`, but nothing of a table or a screen. Matches, logs and errors
enter; files leave, and checked records come back.
"""
