"""Past games: listed, filtered, replayed, analysed, commented on, counted, exported and played on from a position.

It may import the drawing and text style of widgets, terminal, session, records, bots, table, words, settings and i18n,
but no screen and no text mode. Records and journal rows enter; timelines, statistics, analyses and files leave.
"""
