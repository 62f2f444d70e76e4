"""Clubs on the screen: the list of them, one club page by page, and one of its tournaments.

It may import the folder `frame`, and everything below screens. Views of clubs enter; deeds for `tui.session.clubs`
leave, and messages that ask the app for a table.
"""
