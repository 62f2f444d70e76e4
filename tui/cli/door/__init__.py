"""The doors for people without Parley: their homes at the host, and what lets an SSH client in.

It may import `tui.session`, `tui.settings`, `tui.i18n`, `net` and `core`; a visitor's own process runs `tui` itself.
Connections enter; the screens leave, and nothing else of the machine.
"""
