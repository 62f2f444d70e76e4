"""The clubs of one profile: those that are followed live, what is due in them, the tables that are rated for them.

It may import what `tui.session` may, but not `tui.session`; what is signed comes from `tui.records.club`.
The profile and a way to the broker enter; clubs as they stand, what waits in them, and marks of rated tables leave.
"""
