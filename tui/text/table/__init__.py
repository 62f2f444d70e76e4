"""The dialogue at one table: what happens there is reported as it happens, and what is typed is done.

It may import `tui.text.shell`, session, records, bots, table, words, settings and i18n. A `TableView` and typed lines
enter; decisions, talk and votes leave, and lines that report what is new.
"""
