"""All that one profile is connected to: rooms, the hosted broker, the local network, invitations, people, clubs.

It may import `tui.bots`, `tui.table`, `tui.records`, `tui.words`, `tui.settings`, `tui.i18n` and `net`, but no screen,
no text mode and no command. Invitations, plans and codes enter; tables, people and announced rooms leave.
"""
