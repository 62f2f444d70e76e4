"""The Textual screens, a folder for each screen or group of screens, and `app.tcss`, the style that all of them share.

A screen may import study, widgets, session, records, bots, table, words, settings and i18n, but never the app, the text
mode or the headless programs. What a player does leaves a screen as a message, as the result of a dialog, or as a call
to a controller.
"""
