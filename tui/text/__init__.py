"""The text mode: numbered menus and dialogues line by line, for screen readers, plain terminals, pipes and tests.

It may import study, session, records, bots, table, words, settings and i18n, but no screen and no widget. Lines that a
person types enter; lines to read leave.
"""
