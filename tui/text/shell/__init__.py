"""What every dialogue of the text mode uses: the console, its commands, the menus, and what can be asked for anywhere.

It may import `tui.study.lessons`, session, records, table, words, settings and i18n, but neither `tui.text.table` nor
the modules directly in `tui.text`. Typed lines enter; commands, answers and printed lines leave.
"""
