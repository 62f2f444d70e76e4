"""Positions and events of a table in sentences, one line each, for the text mode, the engine, exports and logs.

It is pure and may import core, i18n, settings, words and the other modules of `tui.table`. Views, scenes and decisions
enter; lines of text in the reader's language leave.
"""
