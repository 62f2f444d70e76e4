"""The base of every screen: its layout, its translation, the view through it, and the general dialogs.

It may import widgets, terminal, table, words, settings and i18n, but no other folder of screens. Titles, questions and
lists of answers enter; screen classes to derive from and the answers of dialogs leave.
"""
