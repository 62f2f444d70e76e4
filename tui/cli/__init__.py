"""The command line: a function for each command, the help pages, and the choice of screens, text or demo.

It may import everything, but what a command needs is imported when it runs. Only `tui.__main__` imports it, and this
file imports nothing. The words of a command line enter; output, a sentence on standard error and an exit status leave.
"""
