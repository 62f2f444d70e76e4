"""The Textual widgets that screens are composed of, and the text styles in which they write.

A widget may import `tui.widgets.drawing`, table, words, settings and i18n, but no screen and nothing that reads a disk
or a network. Views and the look enter as values; keys, clicks and typed text leave as Textual messages.
"""
